internal import GeocliQuery
internal import GeocliThreads

/// The markers of the whole catalog, with the levels of the stable mode. All readers of a service share them.
///
/// They belong to one state of the catalog. The first question after a change creates them again, and other questions
/// that need them wait for it.
///
/// It is a class because the readers share it. The lock protects all state that changes.
final class StableMarkers: @unchecked Sendable {
    /// The maximum number of markers. With this number, the pass takes seconds, and its result takes 130 MB.
    static let maximumMarkers = 2_000_000

    private let monitor = Monitor()
    private var known: (state: String, clusters: StableClusters?)?

    /// Returns the clusters of a state; nil if the catalog has too many places with a point. `make` creates them.
    func clusters(state: String, _ make: () throws -> StableClusters?) rethrows -> StableClusters? {
        try monitor.locked {
            if let known, known.state == state { return known.clusters }
            known = nil
            let fresh = try make()
            known = (state, fresh)
            return fresh
        }
    }
}
