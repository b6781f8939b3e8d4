internal import GeocliText

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
/// - Source: docs/COLLISION.md, which also says which rules are the SDK's and which are ours.
public struct CollisionPass: Sendable {
    /// The number of markers in the pass.
    public let count: Int
    /// The options of the placement.
    public let options: CollisionOptions

    let field: CollisionField
    /// The markers that may be wider than half the world at some zoom, in the order of the input.
    private let wideMarkers: [Marker]

    /// Creates a pass over `markers`: checks, projects and sorts them once for all zooms.
    ///
    /// - Throws: the same errors as `init(count:options:marker:)`.
    /// - Complexity: the same as for `init(count:options:marker:)`. The array is not kept.
    public init(_ markers: [Marker], options: CollisionOptions) throws(GeoError) {
        try self.init(count: markers.count, options: options) { markers[$0] }
    }

    /// Creates a pass over `count` markers. It calls `marker` once for each index, from 0 on, so that the markers need
    /// not all be in memory at the same time.
    ///
    /// - Throws: `GeoError` for an id that occurs twice, an anchor outside 0…1, a size that is not finite or is below
    ///   1/64 pt, a priority or window that is not a number, a negative padding, and a top zoom outside 0…22.
    /// - Complexity: O(n), n markers; text ids need O(n log n) comparisons. For each marker, the pass keeps 37 bytes
    ///   and needs up to 80 while it is created. Each result needs up to 45 more bytes for each marker while it is
    ///   computed, and a snapshot keeps 12. Text ids need additional memory. Each distinct combination of size, anchor,
    ///   flags and window needs 72 bytes.
    public init(count: Int, options: CollisionOptions, marker: (Int) -> Marker) throws(GeoError) {
        try options.check()
        var intake = MarkerIntake(count: count, padding: options.paddingPoints)
        for index in 0..<count { try intake.take(marker(index)) }
        self.count = count
        self.options = options
        wideMarkers = intake.wideMarkers
        field = try CollisionField(intake)
    }

    /// Returns the visible markers and the hiders at `zoom`.
    ///
    /// For a fractional zoom, the result and the zoom windows are those of the whole zoom below it. In the stable mode,
    /// the lower zooms are placed first, starting at the zoom where the world is 256 pt wide. `forEachSnapshot` places
    /// them once for several zooms. When the window of a marker opens, the marker is placed after those that are
    /// already visible. When the window closes, the marker is removed, and the markers that it hid are placed again.
    ///
    /// - Throws: `GeoError` for a zoom outside 0…22, and for an active marker whose icon, without padding, is wider
    ///   than half the world at `zoom`. An icon that is too wide only at a zoom below `zoom` is not an error. The
    ///   result of such a zoom is exact, too, because boxes are compared all around the world.
    /// - Complexity: O(n) on average for one zoom; in the stable mode, each lower zoom takes O(n) more.
    public func snapshot(zoom: Double) throws(GeoError) -> CollisionSnapshot {
        guard zoom >= 0, zoom <= Double(CollisionOptions.highestZoom) else {
            throw CollisionOptions.error(zoom: "\(zoom)")
        }
        let wholeZoom = Int(zoom.rounded(.down))
        try checkWidths(zoom: wholeZoom)
        var placement = CollisionPlacement(of: field)
        for below in zoomsBefore(wholeZoom) { placement.place(step(zoom: below, isVisibilityEnough: true)) }
        placement.place(step(zoom: wholeZoom))
        return CollisionSnapshot(zoom: zoom, placement.hidersByRank, of: field)
    }

    /// Calls `body` with the snapshot of each of `zooms`, lowest first. The snapshots equal those of `snapshot(zoom:)`,
    /// but every zoom is placed only once, memory is reused, and markers that no longer collide are not checked again.
    ///
    /// - Edges: `options.maximumZoom` does not limit the zooms.
    /// - Throws: `GeoError` for zooms outside 0…22 and, as in `snapshot(zoom:)`, for an icon that is too wide at one of
    ///   them. Both errors are thrown before the first snapshot. An error that `body` throws stops the loop and is
    ///   rethrown.
    /// - Complexity: O(n) per zoom on average; in the stable mode, each zoom below the range takes O(n) more. Each
    ///   snapshot that the caller keeps needs 12 bytes for each marker.
    public func forEachSnapshot(
        zooms: ClosedRange<Int>, body: (CollisionSnapshot) throws(GeoError) -> Void
    ) throws(GeoError) {
        for zoom in [zooms.lowerBound, zooms.upperBound] where !(0...CollisionOptions.highestZoom).contains(zoom) {
            throw CollisionOptions.error(zoom: "\(zoom)")
        }
        for zoom in zooms { try checkWidths(zoom: zoom) }
        var placement = CollisionPlacement(of: field)
        for below in zoomsBefore(zooms.lowerBound) { placement.place(step(zoom: below, isVisibilityEnough: true)) }
        for zoom in zooms {
            placement.place(step(zoom: zoom))
            try body(CollisionSnapshot(zoom: Double(zoom), placement.hidersByRank, of: field))
        }
    }

    /// Returns the lowest zoom at which each marker is visible.
    ///
    /// This always uses the stable mode, because one number per marker is enough only in that mode.
    ///
    /// - Parameter progress: a closure that is called after each zoom, starting with zoom 0.
    /// - Throws: `GeoError` for an icon wider than half the world at a zoom that is in its window and in
    ///   0…`options.maximumZoom`.
    /// - Complexity: O(n) per zoom on average.
    public func allZooms(progress: (_ zoom: Int) -> Void = { _ in }) throws(GeoError) -> CollisionLevels {
        for zoom in 0...options.maximumZoom { try checkWidths(zoom: zoom) }
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

    /// Returns, for each visible marker in the order of `snapshot.visible`, the zoom that splits its cluster. A cluster
    /// is split by the lowest whole zoom that is above the zoom of the snapshot and shows a member of the cluster. The
    /// result is at most `options.maximumZoom`.
    ///
    /// - Edges: nil for a marker without members, and for a marker whose members no zoom shows. The snapshot must be
    ///   from this pass.
    /// - Complexity: O(n) per zoom on average, for all clusters together, up to the zoom where all of them are split.
    public func expansionZooms(of snapshot: CollisionSnapshot) -> [Int?] {
        precondition(snapshot.count == count, "a snapshot of another pass")
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

    /// Whether no marker has a zoom window, and no icon is too wide for any zoom.
    var showsAllMarkersAtAllZooms: Bool { field.isAlwaysActive && wideMarkers.isEmpty }

    /// The zoom at which the world is 256 pt wide, where the stable mode starts.
    private var lowestZoom: Int { -options.levelOffset }

    /// Returns the zooms that must be placed before `zoom` in the mode of the options.
    private func zoomsBefore(_ zoom: Int) -> Range<Int> {
        options.mode == .stable ? lowestZoom..<zoom : zoom..<zoom
    }

    /// Returns the step that places `zoom` in the mode of the options.
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
