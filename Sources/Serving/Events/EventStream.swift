internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// The state of one client's stream: which changes the client gets, and how far it has come. It is a value: the
/// transport keeps one for each open connection, and asks an `EventReader` for more when the client has taken the
/// earlier events.
public struct EventStream: Sendable {
    /// Where a client begins.
    enum Start: Sendable, Equatable {
        /// With the changes from now on.
        case now
        case at(ChangeCursor)
        /// After a change that this catalog doesn't have.
        case gone(ChangeMark)
    }

    /// Which changes the client gets.
    let filter: EventFilter
    let start: Start
    /// How far the client has come; nil before its first bytes.
    var cursor: ChangeCursor?
    /// The state of the catalog when everything was sent; empty if there may be more to send.
    var finishedState = ""

    /// Whether the client has received all events so far, or wants only events from now on. Other clients are catching
    /// up.
    public var isLive: Bool { cursor == nil ? start == .now : !finishedState.isEmpty }

    init(_ filter: EventFilter, from start: Start) { (self.filter, self.start) = (filter, start) }
}

/// Which changes a client gets.
struct EventFilter: Sendable, Equatable {
    var what = Set(CatalogChange.What.allCases)
    var places = PlaceFilter()

    /// Whether every place is admitted.
    var admitsAllPlaces: Bool { places == Self.everywhere }

    private static let everywhere = PlaceFilter()
}

/// Some events of a stream, encoded.
public struct EventBatch: Sendable {
    /// The events in the form of Server-Sent Events; empty if there are none.
    public let bytes: [UInt8]
    /// Whether there are no more events until the catalog changes.
    public let isAtEnd: Bool
}
