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
    /// The markers, as given.
    public let markers: [Marker]
    /// How they are placed.
    public let options: CollisionOptions

    private let field: CollisionField

    /// A pass over `markers`, which are checked, projected and sorted here, once for all zooms.
    ///
    /// - Throws: `GeoError` for an id that occurs twice, an anchor outside 0…1, a size that is not finite or below
    ///   1/64 pt, a priority or window that is not a number, a negative padding, and a top zoom outside 0…22.
    /// - Complexity: O(n log n), n markers.
    public init(_ markers: [Marker], options: CollisionOptions) throws(GeoError) {
        try options.check()
        for marker in markers { try marker.check() }
        self.markers = markers
        self.options = options
        field = try CollisionField(markers, padding: options.paddingPoints)
    }

    /// Who is visible at `zoom`.
    ///
    /// A fractional zoom has the set of the whole zoom below it, for which windows are looked at too. In the stable
    /// mode the zooms below are placed first, from the one where the world is 256 pt wide. A window that opens later
    /// lets its marker in after those that are visible already; one that closes takes its marker out, and those it
    /// hid compete anew.
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
        if options.mode == .stable {
            for below in lowestZoom..<wholeZoom {
                placement.place(step(zoom: below, keepsVisible: below > lowestZoom, goal: .any))
            }
        }
        placement.place(
            step(
                zoom: wholeZoom, keepsVisible: options.mode == .stable && wholeZoom > lowestZoom,
                goal: options.attribution == .first ? .first : .nearest))
        return CollisionSnapshot(zoom: zoom, hiders: inputHiders(placement), rankOrder: field.inputIndexes)
    }

    /// The lowest zoom from which on each marker is visible.
    ///
    /// This is the stable mode whatever `options.mode` says, because only there one number per marker is enough.
    ///
    /// - Throws: `GeoError` for an icon wider than half the world at a zoom of 0…22 that its window holds.
    /// - Complexity: O(n) per zoom on average.
    public func allZooms() throws(GeoError) -> CollisionLevels {
        for zoom in 0...options.maximumZoom { try checkWidths(zoom: zoom) }
        var firstVisible = [Int8](repeating: -1, count: markers.count)
        var hiddenAtTop = [Bool](repeating: false, count: markers.count)
        var placement = CollisionPlacement(of: field)
        for zoom in lowestZoom...options.maximumZoom {
            placement.place(step(zoom: zoom, keepsVisible: zoom > lowestZoom, goal: .any))
            guard zoom >= 0 else { continue }
            for (rank, index) in field.inputIndexes.enumerated() {
                let state = placement.state(rank: rank)
                if state == .visible, firstVisible[Int(index)] < 0 { firstVisible[Int(index)] = Int8(zoom) }
                if state == .hidden, zoom == options.maximumZoom { hiddenAtTop[Int(index)] = true }
            }
        }
        return CollisionLevels(
            maximumZoom: options.maximumZoom, firstVisible: firstVisible, hiddenAtTop: hiddenAtTop)
    }

    /// For each visible marker of `snapshot`, in the order of `snapshot.visible`, the zoom that takes its cluster apart:
    /// the lowest whole zoom above, up to `options.maximumZoom`, at which a member is visible.
    ///
    /// - Edges: nil for a marker without members, and where no zoom shows a member. The snapshot is one of this pass.
    /// - Complexity: O(n) per zoom on average, for all clusters together; it ends where all of them are apart.
    public func expansionZooms(of snapshot: CollisionSnapshot) -> [Int?] {
        precondition(snapshot.count == markers.count, "a snapshot of another pass")
        var expansions = [Int8](repeating: -1, count: markers.count)
        var pending = snapshot.visible.count { snapshot.pointCount(of: $0) > 1 }
        var zoom = snapshot.wholeZoom + 1
        var placement = CollisionPlacement(of: field)
        if options.mode == .stable {
            placement.resume { snapshot.isVisible(Int(field.inputIndexes[$0])) }
        }
        while pending > 0, zoom <= options.maximumZoom {
            placement.place(step(zoom: zoom, keepsVisible: options.mode == .stable, goal: .any))
            for (rank, index) in field.inputIndexes.enumerated() where placement.state(rank: rank) == .visible {
                guard let hider = snapshot.hider(of: Int(index)), hider != Int(index), expansions[hider] < 0 else {
                    continue
                }
                expansions[hider] = Int8(zoom)
                pending -= 1
            }
            zoom += 1
        }
        return snapshot.visible.map { expansions[$0] < 0 ? nil : Int(expansions[$0]) }
    }
}

extension CollisionPass {
    /// How many levels above the zooms lie: 1 for 512 pt tiles.
    private var levelOffset: Int { options.tileSize == .points512 ? 1 : 0 }

    /// The zoom at which the world is 256 pt wide, where the stable mode starts.
    private var lowestZoom: Int { -levelOffset }

    private func step(zoom: Int, keepsVisible: Bool, goal: HiderGoal) -> CollisionPlacement.Step {
        CollisionPlacement.Step(level: zoom + levelOffset, zoom: zoom, keepsVisible: keepsVisible, goal: goal)
    }

    /// Refuses icons wider than half the world.
    private func checkWidths(zoom: Int) throws(GeoError) {
        let worldWidth = Double(options.tileSize.rawValue << zoom)
        for marker in markers where marker.width > worldWidth / 2 {
            guard marker.minZoom ?? 0 <= Double(zoom), Double(zoom) <= marker.maxZoom ?? .infinity else { continue }
            throw GeoError(
                .marker,
                en: "marker \(marker.id): width \(marker.width) pt is more than half the world at zoom \(zoom), "
                    + "which is \(worldWidth) pt wide; use a higher zoom or a smaller icon",
                ko: "마커 \(marker.id): 너비 \(marker.width)pt이(가) 줌 \(zoom)에서 세계 너비 \(worldWidth)pt의 절반을 "
                    + "넘습니다. 더 높은 줌이나 더 작은 아이콘을 쓰세요")
        }
    }

    /// What a placement found, by input index: the hider, oneself if visible, -1 if inactive.
    private func inputHiders(_ placement: borrowing CollisionPlacement) -> [Int32] {
        var hiders = [Int32](repeating: -1, count: markers.count)
        for (rank, index) in field.inputIndexes.enumerated() {
            switch placement.state(rank: rank) {
            case .inactive: continue
            case .visible: hiders[Int(index)] = index
            case .hidden: hiders[Int(index)] = field.inputIndexes[placement.hider(rank: rank)]
            }
        }
        return hiders
    }
}
