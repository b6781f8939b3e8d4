public import GeocliText

enum GeoJSONText {
    /// Writes a value as text and returns what `body` reads from the text, because GeoJSON can only be read from bytes.
    static func read<Result>(
        _ json: JSONValue, _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        var writer = JSONWriter()
        writer.value(json)
        return try read(writer.bytes, body)
    }

    static func read<Result>(
        _ bytes: [UInt8], _ body: (inout JSONCursor) throws(GeoError) -> Result
    ) throws(GeoError) -> Result {
        do {
            return try JSONStream.withCursor(bytes, name: "GeoJSON", body)
        } catch let error as GeoError {
            throw error
        } catch {
            // The text is nested too deeply, or it is not JSON.
            throw .json(en: "\(error)", ko: "\(error)")
        }
    }
}

/// Reads geometries directly from a file's bytes, so that a position needs no more memory than its two numbers.
package enum GeometryReader {
    static func geometry(_ json: inout JSONCursor) throws(GeoError) -> Geometry {
        try geometry(Members(&json), dropsEmpty: false)
    }

    /// Reads the geometry of a Feature. Returns nil for null and for a geometry without a position, which RFC 7946 §3.1
    /// allows programs to read as null.
    static func geometryOrNone(_ json: inout JSONCursor) throws(GeoError) -> Geometry? {
        if json.isNull {
            json.skip()
            return nil
        }
        let members = Members(&json)
        return members.isEmpty ? nil : try geometryOrNone(members)
    }

    /// Reads the geometry of a Feature from members that were found before.
    static func geometryOrNone(_ members: Members) throws(GeoError) -> Geometry? {
        guard !members.isEmpty else { return nil }
        let geometry = try geometry(members, dropsEmpty: true)
        if case .collection(let parts) = geometry, parts.isEmpty { return nil }
        return geometry
    }

    /// The members of an object that describe a geometry. If a name occurs more than once, the last member with that
    /// name is used.
    package struct Members {
        package private(set) var type: String?
        private(set) var coordinates: JSONCursor?
        private(set) var geometries: JSONCursor?

        /// Reads the members of the value at the cursor; a value that is not an object has none.
        package init(_ json: inout JSONCursor) {
            guard json.isObject else {
                json.skip()
                return
            }
            json.forEachMember { name, value in
                let start = value
                value.skip()
                note(name, start)
            }
        }

        init() {}

        mutating func note(_ name: String, _ value: JSONCursor) {
            var value = value
            switch name {
            case "type": type = value.value().stringValue
            case "coordinates": coordinates = value
            case "geometries": geometries = value
            default: break
            }
        }

        package var isGeometry: Bool {
            type.map { $0 == "GeometryCollection" || GeometryReader.types.contains($0) } ?? false
        }

        /// The only position of a Point, of a MultiPoint with one position, or of a collection with one such member,
        /// perhaps beside lines and areas. A Point without `coordinates` has none. `Geometry.point` follows the same
        /// rule.
        package var onlyPosition: OnlyPosition {
            if isEmpty { return .empty }
            switch type {
            case "Point": return coordinates.map { .one($0) } ?? .empty
            case "MultiPoint":
                guard var list = coordinates, list.isArray else { return .several }
                var positions: [JSONCursor] = []
                list.forEachElement { position in
                    if positions.count < 2 { positions.append(position) }
                    position.skip()
                }
                return positions.count == 1 ? .one(positions[0]) : .several
            case "GeometryCollection":
                guard var list = geometries, list.isArray else { return .several }
                var found = OnlyPosition.empty
                list.forEachElement { json in
                    found = found.joined(Members(&json).onlyPosition)
                }
                return found
            default: return .noPoint
            }
        }

        fileprivate var isEmpty: Bool {
            guard let type else { return false }
            if type == "GeometryCollection" { return geometries?.isEmptyArray ?? false }
            return GeometryReader.types.contains(type) && coordinates?.isEmptyArray ?? false
        }
    }

    /// The positions of a geometry that is meant as a point.
    package enum OnlyPosition {
        case empty
        case one(JSONCursor)
        /// The geometry has several points.
        case several
        /// The geometry is a line or an area.
        case noPoint

        /// Returns the position of a collection of two geometries.
        func joined(_ other: OnlyPosition) -> OnlyPosition {
            switch (self, other) {
            case (_, .empty), (.one, .noPoint), (.several, .noPoint): self
            case (.empty, _), (.noPoint, _): other
            default: .several
            }
        }
    }

    private static let types = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    ]

    private static func geometry(_ members: Members, dropsEmpty: Bool) throws(GeoError) -> Geometry {
        guard let type = members.type else { throw .noType("a geometry", ko: "도형이") }
        if type == "GeometryCollection" { return try collection(members, dropsEmpty: dropsEmpty) }
        guard types.contains(type) else { throw .unknownType(type) }
        guard var coordinates = members.coordinates else {
            throw .json(
                en: "\(type) has no \"coordinates\"; add positions as [longitude, latitude]",
                ko: "\(type)에 \"coordinates\"가 없습니다. [경도, 위도] 좌표를 넣으세요")
        }
        switch type {
        case "Point": return .point(try position(&coordinates))
        case "MultiPoint": return .multiPoint(try line(&coordinates))
        case "LineString": return .lineString(try line(&coordinates))
        case "MultiLineString":
            var lines: [[Coordinate]] = []
            try forEachElement(&coordinates) { json throws(GeoError) in lines.append(try line(&json)) }
            return .multiLineString(lines)
        case "Polygon":
            var rings = RingList()
            try addPolygon(&coordinates, to: &rings)
            return .polygon(Polygon(RingStore(rings), 0..<rings.ringEnds.count))
        default: return .multiPolygon(try polygons(&coordinates))
        }
    }

    private static func collection(_ members: Members, dropsEmpty: Bool) throws(GeoError) -> Geometry {
        guard var list = members.geometries, list.isArray else {
            throw .json(
                en: "GeometryCollection has no \"geometries\"; add an array of geometries",
                ko: "GeometryCollection에 \"geometries\"가 없습니다. 도형의 배열을 넣으세요")
        }
        var geometries: [Geometry] = []
        try list.forEachElement { json throws(GeoError) in
            let members = Members(&json)
            let part = dropsEmpty ? try geometryOrNone(members) : try geometry(members, dropsEmpty: false)
            if let part { geometries.append(part) }
        }
        return .collection(geometries)
    }

    // MARK: Positions

    private static func position(_ json: inout JSONCursor) throws(GeoError) -> Coordinate {
        let (longitude, latitude) = try numbers(&json)
        guard abs(longitude) <= 180 else { throw .longitude(longitude, most: 180) }
        return try Coordinate(longitude: longitude, latitude: latitude)
    }

    private static func numbers(_ json: inout JSONCursor) throws(GeoError) -> (longitude: Double, latitude: Double) {
        var first: Double?
        var second: Double?
        var count = 0
        try forEachElement(&json) { json in
            switch count {
            case 0: first = json.number()
            case 1: second = json.number()
            default: json.skip()
            }
            count += 1
        }
        guard let longitude = first, let latitude = second else {
            throw .json(
                en:
                    "a position is not [longitude, latitude]; write two numbers, without quotes, such as [126.97, 37.56]",
                ko: "좌표가 [경도, 위도] 형식이 아닙니다. [126.97, 37.56]처럼 따옴표 없는 숫자 둘을 쓰세요")
        }
        guard abs(longitude) <= 360, abs(latitude) <= 360 else {
            throw .meters(longitude: longitude, latitude: latitude)
        }
        guard abs(latitude) <= 90 else {
            throw abs(longitude) <= 90 && abs(latitude) <= 180
                ? .swapped(longitude: longitude, latitude: latitude) : .latitude(latitude)
        }
        return (longitude, latitude)
    }

    private static func line(_ json: inout JSONCursor) throws(GeoError) -> [Coordinate] {
        var positions: [Coordinate] = []
        try forEachElement(&json) { json throws(GeoError) in positions.append(try position(&json)) }
        return positions
    }

    // MARK: Polygons

    static func polygons(_ json: inout JSONCursor) throws(GeoError) -> [Polygon] {
        var rings = RingList()
        var ends: [Int] = []
        try forEachElement(&json) { json throws(GeoError) in
            try addPolygon(&json, to: &rings)
            ends.append(rings.ringEnds.count)
        }
        let store = RingStore(rings)
        var start = 0
        return ends.map { end in
            defer { start = end }
            return Polygon(store, start..<end)
        }
    }

    private static func addPolygon(_ json: inout JSONCursor, to rings: inout RingList) throws(GeoError) {
        let start = rings.ringEnds.count
        try forEachElement(&json) { json throws(GeoError) in try addRing(&json, to: &rings) }
        guard rings.ringEnds.count > start else {
            throw .json(
                en: "a Polygon has no ring; add an outer ring of four positions or more",
                ko: "Polygon에 고리가 없습니다. 네 점 이상인 바깥 고리를 넣으세요")
        }
    }

    /// Reads a closed ring. Longitudes may be up to ±360. A longitude beyond ±180 is moved back by a full turn, which
    /// is exact (Sterbenz's lemma). An edge of less than 180° that passes ±180 then crosses the antimeridian.
    private static func addRing(_ json: inout JSONCursor, to rings: inout RingList) throws(GeoError) {
        let start = rings.positions.count
        var longitudes: (first: Double, last: Double)?
        var isBeyond = false
        var hasLongEdge = false
        try forEachElement(&json) { json throws(GeoError) in
            let (longitude, latitude) = try numbers(&json)
            let turn = longitude > 180 ? -360.0 : longitude < -180 ? 360 : 0
            isBeyond = isBeyond || turn != 0
            if let longitudes { hasLongEdge = hasLongEdge || abs(longitude - longitudes.last) >= 180 }
            longitudes = (longitudes?.first ?? longitude, longitude)
            rings.positions.append(try Coordinate(longitude: longitude + turn, latitude: latitude))
        }
        guard rings.positions.count - start >= 4, rings.positions[start] == rings.positions.last,
            longitudes.map({ $0.first == $0.last }) ?? false
        else {
            throw .json(
                en:
                    "a ring is not closed (it needs four positions or more, and the last must equal the first); repeat its first position at its end",
                ko: "고리가 닫히지 않았습니다(점이 네 개 이상이고 마지막 점이 첫 점과 같아야 함). 첫 점을 끝에 다시 쓰세요")
        }
        guard !isBeyond || !hasLongEdge else {
            throw GeoError(
                .longitude,
                en:
                    "a ring that extends beyond longitude ±180 has an edge of 180° or more; add positions along that edge",
                ko: "경도 ±180을 넘는 고리에 180° 이상인 변이 있습니다. 그 변에 점을 더 넣으세요")
        }
        rings.ringEnds.append(rings.positions.count)
    }

    @inline(__always)
    private static func forEachElement(
        _ json: inout JSONCursor, _ body: (inout JSONCursor) throws(GeoError) -> Void
    ) throws(GeoError) {
        guard json.isArray else {
            throw .json(
                en:
                    "\"coordinates\" are not nested as the type requires; a Polygon is an array of rings, and a ring is an array of positions",
                ko: "\"coordinates\"의 중첩 단계가 \"type\"과 맞지 않습니다. Polygon은 고리의 배열, 고리는 좌표의 배열입니다")
        }
        try json.forEachElement(body)
    }
}

