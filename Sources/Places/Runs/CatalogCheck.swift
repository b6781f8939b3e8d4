/// One thing that must be true of a catalog, and what was found.
public struct CatalogCheck: Sendable, Equatable {
    /// A stable name, such as `index-matches-table`.
    public let name: String
    /// What contradicts it, at most ten of each; empty if all is well.
    public let findings: [String]

    package init(name: String, findings: [String]) {
        self.name = name
        self.findings = findings
    }
}
