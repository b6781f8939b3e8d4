internal import GeocliAddresses
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
package import GeocliText

/// The only code that turns a row's strings into a checked place, or into a reason why the row is rejected.
final class FeedRules {
    enum Verdict {
        /// A place. `problem` says what is wrong with its coordinate; nil if nothing is wrong.
        case place(Place, problem: PointProblem?)
        case rejected(RejectionReason, feedID: String?, value: String?)
    }

    private let feed: Feed
    private let points: PointReader
    /// The codes of `feed.kinds` as bytes, in ascending order. Most rows have one of these codes, and a comparison of
    /// bytes creates no string.
    private let kinds: [(code: [UInt8], kind: Kind)]
    /// The words of the rows that become kinds; nil if the declaration states all kinds.
    private let kindWords: KindWords?
    /// The codes of `kind` that the feed does not explain, and the number of rows with each.
    private(set) var unknownKinds: [String: Int] = [:]
    /// How well the points fit the provinces of their addresses. This is not counted for the bookstore feed, because
    /// its addresses name only districts.
    private(set) var provinces = ProvinceFit()
    private let comparesProvinces: Bool
    /// The number of values that had HTML, and the first of them before and after it was turned into text.
    private(set) var htmlCount = 0
    private(set) var htmlExample: (before: String, after: String)?

    init(feed: Feed) {
        self.feed = feed
        points = PointReader(feed: feed)
        comparesProvinces = feed.fields[.address] != nil && feed.id != Feed.seoulBookstoresID
        kinds = feed.kinds.map { (Array($0.key.utf8), $0.value) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        kindWords = feed.takesKindWords ? KindWords(column: feed.columns?.kind ?? "") : nil
    }

    /// The words that the feed uses for its places, with the kinds that its rows have named.
    var words: FeedWords {
        var words = feed.words
        guard let kindWords else { return words }
        words.kinds = kindWords.titles
        return words
    }

    var explainsKinds: Bool { !feed.kinds.isEmpty }

    /// Reads a row. For a landmark, the value of the `line` field becomes the district of the result.
    func verdict(_ record: FeedRecord) throws -> Verdict {
        let id = Self.id(record)
        guard !id.isEmpty else { return .rejected(.noID, feedID: nil, value: record[.id]) }
        let name = plain(record, .name)
        guard !name.isEmpty else { return .rejected(.noName, feedID: id, value: record[.name]) }
        let point = try points.point(record)
        let address = text(record, .address)
        var coordinate: Coordinate?
        var problem: PointProblem?
        switch point {
        case .success(let found): coordinate = found
        case .failure(let found): problem = found
        }
        if comparesProvinces, let coordinate { provinces.add(coordinate, address) }
        let place = Place(
            uncheckedFeedID: id, name: name, kind: try kind(record),
            // Districts and lines are compared byte by byte, so each has one form.
            district: (feed.role == .landmarks
                ? text(record, .line) : text(record, .district) ?? address.flatMap(Self.district))
                .map(Folding.composed),
            contact: contact(record, address, coordinate),
            coordinate: coordinate)
        return .place(place, problem: problem)
    }

    private func contact(_ record: FeedRecord, _ address: String?, _ point: Coordinate?) -> Place.Contact {
        var contact = Place.Contact()
        contact.address = address
        contact.phoneRaw = raw(record, .phone)
        contact.phone = contact.phoneRaw.flatMap {
            PhoneNumber.e164(
                HTMLText.plain($0), inKorea: PlaceCountry.isKorea(feed: feed.country, point: point, address: address))
        }
        contact.websiteRaw = raw(record, .website)
        contact.website = contact.websiteRaw.flatMap { WebAddress.first(in: HTMLText.decoded(references: $0)) }
        contact.sns = raw(record, .sns).map { Self.pages(HTMLText.decoded(references: $0)) }
        return contact
    }

    /// Returns the web addresses in `text`. If there are none, returns `text` itself, such as an account's name.
    private static func pages(_ text: String) -> [String] {
        let addresses = WebAddress.all(in: text)
        return addresses.isEmpty ? [text] : addresses
    }

    private func kind(_ record: FeedRecord) throws -> Kind {
        if let only = feed.onlyKind { return only }
        if let code = record.plainBytes(.kind), let known = knownKind(code) { return known }
        if let kindWords { return try kindWords.kind(record.trimmed(.kind).head(bytes: 256), in: feed.id) }
        return kind(record.trimmed(.kind).head(bytes: 64))
    }

    /// Returns the kind that is declared for a code, in O(log n), because some sets of codes have hundreds.
    private func knownKind(_ code: UnsafeBufferPointer<UInt8>) -> Kind? {
        var range = kinds.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if kinds[middle].code.lexicographicallyPrecedes(code) {
                range = (middle + 1)..<range.upperBound
            } else if code.lexicographicallyPrecedes(kinds[middle].code) {
                range = range.lowerBound..<middle
            } else {
                return kinds[middle].kind
            }
        }
        return nil
    }

    private func kind(_ code: String) -> Kind {
        if let kind = feed.kinds[code] { return kind }
        guard !feed.kinds.isEmpty else { return .other }
        // All rows with unknown codes are counted. After 100 different codes, all further codes are counted together as
        // "…", so that memory stays bounded.
        let isFull = unknownKinds.count >= 100 && unknownKinds[code] == nil
        unknownKinds[isFull ? "…" : code, default: 0] += 1
        return .other
    }

    /// What programs write in place of a missing value. Words that a person may have meant, such as `None` (a town in
    /// Italy) or `-`, are for the declaration.
    private static let nothing: Set<String> = [
        "NULL", "Null", "null", "<NULL>", "<Null>", "<null>", "(NULL)", "(null)", "undefined", "NaN", "\\N",
    ]