extension Geometry {
    /// Throws `GeoError(.geojson)` that names the mistake. A third number of a position (height) is ignored; longitudes
    /// of rings may go beyond ±180, up to ±360.
    public init(json: JSONValue) throws(GeoError) {
        self = try GeoJSONText.read(json) { cursor throws(GeoError) in try GeometryReader.geometry(&cursor) }
    }
}

extension GeoError {
    static func json(en: String, ko: String) -> GeoError {
        GeoError(.geojson, en: "not valid GeoJSON: \(en)", ko: "올바른 GeoJSON이 아닙니다: \(ko)")
    }

    static func noType(_ what: String, ko: String) -> GeoError {
        json(
            en: "\(what) has no \"type\"; add \"type\": \"FeatureCollection\", \"Feature\" or \"Polygon\"",
            ko: "\"type\"이 없는 \(ko) 있습니다. \"type\"에 \"FeatureCollection\", \"Feature\", \"Polygon\" 등을 쓰세요")
    }

    /// A FeatureCollection in the place of a Feature.
    package static let innerCollection: GeoError = {
        let program = "jq '{type: \"FeatureCollection\", features: [.. | objects | select(.type == \"Feature\")]}'"
        return json(
            en:
                "a FeatureCollection is in the place of a Feature; take the Features out: \(program) OLD.json > NEW.geojson",
            ko: "피처 자리에 FeatureCollection이 있습니다. 피처를 꺼내세요: \(program) 파일.json > 새파일.geojson")
    }()

