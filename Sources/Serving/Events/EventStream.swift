internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// The state of one client's stream: which changes the client gets, and how far it has come. It is a value: the
/// transport keeps one for each open connection, and asks an `EventReader` for more when the client has taken the
/// earlier events.
package struct EventStream: Sendable {
    enum Start: Sendable, Equatable {
        case now
        case at(ChangeCursor)
        /// After a change that this catalog doesn't have.
        case gone(ChangeMark)
    }

    let filter: EventFilter
    let start: Start
    /// How far the client has come; nil before its first bytes.
    var cursor: ChangeCursor?
    /// The state of the catalog when everything was sent; empty if there may be more to send.
    var finishedState = ""

    /// Whether the client has all events so far, or wants only events from now on. Other clients are catching up.
    package var isLive: Bool { cursor == nil ? start == .now : !finishedState.isEmpty }

    init(_ filter: EventFilter, from start: Start) { (self.filter, self.start) = (filter, start) }
}

struct EventFilter: Sendable, Equatable {
    var what = Set(CatalogChange.What.allCases)
    var places = PlaceFilter()

    var admitsAllPlaces: Bool { places == Self.everywhere }

    private static let everywhere = PlaceFilter()
}

/// Some events of a stream, encoded.
package struct EventBatch: Sendable {
    /// The events in the form of Server-Sent Events; empty if there are none.
    package let bytes: [UInt8]
    /// Whether there are no more events until the catalog changes.
    package let isAtEnd: Bool
}

/// Consecutive changes, encoded as events for all clients.
struct EventPage {
    struct Event {
        let place: Int64
        let what: CatalogChange.What
        let bytes: [UInt8]
    }

    let events: [Event]
    /// The position after the last change.
    let end: ChangeCursor

    /// The maximum number of changes of a page. Such a page takes about 15 kB.
    static let size = 48

    init(_ page: ChangePage) throws {
        let sink = ByteSink { _ in }
        let writer = try ListingWriter(.changes, ListingOptions(), into: sink)
        end = page.end
        var events: [Event] = []
        for (offset, change) in page.changes.enumerated() {
            sink.bytes.removeAll(keepingCapacity: true)
            try writer.write(change)
            // The row ends with a newline; an empty line ends the event.
            let head = "event: change\nid: \(page.mark(at: offset).text)\ndata: "
            events.append(
                Event(place: change.place.id, what: change.what, bytes: Array(head.utf8) + sink.bytes + [0x0A]))
        }
        self.events = events
    }
}

/// The other parts of an event stream.
enum EventText {
    /// Tells a client how many milliseconds to wait before it reconnects.
    static let retry = Array("retry: 2000\n\n".utf8)

    /// A line that clients skip. It shows both sides that the connection is still open.
    static let comment = Array(":\n\n".utf8)

    /// Tells a client how far it has come, without an event.
    static func position(_ mark: ChangeMark) -> [UInt8] { Array("id: \(mark.text)\n\n".utf8) }

    /// Tells a client that its last event comes from another catalog, so that it must read the listings again.
    static func resync(_ former: ChangeMark, _ mark: ChangeMark) -> [UInt8] {
        Array(
            "event: resync\nid: \(mark.text)\ndata: {\"former\":\"\(former.text)\",\"now\":\"\(mark.text)\"}\n\n".utf8)
    }
}
