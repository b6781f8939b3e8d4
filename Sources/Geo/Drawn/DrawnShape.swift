/// Areas and lines for drawing.
public struct DrawnShape: Hashable, Sendable {
    /// The areas. Each area is a list of rings: the outer ring is first and counter-clockwise, and its holes are
    /// clockwise. With these directions, overlapping areas can be drawn together with the fill rule "nonzero".
    public private(set) var areas: [[GridLine]] = []
    /// The lines.
    public private(set) var lines: [GridLine] = []

    /// Makes an empty shape.
    public init() {}

    /// Makes one shape with all areas and lines of `shapes`.
    public init(all shapes: [DrawnShape]) {
        areas = shapes.flatMap(\.areas)
        lines = shapes.flatMap(\.lines)
    }

    /// Whether there is nothing to draw.
    public var isEmpty: Bool { areas.isEmpty && lines.isEmpty }
    /// The number of positions.
    public var pointCount: Int {
        areas.reduce(0) { $0 + $1.reduce(0) { $0 + $1.points.count } } + lines.reduce(0) { $0 + $1.points.count }
    }

    /// Adds an area, but leaves out the holes that are too small to see. Returns whether its outer ring can be seen.
    @discardableResult
    public mutating func add(area rings: [GridLine]) -> Bool {
        guard let outer = rings.first, outer.points.count >= 3 else { return false }
        let holes = rings.dropFirst().filter { $0.points.count >= 3 }
        areas.append(
            [outer.doubledArea < 0 ? outer.reversed : outer]
                + holes.map { $0.doubledArea > 0 ? $0.reversed : $0 })
        return true
    }

    /// Adds a line. Returns whether it can be seen.
    @discardableResult
    public mutating func add(line: GridLine) -> Bool {
        guard line.canBeSeen else { return false }
        lines.append(line)
        return true
    }

    /// Returns the shape simplified for a map of this zoom (`GridLine.simplified`).
    public func simplified(zoom: Double) -> DrawnShape {
        var shape = DrawnShape()
        for rings in areas {
            guard let outer = rings[0].simplified(zoom: zoom) else { continue }
            shape.add(area: [outer] + rings.dropFirst().compactMap { $0.simplified(zoom: zoom) })
        }
        for line in lines {
            if let line = line.simplified(zoom: zoom) { shape.add(line: line) }
        }
        return shape
    }

    /// Returns a shape with only those areas whose outer ring satisfies `isWanted`, and only those lines that satisfy
    /// it.
    public func filtered(_ isWanted: (GridLine) -> Bool) -> DrawnShape {
        var shape = DrawnShape()
        shape.areas = areas.filter { isWanted($0[0]) }
        shape.lines = lines.filter(isWanted)
        return shape
    }
}
