internal import GeocliDatabase
public import GeocliPlaces

extension CatalogWriter {
    /// Merges the records of a file into this catalog, in one transaction. The catalog's own data stays: an imported
    /// correction with a different value is in conflict. If the catalog lacks the place or the issue of a record, the
    /// record waits until a run brings that place or issue.
    ///
    /// If the catalog has a correction with the same place, field, value, day and author, even a withdrawn one, the
    /// correction of the file is not added. So a second import of a file changes nothing.
    /// - Parameter note: who imports the records, and when.
    /// - Returns: for each record, its outcome and its number in this catalog; the number is nil if the catalog does
    ///   not have the record.
    /// - Throws: `CatalogError`; `.busy` while an ingest publishes. If it throws, nothing is changed.
    @discardableResult
    public func importRecords(
        _ records: [TravelRecord], by note: EditNote
    ) throws -> [(outcome: TravelOutcome, number: Int64?)] {
        try changeTables { db in
            let overlay = try Overlay(db)
            let corrections = CorrectionMerge(db)
            let issues = try IssueMerge(db)
            let results = try records.map { record in
                switch record {
                case .correction(let record): try corrections.take(record, by: note)
                case .issue(let record): try issues.take(record, by: note)
                }
            }
            if !corrections.places.isEmpty { try overlay.write(again: corrections.places) }
            return results
        }
    }
}
