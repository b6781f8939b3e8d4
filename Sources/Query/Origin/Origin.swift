public import GeocliGeo
internal import GeocliPlaces
public import GeocliText

/// The position at which a search starts, and the place to which the position belongs.
public struct Origin: Sendable, Equatable {
    public let coordinate: Coordinate
    /// The id if this is a place of the catalog, which a query leaves out of its answers; else nil.
    public let placeID: Int64?
    /// A note that tells the user which position was chosen; nil if the user wrote two plain numbers.
    public let note: Words?

    public init(_ coordinate: Coordinate, placeID: Int64? = nil, note: Words? = nil) {
        self.coordinate = coordinate
        self.placeID = placeID
        self.note = note
    }

    public init(_ position: WrittenPosition) {
        let point = Self.text(position.coordinate)
        let note: Words? =
            switch position.form {
            case .numbers: nil
            case .angles, .uri, .geometry: Words(en: "from \(point)", ko: "기준 위치: \(point)")
            case .link(let service, let part): part.words(service, point)
            }
        self.init(position.coordinate, note: note)
    }

    init(_ candidate: OriginCandidate, at coordinate: Coordinate) {
        let point = Self.text(coordinate)
        let note = Words(en: "from \(candidate.title), \(point)", ko: "기준 위치: \(candidate.title), \(point)")
        self.init(coordinate, placeID: candidate.placeID, note: note)
    }

    /// The position as `LAT,LON` with at most 7 decimals, which is a precision of about one centimeter.
    private static func text(_ coordinate: Coordinate) -> String {
        [coordinate.latitude, coordinate.longitude].map { DecimalText.text($0, maximumDecimals: 7) }
            .joined(separator: ",")
    }
}

extension LinkPart {
    fileprivate func words(_ service: MapService, _ point: String) -> Words {
        let name = service.name
        return switch self {
        case .pin:
            Words(en: "from the place in the \(name.en) link, \(point)", ko: "기준 위치: \(name.ko) 링크의 장소, \(point)")
        case .destination:
            Words(
                en: "from the destination in the \(name.en) link, \(point)", ko: "기준 위치: \(name.ko) 링크의 도착지, \(point)")
        case .view:
            Words(
                en: "from the center of the map in the \(name.en) link, \(point)",
                ko: "기준 위치: \(name.ko) 링크의 지도 중심, \(point)")
        }
    }
}

/// A kind of names from which a search can start: those of the catalog's places, of districts or of landmarks. To add a
/// kind, write a type that conforms to this protocol and add it to `OriginKinds.all`.
protocol NamedPlaces: Sendable {
    /// The word that chooses this kind, as in `district:마포`; in lower case.
    var prefix: String { get }

    var otherPrefixes: [String] { get }

    /// Whether a place of this kind with this name takes precedence over places of other kinds with the same name.
    func decides(_ name: String) -> Bool

    /// The places with exactly this name, at most `limit` of them. Case, width and blanks make no difference.
    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate]

    /// Returns a few places with similar names; an empty array if no name is similar.
    func similar(to name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate]

    /// May return an error if the source has no places of this kind at all; the error says so. Nil means the usual
    /// error.
    /// - Parameter isChosen: whether the user has chosen this kind by its prefix.
    func missing(_ name: String, isChosen: Bool, in source: some PlaceSource) throws -> OriginError?
}

extension NamedPlaces {
    var otherPrefixes: [String] { [] }

    var prefixes: [String] { [prefix] + otherPrefixes }

    func decides(_ name: String) -> Bool { false }

    func missing(_ name: String, isChosen: Bool, in source: some PlaceSource) throws -> OriginError? { nil }
}

/// A place that a name can mean.
struct OriginCandidate: Sendable {
    /// A description of the place for people: its name and where it is.
    let title: String
    /// The text that a user writes to mean this place and no other.
    let spelling: String
    /// The id if this is a place of the catalog; else nil.
    var placeID: Int64?
    /// The position of the place, or the error that explains why it has none.
    let location: Result<Coordinate, OriginError>

    var listed: String { "\(spelling) (\(title))" }
}

/// The error for a name that gives no position.
public struct OriginError: ExplainedError, Equatable {
    public enum Code: Sendable {
        /// No place has this name or id, or the place has no point.
        case notFound
        case ambiguous
        /// The text can't be a name.
        case wrong
    }

    public let code: Code
    public var exit: ExitStatus { code == .notFound ? .noInput : .usage }
    public let words: Words

    init(_ code: Code, en: String, ko: String) {
        self.code = code
        words = Words(en: en, ko: ko)
    }

    public func naming(_ argument: String) -> OriginError {
        OriginError(code, en: "\(argument): \(words.en)", ko: "\(argument): \(words.ko)")
    }
}
