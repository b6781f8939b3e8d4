/// How a stored picture is turned before it is shown.
///
/// - Source: Exif 2.32 (CIPA DC-008), tag 0x0112: the sides of the shown picture where the first row and column belong.
public enum PhotoOrientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case mirroredUpsideDown
    case transposed
    case turnedRight
    case transversed
    case turnedLeft

    /// Whether the shown width is the stored height.
    public var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

    /// Returns the numbers of the SVG `matrix(…)` that turns a stored picture. The upper left corner is at 0,0 before
    /// and after.
    ///
    /// - Parameters:
    ///   - width: the stored width.
    ///   - height: the stored height, in the same unit.
    public func matrix(width: Double, height: Double) -> [Double] {
        switch self {
        case .upright: [1, 0, 0, 1, 0, 0]
        case .mirrored: [-1, 0, 0, 1, width, 0]
        case .upsideDown: [-1, 0, 0, -1, width, height]
        case .mirroredUpsideDown: [1, 0, 0, -1, 0, height]
        case .transposed: [0, 1, 1, 0, 0, 0]
        case .turnedRight: [0, 1, -1, 0, height, 0]
        case .transversed: [0, -1, -1, 0, height, width]
        case .turnedLeft: [0, -1, 1, 0, 0, width]
        }
    }

    /// Reads the orientation from the TIFF structure of Exif data.
    ///
    /// - Edges: returns the upright orientation if the data has no orientation or is damaged, because the photo can be
    ///   shown anyway.
    init(tiff: ArraySlice<UInt8>) {
        self = Self.read(Array(tiff)).flatMap(Self.init(rawValue:)) ?? .upright
    }

    private static func read(_ tiff: [UInt8]) -> Int? {
        guard tiff.count >= 8 else { return nil }
        let isLittle: Bool
        switch (tiff[0], tiff[1]) {
        case (0x49, 0x49): isLittle = true
        case (0x4D, 0x4D): isLittle = false
        default: return nil
        }
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start >= 0, start <= tiff.count - count else { return nil }
            let bytes = tiff[start..<start + count]
            return (isLittle ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(2, 2) == 42, let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
        for entry in 0..<entries {
            let start = directory + 2 + 12 * entry
            guard let tag = number(start, 2) else { return nil }
            // Type 3 is a two-byte integer; its value is in the entry itself.
            if tag == 0x0112 { return number(start + 2, 2) == 3 ? number(start + 8, 2) : nil }
        }
        return nil
    }
}
