internal import CGeocliAssets
internal import GeocliGeo
internal import GeocliText

/// The outlines in `data/korea/outlines.bin`, whose page describes the format: borders that neighbors share, each
/// stored once.
///
/// The file is part of the program, so a byte that doesn't fit is a mistake of the build, and ends the program.
struct GroundFile {
    struct District {
        let code: Int
        /// Province, name, English province and English name.
        let names: [String]
        let area: MultiPolygon
    }

    private let bytes: [UInt8]
    private var next = 0
    private var arcs: [[Coordinate]] = []

    /// The size of the file when it is unpacked. `make_outlines.py` prints it.
    private static let unpackedCount = 112_714

    private init() {
        let packed = UnsafeRawBufferPointer(start: korea_outlines_bin.start, count: korea_outlines_bin.count)
        guard let bytes = Deflate.unpacked(packed, count: Self.unpackedCount) else {
            preconditionFailure("data/korea/outlines.bin has another size")
        }
        self.bytes = bytes
    }

    /// - Complexity: O(v), v positions; about five milliseconds.
    static func districts() -> [District] {
        var file = GroundFile()
        file.readArcs()
        let districts = (0..<file.count()).map { _ in file.district() }
        precondition(file.next == file.bytes.count)
        return districts
    }

    private mutating func readArcs() {
        let unitsPerDegree = Double(count())
        var (x, y) = (0, 0)
        arcs = (0..<count()).map { _ in
            (0..<count()).map { _ in
                x += signed()
                y += signed()
                return Coordinate(
                    uncheckedLongitude: Double(x) / unitsPerDegree, latitude: Double(y) / unitsPerDegree)
            }
        }
    }

    private mutating func district() -> District {
        let code = count()
        let length = count()
        let text = String(decoding: bytes[next..<next + length], as: UTF8.self)
        next += length
        let polygons = (0..<count()).map { _ in
            let rings = (0..<count()).map { _ in ring() }
            return Polygon(exterior: rings[0], holes: Array(rings.dropFirst()))
        }
        guard let area = try? MultiPolygon(polygons) else { preconditionFailure("\(code) is not an area") }
        return District(code: code, names: text.split(separator: "\t").map(String.init), area: area)
    }

    /// Returns a closed ring. The last position of an arc is the first of the next one.
    private mutating func ring() -> [Coordinate] {
        var ring: [Coordinate] = []
        for _ in 0..<count() {
            let reference = signed()
            let arc = reference < 0 ? arcs[~reference].reversed() : arcs[reference]
            ring += arc.dropLast()
        }
        return ring + ring.prefix(1)
    }

    private mutating func count() -> Int {
        var (value, shift) = (0, 0)
        while true {
            let byte = bytes[next]
            next += 1
            value |= Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { return value }
        }
    }

    private mutating func signed() -> Int {
        let value = count()
        return value & 1 == 0 ? value >> 1 : -(value >> 1) - 1
    }
}
