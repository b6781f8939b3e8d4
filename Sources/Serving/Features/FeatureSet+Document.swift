internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

extension Asked {
    /// Returns the description of a collection.
    func document(of set: FeatureSet) throws -> JSONValue {
        let language = request.language
        var members: [JSONValue.Member] = [
            .init("id", .string(set.id)), .init("title", .string(set.title.text(language))),
            .init("description", .string(set.about.text(language))), .init("itemType", .string("feature")),
            .init("crs", .array([.string(Self.longitudeLatitude)])),
            .init(
                "links",
                .array(
                    [
                        link("self", set.path, .json), link("items", set.path + "/items", .geoJSON, set.title),
                    ].map(\.json))),
        ]
        let extent = [try spatialExtent(of: set), try temporalExtent(of: set)].compactMap { $0 }
        if !extent.isEmpty { members.append(.init("extent", .object(extent))) }
        return .object(members)
    }

    /// The coordinate system of all answers: WGS 84, longitude first.
    private static let longitudeLatitude = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"

    /// Returns a box that contains all geometries; nil if there are none. The places of one feed and the issues get the
    /// box of all places, because finding that box needs no pass over their rows.
    private func spatialExtent(of set: FeatureSet) throws -> JSONValue.Member? {
        let box: BoundingBox?
        switch set.content {
        case .places, .feed, .issues: box = try catalog.pointExtent()
        case .landmarks: box = BoundingBox(enclosing: try catalog.landmarks().compactMap(\.coordinate))
        case .districts:
            let boxes = try catalog.districtOutlines().map(\.area.box)
            box = BoundingBox(
                enclosing: try boxes.flatMap {
                    [
                        try Coordinate(longitude: $0.west, latitude: $0.south),
                        try Coordinate(longitude: $0.east, latitude: $0.north),
                    ]
                })
        }
        guard let box else { return nil }
        let edges = [box.west, box.south, box.east, box.north].map(Self.number)
        return .init(
            "spatial",
            .object([.init("bbox", .array([.array(edges)])), .init("crs", .string(Self.longitudeLatitude))]))
    }

    /// Returns the interval that begins with the first good run; nil for features without a time.
    private func temporalExtent(of set: FeatureSet) throws -> JSONValue.Member? {
        let first: String?
        switch set.content {
        case .places: first = try catalog.firstDay()
        case .feed(let feed): first = try catalog.firstDay(ofFeed: feed)
        case .districts, .landmarks, .issues: first = nil
        }
        guard let first else { return nil }
        // The days of the catalog are those of Seoul.
        let interval = JSONValue.array([.string("\(first)T00:00:00+09:00"), .null])
        return .init("temporal", .object([.init("interval", .array([interval]))]))
    }

    private static func number(_ degrees: Double) -> JSONValue {
        var bytes: [UInt8] = []
        DecimalText.append(degrees, maximumDecimals: FeatureWriter.maximumDecimals, to: &bytes)
        return .number(String(decoding: bytes, as: UTF8.self))
    }
}