    private static func isNothing(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        // Few texts begin like these words, and a look into the set takes longer.
        return "Nn<(u\\".utf8.contains(first) && nothing.contains(text)
    }

    private func text(_ record: FeedRecord, _ field: FeedField) -> String? {
        let plain = plain(record, field)
        return Self.isNothing(plain) ? nil : plain
    }

    private func raw(_ record: FeedRecord, _ field: FeedField) -> String? {
        let trimmed = record.trimmed(field)
        return Self.isNothing(trimmed) ? nil : trimmed
    }

    private func plain(_ record: FeedRecord, _ field: FeedField) -> String {
        let text = record.trimmed(field)
        guard text.utf8.withContiguousStorageIfAvailable(HTMLText.mayHaveMarkup) ?? true else { return text }
        let plain = HTMLText.plain(text).trimmingBlanks()
        if plain != text {
            htmlCount += 1
            htmlExample = htmlExample ?? (text, plain)
        }
        return plain
    }

    /// Returns the row's id in its canonical form; an empty string without one, or for a number that is not whole.
    static func id(_ record: FeedRecord) -> String {
        if let bytes = record.plainBytes(.id), let whole = wholeNumber(bytes) {
            return String(decoding: bytes[..<whole], as: UTF8.self)
        }
        // A number can be written in many ways. A text such as `1E3` stays as it is.
        if let number = record.number(.id) { return DecimalText.wholeNumber(number) ?? "" }
        return RowMapping.canonicalID(record.trimmed(.id))
    }

    /// Returns the number of digits before the point if only zeros follow the point, as in `2283.0`; nil for any other
    /// text.
    private static func wholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let point = bytes.firstIndex(where: { $0 &- 0x30 > 9 }), bytes[point] == UInt8(ascii: ".") else {
            return nil
        }
        guard point > 0, bytes[0] != UInt8(ascii: "0") || point == 1 else { return nil }
        let zeros = bytes[(point + 1)...]
        return !zeros.isEmpty && zeros.allSatisfy { $0 == UInt8(ascii: "0") } ? point : nil
    }

    /// Returns the district at the start of an address, such as 마포구, 부산 중구 or 수원시 팔달구. Without a province, only a
    /// district of Seoul counts, because 홍대입구 is none.
    private static func district(_ address: String) -> String? {
        let words = address.head(bytes: 200).split(separator: " ", maxSplits: 2).prefix(2).map(String.init)
        guard let first = words.first else { return nil }
        if let own = words.last, District.isName(own), words.count == 1 || Province(first)?.names == ["서울"] {
            return own
        }
        if District.isName(first) { return first }
        let name = DistrictName(address: address)
        guard let province = name.province, province.names != ["서울"] else {
            return words.first(where: District.isName) ?? name.words.first(where: District.isName)
        }
        return name.words.isEmpty ? nil : name.text
    }
}

/// The steps that a row goes through on its way to the catalog. Benchmarks/RowBench measures the time of each step.
package enum RowPass: String, CaseIterable, Sendable {
    /// Finds the end and the id of each row.
    case scan
    /// Scans the rows, and reads the texts of all fields.
    case members
    /// Turns each row into a checked place.
    case rules
    /// Turns each row into a place, and creates the text that searches use.
    case folding

    /// Reads one page. Returns the number of rows, and a sum over the results, without which the compiler could leave
    /// out work. Throws like `Ingester`.
    package func read(_ page: ByteSource, of feed: Feed) throws -> (rows: Int, sum: Int) {
        let rules = FeedRules(feed: feed)
        var sum = 0
        let summary = try FeedEnvelope(feed: feed).read(page) { row in
            guard case .record(let record) = row else { return }
            switch self {
            case .scan: sum += record.idText?.utf8.count ?? 0
            case .members: for field in FeedField.allCases { sum += record[field]?.utf8.count ?? 0 }
            case .rules:
                if case .place(let place, _) = try rules.verdict(record) { sum += Self.size(place) }
            case .folding:
                guard case .place(let place, _) = try rules.verdict(record) else { return }
                let text = FoldedFields.text(
                    name: place.name, address: place.address, district: place.district,
                    phone: place.phoneRaw)
                sum += Self.size(place) + text.utf8.count
            }
        }
        return (summary.rowCount, sum)
    }

    private static func size(_ place: Place) -> Int {
        place.name.utf8.count + (place.website?.utf8.count ?? 0) + (place.sns?.count ?? 0)
    }
}

/// Finds points for the rows of one feed in the imported addresses. A point outside the feed's area is never filled in.
final class AddressPoints: PointFinder {
    let identity: String
    /// The name of the addresses in messages: `juso 2606`.
    let title: String
    private let book: AddressBook
    private let area: BoundingBox

    /// Opens the addresses. Nil without any, and for the sample, whose addresses are made up. Throws `PlainError`.
    init?(_ feed: Feed, _ path: String?) throws {
        guard let path, feed.id != Feed.sample.id, let book = try AddressBook(path: path) else { return nil }
        guard try !book.regions().isEmpty else { return nil }
        identity = try book.identity()
        title = try book.title()
        self.book = book
        area = feed.area
    }

    func point(address: String?, district: String?) throws -> FoundPoint {
        switch try book.find(address ?? "", district: district, within: area) {
        case .found(let hit):
            return area.contains(hit.coordinate)
                ? .point(hit.coordinate, source: hit.source) : .outside(hit.coordinate, source: hit.source)
        case .none(let miss): return .none(why: miss.rawValue, isCovered: miss.isCovered)
        }
    }
}
