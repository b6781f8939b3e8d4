public import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The columns of a person's own file of places, as the command line names them: `--id`, `--name`, `--lat`, `--lon` and
/// so on. `feed(id:)` turns the columns into a declaration and then a feed, so that the file is read like any other
/// feed.
///
/// If a column of the point is named, the file is a table (CSV). Otherwise it is GeoJSON, whose points are geometries.
public struct FileColumns: Sendable, Equatable {
    /// The column or property of a Feature that distinguishes places; nil for the Feature's own id.
    public var id: String?
    /// The column or property with the name; nil for the property `name`.
    public var name: String?
    /// The column with the latitude in degrees. Only a table has it.
    public var latitude: String?
    /// The column with the longitude in degrees. Only a table has it.
    public var longitude: String?
    /// The column or property with the address.
    public var address: String?
    /// The column or property with the district.
    public var district: String?
    /// The column or property with the phone number.
    public var phone: String?
    /// The column or property with the website.
    public var website: String?
    /// The column or property with the kind, or the kind of all places if the file has no such column.
    public var kind: String?
    /// The name of the encoding; nil for UTF-8.
    public var encoding: String?
    /// The area that must contain all points; nil for the whole world.
    public var area: BoundingBox?

    /// Creates a value that names no columns, as for a GeoJSON file.
    public init() {}

    /// Whether the file is a table.
    var isTable: Bool { latitude != nil || longitude != nil }

    /// The columns with their options, in the order of the help.
    private var columns: [(option: String, column: String?)] {
        [
            ("--id", id), ("--name", name), ("--lat", latitude), ("--lon", longitude), ("--address", address),
            ("--district", district), ("--phone", phone), ("--website", website), ("--kind", kind),
        ]
    }

    /// All options whose values are texts.
    var all: [(option: String, value: String?)] {
        columns.map { (option: $0.option, value: $0.column) } + [("--encoding", encoding)]
    }

    /// The columns that the file must have, with their options. `--kind` is not among them, because its value may be a
    /// kind.
    var required: [(option: String, column: String)] {
        var required = columns.filter { $0.option != "--kind" }
        if !isTable, name == nil { required.append(("--name", Self.usualName)) }
        return required.compactMap { option, column in column.map { (option, $0) } }
    }

    /// All options, as words of a command line.
    public var arguments: [String] {
        var words = columns.flatMap { option, column in column.map { [option, $0] } ?? [] }
        if let encoding { words += ["--encoding", encoding] }
        if let area { words += ["--area", Self.sides(area).joined(separator: ",")] }
        return words
    }

    /// The property of a GeoJSON file that usually contains the name of the place.
    static let usualName = "name"

    /// The feed's declaration. A file with this text declares the same feed, except that it does not accept words as
    /// kinds.
    func declaration(id: String) -> String {
        func pairs(_ entries: [(key: String, value: String?)]) -> String {
            entries.compactMap { key, value in value.map { "\(key) = \(DeclarationText.quoted($0))\n" } }.joined()
        }
        let title = "{ ko = \(DeclarationText.quoted(id)), en = \(DeclarationText.quoted(id)) }"
        let shape = isTable ? "delimiter = \",\"\nheader = true\n" : ""
        return """
            id = \(DeclarationText.quoted(id))
            title = \(title)
            noun = { ko = "장소", en = "place" }
            publisher = \(DeclarationText.quoted(id))
            license = "not stated"
            \(kind == nil ? "kind = \"other\"\n" : "")[pages]
            format = "\(isTable ? "csv" : "geojson")"
            \(pairs([("encoding", encoding ?? "UTF-8")]))\(shape)[fields]
            \(pairs([
                ("id", self.id), ("name", name ?? (isTable ? nil : Self.usualName)), ("kind", kind),
                ("district", district), ("address", address), ("phone", phone), ("website", website),
            ]))\(kinds)[point]
            \(pairs([("x", longitude), ("y", latitude)]))crs = "EPSG:4326"
            area = [\(area.map { Self.sides($0).joined(separator: ", ") } ?? "-180, -90, 180, 90")]

            """
    }

    /// The table of kinds, in which each kind's own word means that kind. `KindWords` has the words that the file adds.
    private var kinds: String {
        guard kind != nil else { return "" }
        return "[kinds]\n\"\" = \"other\"\n"
            + Kind.bookstoreKinds.map(\.rawValue).map {
                "\(DeclarationText.quoted($0)) = \(DeclarationText.quoted($0))\n"
            }.joined()
    }

    /// Whether the value of `--kind` can be a kind for all places, and not only a column.
    var isKindWord: Bool {
        guard let kind, kind.first != "-" else { return false }
        return Kind(rawValue: kind) != nil
    }

    private static func sides(_ area: BoundingBox) -> [String] {
        [area.west, area.south, area.east, area.north].map { side in
            var bytes: [UInt8] = []
            DecimalText.append(shortest: side, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
