/// Another row of a row's shop.
public struct OtherRow: Sendable, Equatable {
    /// The row that was asked for.
    public let own: CatalogEntry
    /// The other row.
    public let row: CatalogEntry
    /// The link between the two; nil if only other rows join them.
    public let link: StoredLink?
    /// The references of the rows that join them, from the row that was asked for; empty for linked rows.
    public let through: [String]

    package init(of own: CatalogEntry, row: CatalogEntry, link: StoredLink?, through: [String]) {
        self.own = own
        self.row = row
        self.link = link
        self.through = link == nil ? through : []
    }
}
