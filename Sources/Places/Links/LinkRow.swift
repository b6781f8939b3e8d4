public import GeocliGeo
internal import GeocliSearch
internal import Glibc

/// A row of a feed as the rules of links compare it.
public struct LinkRow: Sendable {
    /// The catalog's number for the place.
    public let id: Int64
    /// The catalog's number for its feed.
    public let feed: Int64
    /// Its name.
    public let name: LinkName
    private(set) var phone: String?
    let district: DistrictName?
    private(set) var address: LinkAddress
    private(set) var point: Coordinate?

    /// Creates a row; nil for a name that can't be compared.
    public init?(id: Int64, feed: Int64, _ place: Values) {
        guard let name = LinkName(place.name) else { return nil }
        self.id = id
        self.feed = feed
        self.name = name
        phone = place.phone
        district = place.district.map { DistrictName($0) }
        address = LinkAddress(place.address)
        // Closer to a pole, a hundred meters would span many cells of longitude.
        point = place.point.flatMap { abs($0.latitude) <= 80 ? $0 : nil }
    }

    /// The values of a place that the rules compare.
    public struct Values: Sendable {
        /// See `Place.name`.
        public var name: String
        /// See `Place.phone`.
        public var phone: String?
        /// See `Place.address`.
        public var address: String?
        /// See `Place.district`.
        public var district: String?
        /// See `Place.coordinate`.
        public var point: Coordinate?

        /// Creates values.
        public init(
            name: String, phone: String? = nil, address: String? = nil, district: String? = nil,
            point: Coordinate? = nil
        ) {
            self.name = name
            self.phone = phone
            self.address = address
            self.district = district
            self.point = point
        }

        /// Creates values from the values of a place.
        public init(_ place: Place) {
            self.init(
                name: place.name, phone: place.phone, address: place.address, district: place.district,
                point: place.coordinate)
        }
    }

    /// Returns the same row without the values whose argument is true.
    func without(phone isPhone: Bool, road isRoad: Bool, point isPoint: Bool) -> LinkRow {
        var row = self
        if isPhone { row.phone = nil }
        if isRoad { row.address.road = nil }
        if isPoint { row.point = nil }
        return row
    }

    /// The city or province of its address, or else of its district.
    var province: Province? { address.province ?? district?.province }

    /// The cell of 0.001 degrees that contains its point.
    var cell: LinkCell? { point.map(LinkCell.init) }

    /// Whether its phone number may belong to no area, such as 1588-0000 and 080-000-0000. All branches of a chain may
    /// share such a number. Only Korea's numbering plan is known, so any other number may be one.
    var hasNationwidePhone: Bool {
        guard let phone else { return false }
        return !phone.hasPrefix("+82") || phone.hasPrefix("+8280")
            || phone.utf8.count == 11 && ["+8215", "+8216", "+8218"].contains { phone.hasPrefix($0) }
    }
}

/// A cell of 0.001 degrees: about 111 m from south to north, less from west to east.
struct LinkCell: Hashable {
    let x: Int
    let y: Int

    private static let around = 360_000

    init(_ point: Coordinate) {
        self.init(x: Int((point.longitude * 1000).rounded(.down)), y: Int((point.latitude * 1000).rounded(.down)))
    }

    private init(x: Int, y: Int) {
        // -180 and 180 are one meridian.
        self.x = (x % Self.around + Self.around) % Self.around
        self.y = y
    }

    /// The cells that together contain all points within `LinkRule.nearMeters` of this cell.
    var neighborhood: [LinkCell] {
        let latitude = Double(max(abs(y), abs(y + 1)) + 1) / 1000
        // A cell is at least 110 m from south to north. Its width is 110 m times the cosine of the latitude.
        let reach = Int((1 / cos(latitude * .pi / 180)).rounded(.up))
        return (y - 1...y + 1).flatMap { y in (x - reach...x + reach).map { LinkCell(x: $0, y: y) } }
    }
}
