/// The shops that have rows of several feeds. A catalog that is read as of a past day has no such shops, because links
/// join only current rows.
///
/// Only a complete catalog can answer these calls. Only one thread may use an object.
public protocol LinkArchive: AnyObject {
    /// Returns the shops of these rows, with all rows of each shop; nil if there are no links.
    ///
    /// - Complexity: O(m log l) for fewer than 1,000 rows, m rows and l links; O(l) for more.
    func sameShops(of ids: [Int64]) throws -> SameShops?
}
