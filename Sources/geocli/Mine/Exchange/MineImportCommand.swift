internal import ArgumentParser
internal import GeocliExport
internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

enum MineImportRows: RowsWithoutPlace {
    static let someKeys = "name,outcome,ref"
    static let isPrivate = true
}

struct MineImportSource: RowSource {
    static let configuration = CommandConfiguration(
        "import", en: "Import records from an export, or places from another program. A second import adds nothing.",
        ko: "내보낸 기록이나 다른 프로그램에 저장한 장소를 가져옵니다. 두 번 가져와도 중복되지 않습니다.",
        about: Words(
            en: """
                The command reads files from 'geocli mine export', GPX, KML, GeoJSON (such as the starred places of Google Takeout), uMap's maps and CSV (columns such as store name, title, category and created, or Title, Note and URL). Only points with names become places; the rest is counted. A place is found by its name and point. If several places match, or the point differs, nothing is recorded and the row says doubtful. Then mark the right place yourself. If you already have the record with different values, nothing changes and the row says different.
                """,
            ko: """
                'geocli mine export'로 만든 파일과 GPX, KML, GeoJSON(구글 테이크아웃의 별표 장소 포함), uMap 지도, CSV(store name, title, category, created 열이나 Title, Note, URL 열)를 읽습니다. 이름이 있는 점만 가져오고 나머지는 개수만 알려 줍니다. 장소는 이름과 좌표로 찾습니다. 여러 곳이 맞거나 좌표가 다르면 기록하지 않고 doubtful로 알려 주니, 맞는 곳을 직접 표시하세요. 이미 있는 기록과 값이 다르면 바꾸지 않고 different로 알려 줍니다.
                """),
        examples: """
            $ geocli mine import starred.geojson --format table
            $ geocli mine import records.gpx --list weekend
            $ geocli mine import - < records.json
            """)

    @Argument(
        help: ArgumentHelp(
            "A file, - for standard input, or a folder from 'geocli mine export'.",
            ko: "파일, -(표준 입력), 또는 'geocli mine export'로 만든 폴더", value: .argument("FILE|FOLDER")),
        completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "Put imported marks on this list instead of the lists in the file.", ko: "가져온 표시를 파일에 적힌 목록 대신 이 목록에 넣습니다.",
            value: .list))
    var list: String?

    @Option(
        help: ArgumentHelp(
            "Column with the names of the places (default: by its name).", ko: "장소 이름이 있는 열 (기본값: 열 이름으로 찾음)",
            value: .column))
    var name: String?

    @OptionGroup var points: PointFileOptions

    @Flag(
        help: ArgumentHelp(
            "Also record places that are not in the catalog, with the name and the point from the file.",
            ko: "카탈로그에 없는 장소도 파일에 적힌 이름과 좌표로 기록합니다."))
    var all = false

    @OptionGroup(title: HelpSection.common) var mine: MineOptions

    func write(_ given: ListingArguments<MineImportRows>) throws {
        let listing = try given.checked(mine: mine, reading: [file])
        let list = try NoteWords.list(list)
        let day = try Environment.today()
        let folder = try ImportFolder(file)
        if let folder, folder.hasLogs { return try MineMergeCommand.merge(file, mine, given.common) }
        try points.check()
        let reading = ImportReading(names: points.names(), name: name, skipsBad: points.skipBad)
        let content =
            try folder.map { try ImportFile($0) } ?? ImportFile(try points.open(file, db: given.common.db), reading)
        let source: (any PlaceSource)? = content.items.isEmpty ? nil : try given.common.sourceOfPlaces()
        let matcher = try ImportMatcher(source, content.items)
        // Photos are copied first, so that no record refers to a photo that is still missing.
        if let folder { _ = try MinePhotos(of: try mine.folder()).merge(folder.photos) }
        var rows: [ImportRow] = []
        try mine.record { state in
            rows = []
            var plan = ImportPlan(state)
            for copy in content.copies { rows.append(plan.take(copy)) }
            for item in content.items {
                guard let place = place(item, matcher, &rows) else { continue }
                rows.append(plan.take(item, at: place, list: list ?? item.list, today: day))
            }
            return plan.changes
        }
        try write(rows, given, listing)
        tell(content, given.common)
    }

    /// Returns the place of an item. If there is none, this appends a row with the reason and returns nil.
    private func place(_ item: ImportItem, _ matcher: ImportMatcher, _ rows: inout [ImportRow]) -> MinePlace? {
        switch matcher.match(item) {
        case .one(let entry): return MinePlace(entry)
        case .doubtful(let entries):
            rows.append(
                ImportRow(
                    name: item.name, outcome: .doubtful, ref: nil, candidates: entries.map(ImportMatcher.listed)))
        case .none:
            if all {
                return item.unlistedPlace
            }
            rows.append(ImportRow(name: item.name, outcome: .unknown, ref: nil))
        }
        return nil
    }

    /// Says what is in the file and is not a place, and which points are not exact.
    private func tell(_ content: ImportFile, _ common: CommonOptions) {
        if let found = content.leftOut.words {
            Console.note(
                Words(
                    en: "left out: \(found.en); only points with names become places",
                    ko: "가져오지 않음: \(found.ko). 이름이 있는 점만 가져옵니다"), isQuiet: common.quiet)
        }
        let count = content.items.count(where: \.isMiddleOfMap)
        guard count > 0 else { return }
        Console.note(
            Words(
                en:
                    "\(EnglishNoun.counted(count, "point is", "points are")) only the middle of the map in a link, so check \(count == 1 ? "it" : "them")",
                ko: "\(count)곳의 좌표는 링크에 담긴 지도의 중심이니 확인하세요"), isQuiet: common.quiet)
    }

    private func write(
        _ rows: [ImportRow], _ given: ListingArguments<MineImportRows>, _ listing: ListingOutput
    ) throws {
        let limit = try given.output.limitCount() ?? .max
        try Listing.write(.imported, listing) { writer in for row in rows.prefix(limit) { try writer.write(row) } }
        let counts = Dictionary(rows.map { ($0.outcome, 1) }, uniquingKeysWith: +)
        func count(_ outcome: ImportRow.Outcome) -> Int { counts[outcome] ?? 0 }
        Console.note(
            Words(
                en:
                    "imported: \(count(.added)) added, \(count(.same)) already there, \(count(.different)) different, \(count(.doubtful)) doubtful, \(count(.unknown)) unknown",
                ko:
                    "가져오기: 추가 \(count(.added)), 이미 있음 \(count(.same)), 값이 다름 \(count(.different)), 확인 필요 \(count(.doubtful)), 카탈로그에 없음 \(count(.unknown))"
            ), isQuiet: given.common.quiet)
        guard count(.different) > 0 else { return }
        Console.note(
            Words(
                en:
                    "your records that differ from the file were not changed; change them with 'geocli mine edit', or use 'geocli mine merge' to take the later values from a folder that 'geocli mine export' wrote",
                ko:
                    "값이 다른 기록은 바꾸지 않았습니다. 'geocli mine edit'으로 직접 고치거나, 'geocli mine export'로 만든 폴더를 'geocli mine merge'로 합치세요. 합치면 더 나중에 쓴 값이 적용됩니다"
            ), isQuiet: given.common.quiet)
    }
}

