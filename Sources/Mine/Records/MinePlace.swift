public import GeocliGeo
public import GeocliPlaces
public import GeocliText

/// A place as a record remembers it: its reference, and copies of its name, address and point, which stay when the
/// catalog has lost it.
public struct MinePlace: Equatable, Sendable {
    /// The feed and the feed's id; nil for a place that no catalog had when it was imported.
    public let ref: String?
    /// Its name.
    public let name: String
    /// Its address; nil if it had none.
    public let address: String?
    /// Its district; nil if it had none.
    public let district: String?
    /// Its point; nil if it had none.
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
            ref: entry.ref, name: entry.bookstore.name, address: entry.bookstore.address,
            district: entry.bookstore.district, coordinate: entry.coordinate)
    }

    /// Reads the field of a record; nil for a value without a name.
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

    /// The field of a record.
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

    /// What identifies the place: its reference, else its name and point.
    public var key: String {
        ref ?? "\(name)\n\(coordinate.map { "\($0.latitude),\($0.longitude)" } ?? "")"
    }
}
