internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The picture that messengers and social networks show for a link to the page: the outlines of districts, and a dot
/// for each place. It has no words, because the page's title and description stand next to it.
package enum PagePreview {
    /// Recommended by https://developers.facebook.com/docs/sharing/webmasters/images, in pixels.
    static let (width, height) = (1200, 630)

    private static let water: Canvas.Color = (0xDF, 0xE8, 0xEE)
    private static let land: Canvas.Color = (0xFB, 0xFA, 0xF6)
    private static let border: Canvas.Color = (0xB9, 0xC2, 0xCB)
    private static let edge: Canvas.Color = (0xFF, 0xFF, 0xFF)
    /// Pixels between the map and the picture's edge.
    private static let margin = 40.0

    /// Returns the PNG file of a map of the places that `filter` admits.
    ///
    /// - Edges: without outlines the whole background is land; without points the picture has no dots.
    /// - Complexity: O(n + p), n places, p points of outlines.
    package static func bytes(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws -> [UInt8] {
        var dots: [(kind: Kind, x: Double, y: Double)] = []
        try catalog.forEachEntry(filter, limit: PageSettings.maximumPlaces) { entry in
            guard let point = entry.coordinate else { return }
            let (x, y) = world(point)
            dots.append((entry.place.kind, x, y))
        }
        let areas = try catalog.districtOutlines().map { outline in
            outline.area.polygons.map { $0.rings.map { ring in ring.dropLast().map(world) } }
        }
        let corners = areas.isEmpty ? dots.map { ($0.x, $0.y) } : areas.flatMap { $0.flatMap { $0.flatMap { $0 } } }
        let frame = Frame(corners)
        var canvas = Canvas(width: width, height: height, areas.isEmpty ? land : water)
        for polygons in areas {
            for rings in polygons { canvas.fill(rings.map { $0.map(frame.place) }, land) }
        }
        for ring in areas.flatMap({ $0.flatMap { $0 } }) { canvas.stroke(ring.map(frame.place), width: 1.5, border) }
        let words = try catalog.status().narrowed(to: catalog.feeds(filter)).words
        let radius = dots.count > 3000 ? 3.0 : dots.count > 300 ? 5.0 : 8.0
        for dot in dots {
            let place = frame.place((dot.x, dot.y))
            canvas.fill(discAt: place, radius: radius + 1.25, edge)
            canvas.fill(discAt: place, radius: radius, colors[words.look(of: dot.kind)])
        }
        return PNGPicture.bytes(width: width, height: height, pixels: canvas.picture)
    }

    /// The colors of the page's markers in its light theme, by `PlaceWords.look(of:)`.
    private static let colors: [Canvas.Color] = [
        (0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00), (0x00, 0x80, 0x5D), (0xA8, 0x50, 0x8A), (0x80, 0x68, 0x0A),
        (0x2F, 0x7F, 0xA8), (0x5B, 0x3A, 0x8C), (0x6B, 0x72, 0x80),
    ]

    private static func world(_ point: Coordinate) -> (x: Double, y: Double) {
        (WebMercator.mercatorX(longitude: point.longitude), WebMercator.mercatorY(latitude: point.latitude))
    }

    private struct Frame {
        private var scale = 0.0
        private var middle = (x: 0.5, y: 0.5)

        init(_ corners: [(x: Double, y: Double)]) {
            guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
                let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max()
            else { return }
            middle = ((left + right) / 2, (top + bottom) / 2)
            let room = (x: Double(width) - 2 * margin, y: Double(height) - 2 * margin)
            // A single point is shown with its surroundings, 1 km wide.
            scale = min(room.x / max(right - left, 2.5e-5), room.y / max(bottom - top, 2.5e-5))
        }

        func place(_ point: (x: Double, y: Double)) -> Canvas.Position {
            ((point.x - middle.x) * scale + Double(width) / 2, (point.y - middle.y) * scale + Double(height) / 2)
        }
    }
}

/// Writes a true-color picture as a PNG file.
///
/// - Source: W3C Portable Network Graphics (PNG) Specification, third edition.
enum PNGPicture {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameter pixels: red, green and blue of each pixel, row by row from the top.
    static func bytes(width: Int, height: Int, pixels: [UInt8]) -> [UInt8] {
        precondition(pixels.count == 3 * width * height)
        var lines: [UInt8] = []
        lines.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            // Filter 2 stores each line as its difference from the line above. In a map, most differences are 0.
            lines.append(2)
            for position in row * 3 * width..<(row + 1) * 3 * width {
                lines.append(pixels[position] &- (row > 0 ? pixels[position - 3 * width] : 0))
            }
        }
        // Bit depth 8; color type 2 (RGB); the only compression and filter methods (0); no interlace.
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
        return signature + chunk("IHDR", header) + chunk("IDAT", Zlib.packed(lines)) + chunk("IEND", [])
    }

    private static func chunk(_ name: StaticString, _ body: [UInt8]) -> [UInt8] {
        let named = Array("\(name)".utf8) + body
        return bigEndian(UInt32(body.count)) + named + bigEndian(Zlib.crc32(named))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}

/// Pixels on which areas, lines and discs are filled with one color each. Scaling down from twice the width and height
/// of the picture makes edges smooth.
struct Canvas {
    typealias Color = (red: UInt8, green: UInt8, blue: UInt8)
    /// A position in pixels of the picture, from its top left corner.
    typealias Position = (x: Double, y: Double)

    let width: Int
    let height: Int
    private var pixels: [UInt8]
    private static let scale = 2

    init(width: Int, height: Int, _ color: Color) {
        self.width = width
        self.height = height
        pixels = []
        pixels.reserveCapacity(3 * width * height * Self.scale * Self.scale)
        for _ in 0..<width * height * Self.scale * Self.scale { pixels += [color.red, color.green, color.blue] }
    }

    /// Fills each position that is inside an odd number of rings, in O(rows × points).
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
