internal import GeocliGeo
internal import GeocliText

/// A page that is a GeoJSON file (RFC 7946): a FeatureCollection, one Feature, or a sequence of both (one in each line,
/// or RFC 8142). Each Feature is a row.
struct GeoJSONPage {
    let feed: Feed
    private let broken = BrokenRows()

    init(feed: Feed) { self.feed = feed }

    private static let usedMembers: Set<String> = [
        "type", "id", "geometry", "properties", "coordinates", "geometries", "exceededTransferLimit", "next", "links",
        "numberMatched", "totalFeatures", "count", "error", "errors", "error_message", "exception", "code", "status",
        "message", "remark", "timed_out", "place",
    ]

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var reader = FeatureReader(source, keeping: Self.usedMembers)
        var summary = PageSummary()
        summary.hasRows = true
        var rows = FeatureRows(feed: feed, name: source.name)
        var collection = JSONValue.null
        do {
            while true {
                do {
                    let next: Void? = try reader.nextPart { part, bytes in
                        switch part {
                        case .feature: try rows.pass(Array(bytes), onRow)
                        case .document: try rows.passDocument(Array(bytes), onRow)
                        case .collection: collection = try JSONValue(parsing: Array(bytes), name: source.name)
                        }
                    }
                    guard next != nil else { break }
                } catch let error as JSONError where reader.isAtBrokenFeature(error) {
                    let count = rows.count + broken.count + 1
                    try onRow(.unusable(try broken.row(error, try reader.skipBroken(), rowCount: count)))
                }
            }
        } catch let error as GeoError {
            throw PlainError(file: source.name, "is \(error.words.en)", error.words.ko)
        }
        summary.rowCount = rows.count + broken.count
        try broken.check(rowCount: summary.rowCount)
        try rows.finish()
        note(collection, &summary)
        summary.notes = rows.notes
        summary.withoutPointGeometry = rows.withoutPointCount
        return summary
    }

    /// Notes what a collection says besides its Features: an error, and whether the service has more Features.
    private func note(_ collection: JSONValue, _ summary: inout PageSummary) {
        guard case .object(let members) = collection else { return }
        // Django REST has a count of all rows beside the next page; elsewhere the word has many meanings.
        let names = ["numberMatched", "totalFeatures"] + (collection["next"] == nil ? [] : ["count"])
        let total = names.compactMap { collection[$0]?.scalarText.flatMap(PageSummary.count) }.max() ?? 0
        // One of several pages has only a part.
        if total > summary.rowCount, feed.columns != nil || feed.service?.paging == .single { summary.total = total }
        for member in members where total != summary.rowCount || !["next", "links"].contains(member.name) {
            summary.fault.take(member.value, at: [member.name])
        }
    }
}

struct FeatureRows {
    private let feed: Feed
    private let name: String
    private let own: OwnFile?
    private(set) var count = 0
    /// The number of Features whose geometry is not a point.
    private(set) var withoutPointCount = 0
    /// The number of Features whose properties say that the position has the latitude first, and the first such one.
    private var swapped: (count: Int, example: String) = (0, "")
    /// What a person should know about how the file was read.
    private(set) var notes: [Words] = []
    private var properties: [String] = []
    private var known: Set<String> = []
    private let paths: [String]
    private var hasID = false
    private var kindOfAll: String?

    static let topology = Words(
        en: "is TopoJSON; convert it: ogr2ogr -f GeoJSON NEW.geojson OLD.json",
        ko: "TopoJSON입니다. 'ogr2ogr -f GeoJSON 새파일.geojson 파일.json'으로 변환하세요")

    /// The maximum number of names, so that memory stays bounded. Names from the command line are always kept.
    private static let maximumNames = 1000

    init(feed: Feed, name: String) {
        self.feed = feed
        self.name = name
        own = OwnFile(feed, name: name)
        paths = feed.columns?.required.map(\.column).filter { $0.contains(".") } ?? []
    }

