internal import GeocliGeo
internal import GeocliText

public enum FeedField: Int, Sendable, CaseIterable {
    case id, name, kind, district, address, phone, website, sns
    /// Longitude or easting.
    case x
    /// Latitude or northing.
    case y
    /// The value that distinguishes landmarks with the same name, such as the line of a station.
    case line

    /// The fields without which a row can't become a place.
    static let required: [FeedField] = [.id, .name, .x, .y]

    public var word: String {
        switch self {
        case .id: "id"
        case .name: "name"
        case .kind: "kind"
        case .district: "district"
        case .address: "address"
        case .phone: "phone"
        case .website: "website"
        case .sns: "sns"
        case .x: "x"
        case .y: "y"
        case .line: "line"
        }
    }
}

/// What must be done to a feed's rows before they are read. A field may have several names, an id may consist of
/// several fields, and a point may be one text. Some texts mean "none", and some rows are left out.
package struct RowMapping: Sendable, Equatable {
    package enum PointOrder: String, Sendable, CaseIterable {
        /// Longitude or easting first.
        case xy = "x y"
        /// Latitude or northing first.
        case yx = "y x"
    }

    /// The names that each field has had over the years, the newest first. In a row, the first with a value counts.
    package var names: [FeedField: [String]] = [:]
    /// The parts of a joined id, each with its names; empty if the id is one field.
    package var idParts: [[String]] = []
    /// The number of digits of a whole id. A shorter id with only digits gets leading zeros, so that ids that differ
    /// only in leading zeros become equal. 0 leaves each id as it is.
    package var idDigits = 0
    /// The names of the field that holds the whole point; empty if x and y are fields of their own.
    package var point: [String] = []
    /// The order of the two numbers in the `point` field.
    package var pointOrder = PointOrder.xy
    /// The number of the coordinate system of the `point` field, such as 4326; nil if it has none.
    package var pointSystem: Int?
    /// Whether the `point` field is in degrees, so that its texts may have any form in which people write positions.
    package var pointIsInDegrees = false
    package var nullTexts: Set<String> = []
    /// The conditions that a row must meet. Each condition is a field and the values that it may have.
    package var filters: [(names: [String], values: Set<String>)] = []
    /// The names of the field that says whether a place is open; empty if there is none.
    package var status: [String] = []
    package var openStatus: Set<String> = []
    package var closedStatus: Set<String> = []
    /// Takes note of the values that rows have; nil if nobody asks for those that no row has.
    var unmet: UnmetValues?

    /// The first character of the names below. No declaration can contain this character, so no declared name can
    /// be equal to one of these names.
    static let partOfFeature: Character = "\u{1}"
    static let featureID = "\(partOfFeature)id of the Feature"
    /// The names of the two numbers of a Feature's point.
    static let longitude = "\(partOfFeature)geometry (longitude)"
    static let latitude = "\(partOfFeature)geometry (latitude)"

    package init() {}

    package static func == (left: RowMapping, right: RowMapping) -> Bool {
        left.names == right.names && left.idParts == right.idParts && left.idDigits == right.idDigits
            && left.point == right.point
            && left.pointOrder == right.pointOrder && left.pointSystem == right.pointSystem
            && left.pointIsInDegrees == right.pointIsInDegrees && left.nullTexts == right.nullTexts
            && left.filters.elementsEqual(right.filters) { $0.names == $1.names && $0.values == $1.values }
            && left.status == right.status && left.openStatus == right.openStatus
            && left.closedStatus == right.closedStatus
    }

    /// The names of the columns that a CSV file must have. Each entry lists the spellings of one column.
    var requiredNames: [[String]] {
        let id = idParts.isEmpty ? [names[.id] ?? []] : idParts
        let points = point.isEmpty ? [names[.x] ?? [], names[.y] ?? []] : [point]
        return id + [names[.name] ?? []] + points + filters.map(\.names) + (status.isEmpty ? [] : [status])
    }

    var usedNames: Set<String> {
        let lists: [[String]] = Array(names.values) + idParts + filters.map(\.names) + [point, status]
        return Set(lists.joined())
    }
}

/// The values in `filter` and `status` of a declaration that no row has had so far. They may be misspelled.
///
/// The conformance is unchecked because only one thread at a time uses an instance: the thread that reads the rows, and
/// then the one that has waited for its end. `FeedReading` makes a new one for each reading.
final class UnmetValues: @unchecked Sendable {
    struct Column {
        /// The table of the declaration: `filter` or `status`.
        let table: String
        let names: [String]
        fileprivate(set) var values: Set<String>

