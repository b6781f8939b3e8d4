/// A part of a map with the markers around it, decided as far as that can be done there: what the processes of a pass
/// that is too large for one of them work on.
///
/// The rank is one total order, so whether a marker is visible depends on higher ranks alone, and a map can be decided
/// in parts, in rounds. Of each part all markers are known, and of the parts around it those within the reach of its
/// own. In rank order, each marker that is not decided is
///
/// - hidden if one that is visible for sure, of higher rank, hides it;
/// - visible if it is forced, or if it is the part's own and no other of higher rank that may be visible would hide it;
/// - left for the next round otherwise, as one that may be visible.
///
/// Each round decides at least the highest rank that is left, so the rounds end, and what they end with is the answer
/// of `CollisionPass` in its faithful mode: nothing is decided by what another part has still to decide.
///
/// - Edges: markers are known by the order in which they are added. Those outside their zoom window are never decided.
///   The ids of a map must be numbers in all its parts, or texts in all of them: numbers among texts are ordered as texts,
///   and a part alone would not know.
/// - Complexity: O(n) on average, n markers, and about 120 bytes for each.
public struct CollisionTile {
    /// What this part knows of a marker.
    public enum Role: Int, Sendable {
        /// Another part decides it.
        case neighbor = 0
        /// It is decided here, and all that may hide it are here.
        case own = 1
        /// It is decided here, but only some that may hide it are here: it can be found hidden, not visible.
        case partial = 2
    }

    /// What became of a marker.
    public struct Decision: Hashable, Sendable {
        /// Which one, from 0 in the order they were added.
        public let index: Int
        /// The one that hides it, of those that are visible here the first by rank; itself if it is visible.
        public let hider: Int

        /// Whether it is visible.
        public var isVisible: Bool { index == hider }
    }

    private let zoom: Int
    private let options: CollisionOptions
    private var intake: MarkerIntake
    private var roles: [Role] = []
    private var areVisible: [Bool] = []

    /// A part at a whole zoom with nobody in it yet; of `options` the tile size and the padding count.
    ///
    /// - Throws: `GeoError` for a zoom outside 0…22 and for a padding that is no width.
    public init(zoom: Int, options: CollisionOptions) throws(GeoError) {
        try options.check()
        guard 0...CollisionOptions.highestZoom ~= zoom else {
            throw GeoError(
                .zoom, en: "zoom \(zoom) is not between 0 and \(CollisionOptions.highestZoom)",
                ko: "줌 \(zoom)은(는) 0에서 \(CollisionOptions.highestZoom) 사이여야 합니다")
        }
        self.zoom = zoom
        self.options = options
        intake = MarkerIntake(count: 0, padding: options.paddingPoints)
    }

    /// How many markers were added.
    public var count: Int { roles.count }

    /// Adds a marker, whose coordinate is not looked at.
    ///
    /// - Parameter isVisible: whether a former round has found it visible; hidden ones need not be added.
    /// - Throws: `GeoError` for a marker that can't be placed.
    public mutating func add(
        _ marker: Marker, at point: PlanePoint, role: Role, isVisible: Bool
    ) throws(GeoError) {
        try intake.take(marker, at: point)
        roles.append(role)
        areVisible.append(isVisible)
    }

    /// Decides what can be decided here, in rank order; what was decided before is left out.
    ///
    /// - Throws: `GeoError` for an id that occurs twice, an icon wider than half the world, and where two are said to
    ///   be visible of which one hides the other.
    public func decisions() throws(GeoError) -> [Decision] {
        try options.checkWidths(of: intake.wideMarkers, zoom: zoom)
        let field = try CollisionField(intake)
        var decisions: [Decision] = []
        var contradiction: (visible: Int, hider: Int)?
        // What is visible for sure claims in one, what may be visible in the other.
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
            en: "marker \(found.visible) of the part is said to be visible, but marker \(found.hider) hides it; "
                + "were all rounds made from the same markers?",
            ko: "이 부분의 \(found.visible)번 마커는 보인다고 되어 있으나 \(found.hider)번 마커가 가립니다; 모든 회차를 같은 마커로 했는지 확인하세요")
    }
}
