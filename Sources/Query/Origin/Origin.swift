public import GeocliGeo
public import GeocliText

/// The position at which a search starts, and the place to which the position belongs.
public struct Origin: Sendable, Equatable {
    /// The position.
    public let coordinate: Coordinate
    /// The id if this is a place of the catalog, which a query leaves out of its answers; else nil.
    public let placeID: Int64?
    /// A note that tells the user which position was chosen; nil if the user wrote two plain numbers.
    public let note: Words?

    /// Creates an origin.
    public init(_ coordinate: Coordinate, placeID: Int64? = nil, note: Words? = nil) {
        self.coordinate = coordinate
        self.placeID = placeID
        self.note = note
    }

    /// Creates an origin from a position that the user wrote.
    public init(_ position: WrittenPosition) {
        let point = Self.text(position.coordinate)
        let note: Words? =
            switch position.form {
            case .numbers: nil
            case .angles, .uri: Words(en: "from \(point)", ko: "기준 위치: \(point)")
            case .link(let service, let part): part.words(service, point)
            }
        self.init(position.coordinate, note: note)
    }

    /// Creates an origin from a place.
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
