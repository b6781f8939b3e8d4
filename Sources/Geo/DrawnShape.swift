package import GeocliText

/// Areas and lines for drawing.
package struct DrawnShape: Hashable, Sendable {
    /// The areas. Each area is a list of rings: the outer ring is first and counter-clockwise, and its holes are
    /// clockwise. With these directions, overlapping areas can be drawn together with the fill rule "nonzero".
    package private(set) var areas: [[GridLine]] = []
    package private(set) var lines: [GridLine] = []

    package init() {}

    /// Makes one shape with all areas and lines of `shapes`.
    package init(all shapes: [DrawnShape]) {
        areas = shapes.flatMap(\.areas)
        lines = shapes.flatMap(\.lines)
    }

    package var isEmpty: Bool { areas.isEmpty && lines.isEmpty }
    package var pointCount: Int {
        areas.reduce(0) { $0 + $1.reduce(0) { $0 + $1.points.count } } + lines.reduce(0) { $0 + $1.points.count }
    }

    /// Adds an area, but leaves out the holes that are too small to see. Returns whether its outer ring can be seen.
    @discardableResult
    package mutating func add(area rings: [GridLine]) -> Bool {
        guard let outer = rings.first, outer.points.count >= 3 else { return false }
        let holes = rings.dropFirst().filter { $0.points.count >= 3 }
        areas.append(
            [outer.doubledArea < 0 ? outer.reversed : outer]
                + holes.map { $0.doubledArea > 0 ? $0.reversed : $0 })
        return true
    }

    /// Adds a line. Returns whether it can be seen.
    @discardableResult
    package mutating func add(line: GridLine) -> Bool {
        guard line.canBeSeen else { return false }
        lines.append(line)
        return true
    }

    /// Returns the shape simplified for a map of this zoom (`GridLine.simplified`).
    package func simplified(zoom: Double) -> DrawnShape {
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

    /// Returns a shape with only those lines, and areas by their outer ring, that satisfy `isWanted`.
    package func filtered(_ isWanted: (GridLine) -> Bool) -> DrawnShape {
        var shape = DrawnShape()
        shape.areas = areas.filter { isWanted($0[0]) }
        shape.lines = lines.filter(isWanted)
        return shape
    }
}

extension DrawnShape {
    /// Writes the shape as two members, `areas` and `lines`, of the object that is open. A line is an array of whole
    /// numbers: its first position, then the differences from position to position, longitude first.
    package func writeMembers(to json: inout JSONWriter) {
        json.name("areas")
        json.beginArray()
        for rings in areas {
            json.beginArray()
            for ring in rings { ring.write(to: &json) }
            json.endArray()
        }
        json.endArray()
        json.name("lines")
        json.beginArray()
        for line in lines { line.write(to: &json) }
        json.endArray()
    }

    /// The shape as text: a JSON object with the members `areas` and `lines`.
    package var text: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
        return json.bytes
    }

    /// Creates the shape from text that has the form of the `text` property; nil for any other text.
    package init?(text: [UInt8]) {
        var shape = DrawnShape()
        // No error is thrown here: the caller reports the damage, because it knows the layer.
        let isWhole = try? JSONStream.withCursor(text, name: "shape") { cursor -> Bool in
            guard cursor.isObject else { return false }
            var isWhole = true
            cursor.forEachMember { name, value in
                switch name {
                case "areas" where value.isArray:
                    value.forEachElement { isWhole = shape.addArea(&$0) && isWhole }
                case "lines" where value.isArray:
                    value.forEachElement { cursor in
                        let isLine = GridLine(&cursor, isRing: false).map { shape.add(line: $0) } ?? false
                        isWhole = isLine && isWhole
                    }
                default:
                    isWhole = false
                    value.skip()
                }
            }
            return isWhole
        }
        guard isWhole == true, !shape.isEmpty else { return nil }
        self = shape
    }

    private mutating func addArea(_ json: inout JSONCursor) -> Bool {
        guard json.isArray else {
            json.skip()
            return false
        }
        var rings: [GridLine?] = []
        json.forEachElement { rings.append(GridLine(&$0, isRing: true)) }
        let whole = rings.compactMap(\.self)
        return whole.count == rings.count && add(area: whole)
    }
}

extension GridLine {
    /// Writes the first position, then differences.
    func write(to json: inout JSONWriter) {
        json.beginArray()
        var last = GridPoint(x: 0, y: 0)
        for point in points {
            json.integer(Int64(point.x - last.x))
            json.integer(Int64(point.y - last.y))
            last = point
        }
        json.endArray()
    }

    /// Reads a line from an array in the form that `write` produces; nil for any other value.
    fileprivate init?(_ json: inout JSONCursor, isRing: Bool) {
        guard json.isArray else {
            json.skip()
            return nil
        }
        var numbers: [Int] = []
        var isWhole = true
        json.forEachElement { element in
            guard let number = element.number(), abs(number) <= Self.farthest, number == number.rounded() else {
                isWhole = false
                return
            }
            numbers.append(Int(number))
        }
        guard isWhole, numbers.count >= 4, numbers.count.isMultiple(of: 2) else { return nil }
        var last = GridPoint(x: 0, y: 0)
        var points: [GridPoint] = []
        for index in stride(from: 0, to: numbers.count, by: 2) {
            last = GridPoint(x: last.x + numbers[index], y: last.y + numbers[index + 1])
            guard Double(abs(last.x)) <= Self.farthest, abs(last.y) <= 9_000_000 else { return nil }
            points.append(last)
        }
        self.init(points, isRing: isRing)
    }

    /// The greatest longitude that is accepted: `mostTurns` + 1 turns, in units of the grid.
    private static var farthest: Double {
        360 * Double(GridPoint.mostTurns + 1) * GridPoint.unitsPerDegree
    }
}