    static func unknownType(_ type: String) -> GeoError {
        guard type != "FeatureCollection" else { return innerCollection }
        guard type != "Topology" else {
            return json(
                en: "this is TopoJSON; convert it to GeoJSON, for example with ogr2ogr -f GeoJSON OUT.geojson IN.json",
                ko: "TopoJSON 파일입니다. 'ogr2ogr -f GeoJSON 새파일.geojson 파일.json' 등으로 변환하세요")
        }
        let shown = DisplayText.shown(type, columns: 40)
        return json(
            en:
                "\"\(shown)\" is not a geometry type of RFC 7946; use Polygon, MultiPolygon or another type of that standard",
            ko: "\"\(shown)\"\(.topic) RFC 7946의 도형 유형이 아닙니다. Polygon, MultiPolygon 등을 쓰세요")
    }

    /// A position that is valid if its two numbers are swapped.
    static func swapped(longitude: Double, latitude: Double) -> GeoError {
        GeoError(
            .latitude,
            en:
                "latitude \(latitude) of [\(longitude), \(latitude)] is not between -90 and 90; the numbers seem to be swapped, so write longitude first",
            ko: "[\(longitude), \(latitude)]의 위도 \(latitude)\(.topic) -90에서 90 사이여야 합니다. 위도와 경도가 바뀐 듯하니 경도를 먼저 쓰세요")
    }

    static func latitude(_ latitude: Double) -> GeoError {
        GeoError(
            .latitude, en: "latitude \(latitude) is not between -90 and 90; write degrees, longitude first",
            ko: "위도 \(latitude)\(.topic) -90에서 90 사이여야 합니다. 도 단위로 경도를 먼저 쓰세요")
    }

    static func longitude(_ longitude: Double, most: Int) -> GeoError {
        GeoError(
            .longitude,
            en: "longitude \(longitude) is not between -\(most) and \(most); write degrees, longitude first",
            ko: "경도 \(longitude)\(.topic) -\(most)에서 \(most) 사이여야 합니다. 도 단위로 경도를 먼저 쓰세요")
    }

    /// Numbers that are too large for degrees.
    static func meters(longitude: Double, latitude: Double) -> GeoError {
        GeoError(
            .longitude,
            en:
                "the numbers [\(longitude), \(latitude)] are not degrees (beyond ±360); if they are meters, convert the file with ogr2ogr -t_srs EPSG:4326",
            ko:
                "[\(longitude), \(latitude)]\(.topic) 도 단위가 아닙니다(±360을 넘음). 미터라면 ogr2ogr -t_srs EPSG:4326으로 변환하세요")
    }
}
