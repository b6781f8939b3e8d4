internal import GeocliDatabase
public import GeocliPlaces

extension CatalogWriter {
    /// Merges the records of a file into this catalog, in one transaction. What the catalog has stays: a correction of
    /// another value is a conflict. Records of places or issues that it lacks are kept, and settle in the run that brings
    /// them.
    ///
    /// A correction is the same as one of the catalog if place, field, value, day and author are equal, also if that one
    /// was withdrawn here. So a second import of a file changes nothing.
    /// - Parameter note: who imports them and when.
    /// - Returns: for each record what became of it, and the number that it has here; nil if it is not here.
    /// - Throws: `CatalogError`, `.busy` while an ingest publishes. Nothing has been changed then.
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

/// What a run does with the records that wait.
enum TravelSettling {
    /// Puts the waiting corrections of places that the catalog has now on their rows, after everything that compares and
    /// counts.
    ///
    /// - Returns: the number of corrections that now apply or are in conflict, by state.
    static func corrections(_ db: Database, buildsSearchIndex: Bool) throws -> [StoredCorrection.State: Int] {
        guard try !PendingTable(db).isEmpty else { return [:] }
        let merge = CorrectionMerge(db)
        let counts = try merge.settle()
        guard !merge.places.isEmpty else { return counts }
        try Overlay(db).write(again: merge.places, buildsSearchIndex: buildsSearchIndex)
        return counts
    }
}
