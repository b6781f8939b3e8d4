internal import GeocliGeo
internal import GeocliPlaces
public import GeocliText

/// One kind of places that have names: bookstores, districts; stations and other landmarks are further kinds.
///
/// A new kind is a type that conforms, and its line in `OriginKinds.all`.
protocol NamedPlaces: Sendable {
    /// The word that chooses this kind, as in `district:마포`; in lower case.
    var prefix: String { get }

    /// Returns the places that have exactly this name, at most `limit`. Case, width and blanks make no difference.
    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate]

    /// Returns a few places that the name may have meant; none if none is near.
    func similar(to name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate]
}

/// A place that a name can mean.
struct OriginCandidate: Sendable {
    /// The place for people: its name and where it is.
    let title: String
    /// The text to write for this place, which means no other place.
    let spelling: String
    /// The bookstore that it is; nil for another place.
    var bookstoreID: Int64?
    /// Its position, or why it has none.
    let location: Result<Coordinate, OriginError>

    /// The place in a list of places.
    var listed: String { "\(spelling) (\(title))" }
}

/// A name that leads to no position.
public struct OriginError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: Sendable {
        /// Nothing has this name or id, or what has it has no point.
        case notFound
        /// More than one place has this name.
        case ambiguous
        /// The text can't be a name.
        case wrong
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to write instead.
    public let words: Words

    init(_ code: Code, en: String, ko: String) {
        self.code = code
        words = Words(en: en, ko: ko)
    }

    /// Returns the error with an argument's name before the sentence.
    public func naming(_ argument: String) -> OriginError {
        OriginError(code, en: "\(argument): \(words.en)", ko: "\(argument): \(words.ko)")
    }
}
