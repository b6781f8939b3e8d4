internal import GeocliText

/// What a page states about itself, such as its total and result code; complete after all rows are read.
public struct PageSummary: Sendable {
    /// The service whose rows the page has; nil if it has none.
    public internal(set) var service: String?
    /// The total that the page states: of the whole feed or of this page, as the feed declares.
    public internal(set) var total: Int?
    private(set) var twoTotals: [Int]?
    /// The result code; `INFO-000` for success.
    public internal(set) var code: String?
    public internal(set) var message: String?
    /// The rank of the path of `code` among the declared paths.
    private var codeRank = 0
    /// A result outside of the declared paths, where portals send a result alone.
    var loneResult: (code: String, message: String?)?
    /// The text in the place of the total, if it is not a whole number.
    private(set) var badTotal: String?
    /// The members around the rows, by path, up to a limit; each once.
    private(set) var members: [[String]] = []
    /// What the page says about errors and missing rows in places that the declaration does not name.
    var fault = StatedFault()
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
    var withoutPointGeometry = 0
    /// Whether the page is a CSV file with a line of column names and no other line.
    var isHeaderOnly = false
    /// The first line that has more or fewer fields than columns; nil if there is no such line.
    var oddLine: OddLine?

    private static let maximumMembers = 200

    /// Adds a total as the page spells it; nil for none. A page with two objects of the service has two totals, which
    /// must be equal.
    mutating func take(total text: String?) {
        let text = text?.trimmingBlanks() ?? ""
        let new = Self.count(text)
        if !text.isEmpty, new == nil { badTotal = text.head(bytes: 200) }
        if let total, let new, new != total, twoTotals == nil { twoTotals = [total, new] }
        total = new
    }

    /// Returns a count of rows: `606`, `606.0`, `1 001` or `1,001`; nil for any other text.
    static func count(_ text: String) -> Int? {
        let groups = text.filter { !$0.isWhitespace }.split(separator: ",", omittingEmptySubsequences: false)
        let isGrouped = 1...3 ~= groups[0].utf8.count && groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
        guard groups.count == 1 || isGrouped && groups.joined().utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return DecimalText.number(groups.joined()).flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Adds a result, and returns whether it was kept, with its message. If a page has two results, the failure is
    /// kept; of two failures, the one whose path the declaration lists first. `rank` is the position of its path among
    /// the declared ones; data.go.kr's error comes after them, and then the places where portals send a result alone.
    @discardableResult
    mutating func take(code new: String?, message: String?, rank: Int, of envelope: Feed.Envelope) -> Bool {
        // The paths of the portals' own results come after those of the declaration.
        guard rank <= envelope.codes.count else {
            if let new, loneResult == nil { loneResult = (new, message) }
            return false
        }
        let good = envelope.goodCodes
        let isBetter = new.map { rank < codeRank && !good.contains($0) } ?? true
        guard code.map(good.contains) ?? true || isBetter else { return false }
        code = new
        codeRank = rank
        self.message = message ?? self.message
        isPortalError = rank == envelope.codes.count
        return true
    }

    /// Takes the result that the page has outside of the declared paths, if the page has neither rows nor a result there.
    mutating func takeLoneResult(of envelope: Feed.Envelope) {
        guard code == nil, !hasRows, let lone = loneResult else { return }
        // Without declared codes, only the code of a known failure counts: other pages have a member `code`, too.
        guard !envelope.codes.isEmpty || ResultClass(code: lone.code) != .unknown else { return }
        code = lone.code
        message = lone.message
    }

    mutating func note(member path: [String]) {
        if members.count < Self.maximumMembers, !members.contains(path) { members.append(path) }
    }

    /// Returns the longest start of a path that the page has, and the names of the members there.
    func members(towards path: [String]) -> (start: [String], names: [String]) {
        var start = path.dropLast()
        while !start.isEmpty, !members.contains(Array(start)) { start = start.dropLast() }
        return (
            Array(start), members.filter { $0.count == start.count + 1 && $0.starts(with: start) }.compactMap(\.last)
        )
    }
}

/// A line of a CSV file that has more or fewer fields than columns.
struct OddLine {
    let page: String
    /// The number of the line in its file, from 1.
    let line: Int
    let fields: Int
    let columns: Int
}
