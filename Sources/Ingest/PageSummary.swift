/// What a page says of itself, once its rows are read.
struct PageSummary: Equatable {
    /// The service whose rows it holds; nil if it holds none.
    var service: String?
    /// How many rows the service has in all.
    var total: Int?
    /// The result code, `INFO-000` if all is well.
    var code: String?
    /// The service's words for the code.
    var message: String?
    /// Rows that the page held.
    var rowCount = 0
}
