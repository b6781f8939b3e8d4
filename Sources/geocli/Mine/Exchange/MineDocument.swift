internal import GeocliExport
internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// All records in one file. Each format has text for people and other programs, and a copy of each record, so that an
/// import restores exactly the same records.
struct MineDocument {
    enum Format: String, CaseIterable { case folder, markdown, json, csv, gpx, kml }

    private let language: Language
    /// The records that are not removed, sorted by id.
    let records: [MineRecord]
    private let notes: [String: MineNote]

    init(_ state: MineState, _ language: Language) {
        self.language = language
        records = state.records.filter { !$0.isRemoved }
        notes = Dictionary(state.notes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The records with a point, which a map can show.
    var onMap: [MineRecord] { records.filter { MinePlace($0.value("place"))?.coordinate != nil } }

    var json: String {
        let lines = records.map { MineCopy($0).text }.joined(separator: ",\n")
        return "{\"geocli_mine\":1,\"records\":[\n\(lines)\n]}\n"
    }

    private static let columns = [
        "kind", "date", "ref", "name", "address", "latitude", "longitude", "list", "text", "phrase", "book", "author",
        "isbn", "page", "tags", "photos", "record",
    ]

    /// The records as CSV.
    ///
    /// - Parameter isForTerminal: whether each value is on one line, as in every listing on a terminal.
    func csv(isForTerminal: Bool) -> String {
        let rows = records.map { record in
            let place = MinePlace(record.value("place"))
            let cells: [String?] = [
                record.kind?.rawValue, record.day, place?.ref, place?.name, place?.address,
                place?.coordinate.map { "\($0.latitude)" }, place?.coordinate.map { "\($0.longitude)" },
                record.text("list"), record.text("text"), record.text("phrase"), record.text("book"),
                record.text("author"), record.text("isbn"), record.text("page"),
                record.texts("tags").joined(separator: " "), record.texts("photos").joined(separator: " "),
                MineCopy(record).text,
            ]
            return cells.map { text in
                Self.cell(isForTerminal ? DisplayText.singleLine(text ?? "") : text ?? "")
            }.joined(separator: ",")
        }
        return ([Self.columns.joined(separator: ",")] + rows).map { $0 + "\r\n" }.joined()
    }

    /// Returns a cell that no spreadsheet runs as a formula.
    private static func cell(_ text: String) -> String {
        let safe = FormulaStart.isThere(text) ? "'" + text : text
        // A quote or a comma and the combining sign after it are one Character, so scalars are compared.
        let mustQuote = safe.unicodeScalars.contains { $0 == "\"" || $0 == "," || Character($0).isNewline }
        guard mustQuote else { return safe }
        return "\"" + safe.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }

    var gpx: String {
        let points = onMap.map { record -> String in
            guard let place = MinePlace(record.value("place")), let point = place.coordinate else { return "" }
            return """
                <wpt lat="\(point.latitude)" lon="\(point.longitude)">
                <name>\(XMLText.escaped(place.name))</name>
                <desc>\(XMLText.escaped(words(record)))</desc>
                <type>\(XMLText.escaped(record.text("list") ?? record.kind?.rawValue ?? ""))</type>
                <extensions><record xmlns="https://github.com/geocli">\(XMLText.escaped(MineCopy(record).text))</record></extensions>
                </wpt>

                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="geocli" xmlns="http://www.topografix.com/GPX/1/1">
            \(points.joined())</gpx>

            """
    }

    var kml: String {
        let points = onMap.map { record -> String in
            guard let place = MinePlace(record.value("place")), let point = place.coordinate else { return "" }
            return """
                <Placemark>
                <name>\(XMLText.escaped(place.name))</name>
                <description>\(XMLText.escaped(words(record)))</description>
                <ExtendedData><Data name="geocli_record"><value>\(XMLText.escaped(MineCopy(record).text))</value></Data></ExtendedData>
                <Point><coordinates>\(point.longitude),\(point.latitude)</coordinates></Point>
                </Placemark>

                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
            \(points.joined())</Document></kml>

            """
    }

    /// Returns the text about a record for people.
    private func words(_ record: MineRecord) -> String {
        [record.day, record.text("text"), record.text("phrase"), record.text("book")].compactMap { $0 }
            .joined(separator: "\n")
    }

    /// The first line of an exported file that may have no records. An import recognizes the file by this line.
    static let title = "# Records of geocli\n"

    /// The years with records, each with its text. Records without a day belong to the latest of these years. Without
    /// records, the document still has one text, so that an import recognizes the export.
    var markdown: [(year: String, text: String)] {
        guard !records.isEmpty else {
            let none = Words(en: "There are no records.", ko: "기록이 없습니다.").text(language)
            return [("README", "\(Self.title)\n\(none)\n")]
        }
        let today = records.compactMap { $0.day }.max() ?? "0000"
        let years = Dictionary(grouping: records) { String(($0.day ?? today).prefix(4)) }
        return years.keys.sorted().map { year in
            let entries = (years[year] ?? []).sorted {
                ($0.day ?? "", $0.created, $0.id) < ($1.day ?? "", $1.created, $1.id)
            }
            return (year, "# \(year)\n\n" + entries.map(entry).joined())
        }
    }

    private func entry(_ record: MineRecord) -> String {
        var lines: [String] = []
        let place = MinePlace(record.value("place"))
        let title = [record.day, place.map { Self.line($0.name) }].compactMap { $0 }.joined(separator: " · ")
        switch record.kind {
        case .note: lines += ["## \(title)", ""]
        case .mark:
            let list = record.text("list").map { " (\(Self.line($0)))" } ?? ""
            lines += ["- ★ \(title)\(list)"]
        case .visit: lines += ["- ✓ \(title)"]
        case .goal:
            lines += [
                "- ◎ \(Self.line(record.text("week") ?? "")): \(Self.line(record.value("times")?.scalarText ?? ""))"
                    + Words(en: " a week", ko: "번/주").text(language)
            ]
        case nil: break
        }
        if let phrase = record.text("phrase") { lines += Self.quoted(phrase) + [""] }
        if let book = record.text("book") {
            let page =
                record.text("page").map(Self.line).map { Words(en: ", p. \($0)", ko: ", \($0)쪽").text(language) } ?? ""
            let author = record.text("author").map { ", \(Self.line($0))" } ?? ""
            lines += ["*\(Self.line(book))*\(author)\(page)", ""]
        }
        if let text = record.text("text") { lines += [Self.block(text), ""] }
        for photo in notes[record.id]?.photos ?? [] { lines += ["![](photos/\(photo))", ""] }
        let tags = record.texts("tags")
        if !tags.isEmpty { lines += [tags.map { "#" + Self.line($0) }.joined(separator: " "), ""] }
        return (lines + ["<!-- geocli \(MineCopy(record).text) -->", ""]).joined(separator: "\n") + "\n"
    }

    private static func quoted(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "> " + line(String($0)) }
    }

    private static func block(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line(String($0)) }
            .joined(separator: "  \n")
    }

    /// Returns one line in which nothing is markup for Markdown or HTML.
    private static func line(_ text: String) -> String {
        DisplayText.singleLine(text).replacingScalars { "\\<*_[#`".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
}
