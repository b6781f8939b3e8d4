public import GeocliText

/// A Feature of RFC 7946 §3.2: a geometry with properties.
public struct Feature: Equatable, Sendable {
    /// The Feature's own id: a string or a number, or nil.
    public var id: JSONValue?
    public var geometry: Geometry?
    /// The Feature's properties, in the order of the file.
    public var properties: [JSONValue.Member]

    public init(id: JSONValue?, geometry: Geometry?, properties: [JSONValue.Member]) {
        self.id = id
        self.geometry = geometry
        self.properties = properties
    }

    public subscript(name: String) -> JSONValue? { properties.last { $0.name == name }?.value }

    /// Creates the Feature that a JSON object describes; a bare geometry becomes a Feature without properties, and a
    /// geometry without any position becomes nil. Throws `GeoError(.geojson)` that names the mistake.
    public init(json: JSONValue) throws(GeoError) {
        self = try GeoJSONText.read(json) { cursor throws(GeoError) in try Feature(&cursor) }
    }

    /// Reads the Feature from the value at a cursor. Of members with the same name, the last one counts.
    init(_ json: inout JSONCursor) throws(GeoError) {
        var members = GeometryReader.Members()
        var parts: [String: JSONCursor] = [:]
        if json.isObject {
            json.forEachMember { name, value in
                switch name {
                case "id", "geometry", "properties": parts[name] = value
                default: members.note(name, value)
                }
                value.skip()
            }
        } else {
            json.skip()
        }
        guard let type = members.type else { throw .noType("an object", ko: "객체가") }
        guard type == "Feature" else {
            self.init(id: nil, geometry: try GeometryReader.geometryOrNone(members), properties: [])
            return
        }
        var geometry: Geometry?
        if var part = parts["geometry"] { geometry = try GeometryReader.geometryOrNone(&part) }
        var properties: [JSONValue.Member] = []
        if var part = parts["properties"], case .object(let members) = part.value() { properties = members }
        var id = parts["id"]
        self.init(id: id?.value(), geometry: geometry, properties: properties)
    }
}

/// Reads the Features of a GeoJSON file one by one. The file is a FeatureCollection of any size, a sequence of Features
/// (one per line, or with record separators, RFC 8142), one Feature, or one geometry.
///
/// It needs memory for one chunk of the file and for the largest Feature. It refuses a file that states a coordinate
/// system other than WGS 84 (`StatedSystem`), wherever the file states it.
public struct FeatureReader {
    private let source: ByteSource
    private var json: JSONStream
    private var isInsideFeatures = false
    /// The members of the current object that were read so far, as the text of a JSON object without its closing brace.
    private var members = JSONWriter()
    private let kept: Set<String>?
    private var hasSystem = false
    private var isFirst = true
    /// Where the current object has a FeatureCollection that is not its own list of Features; nil if it has none.
    private var innerCollection: [String]?
    public private(set) var count = 0

    /// The other members of the FeatureCollection that `next` finished last, such as its license.
    public private(set) var collectionMembers: [JSONValue.Member] = []

    /// Whether the members after the Features, which may state another coordinate system, are not known yet.
    public private(set) var mayStateSystemLater = false

    package init(_ source: ByteSource) { self.init(source, keeping: nil) }

    /// Creates a reader that keeps only some members of an object that is not an element of `features`. Other members
    /// may be large.
    package init(_ source: ByteSource, keeping kept: Set<String>?) {
        self.source = source
        self.kept = kept
        json = JSONStream(source, isSequence: true)
    }

    /// Returns the next Feature; nil at the end of the file. Throws `JSONError` or `GeoError(.geojson)` for a file that
    /// is not GeoJSON, and `PlainError` for another coordinate system and for ArcGIS's own JSON.
    public mutating func next() throws -> Feature? {
        while true {
            var members: [JSONValue.Member] = []
            let found: Feature?? = try nextPart { part, bytes in
                guard part != .feature else {
                    var cursor = JSONCursor(checked: bytes)
                    return try Feature(&cursor)
                }
                return try GeoJSONText.read(Array(bytes)) { cursor throws(GeoError) -> Feature? in
                    let start = cursor
                    guard GeometryReader.Members(&cursor).type != "FeatureCollection" else {
                        cursor = start
                        if case .object(let all) = cursor.value() { members = all }
                        return nil
                    }
                    cursor = start
                    return try Feature(&cursor)
                }
            }
            guard let found else { return nil }
            guard let feature = found else {
                collectionMembers = members
                continue
            }
            count += 1
            return feature
        }
    }

    package enum Part {
        case feature
        /// An object without `features`: a Feature or a geometry by itself.
        case document
        /// The other members of an object with `features`.
        case collection
    }