        var words: Words {
            let name = DisplayText.shown(names.first ?? "", columns: 60)
            let list = DisplayText.examples(values.sorted())
            return Words(
                en:
                    "[\(table)] of the declaration lists \(values.count == 1 ? "a value" : "values") that no row has in the column \(name): \(list); check how the rows write \(values.count == 1 ? "it" : "them")",
                ko: "선언의 \(table)에 적힌 값 가운데 \(name) 열에 나오지 않는 값이 있습니다: \(list). 행에는 어떻게 적혀 있는지 확인하세요")
        }
    }

    private var columns: [Column]

    /// Nil if the mapping lists no values.
    init?(of mapping: RowMapping) {
        columns = mapping.filters.map { Column(table: "filter", names: $0.names, values: $0.values) }
        let statuses = mapping.openStatus.union(mapping.closedStatus)
        columns.append(Column(table: "status", names: mapping.status, values: statuses))
        // An empty text can't be misspelled.
        for index in columns.indices { columns[index].values.remove("") }
        if rest.isEmpty { return nil }
    }

    /// The columns with values that no row has had.
    var rest: [Column] { columns.filter { !$0.values.isEmpty } }

    /// Takes note of a row. `text` returns the text in the first of these columns that has one.
    func note(_ text: ([String]) -> String?) {
        for index in columns.indices where !columns[index].values.isEmpty {
            if let text = text(columns[index].names) { columns[index].values.remove(text.trimmingBlanks()) }
        }
    }
}

enum RowSkip: Equatable {
    /// The row is not one of those that the declaration wants.
    case filtered
    /// The source says that the place is closed. Its id is in the canonical form; empty if the row has none.
    case closed(id: String)
}

enum MappedRow {
    case values([(field: FeedField, text: String)], unknownStatus: String?)
    case skipped(RowSkip)
    /// The row lacks the column that decides whether the declaration wants the row.
    case lacks(String)
}

extension RowMapping {
    /// Returns the values of a row's fields. `value` returns a column's text, or an empty text for null; nil if the row
    /// does not have the column.
    func map(_ value: (String) -> String?) -> MappedRow {
        unmet?.note { find($0, value) }
        for filter in filters {
            guard let text = find(filter.names, value) else { return .lacks(filter.names.first ?? "") }
            guard filter.values.contains(text.trimmingBlanks()) else { return .skipped(.filtered) }
        }
        var unknownStatus: String?
        if !status.isEmpty {
            guard let found = find(status, value) else { return .lacks(status.first ?? "") }
            let text = found.trimmingBlanks()
            if closedStatus.contains(text) { return .skipped(.closed(id: closedID(value))) }
            if !openStatus.contains(text) { unknownStatus = text }
        }
        var values: [(field: FeedField, text: String)] = []
        for field in FeedField.allCases {
            if let names = names[field], let text = find(names, value) {
                values.append((field, field == .id ? completed(id: text) : text))
            }
        }
        if let id = joinedID(value) { values.append((.id, id)) }
        if !point.isEmpty, var text = find(point, value) {
            if let system = statedSystem(value), system != pointSystem { text = "SRID=\(system);POINT(\(text))" }
            let (x, y) = Self.point(in: text, pointOrder, system: pointSystem, isInDegrees: pointIsInDegrees)
            values.append((.x, x))
            values.append((.y, y))
        }
        return .values(values, unknownStatus: unknownStatus)
    }

    /// Returns the EPSG code that the attribute `srsName` of the point's element, or of one around it, states.
    ///
    /// - Source: GML 3.2, section 9.10; also `epsg.xml#4326` of GML 2.
    private func statedSystem(_ value: (String) -> String?) -> Int? {
        for name in point {
            var path = name[...]
            while true {
                if let text = value("\(path).srsName")?.uppercased() {
                    if text.hasSuffix("CRS84") { return 4326 }
                    if text.contains("EPSG") {
                        return text.split { !$0.isASCII || !$0.isNumber }.last.flatMap { Int($0) }
                    }
                }
                guard let dot = path.lastIndex(of: ".") else { break }
                path = path[..<dot]
            }
        }
        return nil
    }

    private func closedID(_ value: (String) -> String?) -> String {
        let text = joinedID(value) ?? names[.id].flatMap { find($0, value) }.map(completed(id:)) ?? ""
        return Self.canonicalID(text.trimmingBlanks())
    }

    /// Returns the text of the first column of `names` that has a text. Returns an empty text if the row has some of
    /// the columns but no text in them. Returns nil if it has none of the columns.
    private func find(_ names: [String], _ value: (String) -> String?) -> String? {
        var isThere = false
        for name in names {
            guard let text = value(name) else { continue }
            isThere = true
            let trimmed = text.trimmingBlanks()
            if !trimmed.isEmpty, !nullTexts.contains(trimmed) { return text }
        }
        return isThere ? "" : nil
    }

