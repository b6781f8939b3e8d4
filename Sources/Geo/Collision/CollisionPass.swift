/// Which markers of a map are visible at which zoom, and which visible one hides each of the others.
///
/// It mirrors `isHideCollidedMarkers` of NAVER Map SDK 3.18, which hides a marker that overlaps a visible one of
/// higher rank, and adds what the SDK does not tell: the hider. So the pass is a clustering with members and counts.
///
/// Markers are projected once to a square of 2^40 units, boxes are whole multiples of 1/64 pt, and a collision is
/// that the open insides of two boxes meet: all tests are exact, and touching is no collision. The rank is one total
/// order for all zooms: globalZIndex ↓, zIndex ↓, priority ↓, south before north, west before east, id ↑ (as numbers
/// if all ids are numbers, else by UTF-8 bytes).
///
/// - Edges: the world wraps round at ±180° (180 and -180 are one place) and ends at ±85.05°, where farther markers are
///   drawn. The order of the input changes nothing.
/// - Source: docs/COLLISION.md, which also says what is the SDK's rule and what is ours.
public struct CollisionPass: Sendable {
    /// How many markers there are.
    public let count: Int
    /// How they are placed.
    public let options: CollisionOptions

    private let field: CollisionField
    /// Those that may be wider than half the world somewhere, in the order they came.
    private let wideMarkers: [Marker]

    /// A pass over `markers`, which are checked, projected and sorted here, once for all zooms.
    ///
    /// - Throws: as `init(count:options:marker:)`.
    /// - Complexity: as `init(count:options:marker:)`; the array is not kept.
    public init(_ markers: [Marker], options: CollisionOptions) throws(GeoError) {
        try self.init(count: markers.count, options: options) { markers[$0] }
    }

    /// A pass over `count` markers, which `marker` is asked for once each, from 0 on, so that they need not be in
    /// memory at the same time.
    ///
    /// - Throws: `GeoError` for an id that occurs twice, an anchor outside 0…1, a size that is not finite or below
    ///   1/64 pt, a priority or window that is not a number, a negative padding, and a top zoom outside 0…22.
    /// - Complexity: O(n), n markers, but for ids that are texts, whose order takes O(n log n) comparisons. The pass
    ///   keeps 37 bytes for each marker and needs up to 80 while it is made; each answer takes up to 45 more while it
    ///   is worked out, and a snapshot keeps 12. Texts come on top, and 72 bytes for each distinct combination of
    ///   size, anchor, flags and window.
    public init(count: Int, options: CollisionOptions, marker: (Int) -> Marker) throws(GeoError) {
        try options.check()
        var intake = MarkerIntake(count: count, padding: options.paddingPoints)
        for index in 0..<count { try intake.take(marker(index)) }
        self.count = count
        self.options = options
        wideMarkers = intake.wideMarkers
        field = try CollisionField(intake)
    }

    /// Who is visible at `zoom`.
    ///
    /// A fractional zoom has the set of the whole zoom below it, for which windows are looked at too. In the stable
    /// mode the zooms below are placed first, from the one where the world is 256 pt wide; `forEachSnapshot` places
    /// them once for several zooms. A window that opens later lets its marker in after those that are visible already;
    /// one that closes takes its marker out, and those it hid compete anew.
    ///
    /// - Throws: `GeoError` for a zoom outside 0…22, and for an active marker whose icon, padding left out, is wider
    ///   than half the world at `zoom`. Zooms that are only passed on the way refuse nothing: boxes are compared all
    ///   round the world, so the answer is exact there too.
    /// - Complexity: O(n) on average for one zoom, and as often for a stable one as there are zooms below.
    public func snapshot(zoom: Double) throws(GeoError) -> CollisionSnapshot {
        guard zoom >= 0, zoom <= Double(CollisionOptions.highestZoom) else {
            throw GeoError(
                .zoom, en: "zoom \(zoom) is not between 0 and \(CollisionOptions.highestZoom)",
                ko: "줌 \(zoom)은(는) 0에서 \(CollisionOptions.highestZoom) 사이여야 합니다")
        }
        let wholeZoom = Int(zoom.rounded(.down))
        try checkWidths(zoom: wholeZoom)
        var placement = CollisionPlacement(of: field)
        for below in zoomsBefore(wholeZoom) { placement.place(step(zoom: below, isVisibilityEnough: true)) }
        placement.place(step(zoom: wholeZoom))
        return CollisionSnapshot(zoom: zoom, placement.hidersByRank, of: field)
    }

