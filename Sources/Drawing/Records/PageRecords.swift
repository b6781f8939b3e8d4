package import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// A person's own records on the map page; `records.js` reads them. A page without records has neither the data nor the
/// scripts.
package struct PageRecords: Sendable {
    package let records: [PageRecord]
    /// The photos without their metadata, each once.
    package let photos: [StrippedPhoto]

    /// - Precondition: every photo index in the notes is an index of `photos`.
    package init(_ records: [PageRecord], photos: [StrippedPhoto]) {
        precondition(records.allSatisfy { $0.notes.allSatisfy { $0.photos.allSatisfy(photos.indices.contains) } })
        (self.records, self.photos) = (records, photos)
    }

    struct Placed {
        /// Each record with the index of its place in the page's columns; nil for a place that is not on the page.
        let records: [(place: Int?, record: PageRecord)]
        let photos: [StrippedPhoto]
        let unlistedCount: Int
    }

    /// Finds the places of the records among the entries of the page, which are in the order of its columns; those
    /// after `listedCount` occur only in changes. A record may get the place of another row of the same shop, if only
    /// that row is listed.
    func placed(in catalog: some PlaceArchive, _ entries: [CatalogEntry], listedCount: Int) throws -> Placed {
        let indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0.element.id, $0.offset) })
        func isListed(_ id: Int64) -> Bool { indices[id].map { $0 < listedCount } ?? false }
        let away = Set(records.compactMap(\.id).filter { !isListed($0) }).sorted()
        var twins: [Int64: Int64] = [:]
        if !away.isEmpty, let shops = try catalog.sameShops(of: away) {
            for members in shops.all {
                guard let twin = members.map(\.id).filter(isListed).min() else { continue }
                for member in members where !isListed(member.id) { twins[member.id] = twin }
            }
        }
        var placed: [(place: Int?, record: PageRecord)] = []
        var known: [Int: Int] = [:]
        for record in records {
            let place = record.id.flatMap { indices[twins[$0] ?? $0] }
            if let place, let index = known[place] {
                placed[index].record.add(record)
            } else {
                if let place { known[place] = placed.count }
                placed.append((place, record))
            }
        }
        let unlisted = placed.count { $0.place.map { $0 >= listedCount } ?? true }
        return Placed(records: placed, photos: photos, unlistedCount: unlisted)
    }
}

/// A person's records about one place, as the map page shows them. If the records have no place, the name is blank.
package struct PageRecord: Sendable, Equatable {
    package struct Mark: Sendable, Equatable {
        /// The list; nil for the default list.
        package let list: String?
        /// The day, `YYYY-MM-DD`.
        package let day: String
        /// The title from an import; nil for none.
        package let title: String?

        package init(list: String?, day: String, title: String?) {
            (self.list, self.day, self.title) = (list, day, title)
        }
    }

    package struct Note: Sendable, Equatable {
        /// The day, `YYYY-MM-DD`.
        package let day: String
        /// The texts of the note; nil for each text that the note does not have.
        package var text, phrase, book, author, isbn, page: String?
        /// Tags, without `#`.
        package var tags: [String] = []
        /// The photos of the note, as indices of `PageRecords.photos`.
        package var photos: [Int] = []
        /// The number of photos of the note that are not on the page.
        package var photosLeftOut = 0

        package init(day: String) { self.day = day }
    }

    /// Why the page does not list a place.
    package enum State: String, Sendable {
        /// A person or the source says that the place is closed.
        case closed
        /// The place is no longer in its feed.
        case missing
        /// The catalog does not have the place.
        case gone
        /// The catalog has the place, but the page does not show it.
        case other
        /// The records have no place.
        case none
    }

    /// The id of the place in the catalog; nil if the catalog does not have it.
    package var id: Int64?
    /// The name of the place; blank if the records have no place.
    package var name: String
    package var address: String?
    package var coordinate: Coordinate?
    /// Why the page does not list the place.
    package var state = State.other
    /// The day on which the place closed, or since which it is no longer in its feed; nil in other states.
    package var since: String?
    /// The marks, by list.
    package var marks: [Mark] = []
    /// The notes, the latest first.
    package var notes: [Note] = []
    /// The days of visits, the latest first.
    package var visits: [String] = []

    package init(id: Int64?, name: String, address: String?, coordinate: Coordinate?, state: State) {
        (self.id, self.name, self.address) = (id, name, address)
        (self.coordinate, self.state) = (coordinate, state)
    }

    /// Adds the marks, notes and visits of another row of the same shop.
    mutating func add(_ other: PageRecord) {
        marks += other.marks
        notes = (notes + other.notes).enumerated()
            .sorted { ($1.element.day, $0.offset) < ($0.element.day, $1.offset) }.map(\.element)
        visits = Set(visits + other.visits).sorted(by: >)
    }
}