    /// Passes on a document that is not a FeatureCollection; throws a `PlainError` if it is not one Feature.
    mutating func passDocument(_ bytes: [UInt8], _ onRow: (FeedRow) throws -> Void) throws {
        let type = try FeatureParts(bytes).type
        switch type {
        case "Feature": try pass(bytes, onRow)
        case "FeatureCollection":
            throw PlainError(
                file: name, "is a FeatureCollection without a \"features\" list; check whether the file was cut off",
                "FeatureCollection인데 \"features\" 목록이 없습니다. 파일이 잘리지 않았는지 확인하세요")
        case "Topology":
            throw PlainError(file: name, Self.topology.en, Self.topology.ko)
        default:
            var fault = StatedFault()
            fault.take(try JSONValue(parsing: bytes, name: name), at: [])
            if let (code, message) = fault.failure(hasCode: false) {
                throw IngestError(.result(code: code, message: message), page: name)
            }
            throw PlainError(
                file: name, "is JSON, but not GeoJSON with Features; write a declaration with 'geocli feeds new'",
                "JSON이지만 피처가 있는 GeoJSON이 아닙니다. 'geocli feeds new'로 선언을 만드세요")
        }
    }

    mutating func pass(_ bytes: [UInt8], _ onRow: (FeedRow) throws -> Void) throws {
        count += 1
        let feature = try FeatureParts(bytes)
        guard feature.type != "FeatureCollection" else {
            let words = GeoError.innerCollection.words
            throw PlainError(file: name, "is \(words.en)", words.ko)
        }
        guard feature.type == "Feature" else {
            return try onRow(.unusable(UnusableRow(raw: String(decoding: bytes, as: UTF8.self))))
        }
        try note(feature)
        if feature.point == nil { withoutPointCount += 1 }
        if feature.isSwapped {
            if swapped.count == 0, let point = feature.point { swapped.example = "[\(point.x), \(point.y)]" }
            swapped.count += 1
        }
        let point = feature.point ?? ("", "")
        try FeedRow.pass(
            feature.point == nil ? feature.withoutCoordinates : bytes, of: feed,
            value: { name in
                switch name {
                case RowMapping.featureID: feature.id.map { $0.scalarText ?? "" }
                case RowMapping.longitude: point.0
                case RowMapping.latitude: point.1
                default:
                    feature[name].map { $0.scalarText ?? "" } ?? (name == feed.columns?.kind ? kindOfAll : nil)
                }
            }, to: onRow)
    }

    private mutating func note(_ feature: FeatureParts) throws {
        if feature.id != nil { hasID = true }
        guard let own else { return }
        for property in feature.propertyNames where !known.contains(property) {
            guard known.count < Self.maximumNames || isNamed(property) else { continue }
            known.insert(property)
            properties.append(property)
        }
        // A path may also lead through a list.
        for path in paths where !known.contains(path) && feature[path] != nil {
            known.insert(path)
            properties.append(path)
        }
        // The kind of all places must be known at the first Feature, before the others are read.
        if count == 1, let kind = try own.kindOfAll(feature.propertyNames) {
            kindOfAll = kind
            notes.append(OwnFile.note(kindOfAll: kind))
        }
        if let kindOfAll, known.contains(kindOfAll) {
            throw PlainError(
                file: name,
                "has \(kindOfAll) (--kind) in some Features, but not in the first; name a property that all Features have",
                "\(kindOfAll)(--kind) 속성이 첫 피처에는 없고 다른 피처에 있습니다. 모든 피처에 있는 속성을 쓰세요")
        }
    }

    private func isNamed(_ property: String) -> Bool {
        feed.columns.map { $0.kind == property || $0.required.contains { $0.column == property } } ?? false
    }

    func finish() throws {
        // One such Feature may have its properties swapped, and not its position.
        guard swapped.count * 2 <= count else {
            throw PlainError(
                file: name,
                "has the latitude first in \(swapped.count) of \(count) positions, such as \(swapped.example), as its properties latitude and longitude show; GeoJSON has longitude first: jq '.features[].geometry.coordinates |= reverse' OLD.geojson > NEW.geojson",
                "속성의 위도·경도를 보면 좌표 \(count)개 가운데 \(swapped.count)개가 위도부터 적혀 있습니다(예: \(swapped.example)). GeoJSON은 경도부터 씁니다: jq '.features[].geometry.coordinates |= reverse' 파일.geojson > 새파일.geojson"
            )
        }
        guard let own, let columns = feed.columns, count > 0 else { return }
        try own.check(properties)
        guard columns.id == nil, !hasID else { return }
        let list = properties.prefix(12).map { DisplayText.shown($0, columns: 40) }.joined(separator: ", ")
        throw PlainError(
            file: name,
            "has Features without an id; name the property that tells them apart: --id PROPERTY (the file has \(list))",
            "id가 없는 피처가 있습니다. 피처를 구별하는 속성을 지정하세요: --id 속성 (있는 속성: \(list))")
    }
}