    /// Calls `body` with the bytes of the next part; nil at the end of the file. Throws what `next` throws.
    package mutating func nextPart<Result>(
        _ body: (Part, UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result? {
        var part = Part.collection
        while true {
            if isInsideFeatures {
                if try json.nextElement() { return try element { try body(.feature, $0) } }
                isInsideFeatures = false
                mayStateSystemLater = false
            } else {
                guard try json.peek() != nil else { return nil }
                json.beginLine()
                part = .document
                hasSystem = false
                innerCollection = nil
                members = JSONWriter()
                members.beginObject()
            }
            guard try readObject(isNew: part == .document) else {
                part = .collection
                continue
            }
            members.endObject()
            let bytes = members.bytes
            members = JSONWriter()
            return try bytes.withUnsafeBufferPointer { bytes in
                try StatedSystem.check(bytes, in: source.name)
                if part == .document { try checkEnvelope(bytes) }
                return try body(part, bytes)
            }
        }
    }

    /// Whether `error` is the fault of an element of `features`, or of a line with a Feature, that can be skipped.
    package func isAtBrokenFeature(_ error: JSONError) -> Bool {
        (isInsideFeatures || json.isAtBrokenLine) && error == json.fault
    }

    /// Moves past that element or line, and returns its bytes; nil if its end can't be found.
    package mutating func skipBroken() throws -> [UInt8]? { try json.skipBroken() }

    private mutating func element<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) throws -> Result {
        let isFirst = isFirst
        self.isFirst = false
        return try json.withValue { [source] bytes in
            try StatedSystem.check(bytes, in: source.name)
            if isFirst { try ArcGISJSON.check(bytes, in: source.name) }
            return try body(bytes)
        }
    }

    private mutating func readObject(isNew: Bool) throws -> Bool {
        do {
            if isNew { try json.enterObject() }
            let isEnd = try readMembers()
            json.endLine(isDocument: isEnd)
            return isEnd
        } catch let error as JSONError {
            throw try json.brokenLine() ?? error
        }
    }

    /// Reads members of the open object. Returns false after it enters a `features` array, true at the object's end.
    private mutating func readMembers() throws -> Bool {
        while let name = try json.nextMember() {
            if name == "features" {
                try enterFeatures()
                return false
            }
            if StatedSystem.isStated(by: name) {
                hasSystem = true
                try json.withCursor { try StatedSystem.check($0.value(), in: source.name) }
            } else if kept?.contains(name) ?? true {
                members.name(name)
                try json.withValue {
                    innerCollection = innerCollection ?? Self.collection(in: $0, named: name)
                    members.checked($0)
                }
            } else {
                try json.withValue { innerCollection = innerCollection ?? Self.collection(in: $0, named: name) }
            }
        }
        return true
    }

    /// Returns the path of a FeatureCollection in the value of a member; nil if the value has none.
    private static func collection(in value: UnsafeBufferPointer<UInt8>, named name: String) -> [String]? {
        // A value without one, as nearly all are, is only searched.
        guard !partNames.contains(name), StatedSystem.has(collectionTypes, value) else { return nil }
        var cursor = JSONCursor(checked: value)
        return path(of: &cursor).map { [name] + $0 }
    }

    /// The members of a Feature and a geometry, which contain no Features.
    private static let partNames: Set<String> = ["type", "geometry", "geometries", "coordinates", "properties", "bbox"]
    private static let collectionTypes = [Array("FeatureCollection\"".utf8)]

    private static func path(of json: inout JSONCursor) -> [String]? {
        var found: [String]?
        if json.isArray {
            json.forEachElement { if let inner = path(of: &$0) { found = found ?? inner } }
        } else if json.isObject {
            json.forEachMember { name, value in
                let start = value
                let inner = path(of: &value)
                var member = start
                if name == "type", member.value().stringValue == "FeatureCollection" { found = [] }
                if let inner { found = found ?? [name] + inner }
            }
        } else {
            json.skip()
        }
        return found
    }

    /// Refuses an object that is not GeoJSON but has a FeatureCollection inside, as the answers of services do.
    private func checkEnvelope(_ object: UnsafeBufferPointer<UInt8>) throws {
        guard let innerCollection else { return }
        var cursor = JSONCursor(checked: object)
        guard GeometryReader.Members(&cursor).type != "Feature" else { return }
        let shown = DisplayText.singleLine(source.name)
        let path = DisplayText.shown(innerCollection.joined(separator: "."), columns: 80)
        // The whole collection is taken out, because it may state its coordinate system.
        let program = #"jq '.. | objects | select(.type == "FeatureCollection")'"#
        throw PlainError(
            .data,
            en: "\(shown) has its FeatureCollection inside of \(path); take it out: \(program) OLD.json > NEW.geojson",
            ko: "\(shown)의 FeatureCollection이 \(path) 안에 있습니다. 꺼내세요: \(program) 파일.json > 새파일.geojson")
    }

    private mutating func enterFeatures() throws {
        guard let bracket = try json.peek() else { throw json.fault(.truncated) }
        guard bracket == UInt8(ascii: "[") else {
            throw GeoError.json(
                en: "\"features\" is not an array; put the Features in brackets",
                ko: "\"features\"가 배열이 아닙니다. 피처를 대괄호로 묶으세요")
        }
        try json.enterArray()
        isInsideFeatures = true
        guard !hasSystem else { return }
        let end = try source.end(StatedSystem.endBytes)
        if let end { try StatedSystem.check(end: end, in: source.name) }
        mayStateSystemLater = end == nil
    }
}

/// ArcGIS's own form of Features, which looks like GeoJSON but has other members (the feature object of ArcGIS REST):
/// `attributes`, and a geometry with `x` and `y`, `rings` or `paths`.
private enum ArcGISJSON {
    /// - Throws: `PlainError` for a Feature of ArcGIS.
    static func check(_ feature: UnsafeBufferPointer<UInt8>, in file: String) throws {
        var json = JSONCursor(checked: feature)
        guard json.isObject else { return }
        var names: Set<String> = []
        json.forEachMember { name, value in
            names.insert(name)
            value.skip()
        }
        guard names.contains("attributes"), !names.contains("type"), !names.contains("properties") else { return }
        let shown = DisplayText.singleLine(file)
        throw PlainError(
            .data,
            en:
                "\(shown) is Esri (ArcGIS) JSON, not GeoJSON; ask its service for f=geojson, or convert it: ogr2ogr -f GeoJSON -t_srs EPSG:4326 NEW.geojson OLD.json",
            ko:
                "\(shown)\(.topic) GeoJSON이 아니라 Esri(ArcGIS) JSON입니다. 서비스에 f=geojson을 지정해 다시 받거나 'ogr2ogr -f GeoJSON -t_srs EPSG:4326 새파일.geojson 파일.json'으로 변환하세요"
        )
    }
}
