internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliText

@testable internal import GeocliIngest

/// Pages of a feed, up to the decision on each row.
enum PageTarget {
    private static let table = Feed(
        id: "table", title: Words(en: "table", ko: "table"), publisher: "nobody", license: "none", envelope: .csv,
        encoding: .cp949,
        fields: [.id: "id", .name: "name", .kind: "kind", .address: "address", .phone: "phone", .x: "x", .y: "y"],
        crs: .epsg5174, area: BoundingBox(checkedWest: 124, south: 33, east: 132, north: 39), kinds: ["1": .new])

    /// A page of the open-data envelope, JSON or XML, or of Features.
    static func checkPage(_ bytes: [UInt8]) throws {
        try check(bytes, of: Feed.seoulBookstores)
        try check(bytes, of: Feed.places)
        try check(bytes, of: try features.get())
    }

    /// A feed of Features inside of a page, with the total and the codes around them.
    private static let features = Result {
        try FeedDeclaration.feed(
            Array(
                """
                id = "features"
                title = { ko = "features", en = "features" }
                noun = { ko = "place", en = "place" }
                publisher = "nobody"
                license = "none"
                kind = "new"
                [pages]
                format = "geojson"
                encoding = "UTF-8"
                rows = "response.result.features"
                total_counts = "feed"
                total = "response.record.total"
                result = ["response.error.code", "response.status"]
                message = "response.error.text"
                good = ["OK"]
                empty = ["NOT_FOUND"]
                [fields]
                name = ["names.primary", "name"]
                [point]
                crs = "EPSG:4326"
                area = [-180, -90, 180, 90]
                """.utf8), name: "features")
    }

    /// A CSV file in CP949 with coordinates in metres.
    static func checkCSVPage(_ bytes: [UInt8]) throws { try check(bytes, of: table) }

    /// A person's own table.
    static func checkOwnTable(_ bytes: [UInt8]) throws {
        var columns = FileColumns()
        (columns.id, columns.name, columns.latitude, columns.longitude) = ("id", "name", "y", "x")
        columns.kind = "kind"
        try check(bytes, of: try columns.feed(id: "own-table"))
    }

    /// A person's own GeoJSON file.
    static func checkOwnFeatures(_ bytes: [UInt8]) throws {
        var columns = FileColumns()
        columns.kind = "kind"
        try check(bytes, of: try columns.feed(id: "own-features"))
    }

    private struct Reading: Equatable {
        var rows: [String] = []
        var end = ""
        /// Whether the page was read to its end.
        var isGood = false
    }

    private static func check(_ bytes: [UInt8], of feed: Feed) throws {
        let rules = FeedRules(feed: feed)
        var recordCount = 0
        let whole = try reading(.whole(bytes), feed) { record in
            recordCount += 1
            try check(try rules.verdict(record), of: record, feed)
        }
        let pieces = try reading(.pieces(bytes), feed) { _ in }
        // If a byte is not CP949, the pieces decide whether the rows before it are reported.
        // Whether a text is UTF-16 is decided by its first piece.
        let isOneStory =
            (feed.encoding == .utf8 || whole.isGood && pieces.isGood)
            && ![whole.end, pieces.end].contains { $0.contains("is UTF-16 text") }
        try demand(!isOneStory || whole == pieces, "in pieces \(pieces), at once \(whole)")
        try demand(rules.unknownKinds.values.reduce(0, +) <= recordCount, "more unknown kinds than rows")
    }

    private static func reading(
        _ source: ByteSource, _ feed: Feed, onRecord: (FeedRecord) throws -> Void
    ) throws -> Reading {
        var reading = Reading()
        do {
            let summary = try FeedEnvelope(feed: feed).read(source) { row in
                switch row {
                case .skipped(let why, _): reading.rows.append("\(why)")
                case .record(let record), .recordOfUnknownStatus(let record, _):
                    try onRecord(record)
                    try demandJSON(record.raw, isObject: true)
                    reading.rows.append(
                        record.raw + FeedField.allCases.map { record[$0] ?? "none" }.joined(separator: "|"))
                case .unusable(let row):
                    if row.reason == .notARow { try demandJSON(row.raw, isObject: false) }
                    reading.rows.append("\(row.reason) \(row.line ?? 0) \(row.byte ?? 0) \(row.raw)")
                }
            }
            reading.end = "\(summary)"
            reading.isGood = true
            try demand(summary.rowCount == reading.rows.count, "\(summary.rowCount) rows counted")
        } catch {
            try demandExplained(error)
            // The advice about an encoding depends on the bytes around the wrong one.
            let wrong =
                (error as? any BrokenRowError).flatMap { $0.isEncoding ? $0.faultOffset : nil }
                ?? "\(error)".firstMatch(of: /is not UTF-8 \((?:line \d+, )?byte (\d+)\)/).flatMap { Int($0.1) }
            reading.end = wrong.map { "wrong byte \($0)" } ?? "\(error)"
        }
        return reading
    }

    /// The stored text of a row is JSON, whatever the format of the page.
    private static func demandJSON(_ raw: String, isObject: Bool) throws {
        guard let value = try Outcome({ try JSONValue(parsing: Array(raw.utf8), name: "raw") }).value else {
            throw BrokenPromise(description: "the record of a row is not JSON: \(raw)")
        }
        guard isObject else { return }
        guard case .object = value else { throw BrokenPromise(description: "a record that is not an object: \(raw)") }
    }

    private static func check(_ verdict: FeedRules.Verdict, of record: FeedRecord, _ feed: Feed) throws {
        switch verdict {
        case .rejected(let reason, let id, _):
            try demand(
                reason == .noID || reason == .noName && id?.isEmpty == false, "rejected for \(reason), id \(id ?? "")")
        case .place(let place, let problem):
            try demand((place.coordinate == nil) == (problem != nil), "a point with a problem, or neither")
            if let coordinate = place.coordinate {
                try demand(feed.area.contains(coordinate), "\(coordinate) lies outside the feed's area")
            }
            try check(place)
        }
    }

    private static func check(_ place: Place) throws {
        let texts = [
            place.feedID, place.name, place.district, place.address, place.phoneRaw,
            place.websiteRaw,
        ]
        for text in texts.compactMap(\.self) + (place.sns ?? []) {
            try demand(!text.isEmpty && areSame(text, text.trimmingBlanks()), "\"\(text)\" is empty or not trimmed")
        }
        try demand(place.sns?.isEmpty != true, "a list of no pages")
        let id = RowMapping.canonicalID(place.feedID)
        try demand(areSame(id, place.feedID), "id \(place.feedID) would become \(id)")
        try place.phone.map(ContactTarget.demandNumber)
        try place.website.map(ContactTarget.demandAddress)
    }
}
