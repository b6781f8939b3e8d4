/// Another row of the same shop as a given row.
public struct OtherRow: Sendable, Equatable {
    /// The given row.
    public let own: CatalogEntry
    /// The other row.
    public let row: CatalogEntry
    /// The link between the two rows; nil if only other rows join them.
    public let link: StoredLink?
    /// The references of the rows that join the two, starting next to the given row; empty if the two are linked.
    public let through: [String]

    package init(of own: CatalogEntry, row: CatalogEntry, link: StoredLink?, through: [String]) {
        self.own = own
        self.row = row
        self.link = link
        self.through = link == nil ? through : []
    }
}
