internal import GeocliDatabase
public import GeocliPlaces

extension CatalogWriter {
    /// Judges all listed rows by the rules of issues, in one transaction. What it finds belongs to the last run.
    ///
    /// - Parameter time: when it is done; nil for the time of the last run.
    /// - Throws: `CatalogError`, `.busy` while an ingest publishes.
    /// - Complexity: O(n log n), n listed rows.
    @discardableResult
    public func scanIssues(at time: SeoulTime? = nil) throws -> IssueCounts {
        try changeTables { try IssueScan($0).scan(moment: time?.timestamp) }
    }
}
