internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces

/// Consecutive changes, encoded as events for all clients.
struct EventPage {
    /// A change as an event.
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
