/// A geometry in the form of a GeoPackage: a header, then well-known binary, all little-endian.
///
/// - Source: OGC 12-128r18, §2.1.3.1.1; OGC 06-103r4, §8.2 for the binary.
enum GeoPackageGeometry {
    case point(x: Double, y: Double)
    /// Polygons of closed rings, the outer one first.
    case area([[[(x: Double, y: Double)]]])

    /// A box with horizontal and vertical sides.
    struct Box: Equatable {
        var minX: Double
        var minY: Double
        var maxX: Double
        var maxY: Double

        func union(_ other: Box) -> Box {
            Box(
                minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
                maxY: max(maxY, other.maxY))
        }
    }

    /// The box around the geometry.
    var box: Box {
        switch self {
        case .point(let x, let y): Box(minX: x, minY: y, maxX: x, maxY: y)
        case .area(let polygons):
            polygons.joined().joined().reduce(
                Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
            ) { $0.union(Box(minX: $1.x, minY: $1.y, maxX: $1.x, maxY: $1.y)) }
        }
    }

    /// Returns the bytes. The header of a point has no envelope, because the envelope would repeat the point.
    func bytes(system: Int32) -> [UInt8] {
        let (magic, version): ([UInt8], UInt8) = ([UInt8(ascii: "G"), UInt8(ascii: "P")], 0)
        var bytes = magic + [version]
        switch self {
        case .point(let x, let y):
            bytes.reserveCapacity(29)
            bytes.append(1)
            Self.append(UInt32(bitPattern: system), to: &bytes)
            bytes.append(1)
            Self.append(UInt32(1), to: &bytes)
            Self.append(x.bitPattern, to: &bytes)
            Self.append(y.bitPattern, to: &bytes)
        case .area(let polygons):
            // Little-endian, with an envelope of four numbers.
            bytes.append(0b11)
            Self.append(UInt32(bitPattern: system), to: &bytes)
            let box = box
            for edge in [box.minX, box.maxX, box.minY, box.maxY] { Self.append(edge.bitPattern, to: &bytes) }
            bytes.append(1)
            Self.append(UInt32(6), to: &bytes)
            Self.append(UInt32(polygons.count), to: &bytes)
            for rings in polygons { Self.append(polygon: rings, to: &bytes) }
        }
        return bytes
    }

    private static func append(polygon rings: [[(x: Double, y: Double)]], to bytes: inout [UInt8]) {
        bytes.append(1)
        append(UInt32(3), to: &bytes)
        append(UInt32(rings.count), to: &bytes)
        for ring in rings {
            append(UInt32(ring.count), to: &bytes)
            for position in ring {
                append(position.x.bitPattern, to: &bytes)
                append(position.y.bitPattern, to: &bytes)
            }
        }
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
