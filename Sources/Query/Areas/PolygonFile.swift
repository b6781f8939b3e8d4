public import GeocliGeo
public import GeocliText

public struct AreaFeature: Sendable, Equatable {
    /// The Feature's number in the file, from 1.
    public let number: Int
    public let area: MultiPolygon
    public let properties: [JSONValue.Member]

    /// The property called `name`; the last one if there are several.
    public subscript(name: String) -> JSONValue? { properties.last { $0.name == name }?.value }
}

/// The areas of a GeoJSON file, one by one; Features that are points or lines are skipped.
///
/// Features are read one at a time. A Feature has at most 64 MiB of text, and takes four to seven times as much memory.
public struct PolygonFile {
    /// Maximum size of a file of areas, in bytes.
    public static let maximumBytes = 256 << 20

    private let name: String
    private let bytes: HashedBytes
    private var reader: FeatureReader
    private var areaCount = 0
    /// After this many positions, no further Feature is added to an area. Such an area takes 20 to 60 MB of memory.
    var positionsAtOnce = 1 << 20

    package init(_ source: ByteSource) {
        name = source.name
        bytes = HashedBytes(source, limit: Self.maximumBytes)
        reader = FeatureReader(bytes.source)
    }

    /// Returns the next area; nil at the end.
    /// - Throws: `PolygonFileError` if a Feature is not a valid area (the error names it), if the file has more than
    ///   256 MiB and, at the end, if the file has no area; read errors.
    public mutating func next() throws -> AreaFeature? {
        do {
            guard let (feature, polygons) = try nextPolygons() else { return nil }
            return AreaFeature(
                number: reader.count, area: try MultiPolygon(polygons), properties: feature.properties)
        } catch {
            throw explained(error)
        }
    }

    /// Returns the next Features as one area; nil at the end. The area ends with the Feature that brings it to a
    /// million positions (`positionsAtOnce`).
    ///
    /// One query for many small areas together takes much less time than one query for each area.
    /// - Throws: the same errors as `next`.
    public mutating func nextTogether() throws -> MultiPolygon? {
        var builder = AreaBuilder()
        while builder.positionCount < positionsAtOnce, try next(into: &builder) != nil {}
        return builder.finish()
    }

    /// Adds the polygons of the next area to `builder`, and returns the number and the properties of its Feature; nil at
    /// the end. Throws the same errors as `next`.
    mutating func next(into builder: inout AreaBuilder) throws -> (number: Int, properties: [JSONValue.Member])? {
        do {
            guard let (feature, polygons) = try nextPolygons() else { return nil }
            try builder.append(polygons)
            return (reader.count, feature.properties)
        } catch {
            throw explained(error)
        }
    }

    private mutating func nextPolygons() throws -> (Feature, [Polygon])? {
        while let feature = try reader.next() {
            guard let polygons = feature.geometry?.polygons, !polygons.isEmpty else { continue }
            areaCount += 1
            return (feature, polygons)
        }
        guard areaCount > 0 else { throw PolygonFileError(name: name, what: .noPolygon) }
        return nil
    }

    /// Adds the Feature's number to an error about its area.
    private func explained(_ error: any Error) -> any Error {
        switch error {
        case let error as GeoError:
            // `reader.count` does not include a Feature that can't be read.
            let number = error.code == .polygon ? reader.count : reader.count + 1
            return PolygonFileError(name: name, what: .feature(number, error.words))
        case is HashedBytes.TooLong: return PolygonFileError(name: name, what: .tooLarge)
        default: return error
        }
    }

    /// The members of the file's FeatureCollection other than its Features, known after the last Feature.
    public var members: [JSONValue.Member] { reader.collectionMembers }

    /// Returns the SHA-256 of the file, after the last Feature.
    public mutating func hexDigest() throws -> String { try bytes.hexDigest() }
}

/// The error for a file that can't be read as areas.
public struct PolygonFileError: ExplainedError, Equatable {
    public enum What: Sendable, Equatable {
        case feature(Int, Words)
        case noPolygon
        case tooLarge
        case noName(key: String, feature: Int)
        case unknownNames(keys: [String])
        case nothingToDraw
        case tooMuchToDraw(maximumPoints: Int)
    }

    public let name: String
    public let what: What

    public var exit: ExitStatus { .data }

    public var words: Words {
        switch what {
        case .feature(let number, let words):
            return Words(en: "feature \(number) of \(name): \(words.en)", ko: "\(name)의 피처 \(number): \(words.ko)")
        case .noPolygon:
            return Words(
                en: "\(name) contains no polygon; give GeoJSON with a Polygon or MultiPolygon",
                ko: "\(name)에 다각형이 없습니다. Polygon이나 MultiPolygon이 있는 GeoJSON 파일을 쓰세요")
        case .tooLarge:
            let most = PolygonFile.maximumBytes >> 20
            return Words(
                en: "\(name) is larger than \(most) MiB; simplify its outlines first",
                ko: "\(name)\(.subject) \(most)MiB보다 큽니다. 먼저 경계를 단순화하세요")
        case .nothingToDraw, .tooMuchToDraw: return wordsOfGround
        case .noName(let key, let feature):
            let shown = Self.shown(key)
            return Words(
                en:
                    "feature \(feature) of \(name) has no text in the property \(shown); choose another property with --name-key",
                ko: "\(name)의 피처 \(feature)에 \(shown) 속성의 텍스트가 없습니다. --name-key로 다른 속성을 지정하세요")
        case .unknownNames(let keys):
            let list = keys.isEmpty ? "-" : keys.map(Self.shown).joined(separator: ", ")
            return Words(
                en:
                    "\(name) has no property that names a known district on every feature; choose a property with --name-key: \(list)",
                ko: "\(name)에 모든 피처의 자치구 이름을 담은 속성이 없습니다. --name-key로 속성을 지정하세요: \(list)")
        }
    }

    private var wordsOfGround: Words {
        guard case .tooMuchToDraw(let most) = what else {
            return Words(
                en:
                    "\(name) contains neither a line nor a polygon; give GeoJSON with a LineString or Polygon",
                ko: "\(name)에 선이나 다각형이 없습니다. LineString이나 Polygon이 있는 GeoJSON 파일을 쓰세요")
        }
        return Words(
            en:
                "\(name) has more than \(most) positions even when simplified; clip it to the area of the map, or remove small features",
            ko: "\(name)\(.topic) 단순화해도 좌표가 \(most)개를 넘습니다. 지도의 범위로 자르거나 작은 피처를 빼세요")
    }

    private static func shown(_ key: String) -> String {
        DisplayText.shown(key, columns: 40)
    }
}

/// The bytes of a source, which are hashed and counted while they are read. The number of bytes has a limit.
final class HashedBytes {
    struct TooLong: Error {}

    private let inner: ByteSource
    private let limit: Int
    private var hash = SHA256()
    private var count = 0

    init(_ inner: ByteSource, limit: Int) {
        self.inner = inner
        self.limit = limit
    }

    var source: ByteSource {
        ByteSource(name: inner.name) { [self] in
            let chunk = try inner.next()
            count += chunk.count
            guard count <= limit else { throw TooLong() }
            hash.update(chunk)
            return chunk
        }
    }

    /// Reads the remaining bytes and returns the hash of all bytes.
    func hexDigest() throws -> String {
        let rest = source
        while try !rest.next().isEmpty {}
        return hash.hexDigest()
    }
}