    /// Calls `body` with the snapshot of each of `zooms`, lowest first: the same as `snapshot(zoom:)` gives, but every
    /// zoom is placed once, in one memory, and markers that are alone from some zoom on are not looked at again.
    ///
    /// - Edges: `options.maximumZoom` does not limit the zooms.
    /// - Throws: `GeoError` for zooms outside 0…22, and as `snapshot(zoom:)` for an icon that is too wide for one of
    ///   them, before the first snapshot; what `body` throws, which ends the work.
    /// - Complexity: O(n) per zoom on average, in the stable mode also for each zoom below the range. 12 bytes for
    ///   each marker and snapshot that is kept.
    public func forEachSnapshot(
        zooms: ClosedRange<Int>, body: (CollisionSnapshot) throws(GeoError) -> Void
    ) throws(GeoError) {
        for zoom in [zooms.lowerBound, zooms.upperBound] where !(0...CollisionOptions.highestZoom).contains(zoom) {
            throw GeoError(
                .zoom, en: "zoom \(zoom) is not between 0 and \(CollisionOptions.highestZoom)",
                ko: "줌 \(zoom)은(는) 0에서 \(CollisionOptions.highestZoom) 사이여야 합니다")
        }
        for zoom in zooms { try checkWidths(zoom: zoom) }
        var placement = CollisionPlacement(of: field)
        for below in zoomsBefore(zooms.lowerBound) { placement.place(step(zoom: below, isVisibilityEnough: true)) }
        for zoom in zooms {
            placement.place(step(zoom: zoom))
            try body(CollisionSnapshot(zoom: Double(zoom), placement.hidersByRank, of: field))
        }
    }

    /// The lowest zoom from which on each marker is visible.
    ///
    /// This is the stable mode whatever `options.mode` says, because only there one number per marker is enough.
    ///
    /// - Parameter progress: called after each zoom from 0 on.
    /// - Throws: `GeoError` for an icon wider than half the world at a zoom of 0…22 that its window holds.
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

    /// For each visible marker of `snapshot`, in the order of `snapshot.visible`, the zoom that takes its cluster apart:
    /// the lowest whole zoom above, up to `options.maximumZoom`, at which a member is visible.
    ///
    /// - Edges: nil for a marker without members, and where no zoom shows a member. The snapshot is one of this pass.
    /// - Complexity: O(n) per zoom on average, for all clusters together; it ends where all of them are apart.
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
}

extension CollisionPass {
    /// How many levels above the zooms lie: 1 for 512 pt tiles.
    private var levelOffset: Int { options.tileSize == .points512 ? 1 : 0 }

    /// The zoom at which the world is 256 pt wide, where the stable mode starts.
    private var lowestZoom: Int { -levelOffset }

    /// The zooms that `zoom` rests on.
    private func zoomsBefore(_ zoom: Int) -> Range<Int> {
        options.mode == .stable ? lowestZoom..<zoom : zoom..<zoom
    }

    /// How `zoom` is placed in the mode of the options.
    private func step(zoom: Int, isVisibilityEnough: Bool = false) -> CollisionPlacement.Step {
        step(
            zoom: zoom, keepsVisible: options.mode == .stable && zoom > lowestZoom,
            isVisibilityEnough: isVisibilityEnough)
    }

    private func step(zoom: Int, keepsVisible: Bool, isVisibilityEnough: Bool) -> CollisionPlacement.Step {
        CollisionPlacement.Step(
            level: zoom + levelOffset, zoom: zoom, keepsVisible: keepsVisible,
            isNearestWanted: !isVisibilityEnough && options.attribution == .nearest)
    }

    private func checkWidths(zoom: Int) throws(GeoError) { try options.checkWidths(of: wideMarkers, zoom: zoom) }
}
