internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The one place where a row's strings become a checked bookstore, or a reason why not.
final class FeedRules {
    /// What a row turned out to be.
    enum Verdict {
        /// A bookstore; `problem` tells what is wrong with its coordinate.
        case bookstore(Place, problem: PointProblem?)
        case rejected(RejectionReason, feedID: String?, value: String?)
    }

    private let feed: Feed
    private let points: PointReader
    /// `feed.kinds` in bytes: most rows have one of a few codes.
    private let kinds: [(code: [UInt8], kind: Kind)]
    /// Codes of `kind` that the feed does not explain, and how often they came.
    private(set) var unknownKinds: [String: Int] = [:]

    init(feed: Feed) {
        self.feed = feed
        points = PointReader(feed: feed)
        kinds = feed.kinds.map { (Array($0.key.utf8), $0.value) }
    }

    /// Whether the feed says what its kinds mean.
    var explainsKinds: Bool { !feed.kinds.isEmpty }

    func verdict(_ record: FeedRecord) throws -> Verdict {
        let id = Self.id(record)
        guard !id.isEmpty else { return .rejected(.noID, feedID: nil, value: record[.id]) }
        let name = record.trimmed(.name)
        guard !name.isEmpty else { return .rejected(.noName, feedID: id, value: record[.name]) }
        let point = try points.point(record)
        let address = text(record, .address)
        var coordinate: Coordinate?
        var problem: PointProblem?
        switch point {
        case .success(let found): coordinate = found
        case .failure(let found): problem = found
        }
        let bookstore = Place(
            uncheckedFeedID: id, name: name, kind: kind(record),
            district: text(record, .district) ?? address.flatMap(Self.district), contact: contact(record, address),
            coordinate: coordinate)
        return .bookstore(bookstore, problem: problem)
    }

    private func contact(_ record: FeedRecord, _ address: String?) -> Place.Contact {
        var contact = Place.Contact()
        contact.address = address
        contact.phoneRaw = text(record, .phone)
        contact.phone = contact.phoneRaw.flatMap(PhoneNumber.e164)
        contact.websiteRaw = text(record, .website)
        contact.website = contact.websiteRaw.flatMap(WebAddress.first)
        contact.sns = text(record, .sns).map(Self.pages)
        return contact
    }

    /// The web addresses in the field; where it holds none, such as an account's name, the text itself.
    private static func pages(_ text: String) -> [String] {
        let addresses = WebAddress.all(in: text)
        return addresses.isEmpty ? [text] : addresses
    }

    private func kind(_ record: FeedRecord) -> Kind {
        if let code = record.plainBytes(.kind), let known = kinds.first(where: { code.elementsEqual($0.code) }) {
            return known.kind
        }
        return kind(record.trimmed(.kind).head(bytes: 64))
    }

    private func kind(_ code: String) -> Kind {
        if let kind = feed.kinds[code] { return kind }
        guard !feed.kinds.isEmpty else { return .other }
        // A feed that is full of them is told so by their number; memory must not grow with it.
        let isFull = unknownKinds.count >= 100 && unknownKinds[code] == nil
        unknownKinds[isFull ? "…" : code, default: 0] += 1
        return .other
    }

    private func text(_ record: FeedRecord, _ field: FeedField) -> String? {
        let trimmed = record.trimmed(field)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The row's id in its one form, empty if there is none. A number that is not a whole one is none.
    static func id(_ record: FeedRecord) -> String {
        if let bytes = record.plainBytes(.id), let whole = wholeNumber(bytes) {
            return String(decoding: bytes[..<whole], as: UTF8.self)
        }
        // A number has many spellings; a text such as `1E3` is what it says.
        if let number = record.number(.id) { return DecimalText.wholeNumber(number) ?? "" }
        return canonicalID(record.trimmed(.id))
    }

    /// How many digits a number has before a point and zeros, such as `2283.0`; nil for anything that is not written so.
    private static func wholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let point = bytes.firstIndex(where: { $0 &- 0x30 > 9 }), bytes[point] == UInt8(ascii: ".") else {
            return nil
        }
        guard point > 0, bytes[0] != UInt8(ascii: "0") || point == 1 else { return nil }
        let zeros = bytes[(point + 1)...]
        return !zeros.isEmpty && zeros.allSatisfy { $0 == UInt8(ascii: "0") } ? point : nil
    }

    /// The one form of an id that came as text: `2283.0` is what a portal makes of the number 2283, `1.2345678E7` of 12345678;
    /// text such as `0012` stays.
    static func canonicalID(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let whole = parts.first, isPlainInteger(whole) else { return text }
        if !parts[1].isEmpty, parts[1].utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) {
            return whole == "-0" ? "0" : String(whole)
        }
        guard parts[1].lowercased().contains("e"), let value = DecimalText.number(text),
            abs(value) < 9_007_199_254_740_992, let number = Int64(exactly: value)
        else { return text }
        return String(number)
    }

    /// Digits without leading zeros, a minus allowed.
    private static func isPlainInteger(_ text: Substring) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        return digits == "0"
            || digits.first.map { "1"..."9" ~= $0 } ?? false && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// The district that an address starts with, the city's name before it or not.
    private static func district(_ address: String) -> String? {
        let words = address.head(bytes: 200).split(separator: " ").prefix(2)
        return words.lazy.compactMap { word in District.all.first { $0.name == word }?.name }.first
    }
}
