/// The areas mode of the collision pass: a marker holds only markers of its own area, so no count crosses a border.
///
/// An area can have several *parts*: the drawn outlines in which its markers are. Almost always it has one. Each part
/// has a *head*, the marker that is nearest to the median X and Y of the part's markers. The head of an area is that of
/// its largest part, and is visible at every zoom. An area is *whole* at the zooms where its markers are so close
/// together that its head stands for all of them. From the zoom where it is no longer whole, the heads of its other
/// parts are visible, and its other markers become visible as in the stable mode: in rank order, if they collide with
/// no visible marker of any area. Heads are the only visible markers that may overlap.
///
/// A hidden marker belongs to the first visible marker of its own part that it collides with, in placing order. If
/// there is none, because only other markers hide it, it belongs to the marker to which it belonged at the zoom below,
/// and at level 0 to its part's head.
///
/// - Complexity: 24 bytes of memory for each marker, and 8 for each visible one.
/// - Source: docs/design/collision.md. `Drawing/Page/Assets/collision.js` is the same in JavaScript; all numbers are
///   below 2^53 there.
struct AreaPlacement {
    /// A marker that no level so far shows.
    private static let never = Int8.max
    /// An area with fewer markers than this is whole only while all of them fit under one icon.
    private static let fewMarkers = 8
    /// An area is whole while its markers, except the outermost ones, are within this many icons.
    private static let iconsOfWhole: Int64 = 3
    /// On each side, one marker in this many may be farther out.
    private static let outermostShare = 10

    private struct Area {
        var head: Int32
        var count: Int
        /// The size of the box around the markers without the outermost ones, in plane units.
        var width: Int64
        var height: Int64
    }

    /// The points and the parts by rank.
    private let points: [PlanePoint]
    private let partOf: [Int32]
    private let parts: [Area]
    private let areas: [Area]
    private let areaOfPart: [Int32]
    private let box: CollisionBox
    /// The lowest level that shows each marker, by rank: -1 for heads of areas.
    private(set) var firstLevels: [Int8]
    private var hidden: [Int32]
    /// For each hidden marker, a visible one that hid it at the last level; -1 if unknown.
    private var known: [Int32]
    private var level = -1

    /// - Parameters:
    ///   - partOf: the number of each marker's part, by rank; parts are numbered from 0.
    ///   - areaOfPart: the number of each part's area, from 0.
    init(of field: CollisionField, parts partOf: [Int32], areaOfPart: [Int32]) {
        points = field.spotOfRank.map { field.points[Int($0)] }
        (self.partOf, self.areaOfPart) = (partOf, areaOfPart)
        box = field.kinds.first?.box ?? CollisionBox(of: Marker.usual, padding: 0)
        parts = Self.areas(points, partOf)
        var areas = parts
        if areaOfPart.count > Int((areaOfPart.max() ?? -1) + 1) {
            areas = Self.areas(points, partOf.map { areaOfPart[Int($0)] })
            // In this order, the last part of an area is its largest; of several, the one whose head ranks first.
            let order = zip(parts, areaOfPart).sorted { ($0.0.count, $1.0.head) < ($1.0.count, $0.0.head) }
            for (part, area) in order { areas[Int(area)].head = part.head }
        }
        self.areas = areas
        firstLevels = [Int8](repeating: Self.never, count: points.count)
        for area in areas { firstLevels[Int(area.head)] = -1 }
        hidden = points.indices.filter { [firstLevels] in firstLevels[$0] == Self.never }.map(Int32.init)
        known = [Int32](repeating: -1, count: points.count)
    }

    private static func areas(_ points: [PlanePoint], _ numbers: [Int32]) -> [Area] {
        var members = [[Int32]](repeating: [], count: Int((numbers.max() ?? -1) + 1))
        for (rank, number) in numbers.enumerated() { members[Int(number)].append(Int32(rank)) }
        return members.map { ranks in
            let (xs, ys) = (ranks.map { points[Int($0)].x }.sorted(), ranks.map { points[Int($0)].y }.sorted())
            let (middle, cut) = ((ranks.count - 1) / 2, ranks.count / Self.outermostShare)
            let last = ranks.count - 1 - cut
            let head = ranks.min { left, right in
                func distance(_ rank: Int32) -> UInt64 {
                    let point = points[Int(rank)]
                    return (point.x - xs[middle]).magnitude + (point.y - ys[middle]).magnitude
                }
                return distance(left) < distance(right)
            }
            return Area(
                head: head ?? 0, count: ranks.count, width: xs[last] - xs[cut], height: ys[last] - ys[cut])
        }
    }

    private func isWhole(_ area: Area, _ icon: Icon) -> Bool {
        if area.width < icon.width, area.height < icon.height { return true }
        return area.count >= Self.fewMarkers && area.width < Self.iconsOfWhole * icon.width
            && area.height < Self.iconsOfWhole * icon.height
    }

