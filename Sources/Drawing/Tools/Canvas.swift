internal import Glibc

/// Pixels on which areas, lines and discs are filled with one color each.
///
/// The canvas has twice the width and height of the picture. Scaling it down makes edges smooth.
struct Canvas {
    /// A color: red, green, blue.
    typealias Color = (red: UInt8, green: UInt8, blue: UInt8)
    /// A position in pixels of the picture, from its top left corner.
    typealias Position = (x: Double, y: Double)

    let width: Int
    let height: Int
    private var pixels: [UInt8]
    private static let scale = 2

    /// Creates a picture filled with one color.
    init(width: Int, height: Int, _ color: Color) {
        self.width = width
        self.height = height
        pixels = []
        pixels.reserveCapacity(3 * width * height * Self.scale * Self.scale)
        for _ in 0..<width * height * Self.scale * Self.scale { pixels += [color.red, color.green, color.blue] }
    }

    /// Fills each position that is inside an odd number of rings.
    ///
    /// - Complexity: O(rows × points).
    mutating func fill(_ rings: [[Position]], _ color: Color) {
        var crossings: [[Double]] = Array(repeating: [], count: height * Self.scale)
        for ring in rings {
            guard var former = ring.last.map(scaled) else { continue }
            for point in ring.map(scaled) {
                note(from: former, to: point, in: &crossings)
                former = point
            }
        }
        for (row, found) in crossings.enumerated() where found.count > 1 {
            let sorted = found.sorted()
            for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
                span(row: row, from: sorted[pair], to: sorted[pair + 1], color)
            }
        }
    }

    /// Draws a closed line along a ring.
    mutating func stroke(_ ring: [Position], width: Double, _ color: Color) {
        guard var former = ring.last else { return }
        for point in ring {
            let (dx, dy) = (point.x - former.x, point.y - former.y)
            let length = (dx * dx + dy * dy).squareRoot()
            if length > 0 {
                let (x, y) = (-dy / length * width / 2, dx / length * width / 2)
                fill(
                    [
                        [
                            (former.x + x, former.y + y), (point.x + x, point.y + y), (point.x - x, point.y - y),
                            (former.x - x, former.y - y),
                        ]
                    ], color)
            }
            former = point
        }
    }

    /// Fills a disc.
    mutating func fill(discAt center: Position, radius: Double, _ color: Color) {
        let (middle, size) = (scaled(center), radius * Double(Self.scale))
        guard middle.y + size >= 0, middle.y - size < Double(height * Self.scale) else { return }
        let first = max(0, Int((middle.y - size).rounded(.down)))
        let last = min(height * Self.scale - 1, Int((middle.y + size).rounded(.up)))
        for row in stride(from: first, through: last, by: 1) {
            let offset = Double(row) + 0.5 - middle.y
            let half = size * size - offset * offset
            guard half > 0 else { continue }
            span(row: row, from: middle.x - half.squareRoot(), to: middle.x + half.squareRoot(), color)
        }
    }

    /// The picture: red, green and blue of each pixel, row by row.
    var picture: [UInt8] {
        var picture: [UInt8] = []
        picture.reserveCapacity(3 * width * height)
        let line = 3 * width * Self.scale
        for row in 0..<height {
            for column in 0..<width {
                let start = row * Self.scale * line + column * Self.scale * 3
                for color in 0..<3 {
                    let sum =
                        Int(pixels[start + color]) + Int(pixels[start + 3 + color]) + Int(pixels[start + line + color])
                        + Int(pixels[start + line + 3 + color])
                    picture.append(UInt8((sum + 2) / 4))
                }
            }
        }
        return picture
    }

    private func scaled(_ point: Position) -> Position { (point.x * Double(Self.scale), point.y * Double(Self.scale)) }

    /// Adds the x positions at which an edge crosses the middles of rows.
    private func note(from one: Position, to other: Position, in crossings: inout [[Double]]) {
        let (top, bottom) = one.y < other.y ? (one, other) : (other, one)
        guard bottom.y > 0.5, top.y < Double(crossings.count) else { return }
        let first = max(0, Int((top.y - 0.5).rounded(.up)))
        let last = min(crossings.count - 1, Int((bottom.y - 0.5).rounded(.up)) - 1)
        for row in stride(from: first, through: last, by: 1) {
            let share = (Double(row) + 0.5 - top.y) / (bottom.y - top.y)
            crossings[row].append(top.x + share * (bottom.x - top.x))
        }
    }

    private mutating func span(row: Int, from left: Double, to right: Double, _ color: Color) {
        let limit = Double(width * Self.scale)
        let first = Int(min(max((left - 0.5).rounded(.up), 0), limit))
        let end = Int(min(max((right - 0.5).rounded(.up), 0), limit))
        for column in stride(from: first, to: end, by: 1) {
            let start = 3 * (row * width * Self.scale + column)
            pixels[start] = color.red
            pixels[start + 1] = color.green
            pixels[start + 2] = color.blue
        }
    }
}
