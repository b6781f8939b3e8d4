internal import GeocliGeo
package import GeocliPlaces
package import GeocliText

/// A GeoJSON file of lines and areas to draw under a map; points are left out and counted.
///
/// Reading the file takes memory for its largest Feature (see `PolygonFile`) and for all simplified lines.
package struct BaseFile {
    /// The lines and areas, in the order of the file, simplified to half a pixel at `BaseLayer.zoom`.
    package private(set) var features: [BaseFeature] = []
    /// The number of points that were left out; a MultiPoint is counted once.
    package private(set) var pointCount = 0
    /// The number of lines and areas that were left out because they are smaller than a pixel.
    package private(set) var tooSmallCount = 0
    /// The license that the file states as text, in `license` or `licence`.
    package private(set) var license: String?
    /// The title that the file states as text, in `title` or `name`.
    package private(set) var title: String?
    package private(set) var sha256 = ""

    /// The maximum number of positions after lines are simplified. A page holds about ten thousand.
    package static let maximumPoints = 1_000_000
    /// Properties that name a Feature; the first one whose value is text is used. `name:en` is a property of
    /// OpenStreetMap.
    private static let nameKeys = ["name", "name:ko"]
    private static let englishNameKeys = ["name_en", "name:en"]

    /// Reads the lines and areas of `source`.
    /// - Throws: `PolygonFileError` for a file of more than 256 MiB, a Feature that is not valid GeoJSON, a file
    ///   without a line or an area, and more than `maximumPoints` positions; read errors.
    package init(_ source: ByteSource) throws {
        let bytes = HashedBytes(source, limit: PolygonFile.maximumBytes)
        var reader = FeatureReader(bytes.source)
        do {
            var total = 0
            while let feature = try reader.next() {
                guard let geometry = feature.geometry else { continue }
                var shape = DrawnShape()
                add(geometry, to: &shape)
                guard !shape.isEmpty else { continue }
                total += shape.pointCount
                guard total <= Self.maximumPoints else {
                    throw PolygonFileError(name: source.name, what: .tooMuchToDraw(maximumPoints: Self.maximumPoints))
                }
                features.append(
                    BaseFeature(
                        name: Self.text(Self.nameKeys, in: feature.properties),
                        englishName: Self.text(Self.englishNameKeys, in: feature.properties), shape: shape))
            }
            guard !features.isEmpty else { throw PolygonFileError(name: source.name, what: .nothingToDraw) }
            license = Self.text(["license", "licence"], in: reader.collectionMembers)
            title = Self.text(["title", "name"], in: reader.collectionMembers)
            sha256 = try bytes.hexDigest()
        } catch let error as GeoError {
            throw PolygonFileError(name: source.name, what: .feature(reader.count + 1, error.words))
        } catch is HashedBytes.TooLong {
            throw PolygonFileError(name: source.name, what: .tooLarge)
        }
    }

    private mutating func add(_ geometry: Geometry, to shape: inout DrawnShape) {
        switch geometry {
        case .point, .multiPoint: pointCount += 1
        case .lineString(let line): add(line: line, to: &shape)
        case .multiLineString(let lines): for line in lines { add(line: line, to: &shape) }
        case .polygon(let polygon): add(polygon, to: &shape)
        case .multiPolygon(let polygons): for polygon in polygons { add(polygon, to: &shape) }
        case .collection(let members): for member in members { add(member, to: &shape) }
        }
    }

    private mutating func add(line: [Coordinate], to shape: inout DrawnShape) {
        let line = GridLine(of: line, isRing: false).simplified(zoom: BaseLayer.zoom)
        if line.map({ shape.add(line: $0) }) != true { tooSmallCount += 1 }
    }

    private mutating func add(_ polygon: Polygon, to shape: inout DrawnShape) {
        let rings = polygon.rings.map { GridLine(of: $0, isRing: true).simplified(zoom: BaseLayer.zoom) }
        guard let outer = rings.first ?? nil, shape.add(area: [outer] + rings.dropFirst().compactMap(\.self)) else {
            tooSmallCount += 1
            return
        }
    }

    private static func text(_ names: [String], in members: [JSONValue.Member]) -> String? {
        names.lazy.compactMap { name in
            members.last { $0.name == name }?.value.stringValue?.trimmingBlanks()
        }.first { !$0.isEmpty }
    }
}