    /// Finds which markers become visible, up to `wanted`.
    mutating func advance(to wanted: Int) {
        while level < wanted {
            level += 1
            let icon = Icon(box, level: level)
            for (part, area) in areaOfPart.enumerated() where !isWhole(areas[Int(area)], icon) {
                let head = Int(parts[part].head)
                firstLevels[head] = min(firstLevels[head], Int8(level))
            }
            var shown = ShownMarkers(icon, points, firstLevels.indices.filter { firstLevels[$0] <= level })
            var kept = 0
            for rank in hidden where firstLevels[Int(rank)] == Self.never {
                let former = known[Int(rank)]
                let isHidden =
                    isWhole(areas[Int(areaOfPart[Int(partOf[Int(rank)])])], icon)
                    || former >= 0 && icon.meets(points[Int(rank)], points[Int(former)])
                if !isHidden {
                    known[Int(rank)] = shown.first(at: points[Int(rank)], points) { _ in 0 } ?? -1
                }
                if isHidden || known[Int(rank)] >= 0 {
                    hidden[kept] = rank
                    kept += 1
                } else {
                    firstLevels[Int(rank)] = Int8(level)
                    shown.insert(rank, points)
                }
            }
            hidden.removeLast(hidden.count - kept)
        }
    }

    /// Returns the owner of each marker at a level: by rank, the rank of the visible marker that stands for it.
    /// - Complexity: O(n) on average, and O(n) for each lower level that a marker between two areas asks for.
    mutating func owners(level: Int) -> [Int32] {
        advance(to: level)
        var tables: [Int: ShownMarkers] = [:]
        return points.indices.map { rank in
            if firstLevels[rank] <= level { return Int32(rank) }
            return owner(ofHidden: rank, from: level, &tables)
        }
    }

    private func owner(ofHidden rank: Int, from highest: Int, _ tables: inout [Int: ShownMarkers]) -> Int32 {
        let own = partOf[rank]
        let area = areas[Int(areaOfPart[Int(own)])]
        for level in stride(from: highest, through: 0, by: -1) {
            let icon = Icon(box, level: level)
            if isWhole(area, icon) { return level == highest ? area.head : parts[Int(own)].head }
            if tables[level] == nil {
                tables[level] = ShownMarkers(icon, points, firstLevels.indices.filter { firstLevels[$0] <= level })
            }
            let found = tables[level]?.first(at: points[rank], points) { other in
                guard partOf[Int(other)] == own else { return nil }
                return firstLevels[Int(other)] == level ? Int(other) + points.count : Int(other)
            }
            if let found { return found }
        }
        return parts[Int(own)].head
    }
}

/// The size of the icon of all markers at one level, in plane units.
private struct Icon {
    let width: Int64
    let height: Int64

    init(_ box: CollisionBox, level: Int) {
        let scaled = box.scaled(shift: CollisionPlane.shift(level: level))
        (width, height) = (scaled.left + scaled.right, scaled.top + scaled.bottom)
    }

    func meets(_ one: PlanePoint, _ other: PlanePoint) -> Bool {
        guard (other.y - one.y).magnitude < height else { return false }
        let east = (other.x - one.x) & (CollisionPlane.side - 1)
        return east < width || CollisionPlane.side - east < width
    }
}

/// A hash table of visible markers by cell. A cell is as large as the icon, so a marker meets only those of the nine
/// cells around it.
private struct ShownMarkers {
    private let icon: Icon
    private let columns: Int64
    private var slots: [Int32]
    private var count = 0

    init(_ icon: Icon, _ points: [PlanePoint], _ ranks: [Int]) {
        self.icon = icon
        columns = (CollisionPlane.side + icon.width - 1) / icon.width
        slots = [Int32](repeating: -1, count: 64)
        for rank in ranks { insert(Int32(rank), points) }
    }

    mutating func insert(_ rank: Int32, _ points: [PlanePoint]) {
        count += 1
        if 2 * count > slots.count {
            let former = slots
            slots = [Int32](repeating: -1, count: 2 * former.count)
            for rank in former where rank >= 0 { put(rank, points) }
        }
        put(rank, points)
    }

    private mutating func put(_ rank: Int32, _ points: [PlanePoint]) {
        let point = points[Int(rank)]
        var slot = start(column: point.x / icon.width, row: point.y / icon.height)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = rank
    }

    private func start(column: Int64, row: Int64) -> Int {
        let mixed =
            UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: row) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: mixed ^ mixed >> 29) & (slots.count - 1)
    }

    /// Returns the visible marker that meets a point and has the lowest `order`. A marker whose order is nil is passed
    /// over.
    func first(at point: PlanePoint, _ points: [PlanePoint], order: (Int32) -> Int?) -> Int32? {
        let (column, row) = (point.x / icon.width, point.y / icon.height)
        // The world's width is not a multiple of a cell's. Across the narrow last column, a marker reaches one further.
        let reach = (column == 0 ? -2 : -1)...(column == columns - 2 ? 2 : 1)
        var best: (order: Int, rank: Int32)?
        for dx in reach.map(Int64.init) {
            let x = (column + dx + 2 * columns) % columns
            for dy in Int64(-1)...1 {
                var slot = start(column: x, row: row + dy)
                while slots[slot] >= 0 {
                    let other = slots[slot]
                    slot = (slot + 1) & (slots.count - 1)
                    guard icon.meets(point, points[Int(other)]), let order = order(other) else { continue }
                    if order < best?.order ?? .max { best = (order, other) }
                }
            }
        }
        return best?.rank
    }
}