extension PageRecords.Placed {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("records")
        json.beginArray()
        for (place, record) in records { Self.write(record, at: place, to: &json) }
        json.endArray()
        json.name("photos")
        json.beginArray()
        for photo in photos { Self.write(photo, to: &json) }
        json.endArray()
        json.endObject()
    }

    private static func write(_ record: PageRecord, at place: Int?, to json: inout JSONWriter) {
        var members: [JSONValue.Member] = [
            .init("place", .number("\(place ?? -1)")), .init("name", .string(PagePlace.shown(record.name))),
            .init("state", .string(record.state.rawValue)),
            .init(
                "marks",
                .array(
                    record.marks.map { .array([text($0.list), .string(PagePlace.shown($0.day)), text($0.title)]) })),
            .init("notes", .array(record.notes.map(note))),
            .init("visits", .array(record.visits.map { .string(PagePlace.shown($0)) })),
        ]
        if let since = record.since { members.append(.init("since", .string(since))) }
        if let address = record.address { members.append(.init("address", text(address))) }
        if let point = record.coordinate {
            members.append(
                .init(
                    "point",
                    .array([point.latitude, point.longitude].map { .number(DecimalText.text($0, maximumDecimals: 7)) }))
            )
        }
        json.value(.object(members))
    }

    private static func note(_ note: PageRecord.Note) -> JSONValue {
        let texts = [
            ("text", note.text), ("phrase", note.phrase), ("book", note.book), ("author", note.author),
            ("isbn", note.isbn), ("page", note.page),
        ]
        var members: [JSONValue.Member] = [.init("day", .string(PagePlace.shown(note.day)))]
        for case (let name, let value?) in texts { members.append(.init(name, .string(lines(value)))) }
        members.append(.init("tags", .array(note.tags.map { .string(PagePlace.shown($0)) })))
        members.append(.init("photos", .array(note.photos.map { .number("\($0)") })))
        if note.photosLeftOut > 0 { members.append(.init("left", .number("\(note.photosLeftOut)"))) }
        return .object(members)
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string(PagePlace.shown($0)) } ?? .null }

    /// Returns a text with its line ends; each line is as `PagePlace.shown` returns it.
    private static func lines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { PagePlace.shown(String($0)) }.joined(separator: "\n")
    }

    /// Its type, its bytes, its shown size, its stored size, and the matrix that turns the stored picture.
    private static func write(_ photo: StrippedPhoto, to json: inout JSONWriter) {
        let stored = (width: Double(photo.storedWidth), height: Double(photo.storedHeight))
        json.beginArray()
        json.string(photo.format.mediaType)
        json.string(Base64.text(photo.bytes))
        for size in [photo.width, photo.height, photo.storedWidth, photo.storedHeight] { json.integer(Int64(size)) }
        json.beginArray()
        for number in photo.orientation.matrix(width: stored.width, height: stored.height) {
            json.integer(Int64(number))
        }
        json.endArray()
        json.endArray()
    }
}
