/// Another row of a given row's shop.
public struct OtherRow: Sendable, Equatable {
    /// The given row.
    public let own: CatalogEntry
    /// The other row.
    public let row: CatalogEntry
    /// The link between the two rows; nil if they are joined only through other rows.
    public let link: StoredLink?
    /// The references of the rows through which the two rows are joined, in order from the given row; empty if the two
    /// rows are linked directly.
    public let through: [String]

    package init(of own: CatalogEntry, row: CatalogEntry, link: StoredLink?, through: [String]) {
        self.own = own
        self.row = row
        self.link = link
        self.through = link == nil ? through : []
    }
}