    /// Returns an id with leading zeros added, if the declaration says how many digits ids have. The `.0` of a whole
    /// number is removed first.
    private func completed(id text: String) -> String {
        guard idDigits > 0 else { return text }
        let id = Self.canonicalID(text.trimmingBlanks())
        guard !id.isEmpty, id.utf8.count < idDigits, id.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return text }
        return String(repeating: "0", count: idDigits - id.utf8.count) + id
    }

    /// Returns the parts of the id, joined by bars; nil if no parts are declared, or if the row has none of their
    /// columns; empty if all parts are. If a part contains a bar, a backslash is put before each bar and backslash of
    /// all parts. Such an id has more bars than an id whose parts contain none, so rows with different parts never get
    /// the same id.
    private func joinedID(_ value: (String) -> String?) -> String? {
        guard !idParts.isEmpty else { return nil }
        let found = idParts.map { find($0, value)?.trimmingBlanks() }
        guard found.contains(where: { $0 != nil }) else { return nil }
        let parts = found.map { $0 ?? "" }
        guard !parts.allSatisfy(\.isEmpty) else { return "" }
        guard parts.contains(where: { $0.utf8.contains(UInt8(ascii: "|")) }) else {
            return parts.joined(separator: "|")
        }
        return parts.map { $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|") }.joined(separator: "|")
    }

    /// Returns the two numbers of a point in one text, such as `37.5 , 126.9`, `N37.5, E126.9`, `POINT(126.9 37.5)` or
    /// another `WrittenGeometry`. If the text is in degrees, it may also be a `WrittenPosition`. An empty text and an
    /// empty geometry give two empty texts. A text that is not two numbers, whose letters contradict the order, or
    /// whose SRID is not that of the feed, is returned unchanged, so that it is reported as unreadable.
    static func point(
        in text: String, _ order: PointOrder, system: Int? = nil, isInDegrees: Bool = false
    ) -> (x: String, y: String) {
        let whole = text.trimmingBlanks()
        guard !whole.isEmpty else { return ("", "") }
        if let geometry = WrittenGeometry(whole) {
            switch geometry.position {
            case .empty: return ("", "")
            case .one(let first, let second) where geometry.system == nil || geometry.system == system:
                return order == .xy ? (first, second) : (second, first)
            default: return (whole, whole)
            }
        }
        let words = Self.words(in: whole, order)
        if let words, DecimalText.number(words.x) != nil, DecimalText.number(words.y) != nil { return words }
        // A text that is not a position stays as it is.
        guard isInDegrees, let written = try? WrittenPosition.read(whole) else { return words ?? (whole, whole) }
        switch written.form {
        case .uri, .geometry, .link(_, .pin): break
        case .numbers, .angles:
            guard written.isLatitudeFirst == (order == .yx) else { return words ?? (whole, whole) }
        // The middle of a map and a destination are not the point of the place.
        case .link: return words ?? (whole, whole)
        }
        return (.shortest(written.coordinate.longitude), .shortest(written.coordinate.latitude))
    }

    /// Returns the two words of a text without the letters of their axes; nil for any other text, and if letters
    /// contradict the order.
    private static func words(in text: String, _ order: PointOrder) -> (x: String, y: String)? {
        var words: [String] = []
        for part in text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" }) {
            var word = part
            if let letter = part.first?.uppercased(), letter == "N" || letter == "E" {
                let isX = (order == .xy) == words.isEmpty
                guard (letter == "E") == isX else { return nil }
                word = part.dropFirst()
            }
            // A letter may be separated from its number.
            if !word.isEmpty { words.append(String(word)) }
        }
        guard words.count == 2 else { return nil }
        return order == .xy ? (words[0], words[1]) : (words[1], words[0])
    }
}

extension RowMapping {
    /// Returns the canonical form of an id that came as text: `2283` for `2283.0`, and `12345678` for `1.2345678E7`.
    /// Portals turn whole numbers into these forms. A text such as `0012` stays as it is, except that all texts are in
    /// NFC, so that one id has one form.
    static func canonicalID(_ text: String) -> String {
        let text = Folding.composed(text)
        guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let whole = parts.first, isPlainInteger(whole) else { return text }
        if !parts[1].isEmpty, parts[1].utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) {
            return whole == "-0" ? "0" : String(whole)
        }
        guard parts[1].lowercased().contains("e"), let value = DecimalText.number(text),
            abs(value) < 9_007_199_254_740_992, let number = Int64(exactly: value)
        else { return text }
        return String(number)
    }

    /// Returns whether `text` consists of digits without leading zeros, possibly after a minus.
    private static func isPlainInteger(_ text: Substring) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        return digits == "0"
            || digits.first.map { "1"..."9" ~= $0 } ?? false && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
