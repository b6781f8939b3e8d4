internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// A reader of the events for all clients. It keeps what it read for one client, so that the changes of one night are
/// read only once for all clients. It is a class because it owns a connection to the catalog. Only one thread uses it.
package final class EventReader {
    private let reader: SnapshotReader
    /// The state of the catalog from which everything kept below was read.
    private var state = ""
    /// The state at the last call of `hasChanged`.
    private var seenState = ""
    /// The pages that were read most recently. The key of each is the position before it. The page is nil at the end
    /// of the last run.
    private var pages: [ChangePlace: EventPage?] = [:]
    private var pageOrder: [ChangePlace] = []
    /// For each pair of a page and a client's filter, the places of the page that the filter admits.
    private var admitted: [(place: ChangePlace, filter: EventFilter, ids: Set<Int64>)] = []
    /// Known positions within long runs, by run.
    private var waymarks: [Int64: [ChangeCursor]] = [:]
    private var last: ChangeCursor?
    private var turnEnd = ContinuousClock.now

    /// Creates a reader, which opens the catalog when it is first used.
    package init(_ settings: ServiceSettings) {
        var settings = settings
        // Finding a client's position in the first run of a large catalog takes one second per million changes.
        settings.answerSeconds = 60
        reader = SnapshotReader(settings)
    }

    /// Returns whether the catalog or its state has changed since the last call.
    /// - Throws: an error from reading the catalog, for example while the file is being replaced.
    package func hasChanged() throws -> Bool {
        try reader.inSnapshot { _, state in
            defer { seenState = state }
            return state != seenState
        }
    }

    /// Returns the next events of a client, and moves its stream past them. A turn takes some milliseconds. If it ends
    /// before there is anything to send, the batch is empty, and its `isAtEnd` is false.
    /// - Throws: an error from reading the catalog. The stream stays where it was.
    package func next(_ stream: inout EventStream) throws -> EventBatch {
        try reader.inSnapshot { catalog, state in
            if state != self.state { forget(state) }
            turnEnd = ContinuousClock.now + Self.turn
            guard stream.finishedState != state else { return EventBatch(bytes: [], isAtEnd: true) }
            var moved = stream
            var bytes: [UInt8] = []
            guard var cursor = try begin(&moved, catalog, &bytes) else {
                return EventBatch(bytes: [], isAtEnd: false)
            }
            let isAtEnd = try append(&bytes, moved.filter, from: &cursor, catalog)
            moved.cursor = cursor
            if isAtEnd { moved.finishedState = state }
            stream = moved
            return EventBatch(bytes: bytes, isAtEnd: isAtEnd)
        }
    }

    /// Tells the person who runs the service why events can't be read.
    package func tell(_ error: any Error) {
        reader.settings.onTrouble(
            (error as? any ExplainedError)?.words
                ?? Words(en: "events can't be read: \(type(of: error))", ko: "이벤트를 읽을 수 없습니다: \(type(of: error))"))
    }

    /// The bytes that keep a silent connection open.
    package static var comment: [UInt8] { EventText.comment }

    private func forget(_ state: String) {
        self.state = state
        pages = [:]
        pageOrder = []
        admitted = []
        waymarks = [:]
        last = nil
    }

    // MARK: Where a client is

    /// Returns the position at which the client continues; nil if the turn ended before it was found.
    private func begin(
        _ stream: inout EventStream, _ catalog: Catalog, _ bytes: inout [UInt8]
    ) throws -> ChangeCursor? {
        guard let cursor = stream.cursor else {
            bytes += EventText.retry
            switch stream.start {
            case .now:
                let last = try lastCursor(catalog)
                bytes += EventText.position(last.mark)
                return last
            case .at(let cursor):
                guard try catalog.holds(cursor.mark) else { return try resync(cursor.mark, catalog, &bytes) }
                return try found(cursor, catalog)
            case .gone(let mark): return try resync(mark, catalog, &bytes)
            }
        }
        return try catalog.holds(cursor.mark) ? cursor : try resync(cursor.mark, catalog, &bytes)
    }

    private func resync(_ former: ChangeMark, _ catalog: Catalog, _ bytes: inout [UInt8]) throws -> ChangeCursor {
        let last = try lastCursor(catalog)
        bytes += EventText.resync(former, last.mark)
        return last
    }

    private func lastCursor(_ catalog: Catalog) throws -> ChangeCursor {
        if let last { return last }
        let found = try catalog.lastCursor()
        last = found
        return found
    }

    /// Returns the position of a client that reconnects with a mark in the middle of a run; nil if the turn ended
    /// before it was found. Many clients may reconnect at once, so positions on the way are kept, and the next turn
    /// continues from the last of them.
    private func found(_ cursor: ChangeCursor, _ catalog: Catalog) throws -> ChangeCursor? {
        let mark = cursor.mark
        guard !cursor.isRunEnd, mark.sequence > 0 else { return cursor }
        let known = waymarks[mark.run] ?? []
        var near = known.last { $0.mark.sequence <= mark.sequence }
        while true {
            let step = min(mark.sequence, (near?.mark.sequence ?? 0) + Self.waymarkStep)
            let wanted = ChangeMark(run: mark.run, sequence: step, check: mark.check)
            guard let found = try catalog.cursor(at: wanted, from: near) else { return cursor }
            guard step < mark.sequence, !found.isRunEnd else { return found }
            waymarks[mark.run, default: []].append(found)
            guard ContinuousClock.now < turnEnd else { return nil }
            near = found
        }
    }

    private static let waymarkStep = 4096

    // MARK: What a client gets

    /// Appends events until a batch is full. Returns whether the client has everything.
    private func append(
        _ bytes: inout [UInt8], _ filter: EventFilter, from cursor: inout ChangeCursor, _ catalog: Catalog
    ) throws -> Bool {
        var isSaid = true
        defer { if !isSaid { bytes += EventText.position(cursor.mark) } }
        // A turn has at least one page.
        repeat {
            guard bytes.count < Self.batchBytes else { return false }
            let place = ChangePlace(cursor)
            guard let page = try page(at: place, cursor, catalog) else { return true }
            let ids = try admittedIDs(filter, page, at: place, catalog)
            for event in page.events {
                isSaid = filter.what.contains(event.what) && ids?.contains(event.place) ?? true
                if isSaid { bytes += event.bytes }
            }
            // An empty run also has an id, which the client must get.
            if page.events.isEmpty, cursor.mark.run != page.end.mark.run { isSaid = false }
            cursor = page.end
        } while ContinuousClock.now < turnEnd
        return false
    }

    /// A batch with at least this number of bytes is full. The last page may make it 15 kB larger. A batch stays in
    /// memory until its client takes it, so that batches of thousands of clients must be small.
    private static let batchBytes = 16 << 10
    /// The time that a search of the changes for one client may take before the other clients have their turn.
    private static let turn = Duration.milliseconds(10)
    private static let keptPages = 64

    private func page(at place: ChangePlace, _ cursor: ChangeCursor, _ catalog: Catalog) throws -> EventPage? {
        if let page = pages[place] { return page }
        let page = try catalog.changePage(after: cursor, count: EventPage.size).map(EventPage.init)
        if pageOrder.count >= Self.keptPages {
            let oldest = pageOrder.removeFirst()
            pages[oldest] = nil
            admitted.removeAll { $0.place == oldest }
        }
        pageOrder.append(place)
        pages[place] = .some(page)
        return page
    }

    /// Returns which places of a page a filter admits; nil for all.
    private func admittedIDs(
        _ filter: EventFilter, _ page: EventPage, at place: ChangePlace, _ catalog: Catalog
    ) throws -> Set<Int64>? {
        guard !filter.admitsAllPlaces, !page.events.isEmpty else { return nil }
        if let known = admitted.first(where: { $0.place == place && $0.filter == filter }) { return known.ids }
        let ids = try catalog.ids(Set(page.events.map(\.place)).sorted(), admittedBy: filter.places)
        admitted.append((place, filter, ids))
        return ids
    }
}

/// The key of a page: the position before its first change.
private struct ChangePlace: Hashable {
    let run: Int64
    /// The number of the run's changes that come before the page; `.max` at the end of the run.
    let sequence: Int

    init(_ cursor: ChangeCursor) {
        run = cursor.mark.run
        sequence = cursor.isRunEnd ? .max : cursor.mark.sequence
    }
}
