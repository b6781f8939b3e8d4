package import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The columns of a person's own file of places, as the command line names them: `--id`, `--name`, `--lat`, `--lon` and
/// so on. `feed(id:)` turns the columns into a declaration and then a feed, so that the file is read like any other
/// feed.
///
/// If a column of the point is named, the file is a table (CSV). So is a file with `hasNoPoint`, whose points come from
/// the imported addresses. Otherwise it is GeoJSON, whose points are geometries.
package struct FileColumns: Sendable, Equatable {
    /// The column or property of a Feature that distinguishes places; nil for the Feature's own id.
    package var id: String?
    package var name: String?
    /// The column with the latitude in degrees, or with the northing in `crs`. Only a table has it.
    package var latitude: String?
    /// The column with the longitude in degrees, or with the easting in `crs`. Only a table has it.
    package var longitude: String?
    /// The coordinate system of the two columns; nil for degrees on WGS 84.
    package var crs: String?
    /// Whether the file is a table without coordinates.
    package var hasNoPoint = false
    package var address: String?
    package var district: String?
    package var phone: String?
    package var website: String?
    /// The column or property with the kind, or the kind of all places if the file has no such column.
    package var kind: String?
    /// The name of the encoding; nil for UTF-8.
    package var encoding: String?
    package var area: BoundingBox?

    /// Creates a value that names no columns, as for a GeoJSON file.
    package init() {}

    var isTable: Bool { latitude != nil || longitude != nil || hasNoPoint }

    /// The columns that stand for the point of a table that has none. No header has such names.
    private static let noColumns = (x: "geocli: no x", y: "geocli: no y")

    /// The columns with their options, in the order of the help.
    private var columns: [(option: String, column: String?)] {
        [
            ("--id", id), ("--name", name), ("--lat", latitude), ("--lon", longitude), ("--address", address),
            ("--district", district), ("--phone", phone), ("--website", website), ("--kind", kind),
        ]
    }

    var all: [(option: String, value: String?)] {
        columns.map { (option: $0.option, value: $0.column) } + [("--encoding", encoding), ("--crs", crs)]
    }

    /// The columns that the file must have, with their options. `--kind` is not among them, because its value may be a
    /// kind.
    var required: [(option: String, column: String)] {
        var required = columns.filter { $0.option != "--kind" }
        if !isTable, name == nil { required.append(("--name", Self.usualName)) }
        return required.compactMap { option, column in column.map { (option, $0) } }
    }

    package var arguments: [String] {
        var words = columns.flatMap { option, column in column.map { [option, $0] } ?? [] }
        if let encoding { words += ["--encoding", encoding] }
        if let crs { words += ["--crs", crs] }
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
            \(pairs(point + [("crs", crs ?? "EPSG:4326")]))\
            area = [\(area.map { Self.sides($0).joined(separator: ", ") } ?? "-180, -90, 180, 90")]

            """
    }

    private var point: [(key: String, value: String?)] {
        if let latitude, latitude == longitude { return [("text", latitude), ("order", "y x")] }
        return [
            ("x", hasNoPoint ? Self.noColumns.x : longitude), ("y", hasNoPoint ? Self.noColumns.y : latitude),
        ]
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

    /// Throws a `PlainError` for columns with which no file could be read correctly.
    func check() throws {
        if let empty = all.first(where: { $0.value?.trimmingBlanks().isEmpty ?? false }) {
            throw PlainError(option: empty.option, Words(en: "is empty", ko: "비어 있습니다"))
        }
        guard isTable else { return }
        let point = hasNoPoint ? [("--address", address)] : [("--lat", latitude), ("--lon", longitude)]
        let needed = [("--id", id), ("--name", name)] + point
        if let missing = needed.first(where: { $0.1 == nil })?.0 {
            throw PlainError(
                option: missing,
                Words(
                    en: "missing; a table of places needs --id, --name, --lat and --lon, each with a column",
                    ko: "열을 지정하지 않았습니다. CSV나 TSV에는 --id, --name, --lat, --lon을 모두 쓰세요"))
        }
        if hasNoPoint { return }
        if latitude == longitude { return }
        // In Korea, the values show that columns are swapped. Elsewhere, only the names show it.
        if let latitude, Self.isLongitude(latitude) { throw Self.exchanged("--lat", latitude) }
        if let longitude, Self.isLatitude(longitude) { throw Self.exchanged("--lon", longitude) }
    }

    private static func exchanged(_ option: String, _ column: String) -> PlainError {
        let isLatitude = option == "--lat"
        let shown = DisplayText.shown(column, columns: 40)
        return PlainError(
            option: option,
            Words(
                en:
                    "\(shown) is a name for \(isLatitude ? "longitudes" : "latitudes"); swap --lat and --lon, or rename the column",
                ko: "\(shown)\(.topic) \(isLatitude ? "경도" : "위도") 열에 쓰는 이름입니다. --lat와 --lon을 서로 바꾸거나 열 이름을 고치세요"))
    }

    private static func isLatitude(_ name: String) -> Bool { PointColumns.latitudes.contains(PointColumns.key(name)) }

    private static func isLongitude(_ name: String) -> Bool { PointColumns.longitudes.contains(PointColumns.key(name)) }

    /// Returns the option that sets a key of the declaration.
    static func option(of path: String) -> String {
        switch path {
        case "id": "--feed"
        case "point.x": "--lon"
        case "point.y": "--lat"
        case _ where path.hasPrefix("kind"): "--kind"
        default: "--" + (path.split(separator: ".").last.map(String.init) ?? path)
        }
    }
}

extension PlainError {
    /// Creates the error for an option that names a column; `reason` says what is wrong and what to write.
    init(option: String, _ reason: Words) {
        self.init(.usage, en: "\(option): \(reason.en)", ko: "\(option): \(reason.ko)")
    }
}
