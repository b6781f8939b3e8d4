internal import GeocliText

/// The facts that a page states about itself, such as its total and result code. It is complete after all rows are
/// read.
public struct PageSummary: Equatable, Sendable {
    /// The service whose rows the page has; nil if it has none.
    public internal(set) var service: String?
    /// The total that the page states: of the whole feed or of this page, as the feed declares.
    public internal(set) var total: Int?
    /// Two different totals, if the page states several; nil otherwise.
    private(set) var twoTotals: [Int]?
    /// The result code; `INFO-000` for success.
    public internal(set) var code: String?
    /// The service's message for the code.
    public internal(set) var message: String?
    /// A number whose name is usual for a total, if the declaration says that pages state no total.
    var unreadTotal: Int?
    /// The value in the place of the rows, if it was neither a row nor a list of rows.
    var notRows: String?
    /// The number of rows in the page, including those that the declaration leaves out.
    public internal(set) var rowCount = 0
    /// Whether the page has its list of rows, or an empty value in its place.
    var hasRows = false
    /// Whether the result is the portal's own error, whose code no declaration names.
    var isPortalError = false
    /// What a person should know about how their own file was read.
    var notes: [Words] = []
    /// The number of Features whose geometry is not a point.
    var withoutPointGeometry = 0
    /// Whether the page is a CSV file with a line of column names and no other line.
    var isHeaderOnly = false

    /// Adds a total. A page with two objects of the service has two totals, which must be equal.
    mutating func take(total new: Int?) {
        if let total, let new, new != total, twoTotals == nil { twoTotals = [total, new] }
        total = new
    }

    /// Adds a result. If a page has two results, the failure is kept.
    ///
    /// - Returns: whether this code was kept. If so, its message is kept as well.
    @discardableResult
    mutating func take(code new: String?, message: String?, good: Set<String>) -> Bool {
        guard code.map(good.contains) ?? true || new == nil else { return false }
        code = new
        self.message = message ?? self.message
        return true
    }
}
