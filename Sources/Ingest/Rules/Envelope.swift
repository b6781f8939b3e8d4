extension Feed {
    /// The format around the rows, and the paths of the values that a page states.
    ///
    /// A path lists the names of members (JSON) or elements (XML) from the outside in. It passes through arrays. The
    /// first byte distinguishes JSON from XML, because services send errors as XML even if JSON was requested.
    public struct Envelope: Sendable, Equatable {
        /// The kind of file.
        public enum Form: Sendable, Equatable {
            /// JSON or XML.
            case tree
            /// CSV.
            case csv(CSVShape)
            /// GeoJSON. With a path of rows, the Features are inside a JSON page. Without one, the file is GeoJSON
            /// itself, perhaps with one Feature in each line.
            case geojson
        }

        /// What a page's total counts.
        public enum Total: String, Sendable, CaseIterable {
            /// All rows of the feed.
            case feed
            /// The rows of this page.
            case page
            /// Pages state no total.
            case none
        }

        /// The kind of file.
        public let form: Form
        /// The path of the rows; empty if the document itself is the list of rows.
        public var rows: [String] = []
        /// The path of the total; empty if there is none.
        public var total: [String] = []
        /// Which rows the total counts.
        public var totalCounts = Total.none
        /// The paths of the result code, which a service may send in several places. Empty if pages have no code.
        public var codes: [[String]] = []
        /// The paths of the service's message for its code.
        public var messages: [[String]] = []
        /// The result codes of a page with rows.
        public var goodCodes: Set<String> = []
        /// The result codes of a page without rows, which comes after the last row.
        public var emptyCodes: Set<String> = []

        /// Whether an empty text in the place of the rows means a page without rows. Some services send this after the
        /// last row; other services send it only after a fault.
        public var allowsBlankRows = true

        /// Creates an envelope without paths and codes.
        public init(_ form: Form) { self.form = form }

        /// Returns the envelope of the Seoul Open Data Plaza: JSON or XML, with the rows under `service`.
        public static func openData(service: String) -> Envelope {
            var envelope = Envelope(.tree)
            envelope.rows = [service, "row"]
            envelope.total = [service, "list_total_count"]
            envelope.totalCounts = .feed
            envelope.codes = [["RESULT", "CODE"], [service, "RESULT", "CODE"]]
            envelope.messages = [["RESULT", "MESSAGE"], [service, "RESULT", "MESSAGE"]]
            envelope.goodCodes = ["INFO-000"]
            envelope.emptyCodes = ["INFO-200"]
            envelope.allowsBlankRows = false
            return envelope
        }

        /// A CSV file with commas and a line of column names.
        public static let csv = Envelope(.csv(CSVShape()))

        /// The name of the outermost member that holds the rows.
        var root: String? { rows.first }

        /// Whether values around the rows are at the paths of the declaration.
        var hasPaths: Bool { form == .tree || form == .geojson && !rows.isEmpty }

        /// Names that services use only for a total, in lower case, without underscores and hyphens.
        private static let usualTotals: Set<String> = [
            "listtotalcount", "totalcount", "totalcnt", "totcnt", "matchcount", "totalelements", "numbermatched",
            "totalresults", "totalrecords", "totalrows", "totalitems", "totalhits", "recordstotal", "nhits", "nbhits",
            "totalfeatures",
        ]

        /// Returns whether services use this name only for the total of a feed, or of a page.
        static func isUsualTotal(_ name: String) -> Bool {
            name.utf8.count < 32 && usualTotals.contains(name.lowercased().filter { $0 != "_" && $0 != "-" })
        }

        /// The path of the error code that data.go.kr may send instead of a page; the same in JSON and XML.
        static let portalCode = ["OpenAPI_ServiceResponse", "cmmMsgHeader", "returnReasonCode"]
        static let portalMessage = ["OpenAPI_ServiceResponse", "cmmMsgHeader", "returnAuthMsg"]

        /// Where portals send a result alone, without the service's own object: after the last row, or after a fault.
        /// Seoul, Gyeonggi and NEIS send `RESULT`, Seoul's bicycles the two texts by themselves, odcloud `code`.
        static let loneCodes = [["RESULT", "CODE"], ["CODE"], ["code"]]
        static let loneMessages = [["RESULT", "MESSAGE"], ["MESSAGE"], ["msg"]]
    }

    /// The shape of a CSV file.
    public struct CSVShape: Sendable, Equatable {
        /// The byte that separates two values.
        public var delimiter = UInt8(ascii: ",")
        /// The number of columns of a file without a line of names; nil if the first line has the names.
        public var columnCount: Int?

        /// Creates the shape of a file with commas and a line of column names.
        public init() {}

        /// Returns the name of the column with this number, from 1, in a file without a line of names.
        public static func name(ofColumn number: Int) -> String { "column \(number)" }
    }
}
