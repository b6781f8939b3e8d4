internal import GeocliDatabase
internal import GeocliPlaces

/// What a run does with the waiting records.
enum TravelSettling {
    /// Applies the waiting corrections of places that the catalog has now. Call this after all steps of the run that
    /// compare or count rows.
    ///
    /// - Returns: for each state, the number of waiting corrections that now have it (see `CorrectionMerge.settle`).
    static func corrections(_ db: Database, buildsSearchIndex: Bool) throws -> [StoredCorrection.State: Int] {
        guard try !PendingTable(db).isEmpty else { return [:] }
        let merge = CorrectionMerge(db)
        let counts = try merge.settle()
        guard !merge.places.isEmpty else { return counts }
        try Overlay(db).write(again: merge.places, buildsSearchIndex: buildsSearchIndex)
        return counts
    }
}
