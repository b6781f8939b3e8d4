/// The facts that a page states about itself, such as its total and result code; complete after all its rows are read.
public struct PageSummary: Equatable, Sendable {
    /// The service whose rows it holds; nil if it holds none.
    public internal(set) var service: String?
    /// The total number of rows that the service has.
    public internal(set) var total: Int?
    /// The result code; `INFO-000` for success.
    public internal(set) var code: String?
    /// The service's message for the code.
    public internal(set) var message: String?
    /// The value in place of the rows, if it was neither a row nor a list of rows.
    var notRows: String?
    /// The number of rows in the page.
    public internal(set) var rowCount = 0
}
