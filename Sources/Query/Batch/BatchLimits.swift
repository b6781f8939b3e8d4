/// Limits on the answers to each question of a batch, for `BatchQuery` and its workers.
struct BatchLimits: Sendable {
    /// Maximum number of answers; nil for all.
    ///
    /// - Edges: a value below 1 gives no answers.
    let count: Int?
    /// Maximum distance, inclusive; nil for any distance.
    ///
    /// - Units: meters.
    let withinMeters: Double?
}
