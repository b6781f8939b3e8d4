internal import GeocliCatalog
internal import GeocliPlaces

/// The figures of a catalog that need a pass over all places.
struct CatalogFigures {
    /// The state of the catalog from which the figures were read.
    let state: String
    let status: CatalogStatus
    /// The last run of each feed, whatever its outcome, sorted by feed.
    let lastRuns: [StoredRun]

    init(_ catalog: Catalog, state: String) throws {
        (self.state, status, lastRuns) = (state, try catalog.status(), try catalog.lastRuns())
    }
}