/// The parts of a Feature that a row needs. Positions of geometries other than points are not read.
struct FeatureParts {
    private(set) var type: String?
    private(set) var id: JSONValue?
    /// The two numbers of its point as texts; empty texts if the geometry has no position; nil if the geometry is not
    /// one point.
    private(set) var point: (x: String, y: String)? = ("", "")
    private var properties: [JSONValue.Member] = []
    private var geometryType: String?

    /// The maximum length of the text for a value that is not a position.
    private static let longestText = 100

    private init() {}

    init(_ bytes: [UInt8]) throws {
        var parts = FeatureParts()
        try JSONStream.withCursor(bytes, name: "Feature") { cursor in
            guard cursor.isObject else { return cursor.skip() }
            cursor.forEachMember { name, value in
                switch name {
                case "type": parts.type = value.value().stringValue
                case "id": parts.id = value.value()
                case "geometry": parts.readGeometry(&value)
                case "properties": if case .object(let members) = value.value() { parts.properties = members }
                default: value.skip()
                }
            }
        }
        self = parts
    }

    /// The names of its properties, and the paths of those inside of them, such as `names.primary`.
    var propertyNames: [String] {
        var names: [String] = []
        Self.add(properties, to: &names)
        return names
    }

    private static func add(
        _ members: [JSONValue.Member], in outer: String = "", depth: Int = 0, to names: inout [String]
    ) {
        for member in members {
            let name = outer.isEmpty ? member.name : "\(outer).\(member.name)"
            names.append(name)
            if case .object(let inner) = member.value, depth < 4 { add(inner, in: name, depth: depth + 1, to: &names) }
        }
    }

    /// Returns the property with this name or at this path. If several have the same name, returns the last one.
    subscript(name: String) -> JSONValue? { JSONValue.object(properties).value(at: name) }

    /// Whether the properties state the position with the two numbers the other way around, within 100 meters.
    var isSwapped: Bool {
        guard let point, let x = DecimalText.number(point.x), let y = DecimalText.number(point.y),
            let latitude = number(PointColumns.latitudes), let longitude = number(PointColumns.longitudes)
        else { return false }
        func isAt(_ x: Double, _ y: Double) -> Bool { abs(x - longitude) < 0.001 && abs(y - latitude) < 0.001 }
        return isAt(y, x) && !isAt(x, y)
    }

    private func number(_ names: Set<String>) -> Double? {
        // The usual names are not longer, and other names need no copy in lower case.
        properties.lazy.filter { $0.name.utf8.count <= "longitude".utf8.count && names.contains($0.name.lowercased()) }
            .compactMap { $0.value.scalarText.flatMap(DecimalText.number) }.first
    }

    var withoutCoordinates: [UInt8] {
        var json = JSONWriter()
        var members: [JSONValue.Member] = [.init("type", .string("Feature"))]
        if let id { members.append(.init("id", id)) }
        members.append(.init("geometry", .object([.init("type", .string(geometryType ?? ""))])))
        members.append(.init("properties", .object(properties)))
        json.value(.object(members))
        return json.bytes
    }

    private mutating func readGeometry(_ json: inout JSONCursor) {
        guard json.isObject else {
            // Null means that the Feature has no position. Any other value that is not an object is not a geometry.
            point = json.isNull ? ("", "") : nil
            return json.skip()
        }
        let members = GeometryReader.Members(&json)
        geometryType = members.type
        switch members.onlyPosition {
        case .empty: point = ("", "")
        case .one(var position): point = Self.position(position.value())
        case .several, .noPoint: point = nil
        }
    }

    /// Returns the first two numbers of a position. A value that is not a position is returned as its JSON text, so
    /// that it is reported as unreadable.
    private static func position(_ value: JSONValue) -> (x: String, y: String) {
        guard case .array(let numbers) = value else { return (shown(value), shown(value)) }
        guard !numbers.isEmpty else { return ("", "") }
        guard numbers.count >= 2 else { return (shown(value), shown(value)) }
        return (shown(numbers[0]), shown(numbers[1]))
    }

    /// Returns the text of a number. Any other value is returned as JSON, so that a string of digits is not mistaken
    /// for a number.
    private static func shown(_ value: JSONValue) -> String {
        if case .number(let text) = value { return text }
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes.prefix(longestText), as: UTF8.self)
    }
}
