/// The box of some positions in units of 1e-7 degrees, rounded outward, with their least and greatest traits.
///
/// The rounding is monotone, and all code rounds in the same way. So a position in a box of degrees is always in the
/// rounded box.
struct PageBox: Equatable {
    var west = Int32.max
    var east = Int32.min
    var south = Int32.max
    var north = Int32.min
    var leastTraits = Int32.max
    var greatestTraits = Int32.min

    /// An empty box.
    init() {}

    init(_ group: BoxGroup, lane: Int) {
        (west, east) = (group.west[lane], group.east[lane])
        (south, north) = (group.south[lane], group.north[lane])
        (leastTraits, greatestTraits) = (group.leastTraits[lane], group.greatestTraits[lane])
    }

    /// - Precondition: the coordinates of the position are valid.
    mutating func add(_ point: PagedPoint) {
        west = min(west, Self.down(point.longitude))
        east = max(east, Self.up(point.longitude))
        south = min(south, Self.down(point.latitude))
        north = max(north, Self.up(point.latitude))
        leastTraits = min(leastTraits, point.traits)
        greatestTraits = max(greatestTraits, point.traits)
    }

    mutating func add(_ other: PageBox) {
        (west, east) = (min(west, other.west), max(east, other.east))
        (south, north) = (min(south, other.south), max(north, other.north))
        leastTraits = min(leastTraits, other.leastTraits)
        greatestTraits = max(greatestTraits, other.greatestTraits)
    }

    /// Returns degrees in units, rounded down.
    static func down(_ degrees: Double) -> Int32 { Int32((degrees * PageLayout.unitsPerDegree).rounded(.down)) }
    /// Returns degrees in units, rounded up.
    static func up(_ degrees: Double) -> Int32 { Int32((degrees * PageLayout.unitsPerDegree).rounded(.up)) }
}

extension BoxGroup {
    subscript(lane: Int) -> PageBox {
        get { PageBox(self, lane: lane) }
        set {
            (west[lane], east[lane]) = (newValue.west, newValue.east)
            (south[lane], north[lane]) = (newValue.south, newValue.north)
            (leastTraits[lane], greatestTraits[lane]) = (newValue.leastTraits, newValue.greatestTraits)
        }
    }
}

extension PageSource {
    /// Returns the box around all positions, rounded outward to units of 1e-7 degrees; nil if there are none.
    ///
    /// - Complexity: O(1); reads only the root.
    public func extent() throws -> BoundingBox? {
        begin()
        var whole = PageBox()
        try withPage(PageLayout.root) { bytes in
            guard let page = PointPage(bytes, level: nil) else { throw damage(PageLayout.root) }
            for group in 0..<page.boxGroups {
                let boxes = page.boxes(group)
                // Unused boxes are empty, so they add nothing.
                for lane in 0..<PageLayout.lanes { whole.add(boxes[lane]) }
            }
        }
        func degrees(_ edge: Int32, _ limit: Double) -> Double {
            min(limit, max(-limit, Double(edge) / PageLayout.unitsPerDegree))
        }
        // Without positions, or in a damaged index, the edges do not form a box. The extent is then unknown.
        return try? BoundingBox(
            west: degrees(whole.west, 180), south: degrees(whole.south, 90), east: degrees(whole.east, 180),
            north: degrees(whole.north, 90))
    }
}
