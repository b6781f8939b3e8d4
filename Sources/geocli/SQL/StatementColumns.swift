internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

extension ListingSchema where Row == [StatementRows.Value] {
    /// The rows of a statement of a person. Values are written as the listings write those of the same keys: what a
    /// view has as the text of a JSON array or object is one in JSON, and degrees and meters have their decimals. Rows
    /// with a `latitude` and a `longitude` have a position on a map.
    static func statement(_ columns: [String]) -> ListingSchema<[StatementRows.Value]> {
        let (latitude, longitude) = (columns.firstIndex(of: "latitude"), columns.firstIndex(of: "longitude"))
        let id = columns.firstIndex(of: "id")
        var schema = ListingSchema(
            columns: columns.enumerated().map { index, key in
                let title = DisplayText.singleLine(key)
                let form = StatementForm(key)
                return Column(key, en: title, ko: title, orNull: true) { form.output($0[index]) }
            },
            tableKeys: columns,
            feature: { row in
                let point = latitude.flatMap { latitude in
                    longitude.flatMap { StatementForm.point(row[latitude], row[$0]) }
                }
                guard let id, case .integer(let number) = row[id] else {
                    return FeatureParts(id: nil, coordinate: point)
                }
                return FeatureParts(id: number, coordinate: point)
            })
        schema.hasUniqueIDs = false
        return schema
    }
}

/// How the values of a column of a statement are written. Its name decides, as it does for people.
private enum StatementForm {
    case plain, degrees, meters, json

    private static let jsonKeys = Set(
        PublicView.all.flatMap(\.columns).filter { $0.about.hasPrefix("JSON") }.map(\.name))

    init(_ key: String) {
        switch key {
        case "latitude", "longitude": self = .degrees
        case "distance_m": self = .meters
        case _ where Self.jsonKeys.contains(key): self = .json
        default: self = .plain
        }
    }

    func output(_ value: StatementRows.Value) -> OutputValue {
        switch value {
        case .null: return .null
        case .integer(let number): return .integer(number)
        case .real(let number):
            // JSON has no infinity.
            guard number.isFinite else { return .null }
            return self == .degrees ? .degrees(number) : self == .meters ? .meters(number) : .number(number)
        case .text(let text): return output(text)
        case .blob(let bytes): return .code(HexText.text(bytes))
        }
    }

    private func output(_ text: String) -> OutputValue {
        switch self {
        case .json:
            // A text that is not JSON is written as the text that it is.
            guard let value = try? JSONValue(parsing: Array(text.utf8), name: "value") else { return .text(text) }
            guard case .array(let items) = value else { return .json(value) }
            let texts = items.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == items.count ? .list(texts) : .json(value)
        default: return SeoulTime.isDate(text) || Self.isPhone(text) ? .code(text) : .text(text)
        }
    }

    /// Whether a text is a phone number in E.164 form, which is no formula of a spreadsheet.
    private static func isPhone(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "+") && text.utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }

    static func point(_ latitude: StatementRows.Value, _ longitude: StatementRows.Value) -> Coordinate? {
        guard let north = number(latitude), let east = number(longitude) else { return nil }
        // What is not on the earth is not on a map.
        return try? Coordinate(longitude: east, latitude: north)
    }

    private static func number(_ value: StatementRows.Value) -> Double? {
        switch value {
        case .real(let number): number
        case .integer(let number): Double(number)
        case .null, .text, .blob: nil
        }
    }
}

private enum HexText {
    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
