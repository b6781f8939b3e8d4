internal import GeocliDatabase
public import GeocliPlaces

extension CatalogWriter {
    /// Judges all listed rows with the rules for issues, in one transaction. The findings belong to the last good run.
    ///
    /// - Parameter time: the time of the events; nil for the time of the last good run.
    /// - Throws: `CatalogError`; `.busy` while an ingest publishes.
    /// - Complexity: O(n log n), n listed rows.
    @discardableResult
    public func scanIssues(at time: SeoulTime? = nil) throws -> IssueCounts {
        try changeTables { try IssueScan($0).scan(moment: time?.timestamp) }
    }
}
