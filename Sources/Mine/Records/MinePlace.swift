public import GeocliGeo
public import GeocliPlaces
public import GeocliText

/// A place in a record: its reference, and copies of its name, address and point. The copies stay in the record if the
/// catalog loses the place.
public struct MinePlace: Equatable, Sendable {
    /// The reference: the feed and the feed's id; nil for a place that was in no catalog when it was imported.
    public let ref: String?
    /// The place's name.
    public let name: String
    /// The place's address; nil for none.
    public let address: String?
    /// The place's district; nil for none.
    public let district: String?
    /// The place's point; nil for none.
    public let coordinate: Coordinate?

    /// Creates a place.
    public init(ref: String?, name: String, address: String?, district: String?, coordinate: Coordinate?) {
        self.ref = ref
        self.name = name
        self.address = address
        self.district = district
        self.coordinate = coordinate
    }

    /// Copies a place of the catalog.
    public init(_ entry: CatalogEntry) {
        self.init(
            ref: entry.ref, name: entry.place.name, address: entry.place.address,
            district: entry.place.district, coordinate: entry.coordinate)
    }

    /// Reads the place from a record's field; nil for a value without a name.
    public init?(_ json: JSONValue?) {
        guard let json, let name = json["name"]?.stringValue, !name.isEmpty else { return nil }
        var coordinate: Coordinate?
        if let latitude = json["latitude"]?.doubleValue, let longitude = json["longitude"]?.doubleValue {
            coordinate = try? Coordinate(longitude: longitude, latitude: latitude)
        }
        func text(_ key: String) -> String? { json[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            ref: text("ref"), name: name, address: text("address"), district: text("district"), coordinate: coordinate)
    }

    /// The place as the field of a record.
    public var json: JSONValue {
        var members: [JSONValue.Member] = []
        if let ref { members.append(.init("ref", .string(ref))) }
        members.append(.init("name", .string(name)))
        if let address { members.append(.init("address", .string(address))) }
        if let district { members.append(.init("district", .string(district))) }
        if let coordinate {
            members.append(.init("latitude", .number(Self.number(coordinate.latitude))))
            members.append(.init("longitude", .number(Self.number(coordinate.longitude))))
        }
        return .object(members)
    }

    private static func number(_ value: Double) -> String {
        var json = JSONWriter()
        json.number(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The text that identifies the place: its reference, or else its name and point.
    public var key: String {
        ref ?? "\(name)\n\(coordinate.map { "\($0.latitude),\($0.longitude)" } ?? "")"
    }

    /// The text that identifies the place even if its reference belonged to another place before.
    var longKey: String { "\(key)\n\(name)\n\(address ?? "")" }
}
