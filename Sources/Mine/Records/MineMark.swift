internal import GeocliPlaces
public import GeocliText

/// A place that a person put on a list.
public struct MineMark: Equatable, Sendable {
    /// The id of the mark's record.
    public let id: String
    /// The list; nil for the default list.
    public let list: String?
    /// The place.
    public let place: MinePlace
    /// The day of the mark where the person was, `YYYY-MM-DD`.
    public let day: String
    /// The title from an import; nil for none.
    public let title: String?

    /// Reads a record; nil for a record that is not a mark or that was removed.
    public init?(_ record: MineRecord) {
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
    ///
    /// - Parameter id: the id of the place's earlier mark, which may have another reference; nil for the usual id.
    public static func marking(
        _ place: MinePlace, list: String?, day: String, id: String? = nil
    ) -> MineFolder.Change {
        MineFolder.Change(id ?? Self.id(of: place, list: list), fields(of: place, list: list, day: day, title: nil))
    }

    /// Returns the fields of a mark.
    public static func fields(of place: MinePlace, list: String?, day: String, title: String?) -> [JSONValue.Member] {
        var fields: [JSONValue.Member] = [
            .init("kind", .string("mark")), .init("place", place.json), .init("day", .string(day)),
            .init("removed", .bool(false)),
        ]
        if let list { fields.append(.init("list", .string(list))) }
        if let title { fields.append(.init("title", .string(title))) }
        return fields
    }

    /// Returns the id of a place's mark on a list. The id is the same on every device.
    ///
    /// - Parameter isReused: whether the place's reference belonged to another place before. If so, that other place
    ///   has the usual id.
    public static func id(of place: MinePlace, list: String?, isReused: Bool = false) -> String {
        MineID.named("mark", list ?? "", isReused ? place.longKey : place.key)
    }
}

extension MineFolder.Change {
    /// Returns the change that removes a record, or restores a removed one.
    public static func removing(_ id: String, _ isRemoved: Bool = true) -> MineFolder.Change {
        MineFolder.Change(id, [.init("removed", .bool(isRemoved))])
    }
}
