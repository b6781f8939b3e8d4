package import GeocliGeo
package import GeocliPlaces
package import GeocliText

/// A place in a record: its reference, and copies of its name, address and point. The copies stay in the record if the
/// catalog loses the place.
package struct MinePlace: Equatable, Sendable {
    /// The reference: the feed and the feed's id; nil for a place that was in no catalog when it was imported.
    package let ref: String?
    package let name: String
    package let address: String?
    package let district: String?
    package let coordinate: Coordinate?
    /// The link of an imported place without a reference and a point. It tells the place from others of its name.
    package let link: String?

    package init(
        ref: String?, name: String, address: String?, district: String?, coordinate: Coordinate?, link: String? = nil
    ) {
        self.ref = ref
        self.name = name
        self.address = address
        self.district = district
        self.coordinate = coordinate
        self.link = link
    }

    package init(_ entry: CatalogEntry) {
        self.init(
            ref: entry.ref, name: entry.place.name, address: entry.place.address,
            district: entry.place.district, coordinate: entry.coordinate)
    }

    /// Reads the place from a record's field; nil for a value without a name.
    package init?(_ json: JSONValue?) {
        guard let json, let name = json["name"]?.stringValue, !name.isEmpty else { return nil }
        var coordinate: Coordinate?
        if let latitude = json["latitude"]?.doubleValue, let longitude = json["longitude"]?.doubleValue {
            coordinate = try? Coordinate(longitude: longitude, latitude: latitude)
        }
        func text(_ key: String) -> String? { json[key]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            ref: text("ref"), name: name, address: text("address"), district: text("district"), coordinate: coordinate,
            link: text("link"))
    }

    package var json: JSONValue {
        var members: [JSONValue.Member] = []
        if let ref { members.append(.init("ref", .string(ref))) }
        members.append(.init("name", .string(name)))
        if let address { members.append(.init("address", .string(address))) }
        if let district { members.append(.init("district", .string(district))) }
        if let coordinate {
            members.append(.init("latitude", .number(Self.number(coordinate.latitude))))
            members.append(.init("longitude", .number(Self.number(coordinate.longitude))))
        }
        if let link { members.append(.init("link", .string(link))) }
        return .object(members)
    }

    private static func number(_ value: Double) -> String {
        var json = JSONWriter()
        json.number(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The text that identifies the place: its reference, or else its name and its point or link.
    package var key: String {
        ref ?? "\(name)\n\(coordinate.map { "\($0.latitude),\($0.longitude)" } ?? link ?? "")"
    }

    /// The text that identifies the place even if its reference belonged to another place before.
    var longKey: String { "\(key)\n\(name)\n\(address ?? "")" }
}

/// A place that a person put on a list.
package struct MineMark: Equatable, Sendable {
    package let id: String
    /// The list; nil for the default list.
    package let list: String?
    package let place: MinePlace
    /// The day of the mark where the person was, `YYYY-MM-DD`.
    package let day: String
    package let title: String?

    /// Reads a record; nil for a record that is not a mark or that was removed.
    package init?(_ record: MineRecord) {
        guard record.kind == .mark, !record.isRemoved, let place = MinePlace(record.value("place")) else { return nil }
        id = record.id
        list = record.text("list")
        self.place = place
        day =
            record.day
            ?? SeoulTime(unixSeconds: record.created.unixSeconds).date
        title = record.text("title")
    }

    /// Returns the change that marks a place.
    /// - Parameter id: the id of the place's earlier mark, which may have another reference; nil for the usual id.
    package static func marking(
        _ place: MinePlace, list: String?, day: String, id: String? = nil
    ) -> MineFolder.Change {
        MineFolder.Change(id ?? Self.id(of: place, list: list), fields(of: place, list: list, day: day, title: nil))
    }

    package static func fields(of place: MinePlace, list: String?, day: String, title: String?) -> [JSONValue.Member] {
        var fields: [JSONValue.Member] = [
            .init("kind", .string("mark")), .init("place", place.json), .init("day", .string(day)),
            .init("removed", .bool(false)),
        ]
        if let list { fields.append(.init("list", .string(list))) }
        if let title { fields.append(.init("title", .string(title))) }
        return fields
    }

    /// Returns the id of a place's mark on a list. The id is the same on every device.
    /// - Parameter isReused: whether the place's reference belonged to another place before. If so, that other place
    ///   has the usual id.
    package static func id(of place: MinePlace, list: String?, isReused: Bool = false) -> String {
        MineID.named("mark", list ?? "", isReused ? place.longKey : place.key)
    }
}

extension MineFolder.Change {
    /// Returns the change that removes a record, or restores a removed one.
    package static func removing(_ id: String, _ isRemoved: Bool = true) -> MineFolder.Change {
        MineFolder.Change(id, [.init("removed", .bool(isRemoved))])
    }
}

/// A day at a place.
package struct MineVisit: Equatable, Sendable {
    package let id: String
    package let place: MinePlace
    /// The day where the person was, `YYYY-MM-DD`.
    package let day: String

    /// Reads a record; nil for a record that is not a visit or that was removed.
    package init?(_ record: MineRecord) {
        guard record.kind == .visit, !record.isRemoved, let place = MinePlace(record.value("place")),
            let day = record.day
        else { return nil }
        id = record.id
        self.place = place
        self.day = day
    }

    /// Returns the id of the visit to a place on a day. The id is the same on every device.
    /// - Parameter isReused: whether the place's reference belonged to another place before. If so, that other place
    ///   has the usual id.
    package static func id(of place: MinePlace, day: String, isReused: Bool = false) -> String {
        MineID.named("visit", isReused ? place.longKey : place.key, day)
    }

    /// Returns the change that records a visit.
    /// - Parameter id: the id of the record; nil for the usual id.
    package static func visiting(_ place: MinePlace, day: String, id: String? = nil) -> MineFolder.Change {
        MineFolder.Change(
            id ?? Self.id(of: place, day: day),
            [
                .init("kind", .string("visit")), .init("place", place.json), .init("day", .string(day)),
                .init("removed", .bool(false)),
            ])
    }
}

extension MineState {
    /// The marks, ordered by list, day and name.
    package var marks: [MineMark] {
        all(.mark) { MineMark($0) }.sorted {
            ($0.list ?? "", $0.day, $0.place.name, $0.id) < ($1.list ?? "", $1.day, $1.place.name, $1.id)
        }
    }

    /// The visits, ordered by day and name.
    package var visits: [MineVisit] {
        all(.visit) { MineVisit($0) }.sorted {
            ($0.day, $0.place.name, $0.id) < ($1.day, $1.place.name, $1.id)
        }
    }
}
