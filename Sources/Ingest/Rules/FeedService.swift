/// A live service, as a declaration describes it.
public struct FeedService: Sendable, Equatable {
    /// How a request asks the service for the next rows.
    public enum Paging: Sendable, Equatable {
        /// The request has the number of the first row, or of the row before it.
        case range
        /// The request has the number of the page.
        case page
        /// One answer has all rows.
        case single
    }

    /// The scheme, host and port, such as `http://openapi.seoul.go.kr:8088`; nil if the user gives the address.
    public let address: String?
    /// The rest of the URL, with the placeholders that the service needs: `{KEY}`; one of `{FIRST}` (the number of the
    /// first row, from 1), `{OFFSET}` (the rows before it), `{PAGE}` (from 1) and `{PAGE0}` (from 0); and `{LAST}` or
    /// `{SIZE}`.
    public let template: String
    /// The header lines of a request, such as `Authorization: KakaoAK {KEY}`; at most two.
    public var headers: [String] = []
    /// The number of rows to ask for in one request.
    public let rowsPerPage: Int
    /// The name of the environment variable that holds the key; nil if the service needs none.
    public let keyVariable: String?

    /// How a request asks the service for the next rows.
    public var paging: Paging {
        if template.contains("{FIRST}") || template.contains("{OFFSET}") { return .range }
        return template.contains("{PAGE}") || template.contains("{PAGE0}") ? .page : .single
    }

    /// Returns the rest of the URL for a page. The placeholder of the key stays in it.
    ///
    /// - Parameters:
    ///   - number: the number of the page, from 1.
    ///   - firstRow: the number of its first row, from 1.
    ///   - count: the number of rows to ask for.
    func target(page number: Int, firstRow: Int, count: Int) -> String {
        var text = template
        let values = [
            ("{FIRST}", firstRow), ("{LAST}", firstRow + count - 1), ("{OFFSET}", firstRow - 1), ("{PAGE}", number),
            ("{PAGE0}", number - 1), ("{SIZE}", count),
        ]
        for (name, value) in values {
            while let range = text.firstRange(of: name) { text.replaceSubrange(range, with: String(value)) }
        }
        return text
    }

    /// The part of the URL that is the same for all pages, without a slash at its end.
    public var steadyPart: String {
        let names = ["?", "{FIRST}", "{LAST}", "{OFFSET}", "{PAGE}", "{PAGE0}", "{SIZE}"]
        let ends = names.compactMap { template.firstRange(of: $0)?.lowerBound }
        let part = template[..<(ends.min() ?? template.endIndex)]
        return String(part.last == "/" ? part.dropLast() : part)
    }
}
