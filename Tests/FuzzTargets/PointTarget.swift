internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

@testable internal import GeocliCatalog
@testable internal import GeocliPlaces

/// Files of points: GeoJSON and CSV, as points and as markers of a map.
enum PointTarget {
    static func checkGeoJSON(_ bytes: [UInt8]) throws {
        let whole = try Outcome { try features(.whole(bytes)) }
        let pieces = try Outcome { try features(.pieces(bytes)) }
        try demand(whole == pieces, "in pieces \(pieces), at once \(whole)")
        for feature in whole.value ?? [] { try check(feature) }
    }

    private static func features(_ source: ByteSource) throws -> [Feature] {
        var reader = FeatureReader(source)
        var features: [Feature] = []
        while let feature = try reader.next() { features.append(feature) }
        try demand(reader.count == features.count, "\(reader.count) features counted")
        return features
    }

    /// A written point reads back the same, to the last written decimal.
    private static func check(_ feature: Feature) throws {
        guard case .point(let place) = feature.geometry else { return }
        try demand(abs(place.longitude) <= 180 && abs(place.latitude) <= 90, "\(place) is nowhere")
        var writer = FeatureWriter(.collection)
        writer.begin()
        writer.feature(id: feature.id, at: .point(place)) { json in
            for member in feature.properties {
                json.name(member.name)
                json.value(member.value)
            }
        }
        writer.end()
        let again = try Outcome { try features(.pieces(writer.json.bytes)) }.value
        guard let again, again.count == 1, case .point(let written) = again[0].geometry else {
            throw BrokenPromise(description: "\(feature) was written \(text(writer.json.bytes))")
        }
        try demand(
            abs(written.longitude - place.longitude) <= 5.1e-8 && abs(written.latitude - place.latitude) <= 5.1e-8,
            "\(place) was written \(written)")
        try demand(
            again[0].properties == feature.properties && again[0].id == feature.id, "\(feature) became \(again[0])")
    }

    /// The text of a point in a catalog's history; the catalog may be damaged.
    static func checkPointText(_ bytes: [UInt8]) throws {
        guard let point = PointText.point(text(bytes)) else { return }
        try demand(abs(point.longitude) <= 180 && abs(point.latitude) <= 90, "\(point) is nowhere")
        try demand(PointText.point(PointText.text(point)) == point, "\(point) is written \(PointText.text(point))")
    }

    static func checkPointFile(_ bytes: [UInt8]) throws {
        let whole = try Outcome { try points(.whole(bytes)) }
        let pieces = try Outcome { try points(.pieces(bytes)) }
        try demand(whole == pieces, "in pieces \(pieces), at once \(whole)")
        var last = 0
        for point in whole.value ?? [] {
            // Features without a geometry are skipped but counted.
            try demand(point.number > last, "row \(point.number) comes after \(last)")
            last = point.number
            let coordinate = point.coordinate
            try demand(abs(coordinate.longitude) <= 180 && abs(coordinate.latitude) <= 90, "\(coordinate) is nowhere")
            for member in point.values {
                let text = point.text(member.name)
                try demand(text.map { !$0.isEmpty && areSame($0.trimmingBlanks(), $0) } ?? true, "\(member)")
            }
        }
    }

    private static func points(_ source: ByteSource) throws -> [FilePoint] {
        var file = try PointFile(source)
        var points: [FilePoint] = []
        while let point = try file.next() { points.append(point) }
        return points
    }

    /// Markers from outside run through the whole pass: every marker is shown or has a hider that is shown.
    static func checkMarkerFile(_ bytes: [UInt8]) throws {
        let here = try Outcome { try Coordinate(longitude: 127, latitude: 37) }.value
        guard let here, let members = try members(bytes, Marker(id: .integer(0), coordinate: here)) else { return }
        let sum = checksum(bytes)
        var options = CollisionOptions()
        options.mode = sum & 1 == 0 ? .faithful : .stable
        options.attribution = sum & 2 == 0 ? .first : .nearest
        options.tileSize = sum & 4 == 0 ? .points256 : .points512
        do {
            let query = try ClusterQuery(members, options: options)
            try check(query, count: members.count, zoom: Double(sum >> 3 % 23))
            try query.forEachLevel { try demand(0...22 ~= $0.minZoom, "shown from zoom \($0.minZoom)") }
        } catch { try demandExplained(error) }
    }

    private static func members(_ bytes: [UInt8], _ template: Marker) throws -> [ClusterQuery<FilePoint>.Member]? {
        do {
            return try MarkerFile.members(.pieces(bytes), template: template)
        } catch {
            try demandExplained(error)
            return nil
        }
    }

    private static func check(_ query: ClusterQuery<FilePoint>, count: Int, zoom: Double) throws {
        var shown: Set<MarkerID> = []
        var hiders: Set<MarkerID> = []
        var (rows, hidden, counted) = (0, 0, 0)
        try query.forEachRow(zoom: zoom, includesHidden: true) { row in
            rows += 1
            if row.isVisible {
                shown.insert(row.id)
                counted += row.pointCount
            } else {
                hidden += 1
                if let hider = row.hiddenBy { hiders.insert(hider) }
            }
            try demand(row.box?.contains(row.coordinate) ?? true, "\(row.id) lies outside its own cluster")
        }
        try demand(rows <= count && counted == rows, "\(rows) rows of \(count) markers, \(counted) counted")
        try demand(hiders.isSubset(of: shown), "\(hiders.subtracting(shown)) hide and are not shown")
    }
}
