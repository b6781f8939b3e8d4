/// What a page says of itself, once its rows are read.
public struct PageSummary: Equatable, Sendable {
    /// The service whose rows it holds; nil if it holds none.
    public internal(set) var service: String?
    /// How many rows the service has in all.
    public internal(set) var total: Int?
    /// The result code, `INFO-000` if all is well.
    public internal(set) var code: String?
    /// The service's words for the code.
    public internal(set) var message: String?
    /// What stood in place of the rows, if it was neither a row nor a list of them.
    var notRows: String?
    /// Rows that the page held.
    public internal(set) var rowCount = 0
}
