internal import GeocliText

/// The facts that a page states about itself, such as its total and result code; complete after all its rows are read.
public struct PageSummary: Equatable, Sendable {
    /// The service whose rows it holds; nil if it holds none.
    public internal(set) var service: String?
    /// The total that the page states: of all rows, or of its own, as the feed declares.
    public internal(set) var total: Int?
    /// Two different totals, if the page states several; nil for one total.
    private(set) var twoTotals: [Int]?
    /// The result code; `INFO-000` for success.
    public internal(set) var code: String?
    /// The service's message for the code.
    public internal(set) var message: String?
    /// A number with a usual name of a total, although the declaration says that there is none.
    var unreadTotal: Int?
    /// The value in place of the rows, if it was neither a row nor a list of rows.
    var notRows: String?
    /// The number of rows in the page, also of those that the declaration leaves out.
    public internal(set) var rowCount = 0
    /// Whether the page has its list of rows, or an empty value in its place.
    var hasRows = false
    /// Whether the result code is one that no declaration names, the portal's own error.
    var isPortalError = false
    /// What a person should know about how a file of their own was read.
    var notes: [Words] = []
    /// The number of Features with another geometry than a point.
    var withoutPointGeometry = 0
    /// The row of column names, if the page is a CSV file without any other row.
    var isHeaderOnly = false

    /// Takes a total. A page with two objects of the service has two, which must be equal.
    mutating func take(total new: Int?) {
        if let total, let new, new != total, twoTotals == nil { twoTotals = [total, new] }
        total = new
    }

    /// Takes a result. If a page has two results, the failure counts.
    ///
    /// - Returns: whether the code is taken, and its message with it.
    @discardableResult
    mutating func take(code new: String?, message: String?, good: Set<String>) -> Bool {
        guard code.map(good.contains) ?? true || new == nil else { return false }
        code = new
        self.message = message ?? self.message
        return true
    }
}
