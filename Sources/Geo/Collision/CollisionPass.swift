/// Finds which markers of a map are visible at a zoom, and which visible marker hides each of the others.
///
/// It works like `isHideCollidedMarkers` of NAVER Map SDK 3.18, which hides a marker that overlaps a visible one of
/// higher rank. In addition, it gives the hider of each hidden marker, which the SDK does not give. So the result can
/// be used as clusters with members and counts.
///
/// Markers are projected once to a square with a side of 2^40 units, and boxes are whole multiples of 1/64 pt. Two
/// boxes collide if their interiors overlap; boxes that only touch do not collide. All tests are exact. The rank is one
/// total order for all zooms: globalZIndex ↓, zIndex ↓, priority ↓, south before north, west before east, id ↑ (as
/// numbers if all ids are numbers, otherwise by UTF-8 bytes).
///
/// - Edges: the world wraps around at ±180° (180 and -180 are the same position) and ends at ±85.05°. Markers beyond
///   ±85.05° are drawn on the edge of the world. The result does not depend on the order of the input.
/// - Source: docs/design/collision.md.
public struct CollisionPass: Sendable {
    public let count: Int
    public let options: CollisionOptions

    let field: CollisionField
    /// The markers that may be wider than half the world at some zoom, in the order of the input.
    private let wideMarkers: [Marker]
    /// The number of each marker's part of an area, by rank; nil unless the mode is `areas`.
    private let partOfRank: [Int32]?
    /// The number of each part's area.
    private let areaOfPart: [Int32]

    /// Creates a pass over `markers`, as `init(count:options:marker:)` does. The array is not kept.
    public init(_ markers: [Marker], options: CollisionOptions) throws(GeoError) {
        try self.init(count: markers.count, options: options) { markers[$0] }
    }

    /// Creates a pass over `count` markers, calling `marker` once for each index, from 0 on, so that the markers need
    /// not all be in memory at the same time.
    ///
    /// - Throws: `GeoError` for an id that occurs twice, an anchor outside 0…1, a size that is not finite or is below
    ///   1/64 pt, a priority or window that is not a number, a negative padding, and a top zoom outside 0…22; in the
    ///   areas mode, also for markers that do not look alike.
    /// - Complexity: O(n), n markers; text ids need O(n log n) comparisons and more memory. For each marker, the pass
    ///   keeps 37 bytes and needs up to 80 while it is created; each result needs up to 45 more while it is computed,
    ///   and a snapshot keeps 12. Each distinct combination of size, anchor, flags and window needs 72 bytes.
    public init(count: Int, options: CollisionOptions, marker: (Int) -> Marker) throws(GeoError) {
        try options.check()
        let needsAreas = options.mode == .areas
        var intake = MarkerIntake(count: count, padding: options.paddingPoints, needsAreas: needsAreas)
        for index in 0..<count { try intake.take(marker(index)) }
        self.count = count
        self.options = options
        wideMarkers = intake.wideMarkers
        field = try CollisionField(intake)
        partOfRank = needsAreas ? field.inputOfRank.map { intake.partOf[Int($0)] } : nil
        var areas = ValueCatalog<String?>()
        areaOfPart = intake.parts.values.map { areas.index(of: $0.area) }
        guard !needsAreas || intake.kinds.values.count <= 1 && intake.kinds.values.allSatisfy(\.isPlain) else {
            throw CollisionOptions.errorOfAreas
        }
    }

    /// Returns the visible markers and the hiders at `zoom`; at a fractional zoom, those of the whole zoom below it.
    ///
    /// In the stable mode, the lower zooms are placed first, from the zoom where the world is 256 pt wide on. When the
    /// window of a marker opens, the marker is placed after those that are already visible. When the window closes, the
    /// marker is removed, and the markers that it hid are placed again.
    ///
    /// - Throws: `GeoError` for a zoom outside 0…22, and for an active marker whose icon, without padding, is wider
    ///   than half the world at `zoom`. At a lower zoom, that is not an error: the result is exact, too, because boxes
    ///   are compared all around the world.
    /// - Complexity: O(n) on average for one zoom; in the stable mode, each lower zoom takes O(n) more.
    public func snapshot(zoom: Double) throws(GeoError) -> CollisionSnapshot {
        guard zoom >= 0, zoom <= Double(CollisionOptions.highestZoom) else {
            throw CollisionOptions.error(zoom: "\(zoom)")
        }
        let wholeZoom = Int(zoom.rounded(.down))
        try checkWidths(zoom: wholeZoom)
        if var areas { return snapshot(zoom: zoom, &areas) }
        var placement = CollisionPlacement(of: field)
        for below in zoomsBefore(wholeZoom) { placement.place(step(zoom: below, isVisibilityEnough: true)) }
        placement.place(step(zoom: wholeZoom))
        return CollisionSnapshot(zoom: zoom, placement.hidersByRank, of: field)
    }

