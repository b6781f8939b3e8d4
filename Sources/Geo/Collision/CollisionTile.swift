/// A part of a map, together with the markers around it. The part decides as many of its markers as it can, so that
/// several processes can share a pass that is too large for one process.
///
/// The rank is one total order, and the visibility of a marker depends only on higher ranks. So a map can be decided in
/// parts and in rounds. A part has all its own markers, and those markers of neighboring parts that may collide with
/// them. In rank order, each undecided marker is
///
/// - hidden, if a marker of higher rank that is certainly visible hides it;
/// - visible, if it is forced, or if it belongs to this part and no possibly visible marker of higher rank would hide
///   it;
/// - otherwise left for the next round, as possibly visible.
///
/// Each round decides at least the undecided marker of the highest rank, so the rounds end. The result is that of
/// `CollisionPass` in its faithful mode, because no decision depends on an undecided marker of another part.
///
/// - Edges: a marker is identified by its index in the order in which the markers were added. Markers outside their
///   zoom window are never decided. The ids of a map must be numbers in all its parts, or texts in all of them. Numbers
///   among texts are ordered as texts, and one part does not know that another part has texts.
/// - Complexity: O(n) on average, n markers, and about 120 bytes for each.
public struct CollisionTile {
    /// The role of a marker in this part.
    public enum Role: Int, Sendable {
        /// Another part decides the marker.
        case neighbor = 0
        /// This part decides the marker and has all markers that may hide it.
        case own = 1
        /// This part has only some of the markers that may hide it: it can find that it is hidden, not that it is
        /// visible.
        case partial = 2
    }

    public struct Decision: Hashable, Sendable {
        /// The index of the marker, counted from 0 in the order in which the markers were added.
        public let index: Int
        /// The index of the marker's hider in this part, the one of highest rank; its own index for a visible marker.
        public let hider: Int
    }

    private let zoom: Int
    private let options: CollisionOptions
    private var intake: MarkerIntake
    private var roles: [Role] = []
    private var areVisible: [Bool] = []

    /// Creates a part without markers at a whole zoom. Of `options`, it uses only the tile size and the padding. Throws
    /// `GeoError` for a zoom outside 0…22 and for invalid options.
    public init(zoom: Int, options: CollisionOptions) throws(GeoError) {
        try options.check()
        guard 0...CollisionOptions.highestZoom ~= zoom else {
            throw CollisionOptions.error(zoom: "\(zoom)")
        }
        self.zoom = zoom
        self.options = options
        intake = MarkerIntake(count: 0, padding: options.paddingPoints)
    }

    public var count: Int { roles.count }

    /// Adds a marker at `point`; its own `coordinate` is not used. `isVisible` says whether an earlier round found that
    /// it is visible; hidden markers need not be added. Throws `GeoError` for a marker that can't be placed.
    public mutating func add(
        _ marker: Marker, at point: PlanePoint, role: Role, isVisible: Bool
    ) throws(GeoError) {
        try intake.take(marker, at: point)
        roles.append(role)
        areVisible.append(isVisible)
    }

    /// Returns the new decisions of this round, in rank order. Markers that were added as visible are left out.
    ///
    /// - Throws: `GeoError` for an id that occurs twice, for an icon wider than half the world, and for a marker that
    ///   was added as visible but is hidden by another visible marker.
    public func decisions() throws(GeoError) -> [Decision] {
        try options.checkWidths(of: intake.wideMarkers, zoom: zoom)
        let field = try CollisionField(intake)
        var decisions: [Decision] = []
        var contradiction: (visible: Int, hider: Int)?
        // Certainly visible markers make their claims in `sure`, possibly visible ones in `possible`.
        var sure = CollisionPlacement(of: field)
        var possible = CollisionPlacement(of: field)
        let step = CollisionPlacement.Step(
            level: zoom + (options.tileSize == .points512 ? 1 : 0), zoom: zoom, keepsVisible: false,
            isNearestWanted: false)
        field.withTables { tables in
            sure.open(step, tables)
            possible.open(step, tables)
            for rank in 0..<count {
                let index = Int(field.inputOfRank[rank])
                let kind = tables.kinds[Int(tables.kindOfSpot[Int(tables.spotOfRank[rank])])]
                guard kind.isActive(zoom: zoom) else { continue }
                let claimer = sure.hidersByRank[rank]
                if claimer >= 0 {
                    let hider = Int(field.inputOfRank[Int(claimer)])
                    if areVisible[index] { contradiction = (index, hider) }
                    if roles[index] != .neighbor { decisions.append(Decision(index: index, hider: hider)) }
                    continue
                }
                let isInDoubt = roles[index] != .own || possible.hidersByRank[rank] >= 0
                sure.pass(rank: rank, tables)
                possible.pass(rank: rank, tables)
                guard areVisible[index] || kind.force || !isInDoubt else {
                    possible.claim(rank: rank, tables)
                    continue
                }
                sure.claim(rank: rank, tables)
                if roles[index] != .neighbor, !areVisible[index] {
                    decisions.append(Decision(index: index, hider: index))
                }
            }
        }
        if let contradiction { throw Self.error(contradiction) }
        return decisions
    }

    private static func error(_ found: (visible: Int, hider: Int)) -> GeoError {
        GeoError(
            .marker,
            en: "marker \(found.visible) of this part is listed as visible, but marker \(found.hider) hides it; "
                + "check that all rounds used the same markers",
            ko: "이 부분의 \(found.visible)번 마커는 보이는 것으로 되어 있지만 \(found.hider)번 마커가 가립니다. 모든 회차에 같은 마커를 썼는지 확인하세요")
    }
}
