/// Who is visible at one zoom and who hides the others, found zoom by zoom in memory that is kept.
struct CollisionPlacement: ~Copyable {
    /// What a marker is at the zoom placed last.
    enum State: UInt8 {
        /// Outside its window.
        case inactive
        case hidden
        case visible
    }

    /// How a zoom is placed.
    struct Step {
        /// The level, which gives the scale.
        let level: Int
        /// The same as the zoom that windows are written in.
        let zoom: Int
        /// Whether what is visible stays so: the stable mode above its first level.
        let keepsVisible: Bool
        /// Which hider is wanted.
        let goal: HiderGoal
    }

    private let field: CollisionField
    private let states: UnsafeMutableBufferPointer<State>
    private let hiders: UnsafeMutableBufferPointer<Int32>
    private var grid: CollisionGrid

    /// A placement of `field` with nothing visible yet.
    init(of field: CollisionField) {
        self.field = field
        states = .allocate(capacity: field.markers.count)
        hiders = .allocate(capacity: field.markers.count)
        grid = CollisionGrid(for: field)
        states.initialize(repeating: .inactive)
        hiders.initialize(repeating: -1)
    }

    deinit {
        states.deallocate()
        hiders.deallocate()
    }

    /// What the marker of `rank` is at the zoom placed last.
    func state(rank: Int) -> State { states[rank] }

    /// The rank of the marker that hides the one of `rank`, if that is hidden.
    func hider(rank: Int) -> Int { Int(hiders[rank]) }

    /// Says which ranks are visible before the first step, for a stable pass that goes on from a known zoom.
    mutating func resume(where isVisible: (Int) -> Bool) {
        for rank in states.indices { states[rank] = isVisible(rank) ? .visible : .hidden }
    }

    /// Places one zoom: first, if asked, what is visible already, then the rest in rank order.
    ///
    /// - Complexity: O(n) on average, n markers, where few of them overlap by force.
    mutating func place(_ step: Step) {
        grid.clear(for: field, level: step.level)
        field.markers.withUnsafeBufferPointer { markers in
            if step.keepsVisible {
                carry(markers, zoom: step.zoom)
            } else {
                states.update(repeating: .hidden)
            }
            for rank in markers.indices where !(step.keepsVisible && states[rank] == .visible) {
                states[rank] = placed(rank, of: markers, step: step)
            }
        }
    }

    /// Places what is visible already, as far as its window is still open.
    private mutating func carry(_ markers: UnsafeBufferPointer<RankedMarker>, zoom: Int) {
        for rank in markers.indices where states[rank] == .visible {
            let marker = markers[rank]
            guard marker.isActive(zoom: zoom) else {
                states[rank] = .inactive
                continue
            }
            if marker.hides { grid.place(marker, rank: Int32(rank)) }
        }
    }

    /// Places one marker that is not visible already.
    private mutating func placed(
        _ rank: Int, of markers: UnsafeBufferPointer<RankedMarker>, step: Step
    ) -> State {
        let marker = markers[rank]
        guard marker.isActive(zoom: step.zoom) else { return .inactive }
        if !marker.force {
            if step.goal == .any, isStillHidden(rank, of: markers) { return .hidden }
            let hider = grid.hider(of: marker, goal: step.goal)
            hiders[rank] = hider
            if hider >= 0 { return .hidden }
        }
        if marker.hides { grid.place(marker, rank: Int32(rank)) }
        return .visible
    }

    /// Whether the hider from another zoom hides the marker of `rank` at this one too, which spares the search.
    ///
    /// That hider was placed before the marker here as well: in a faithful zoom because it has the higher rank, in
    /// a stable one because it was visible below and is carried. Its state is therefore that of this zoom.
    private func isStillHidden(_ rank: Int, of markers: UnsafeBufferPointer<RankedMarker>) -> Bool {
        let hider = Int(hiders[rank])
        guard hider >= 0, states[hider] == .visible else { return false }
        return grid.collides(markers[rank], markers[hider])
    }
}