    /// Calls `body` with the snapshot of each of `zooms`, lowest first, as `snapshot(zoom:)` gives it, but places every
    /// zoom only once, reuses memory, and does not check markers again that no longer collide.
    ///
    /// - Edges: `options.maximumZoom` does not limit the zooms.
    /// - Throws: as `snapshot(zoom:)`, before the first snapshot. An error of `body` stops the loop and is rethrown.
    /// - Complexity: O(n) per zoom on average; in the stable mode, each zoom below the range takes O(n) more.
    public func forEachSnapshot(
        zooms: ClosedRange<Int>, body: (CollisionSnapshot) throws(GeoError) -> Void
    ) throws(GeoError) {
        for zoom in [zooms.lowerBound, zooms.upperBound] where !(0...CollisionOptions.highestZoom).contains(zoom) {
            throw CollisionOptions.error(zoom: "\(zoom)")
        }
        for zoom in zooms { try checkWidths(zoom: zoom) }
        if var areas {
            for zoom in zooms { try body(snapshot(zoom: Double(zoom), &areas)) }
            return
        }
        var placement = CollisionPlacement(of: field)
        for below in zoomsBefore(zooms.lowerBound) { placement.place(step(zoom: below, isVisibilityEnough: true)) }
        for zoom in zooms {
            placement.place(step(zoom: zoom))
            try body(CollisionSnapshot(zoom: Double(zoom), placement.hidersByRank, of: field))
        }
    }

    /// Returns the lowest zoom at which each marker is visible: in the areas mode, or else in the stable mode, because
    /// one number per marker is not enough in the faithful mode. Calls `progress` after each zoom, starting with zoom 0.
    ///
    /// - Throws: `GeoError` for an icon wider than half the world at a zoom of its window and of
    ///   0…`options.maximumZoom`.
    /// - Complexity: O(n) per zoom on average.
    public func allZooms(progress: (_ zoom: Int) -> Void = { _ in }) throws(GeoError) -> CollisionLevels {
        for zoom in 0...options.maximumZoom { try checkWidths(zoom: zoom) }
        if var areas { return allZooms(&areas, progress) }
        var firstVisible = [Int8](repeating: -1, count: count)
        var placement = CollisionPlacement(of: field)
        for zoom in lowestZoom...options.maximumZoom {
            placement.place(step(zoom: zoom, keepsVisible: zoom > lowestZoom, isVisibilityEnough: true))
            guard zoom >= 0 else { continue }
            for (rank, hider) in placement.hidersByRank.enumerated() where hider == rank && firstVisible[rank] < 0 {
                firstVisible[rank] = Int8(zoom)
            }
            progress(zoom)
        }
        let hiders = placement.hidersByRank
        let isHidden: [Bool] = field.rankOfInput.map { hiders[Int($0)] >= 0 && hiders[Int($0)] != $0 }
        return CollisionLevels(
            maximumZoom: options.maximumZoom, firstVisible: field.rankOfInput.map { firstVisible[Int($0)] },
            hiddenAtTop: isHidden)
    }

    /// Returns, for each visible marker in the order of `snapshot.visible`, the zoom that splits its cluster: the
    /// lowest whole zoom above that of the snapshot, at most `options.maximumZoom`, that shows a member.
    ///
    /// - Edges: nil for a marker without members, or whose members no zoom shows. The snapshot must be from this pass.
    /// - Complexity: O(n) per zoom on average, for all clusters together, up to the zoom where all of them are split.
    public func expansionZooms(of snapshot: CollisionSnapshot) -> [Int?] {
        precondition(snapshot.count == count, "a snapshot of another pass")
        if var areas { return expansionZooms(of: snapshot, &areas) }
        var expansions = [Int8](repeating: -1, count: count)
        let hiders = snapshot.hidersByRank
        var pending = hiders.indices.count { snapshot.memberCount(ofRank: $0) > 0 }
        var zoom = snapshot.wholeZoom + 1
        var placement = CollisionPlacement(of: field)
        if options.mode == .stable { placement.resume { hiders[$0] == $0 } }
        while pending > 0, zoom <= options.maximumZoom {
            placement.place(step(zoom: zoom, keepsVisible: options.mode == .stable, isVisibilityEnough: true))
            for (rank, hider) in placement.hidersByRank.enumerated() where hider == rank {
                let before = hiders[rank]
                guard before >= 0, before != rank, expansions[Int(before)] < 0 else { continue }
                expansions[Int(before)] = Int8(zoom)
                pending -= 1
            }
            zoom += 1
        }
        return hiders.indices.filter { hiders[$0] == $0 }.map { expansions[$0] < 0 ? nil : Int(expansions[$0]) }
    }

