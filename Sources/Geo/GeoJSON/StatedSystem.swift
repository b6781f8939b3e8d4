package import GeocliText
internal import Glibc

/// The coordinate system that a GeoJSON file states, in the file, in a Feature or in a geometry.
///
/// Every reader of GeoJSON refuses a file that states another system than WGS 84, because such positions would be
/// taken for places hundreds of meters away.
///
/// - Source: `crs` of the GeoJSON specification of 2008, section 3; RFC 7946, section 4. `spatialReference` is from
///   ArcGIS.
public enum StatedSystem {
    private static let members = ["crs", "spatialReference"]

    static func isStated(by name: String) -> Bool { members.contains(name) }

    /// Checks the systems of a JSON document and of its Features and geometries. Throws a `PlainError` for a system
    /// other than WGS 84, and a `JSONError` for bytes that are not one JSON value.
    public static func check(_ bytes: [UInt8], in file: String) throws {
        guard bytes.withUnsafeBufferPointer(mayState) else { return }
        try JSONStream.withCursor(bytes, name: file) { try check(&$0, in: file) }
    }

    /// Checks the systems that a whole, checked value states. Only a value that has the name of such a member is read.
    package static func check(_ value: UnsafeBufferPointer<UInt8>, in file: String) throws {
        guard mayState(value) else { return }
        var cursor = JSONCursor(checked: value)
        try check(&cursor, in: file)
    }

    private static func check(_ json: inout JSONCursor, in file: String) throws {
        if json.isArray { return try json.forEachElement { try check(&$0, in: file) } }
        guard json.isObject else { return json.skip() }
        var (hasPlace, hasGeometry) = (false, false)
        try json.forEachMember { name, value in
            switch name {
            case "crs", "spatialReference": try check(value.value(), in: file)
            case "geometry", "geometries", "features":
                if name == "geometry" { hasGeometry = !value.isNull }
                try check(&value, in: file)
            case place: hasPlace = isGeometry(value.value())
            default: value.skip()
            }
        }
        if hasPlace, !hasGeometry { throw inPlace(file) }
    }

    /// The member of a JSON-FG Feature that has its geometry in the system of `coordRefSys`; `geometry` is then null, or
    /// the same geometry on WGS 84.
    ///
    /// - Source: OGC Features and Geometries JSON, part 1.
    static let place = "place"

    private static func isGeometry(_ value: JSONValue) -> Bool {
        value["type"]?.stringValue != nil && ["coordinates", "geometries", "base"].contains { value[$0] != nil }
    }

    private static func inPlace(_ file: String) -> PlainError {
        let shown = DisplayText.singleLine(file)
        return PlainError(
            .data,
            en:
                "\(shown) is JSON-FG: its positions are in place, in the system of coordRefSys, not in geometry; convert it with GDAL 3.8 or later: ogr2ogr -f GeoJSON -t_srs EPSG:4326 NEW.geojson OLD.json",
            ko:
                "\(shown)\(.topic) JSON-FG입니다. 좌표가 geometry가 아니라 place에 있고, 그 좌표계는 coordRefSys에 있습니다. GDAL 3.8 이상에서 'ogr2ogr -f GeoJSON -t_srs EPSG:4326 새파일.geojson 파일.json'으로 변환하세요"
        )
    }

    /// Checks the system in the value of a member that states one; null states none, and RFC 7946 then means WGS 84.
    package static func check(_ system: JSONValue, in file: String) throws {
        guard system != .null else { return }
        let text = Self.text(of: system).trimmingBlanks()
        guard !isWGS84(text) else { return }
        let shown = DisplayText.singleLine(file)
        let name = DisplayText.shown(text, columns: 80)
        let system = text.isEmpty ? "an unknown coordinate system" : "the coordinate system \(name)"
        throw PlainError(
            .data,
            en: "\(shown) is in \(system); convert it: ogr2ogr -t_srs EPSG:4326 NEW.geojson OLD.geojson",
            ko:
                "\(shown)\(.topic) \(text.isEmpty ? "알 수 없는 좌표계" : "좌표계가 \(name)")입니다. 'ogr2ogr -t_srs EPSG:4326 새파일.geojson 파일.geojson'으로 변환하세요"
        )
    }

    // MARK: The end of a file

    /// The number of bytes at the end of a file in which members after the Features are looked for.
    static let endBytes = 64 << 10

