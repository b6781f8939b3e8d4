package import GeocliExport
package import GeocliGeo
package import GeocliPlaces
package import GeocliQuery
package import GeocliText

/// A value that a question takes. A command has it as an option or an argument, an address of the service as a parameter
/// in its query.
package struct Parameter: Sendable {
    package enum Value: Sendable {
        case text
        case flag
        /// A whole number in this range. A range up to `.max` has no upper end.
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        case word([String])
        /// West, south, east and north in degrees, separated by commas.
        case box
        /// The same box; a height in meters may follow each corner.
        case boxWithHeights
        /// A time or a day, or two of them with a slash between; one of the two may be `..`.
        case interval
        /// A text that an earlier answer gave.
        case key
    }

    package enum Several: Sendable {
        /// A place needs one of them.
        case any
        /// A place needs all of them.
        case all
    }

    /// The name in an address. An option is called `--name`.
    package let name: String
    /// How a command calls the value if it is not `--name`: `WHERE`, `-k`.
    package var argument: String?
    package let value: Value
    /// What the value does. An option is called `--name` here, also in the description of the service, which changes it.
    package var about: Words
    /// What several values mean; nil if there can be only one.
    package var several: Several?
    package var isRequired = false
    /// Whether a number above the range counts as the maximum.
    package var isClamped = false
    /// The greatest number that a service accepts; nil for that of the range. A command has no such maximum.
    package var served: Int?
    /// What to do instead of sending a number above the range to a service.
    package var advice: Words?

    package init(
        _ name: String, _ value: Value, en: String, ko: String, argument: String? = nil, several: Several? = nil,
        isRequired: Bool = false, isClamped: Bool = false, served: Int? = nil
    ) {
        (self.name, self.value, about) = (name, value, Words(en: en, ko: ko))
        (self.argument, self.several, self.isRequired) = (argument, several, isRequired)
        (self.isClamped, self.served) = (isClamped, served)
    }

    package var servedValue: Value {
        guard case .integer(let range) = value, let served else { return value }
        return .integer(range.lowerBound...served)
    }

    /// Refuses a number that a service does not accept, before any function computes with it. The error has the name of
    /// the parameter.
    package func check(_ text: String) throws {
        switch servedValue {
        case .integer(let range):
            let allowed = isClamped ? range.lowerBound...(.max) : range
            _ = try ValueArgument.count(text, option: name, in: allowed, advice: advice)
        case .number(let range): _ = try ValueArgument.number(text, option: name, in: range)
        default: break
        }
    }
}

/// How errors spell the name of an argument: as an option of a command, or as a parameter of a web address.
package enum ArgumentStyle: Sendable {
    /// `--kind`.
    case option
    /// `kind`.
    case parameter

    package func callAsFunction(_ name: String) -> String {
        switch self {
        case .option: "--" + name
        case .parameter: name
        }
    }

    package func callAsFunction(_ parameter: Parameter) -> String {
        self == .option ? parameter.argument ?? self(parameter.name) : parameter.name
    }
}

/// The values that a person gave to a question, in options of a command or in the query of a request, in their order.
package struct Given: Sendable, Equatable {
    package private(set) var items: [(name: String, value: String)] = []
    package let style: ArgumentStyle
    /// The parameter whose value the person did not give here, and its origin for errors: the setting `here`.
    package var origin: (name: String, shown: String)?

    package init(_ style: ArgumentStyle) { self.style = style }

    // MARK: Giving

    /// Adds a value; nil is ignored.
    package mutating func add(_ parameter: Parameter, _ value: String?) {
        if let value { add(parameter.name, value) }
    }

    package mutating func add(_ parameter: Parameter, each values: [String]) {
        for value in values { add(parameter.name, value) }
    }

    package mutating func add(_ parameter: Parameter, flag: Bool) {
        if flag { add(parameter.name, "true") }
    }

    package mutating func add(_ name: String, _ value: String) { items.append((name, value)) }

    // MARK: Reading

    func spelling(_ parameter: Parameter) -> String {
        if let origin, origin.name == parameter.name { return origin.shown }
        return style(parameter)
    }

    package func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    package func all(_ parameter: Parameter) -> [String] { all(parameter.name) }

    /// Nil if the parameter is missing. Throws `UsageError` if it is given twice.
    package func one(_ parameter: Parameter) throws -> String? { try one(parameter.name, style(parameter)) }

    /// Returns the value of a parameter that only the service has.
    package func one(_ name: String) throws -> String? { try one(name, name) }

    private func one(_ name: String, _ shown: String) throws -> String? {
        let values = all(name)
        guard values.count <= 1 else {
            throw UsageError(
                en: "\(shown) is given \(values.count) times; give it once", ko: "\(shown)\(.topic) 한 번만 쓰세요")
        }
        return values.first
    }

    /// Returns the value of a parameter that a request must have. A command's argument may be empty here; its reader says
    /// what is missing.
    func required(_ parameter: Parameter, _ example: String) throws -> String {
        let value = try one(parameter) ?? ""
        guard value.isEmpty, style == .parameter else { return value }
        let name = parameter.name
        throw UsageError(
            en: "\(name) is missing; write \(name)=\(example)",
            ko: "\(name)\(.subject) 없습니다. \(name)=\(example)처럼 쓰세요")
    }

    /// A missing parameter is false, one without a value is true; any text other than true or false is a `UsageError`.
    package func flag(_ parameter: Parameter) throws -> Bool {
        guard let value = try one(parameter) else { return false }
        switch value.lowercased() {
        case "", "true", "1": return true
        case "false", "0": return false
        default:
            throw ValueArgument.wrong(
                style(parameter), value, en: "write true or false", ko: "true나 false를 쓰세요")
        }
    }

    package func count(_ parameter: Parameter) throws -> Int? {
        guard case .integer(let range) = parameter.value else {
            preconditionFailure("the parameter was declared as something else than a whole number")
        }
        let allowed = parameter.isClamped ? range.lowerBound...(.max) : range
        return try one(parameter).map { try ValueArgument.count($0, option: style(parameter), in: allowed) }
    }

    package static func == (left: Given, right: Given) -> Bool {
        left.style == right.style && left.items.elementsEqual(right.items) { $0 == $1 }
    }
}