    var showsAllMarkersAtAllZooms: Bool { field.isAlwaysActive && wideMarkers.isEmpty }

    private var areas: AreaPlacement? { partOfRank.map { AreaPlacement(of: field, parts: $0, areaOfPart: areaOfPart) } }

    private func snapshot(zoom: Double, _ areas: inout AreaPlacement) -> CollisionSnapshot {
        let owners = areas.owners(level: Int(zoom.rounded(.down)) + options.levelOffset)
        return owners.withUnsafeBufferPointer { CollisionSnapshot(zoom: zoom, $0, of: field) }
    }

    private func allZooms(_ areas: inout AreaPlacement, _ progress: (_ zoom: Int) -> Void) -> CollisionLevels {
        for zoom in 0...options.maximumZoom {
            areas.advance(to: zoom + options.levelOffset)
            progress(zoom)
        }
        let (top, offset) = (options.maximumZoom + options.levelOffset, options.levelOffset)
        let levels = field.rankOfInput.map { Int(areas.firstLevels[Int($0)]) }
        return CollisionLevels(
            maximumZoom: options.maximumZoom,
            firstVisible: levels.map { $0 > top ? -1 : Int8(max($0 - offset, 0)) },
            hiddenAtTop: levels.map { $0 > top })
    }

    private func expansionZooms(of snapshot: CollisionSnapshot, _ areas: inout AreaPlacement) -> [Int?] {
        areas.advance(to: options.maximumZoom + options.levelOffset)
        let hiders = snapshot.hidersByRank
        var lowest = [Int8](repeating: .max, count: count)
        for (rank, hider) in hiders.enumerated() where Int(hider) != rank {
            lowest[Int(hider)] = min(lowest[Int(hider)], areas.firstLevels[rank])
        }
        return hiders.indices.filter { hiders[$0] == $0 }.map {
            let zoom = Int(lowest[$0]) - options.levelOffset
            return zoom > options.maximumZoom ? nil : zoom
        }
    }

    /// The zoom at which the world is 256 pt wide, where the stable mode starts.
    private var lowestZoom: Int { -options.levelOffset }

    private func zoomsBefore(_ zoom: Int) -> Range<Int> {
        options.mode == .stable ? lowestZoom..<zoom : zoom..<zoom
    }

    private func step(zoom: Int, isVisibilityEnough: Bool = false) -> CollisionPlacement.Step {
        step(
            zoom: zoom, keepsVisible: options.mode == .stable && zoom > lowestZoom,
            isVisibilityEnough: isVisibilityEnough)
    }

    private func step(zoom: Int, keepsVisible: Bool, isVisibilityEnough: Bool) -> CollisionPlacement.Step {
        CollisionPlacement.Step(
            level: zoom + options.levelOffset, zoom: zoom, keepsVisible: keepsVisible,
            isNearestWanted: !isVisibilityEnough && options.attribution == .nearest)
    }

    private func checkWidths(zoom: Int) throws(GeoError) { try options.checkWidths(of: wideMarkers, zoom: zoom) }
}

/// The visible markers at one zoom, and the hider of each hidden marker. A marker is identified by its index in the
/// array that the pass was created from.
///
/// - Edges: the point counts of the visible markers add up to the number of active markers. A marker outside its zoom
///   window is inactive: it is not visible, and it is not a member of any cluster.
public struct CollisionSnapshot: Hashable, Sendable {
    /// The zoom that the caller asked for; it may be fractional.
    public let zoom: Double

    /// For the marker of each rank, the rank of its hider; its own rank if the marker is visible, -1 if it is inactive.
    let hidersByRank: [Int32]
    /// The ranks of all members, cluster by cluster, in rank order. The members of rank r are at
    /// `starts[r]..<starts[r + 1]`. The last value of `starts` occurs twice, and its second copy is not used.
    private let memberRanks: [Int32]
    private let starts: [Int32]
    private let inputOfRank: [Int32]
    private let rankOfInput: [Int32]

    init(zoom: Double, _ hiders: UnsafeBufferPointer<Int32>, of field: CollisionField) {
        self.zoom = zoom
        hidersByRank = Array(hiders)
        inputOfRank = field.inputOfRank
        rankOfInput = field.rankOfInput
        (starts, memberRanks) = Self.members(hiders)
    }

