internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

/// Reads saved places in JSON: GeoJSON as Google Takeout and others write it, uMap's map with its layers, the places of
/// a folder of NAVER Map, and a list or lines of objects such as those of `geocli list --format json`.
struct ImportJSON {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []
    private(set) var leftOut = ImportLeftOut()
    /// Whether the file is an export of geocli, which may have no records.
    private(set) var isExport = false

    /// Reads a document, or one value on each line. Throws `JSONError`, and what a reader of GeoJSON throws.
    init(_ bytes: [UInt8], _ name: String, _ reading: ImportReading) throws {
        let json = try Self.document(bytes, name)
        if let records = json["records"]?.arrayValue {
            copies = records.compactMap(MineCopy.init)
            isExport = records.isEmpty && json["geocli_mine"] != nil
            if isExport || !copies.isEmpty { return }
        }
        var number = 0
        for list in Self.lists(json) {
            for row in list.rows {
                number += 1
                var bad = 0
                try reading.row(number, of: name, isFeature: true, &bad) { try take(row, list.name, reading) }
                leftOut.bad += bad
            }
        }
        let hasOnlyNameless = items.isEmpty && leftOut == ImportLeftOut(nameless: leftOut.nameless)
        if hasOnlyNameless, json["type"] != nil || json["features"] != nil { try Self.checkFeatures(bytes, name) }
    }

    private static func document(_ bytes: [UInt8], _ name: String) throws -> JSONValue {
        do {
            let json = try JSONValue(parsing: bytes, name: name)
            try StatedSystem.check(bytes, in: name)
            return json
        } catch let error as JSONError {
            guard let lines = try Self.lines(bytes, name) else { throw error }
            return .array(lines)
        }
    }

    /// Returns the values of a text with one value on each line; nil if it is not such a text.
    private static func lines(_ bytes: [UInt8], _ name: String) throws -> [JSONValue]? {
        var values: [JSONValue] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D || $0 == 0x1E }) {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            // A line that is not JSON shows that the text has another form.
            guard let value = try? JSONValue(parsing: Array(line), name: name) else { return nil }
            try StatedSystem.check(Array(line), in: name)
            values.append(value)
        }
        return values.isEmpty ? nil : values
    }

    /// The objects in a document that may be places, by the list that they are on.
    private static func lists(_ json: JSONValue) -> [(name: String?, rows: [JSONValue])] {
        if json["type"]?.stringValue == "umap", let layers = json["layers"]?.arrayValue {
            return layers.map { layer in
                let options = layer["_umap_options"] ?? layer["_storage"]
                return (options?["name"]?.stringValue, layer["features"]?.arrayValue ?? [])
            }
        }
        if let places = json["bookmarkList"]?.arrayValue { return [(json["folder"]?["name"]?.stringValue, places)] }
        return [(nil, (json["features"] ?? json["records"])?.arrayValue ?? json.arrayValue ?? [json])]
    }

    private mutating func take(_ row: JSONValue, _ list: String?, _ reading: ImportReading) throws(GeoError) {
        let values = ImportValues(row)
        let title = values.text((reading.name.map { [ImportKeys.key($0)] } ?? []) + ImportKeys.name)
        var points: [Coordinate] = []
        if let geometry = try Self.geometry(of: row, isNamed: title != nil) {
            points = geometry.positions
            guard !points.isEmpty else { return leftOut.add(geometry) }
        }
        // Takeout writes 0,0 for a place whose point it does not know.
        points.removeAll { $0.longitude == 0 && $0.latitude == 0 }
        guard let title else {
            leftOut.nameless += 1
            return
        }
        var item = ImportItem(name: title)
        item.text = values.text(ImportKeys.text)
        item.day = ImportItem.day(values.text(ImportKeys.day))
        item.list = values.text(ImportKeys.list) ?? list
        if points.isEmpty {
            item.coordinate = try values.coordinate(reading.names)
            item.take(link: values.text(ImportKeys.link))
        }
        items += item.placed(at: points)
    }

    /// Returns a Feature's geometry; nil if it has none. A wrong geometry of a place without a name is none, because only
    /// its kind is counted.
    private static func geometry(of row: JSONValue, isNamed: Bool) throws(GeoError) -> Geometry? {
        guard let json = row["geometry"], json != .null else { return nil }
        do throws(GeoError) {
            return try Feature(json: json).geometry
        } catch {
            guard isNamed else { return nil }
            throw error
        }
    }

    /// Throws what the reader of GeoJSON says about a file of another kind, such as TopoJSON.
    private static func checkFeatures(_ bytes: [UInt8], _ name: String) throws {
        var reader = FeatureReader(ByteSource(name: name, bytes: bytes))
        do { _ = try reader.next() } catch let error as GeoError {
            let shown = DisplayText.singleLine(name)
            throw PlainError(
                .data, en: "\(shown) can't be imported: \(error.words.en)",
                ko: "\(shown)\(.object) 가져올 수 없습니다: \(error.words.ko)")
        }
    }
}

/// The values of a saved place: its properties, or its members if it has no properties, and those of its location.
private struct ImportValues {
    private var texts: [String: String] = [:]
    /// The names as they are, with the texts.
    private var named: [(name: String, text: String)] = []

    init(_ row: JSONValue) {
        let properties = row["properties"] ?? row
        // Takeout has the name, the address and the point in a location.
        let location = properties["location"] ?? properties["Location"]
        for object in [properties, location, location?["Geo Coordinates"]] {
            guard case .object(let members)? = object else { continue }
            for member in members {
                let text = member.value.scalarText?.trimmingBlanks() ?? ""
                if !named.contains(where: { $0.name == member.name }) { named.append((name: member.name, text: text)) }
                let key = ImportKeys.key(member.name)
                if !text.isEmpty, texts[key] == nil { texts[key] = text }
            }
        }
    }

    func text(_ keys: [String]) -> String? { keys.lazy.compactMap { texts[$0] }.first }

    /// The position that is written as two numbers or in one text; nil if there is none, or if it is Takeout's 0,0.
    func coordinate(_ chosen: PointNames) throws(GeoError) -> Coordinate? {
        guard let columns = try PointColumns.saved(named.map(\.name), chosen) else { return nil }
        let (latitude, longitude) = (named[columns.latitudeIndex].text, named[columns.longitudeIndex].text)
        let point =
            columns.areGeometries
            ? try WrittenPosition.read(latitude)?.coordinate
            : try Coordinate.saved(latitude: latitude, longitude: longitude)
        return point?.longitude == 0 && point?.latitude == 0 ? nil : point
    }
}