/// A question about places, such as `near`: what it asks, the names of its values, and how it is answered.
///
/// It is written once. A command fills it from its options, the service from the parameters of an address, and
/// `--server` sends it as parameters. The help of the command and the description of the service come from
/// `parameters`.
package protocol Question: SendableMetatype {
    /// The name of the command and the first part of the address.
    static var name: String { get }
    /// What the answer is, for the description of the service.
    static var title: Words { get }
    /// All values, without those of the form of the rows (`ListingOptions.parameters`).
    static var parameters: [Parameter] { get }
    static var isHeavy: Bool { get }

    /// - Throws: `UsageError`.
    init(_ given: Given) throws

    func answer(from source: some PlaceSource, into answer: some Answer) throws
}

extension Question {
    package static var isHeavy: Bool { false }
}

/// Where the answer to a question goes: to the output of a command, or into the response of the service.
package protocol Answer {
    /// Whether an answer must keep within `AnswerLimits`: the service's must, a command's need not.
    var isLimited: Bool { get }
    var format: ListingFormat { get }
    var language: Language { get }

    func note(_ words: Words)

    /// Returns the preferred feeds, the most preferred one first.
    func preferredFeeds(in source: some PlaceSource) throws -> [String]

    /// Returns the ids of the places on a list of the person's marks.
    func ids(marked list: String, in source: some PlaceSource) throws -> [Int64]

    func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, body: (ListingWriter<Row>) throws -> Void
    ) throws

    /// Returns the title and the point of an address that no place has; nil if it is not among the imported addresses.
    func point(ofAddress text: String) throws -> (title: String, coordinate: Coordinate)?

    /// Returns the markers of all places that answers about the present catalog share; nil if there are none.
    func sharedMarkers() throws -> StableClusters?
}

extension Answer {
    package func ids(marked list: String, in source: some PlaceSource) throws -> [Int64] {
        preconditionFailure("only a command has the filter --marked")
    }

    package func point(ofAddress text: String) throws -> (title: String, coordinate: Coordinate)? { nil }

    package func sharedMarkers() throws -> StableClusters? { nil }
}

/// How much one answer of a service may have. More would delay the requests of other clients, or take too much memory.
package enum AnswerLimits {
    package static let rows = 10_000
    /// The maximum number of rows that a request without `limit` may sort.
    package static let sorted = 100_000
    /// The maximum number of places that one request may cluster or put on a map. Stable answers about all places share
    /// their markers, so they have a limit of their own.
    package static let markers = 50_000

    static let pagesAdvice = Words(
        en: "for more places, page through /collections/places/items",
        ko: "더 많이 받으려면 /collections/places/items에서 페이지로 나누어 받으세요")
}

extension Parameter {
    package static let limit: Parameter = {
        var limit = Parameter.unboundedLimit
        (limit.served, limit.advice) = (AnswerLimits.rows, AnswerLimits.pagesAdvice)
        return limit
    }()

    /// The maximum number of rows, where a service answers with any number.
    package static let unboundedLimit = Parameter(
        "limit", .integer(0...(.max)), en: "Maximum number of rows.", ko: "최대 행 수")
}