    /// Groups hidden markers by their hiders, with a counting sort.
    private static func members(_ hiders: UnsafeBufferPointer<Int32>) -> (starts: [Int32], members: [Int32]) {
        // The count of rank r is at index r + 2. After the summation, the start of rank r is at index r + 1. Each
        // inserted member increases that start by one. So after the last member, index r + 1 holds the end of rank r,
        // which is also the start of rank r + 1.
        var starts = [Int32](repeating: 0, count: hiders.count + 2)
        let members = starts.withUnsafeMutableBufferPointer { starts in
            for rank in hiders.indices where hiders[rank] >= 0 && Int(hiders[rank]) != rank {
                starts[Int(hiders[rank]) &+ 2] &+= 1
            }
            var total: Int32 = 0
            for index in starts.indices {
                total &+= starts[index]
                starts[index] = total
            }
            return [Int32](unsafeUninitializedCapacity: Int(total)) { members, count in
                for rank in hiders.indices where hiders[rank] >= 0 && Int(hiders[rank]) != rank {
                    let index = Int(hiders[rank]) &+ 1
                    members.initializeElement(at: Int(starts[index]), to: Int32(truncatingIfNeeded: rank))
                    starts[index] &+= 1
                }
                count = Int(total)
            }
        }
        return (starts, members)
    }

    /// The zoom that was placed: the greatest whole number that is at most `zoom`.
    public var wholeZoom: Int { Int(zoom.rounded(.down)) }

    public var count: Int { hidersByRank.count }

    /// The visible markers, highest rank first, in O(n) each time.
    public var visible: [Int] {
        hidersByRank.indices.lazy.filter { hidersByRank[$0] == $0 }.map { Int(inputOfRank[$0]) }
    }

    /// Returns the marker that hides marker `index`: `index` itself if it is visible, nil if it is inactive.
    public func hider(of index: Int) -> Int? {
        let hider = hidersByRank[Int(rankOfInput[index])]
        return hider < 0 ? nil : Int(inputOfRank[Int(hider)])
    }

    public func isVisible(_ index: Int) -> Bool { hidersByRank[Int(rankOfInput[index])] == rankOfInput[index] }

    /// Returns the members of the cluster of visible marker `index`, highest rank first, without the marker itself;
    /// none for a marker that is hidden or inactive.
    public func members(of index: Int) -> Members {
        let rank = Int(rankOfInput[index])
        return Members(ranks: memberRanks[Int(starts[rank])..<Int(starts[rank + 1])], inputOfRank: inputOfRank)
    }

    /// Returns how many markers visible marker `index` represents, with itself; 0 if it is hidden or inactive.
    public func pointCount(of index: Int) -> Int {
        isVisible(index) ? 1 + memberCount(ofRank: Int(rankOfInput[index])) : 0
    }

    func memberCount(ofRank rank: Int) -> Int { Int(starts[rank + 1] - starts[rank]) }

    public struct Members: RandomAccessCollection, Sendable {
        fileprivate let ranks: ArraySlice<Int32>
        fileprivate let inputOfRank: [Int32]

        public var startIndex: Int { ranks.startIndex }
        public var endIndex: Int { ranks.endIndex }
        public subscript(index: Int) -> Int { Int(inputOfRank[Int(ranks[index])]) }
    }
}

