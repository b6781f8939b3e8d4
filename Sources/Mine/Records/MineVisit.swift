internal import GeocliPlaces
internal import GeocliText

/// A day at a place.
public struct MineVisit: Equatable, Sendable {
    /// The id of the visit's record.
    public let id: String
    /// The place.
    public let place: MinePlace
    /// The day where the person was, `YYYY-MM-DD`.
    public let day: String

    /// Reads a record; nil for a record that is not a visit or that was removed.
    public init?(_ record: MineRecord) {
        guard record.kind == .visit, !record.isRemoved, let place = MinePlace(record.value("place")),
            let day = record.day
        else { return nil }
        id = record.id
        self.place = place
        self.day = day
    }

    /// Returns the id of the visit to a place on a day. The id is the same on every device.
    ///
    /// - Parameter isReused: whether the place's reference belonged to another place before. If so, that other place
    ///   has the usual id.
    public static func id(of place: MinePlace, day: String, isReused: Bool = false) -> String {
        MineID.named("visit", isReused ? place.longKey : place.key, day)
    }

    /// Returns the change that records a visit.
    ///
    /// - Parameter id: the id of the record; nil for the usual id.
    public static func visiting(_ place: MinePlace, day: String, id: String? = nil) -> MineFolder.Change {
        MineFolder.Change(
            id ?? Self.id(of: place, day: day),
            [
                .init("kind", .string("visit")), .init("place", place.json), .init("day", .string(day)),
                .init("removed", .bool(false)),
            ])
    }
}