    /// Checks the members after the Features in the last bytes of a file, before the Features are read. Members that
    /// begin before these bytes are seen only when the file has been read.
    static func check(end bytes: [UInt8], in file: String) throws {
        for name in members {
            let quoted = Array("\"\(name)\"".utf8)
            for start in bytes.indices where bytes[start...].starts(with: quoted) {
                for system in systems(Array(bytes[start...])) { try check(system, in: file) }
            }
        }
    }

    /// Returns the systems that the last members of an object state; none if the text is not the rest of an object
    /// with which the file ends.
    private static func systems(_ rest: [UInt8]) -> [JSONValue] {
        var json = JSONStream(ByteSource(name: "", bytes: Array("{".utf8) + rest))
        var found: [JSONValue] = []
        do {
            try json.enterObject()
            while let name = try json.nextMember() {
                let value = try json.value()
                if isStated(by: name) { found.append(value) }
            }
            try json.end()
            return found
        } catch {
            // These bytes are the inner part of another value.
            return []
        }
    }

    // MARK: Names

    /// Returns the name, code or address of a system in any of the usual forms; an empty text if there is none.
    private static func text(of system: JSONValue) -> String {
        if let text = system.scalarText { return text }
        if let text = system["properties"]?.scalarText { return text }
        for holder in [system["properties"], system].compactMap(\.self) {
            for key in ["name", "code", "urn", "href", "url", "wkid", "latestWkid", "wkt", "wkt2"] {
                if let text = holder[key]?.scalarText { return text }
            }
        }
        return ""
    }

    private static func isWGS84(_ text: String) -> Bool {
        let text = text.uppercased()
        if text.hasPrefix("+") { return isDegrees(proj: text) }
        // The name of a system in WKT is its first text in quotes.
        if let kind = ["GEOGCS[", "GEOGCRS[", "GEODCRS["].first(where: text.hasPrefix) {
            return names.contains(words(text.dropFirst(kind.count).split(separator: "\"").first ?? "").joined())
        }
        guard !text.contains("[") else { return false }
        var words = Self.words(text[...])
        if names.contains(words.joined()) { return true }
        if text.hasPrefix("HTTP") { words.removeAll(where: forms.contains) }
        guard let last = words.popLast() else { return false }
        switch last {
        case "CRS84", "CRS84H": return true
        case "84": return words.contains("CRS") || words.contains("OGC")
        case "4326", "4979": return words.isEmpty || words.contains("EPSG")
        default: return false
        }
    }

    /// Names of WGS 84 without signs between their words: WGS 84, GCS_WGS_1984, EPSG4326.
    private static let names: Set<String> = [
        "WGS84", "WGS1984", "GCSWGS84", "GCSWGS1984", "EPSG4326", "WGS84CRS84", "WGS843D", "WGS84EPSG4326",
    ]
    /// The forms of a definition that stand at the end of its address: epsg.io/4326.json.
    private static let forms: Set<String> = [
        "JSON", "PROJJSON", "WKT", "OGCWKT", "ESRIWKT", "PROJ4", "PROJ", "GML", "XML",
    ]
    /// The words of a PROJ string that change nothing, or that state WGS 84.
    private static let projWords: Set<Substring> = [
        "+PROJ=LONGLAT", "+PROJ=LATLONG", "+DATUM=WGS84", "+ELLPS=WGS84", "+INIT=EPSG:4326", "+TOWGS84=0,0,0",
        "+TOWGS84=0,0,0,0,0,0,0", "+NO_DEFS", "+TYPE=CRS", "+WKTEXT",
    ]

    private static func isDegrees(proj text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.allSatisfy(projWords.contains)
            && (words.contains("+INIT=EPSG:4326") || words.contains("+DATUM=WGS84"))
    }

    private static func words(_ text: Substring) -> [String] {
        text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    }

    private static func mayState(_ value: UnsafeBufferPointer<UInt8>) -> Bool { has(quotedMembers, value) }

    /// Returns whether a value has, anywhere after a quote, one of `texts`.
    static func has(_ texts: [[UInt8]], _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = value.baseAddress else { return false }
        var index = 0
        while let quote = memchr(base + index, 0x22, value.count - index) {
            index = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(quote)) + 1
            let rest = UnsafeBufferPointer(rebasing: value[index...])
            if texts.contains(where: { rest.starts(with: $0) }) { return true }
        }
        return false
    }

    private static let quotedMembers = (members + [place]).map { Array("\($0)\"".utf8) }
}
