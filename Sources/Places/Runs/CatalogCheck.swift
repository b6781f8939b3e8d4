public import GeocliText

/// A condition that must be true of a catalog, and the contradictions that a check found.
public struct CatalogCheck: Sendable, Equatable {
    /// A stable name, such as `point-index`.
    public let name: String
    /// The contradictions, at most ten of each sort; empty if there are none.
    public let findings: [Words]

    package init(name: String, findings: [Words]) {
        self.name = name
        self.findings = findings
    }
}