/// The number of markers in a cluster, short enough for a label.
package enum PointCount {
    /// Returns the count in a few characters: `999`, `1k`, `1.3k`, `12k`. Below 10,000, thousands have one decimal,
    /// which is left out if it is 0. Halves round up, so 9950 is `10k`.
    ///
    /// - Source: `point_count_abbreviated` of supercluster 8 (index.js, `getClusterProperties`).
    package static func abbreviated(_ count: Int) -> String {
        guard count >= 1000 else { return String(count) }
        guard count < 10_000 else { return "\((count + 500) / 1000)k" }
        let tenths = (count + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k"
    }
}

/// The lowest zoom at which each marker is visible, in the stable mode, by the marker's index in the array of the pass.
public struct CollisionLevels: Hashable, Sendable {
    /// The top zoom of the pass.
    public let maximumZoom: Int

    /// -1 for a marker that no zoom shows.
    private let minZooms: [Int8]
    private let colocated: [Bool]

    /// `firstVisible` has the first zoom that shows each marker, -1 for none.
    init(maximumZoom: Int, firstVisible: [Int8], hiddenAtTop: [Bool]) {
        self.maximumZoom = maximumZoom
        minZooms = zip(firstVisible, hiddenAtTop).map { $1 ? Int8(maximumZoom) : $0 }
        colocated = hiddenAtTop
    }

    public var count: Int { minZooms.count }

    /// Returns the lowest zoom of the pass's tile size that shows marker `index`; the top zoom if it is hidden there,
    /// too.
    ///
    /// - Edges: nil if no zoom shows the marker, because its window is empty or closes while another marker still hides
    ///   it. A marker whose window closes later is visible from this zoom to the end of its window.
    public func minZoom(of index: Int) -> Int? { minZooms[index] < 0 ? nil : Int(minZooms[index]) }

    /// Returns whether marker `index` is still hidden at the top zoom, such as in the same building as its hider.
    public func isColocated(_ index: Int) -> Bool { colocated[index] }
}

/// The lowest level at which the stable mode shows each marker of a pass, so that any zoom needs only one placement
/// instead of those of all lower zooms, too.
///
/// One pass serves both tile sizes: zoom z of 512 pt tiles is level z + 1, and zoom z of 256 pt tiles is level z.
///
/// - Complexity: one byte of memory for each marker, and the memory of the pass.
public struct StableLevels: Sendable {
    private let field: CollisionField
    /// For each rank, the lowest level that shows the marker; `never` if none does.
    private let firstLevels: [Int8]
    private static let never = Int8.max

    /// Places all 24 levels once, each in O(n) on average.
    ///
    /// - Precondition: no marker has a zoom window, and no icon is wider than half the world at level 0.
    public init(_ pass: CollisionPass) {
        precondition(pass.showsAllMarkersAtAllZooms, "levels need markers without zoom windows")
        field = pass.field
        var levels = [Int8](repeating: Self.never, count: pass.count)
        var placement = CollisionPlacement(of: field)
        for level in 0...CollisionPlane.highestLevel {
            placement.place(Self.step(level: level, zoom: level))
            for (rank, hider) in placement.hidersByRank.enumerated() where hider == rank && levels[rank] == Self.never {
                levels[rank] = Int8(level)
            }
        }
        firstLevels = levels
    }

    public var count: Int { firstLevels.count }

    /// Returns the snapshot that a stable pass over the same markers gives at `zoom`, 0…22, in O(n) on average. Of
    /// `options`, only the tile size and the attribution are used.
    public func snapshot(zoom: Double, options: CollisionOptions) -> CollisionSnapshot {
        precondition(zoom >= 0 && zoom <= Double(CollisionOptions.highestZoom), "a zoom outside 0…22")
        let wholeZoom = Int(zoom.rounded(.down))
        let level = wholeZoom + options.levelOffset
        var placement = CollisionPlacement(of: field)
        if level > 0 { placement.resume { Int(firstLevels[$0]) < level } }
        placement.place(Self.step(level: level, zoom: wholeZoom, isNearestWanted: options.attribution == .nearest))
        return CollisionSnapshot(zoom: zoom, placement.hidersByRank, of: field)
    }

    /// Returns the zooms that split the clusters, as `CollisionPass.expansionZooms(of:)` does, in O(n). The snapshot
    /// must be from these levels, with the same tile size.
    public func expansionZooms(of snapshot: CollisionSnapshot, options: CollisionOptions) -> [Int?] {
        precondition(snapshot.count == count, "a snapshot of other levels")
        var lowest = [Int8](repeating: Self.never, count: count)
        let hiders = snapshot.hidersByRank
        for (rank, hider) in hiders.enumerated() where hider >= 0 && hider != rank {
            lowest[Int(hider)] = min(lowest[Int(hider)], firstLevels[rank])
        }
        let top = options.maximumZoom + options.levelOffset
        return hiders.indices.filter { hiders[$0] == $0 }.map {
            Int(lowest[$0]) > top ? nil : Int(lowest[$0]) - options.levelOffset
        }
    }

    /// Returns the lowest zoom at which each marker is visible, as `CollisionPass.allZooms()` does, in O(n).
    public func allZooms(options: CollisionOptions) -> CollisionLevels {
        let top = options.maximumZoom + options.levelOffset
        let inInputOrder = field.rankOfInput.map { Int(firstLevels[Int($0)]) }
        return CollisionLevels(
            maximumZoom: options.maximumZoom,
            firstVisible: inInputOrder.map { $0 > top ? -1 : Int8(max($0 - options.levelOffset, 0)) },
            hiddenAtTop: inInputOrder.map { $0 > top })
    }

    private static func step(level: Int, zoom: Int, isNearestWanted: Bool = false) -> CollisionPlacement.Step {
        CollisionPlacement.Step(level: level, zoom: zoom, keepsVisible: level > 0, isNearestWanted: isNearestWanted)
    }
}