struct MineMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "merge", en: "Add the records and photos in another device's folder to yours. A second merge adds nothing.",
        ko: "다른 기기의 폴더에서 기록과 사진을 가져와 합칩니다. 두 번 합쳐도 중복되지 않습니다.",
        examples: """
            $ geocli mine merge /media/usb/mine
            $ geocli mine merge ../laptop/mine -q
            $ geocli mine merge backup --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "A folder with geocli's records, such as a folder from 'geocli mine export'.",
            ko: "geocli 기록 폴더. 예: 'geocli mine export'로 만든 폴더", value: .argument("FOLDER")), completion: .directory)
    var folder: String

    @OptionGroup var own: MineArguments

    func run() throws { try Self.merge(folder, own.mine, own.common) }

    static func merge(_ folder: String, _ mine: MineOptions, _ common: CommonOptions) throws {
        let merged = try mine.folder().merge(folder)
        MineOptions.tell(merged.findings)
        MineOptions.tell(leftOut: merged.leftOut)
        Console.note(
            Words(
                en:
                    "merged: \(merged.acts) new \(merged.acts == 1 ? "line" : "lines") of records and \(merged.photos) new \(merged.photos == 1 ? "photo" : "photos")",
                ko: "합쳤습니다: 새 기록 \(merged.acts)줄, 새 사진 \(merged.photos)장"), isQuiet: common.quiet)
    }
}

/// What an import adds: the records that do not exist yet. A record that exists with different values is not changed,
/// and its row says which values differ.
struct ImportPlan {
    private let state: MineState
    private var added: [String: [JSONValue.Member]] = [:]
    private(set) var changes: [MineFolder.Change] = []

    init(_ state: MineState) { self.state = state }

    /// Plans the import of a record from its copy in the file. All of its values are compared, even those that only one
    /// side has.
    mutating func take(_ copy: MineCopy) -> ImportRow {
        let place = copy.members.first { $0.name == "place" }.flatMap { MinePlace($0.value) }
        return take(copy.id, copy.members, name: place?.name ?? copy.id, ref: place?.ref) { members in
            Set((members + copy.members).map(\.name)).filter { name in
                Self.value(name, members) != Self.value(name, copy.members)
            }
        }
    }

    /// Takes an item from another program. Only values that the file has are compared.
    mutating func take(_ item: ImportItem, at place: MinePlace, list: String?, today: String) -> ImportRow {
        let day = item.day ?? today
        guard item.isNote else {
            let members = MineMark.fields(of: place, list: list, day: day, title: item.text)
            let known = Set((item.text == nil ? [] : ["title"]) + (item.day == nil ? [] : ["day"]))
            return take(MineMark.id(of: place, list: list), members, name: item.name, ref: place.ref) { old in
                known.filter { Self.value($0, old) != Self.value($0, members) }
            }
        }
        var members: [JSONValue.Member] = [
            .init("kind", .string("note")), .init("place", place.json), .init("day", .string(day)),
        ]
        if let text = item.text { members.append(.init("text", .string(text))) }
        if let tag = item.list { members.append(.init("tags", .array([.string(tag)]))) }
        // The id is computed from the values, so a note with this id came from the same row. Any difference comes from
        // an edit here.
        return take(id(of: item, at: place), members, name: item.name, ref: place.ref) { _ in [] }
    }

    /// Returns the id of the note that an item becomes.
    ///
    /// Two rows for branches of a chain may differ only in their points. A note whose row came without a point keeps its
    /// id when the row comes again with one.
    private func id(of item: ImportItem, at place: MinePlace) -> String {
        let words = [item.name, item.text ?? "", item.list ?? "", item.day ?? ""]
        let plain = MineID.named("import", words[0], words[1], words[2], words[3])
        guard let point = item.coordinate else {
            return item.link.map { MineID.named("import", words[0], words[1], words[2], words[3], $0) } ?? plain
        }
        let known = state.record(plain).flatMap { MinePlace($0.value("place")) }
        if let known, known.key == place.key || known.coordinate == point { return plain }
        return MineID.named("import", words[0], words[1], words[2], words[3], "\(point.latitude),\(point.longitude)")
    }

    /// Adds a record, unless it exists already. A record that the person removed stays removed.
    private mutating func take(
        _ id: String, _ members: [JSONValue.Member], name: String, ref: String?,
        differing: ([JSONValue.Member]) -> Set<String>
    ) -> ImportRow {
        let old = state.record(id)
        guard let known = added[id] ?? old?.current else {
            added[id] = members
            changes.append(MineFolder.Change(id, members))
            return ImportRow(name: name, outcome: .added, ref: ref)
        }
        let fields = old?.isRemoved == true ? [] : differing(known).sorted()
        return ImportRow(name: name, outcome: fields.isEmpty ? .same : .different, ref: ref, fields: fields)
    }

    private static func value(_ name: String, _ members: [JSONValue.Member]) -> JSONValue {
        members.first { $0.name == name }?.value ?? .null
    }
}

struct ImportRow {
    enum Outcome: String, CaseIterable { case added, same, different, doubtful, unknown }

    let name: String
    let outcome: Outcome
    let ref: String?
    var candidates: [String] = []
    /// The fields for which the file has different values, if the outcome is `different`.
    var fields: [String] = []
}

extension ListingSchema where Row == ImportRow {
    static var imported: ListingSchema {
        ListingSchema(
            columns: [
                Column("name", en: "name", ko: "이름", about: "The name in the file.") { .text($0.name) },
                Column(
                    "outcome", en: "outcome", ko: "결과", type: .codes(ImportRow.Outcome.allCases.map(\.rawValue)),
                    about:
                        "added; same (already there); different (already there with different values; nothing was changed); doubtful (several places fit, or the point differs; nothing was recorded); unknown (the catalog has no place with this name)."
                ) { .code($0.outcome.rawValue) },
                Column(
                    "ref", en: "ref", ko: "참조", orNull: true,
                    about: "The reference of the place; null if there is none."
                ) { .text($0.ref) },
                Column(
                    "candidates", en: "candidates", ko: "후보", type: .list(of: .text),
                    about: "The possible places, if the outcome is doubtful."
                ) { .list($0.candidates) },
                Column(
                    "fields", en: "fields", ko: "항목", type: .list(of: .text),
                    about: "The fields that have different values in the file, if the outcome is different."
                ) { .list($0.fields) },
            ], tableKeys: ["name", "outcome", "ref", "candidates", "fields"]
        ).speaking("outcome") { row, language in
            switch row.outcome {
            case .added: Words(en: "added", ko: "추가").text(language)
            case .same: Words(en: "already there", ko: "이미 있음").text(language)
            case .different: Words(en: "different", ko: "값이 다름").text(language)
            case .doubtful: Words(en: "doubtful", ko: "확인 필요").text(language)
            case .unknown: Words(en: "unknown", ko: "카탈로그에 없음").text(language)
            }
        }
    }
}
