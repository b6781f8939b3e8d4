internal import GeocliDatabase
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// What is known about a row, in addition to its place.
package struct RowContext: Sendable {
    /// The page and the row number that the data comes from.
    package let origin: RowOrigin
    /// The problem of the row's point; nil if there is none.
    package var problem: RejectionReason?
    /// The value that causes the problem.
    package var value: String?
    /// The hash of the row's content; nil if every run must read the row. It is nil for a row with a problem, because
    /// each run must list the problem.
    package var fingerprint: RowFingerprint?

    /// Creates a row without a problem.
    package init(_ origin: RowOrigin, fingerprint: RowFingerprint? = nil) {
        self.origin = origin
        self.fingerprint = fingerprint
    }
}

/// A place in a flat format, which will be written to the temporary tables. The format is a header and then the
/// texts, one after the other, as SQLite binds them.
///
///     header = page, row (UInt32) · number (Int64) · fingerprint (2 × UInt64) · latitude, longitude (Double) ·
///              hashes of name, phone and road (3 × UInt64) · hash of the columns (UInt64) · flags (UInt32) ·
///              where each text ends (14 × UInt32)
///
/// This is a view of bytes that another value owns.
struct StagedRecord {
    /// The texts, in their order in the record.
    enum Text: Int, CaseIterable {
        case feedID, name, kind, district, address, phone, phoneRaw, website, websiteRaw, sns, folded, problem, value,
            raw
    }

    /// Flags for the other values. They come after the flags that say which texts the record has.
    private static let hasNumber: UInt32 = 1 << 20
    private static let hasPoint: UInt32 = 1 << 21
    private static let hasFingerprint: UInt32 = 1 << 22
    private static let isSound: UInt32 = 1 << 23
    /// The position of the lower of the two bits of `kindCode`.
    private static let kindBit: UInt32 = 24
    private static let hasNameHash: UInt32 = 1 << 26
    private static let hasPhoneHash: UInt32 = 1 << 27
    private static let hasRoadHash: UInt32 = 1 << 28
    private static let rowHashOffset = 72
    private static let flagsOffset = 80
    private static let endsOffset = 84
    private static let headerSize = endsOffset + 4 * Text.allCases.count
    private static let emptyHeader = [UInt8](repeating: 0, count: headerSize)

    let bytes: UnsafeRawBufferPointer

    /// The page's number among all pages, from 1.
    var pageNumber: Int { Int(load(0, UInt32.self)) }
    /// The row's number in its page, from 1.
    var row: Int { Int(load(4, UInt32.self)) }
    /// The value of an id that is a whole number; nil for any other id.
    var number: Int64? { flags & Self.hasNumber == 0 ? nil : load(8, Int64.self) }
    var fingerprint: RowFingerprint? {
        flags & Self.hasFingerprint == 0 ? nil : RowFingerprint(high: load(16, UInt64.self), low: load(24, UInt64.self))
    }
    /// The position in degrees; nil if the place has none.
    var latitude: Double? { flags & Self.hasPoint == 0 ? nil : load(32, Double.self) }
    var longitude: Double? { flags & Self.hasPoint == 0 ? nil : load(40, Double.self) }

    var hashes: RowHashes {
        func hash(_ offset: Int, _ flag: UInt32) -> UInt64? { flags & flag == 0 ? nil : load(offset, UInt64.self) }
        return RowHashes(
            name: hash(48, Self.hasNameHash), phone: hash(56, Self.hasPhoneHash), road: hash(64, Self.hasRoadHash))
    }

    /// `PointTraits.code` of the kind.
    var kindCode: Int { Int(flags >> Self.kindBit & 3) }
    /// The stored value of `meetsConditions`. If false, SQLite must decide.
    var isSound: Bool { flags & Self.isSound != 0 }

    private var flags: UInt32 { load(Self.flagsOffset, UInt32.self) }

    subscript(text: Text) -> UnsafeRawBufferPointer? {
        let index = text.rawValue
        guard flags >> UInt32(index) & 1 == 1 else { return nil }
        let start = index == 0 ? Self.headerSize : Int(load(Self.endsOffset + 4 * (index - 1), UInt32.self))
        return UnsafeRawBufferPointer(rebasing: bytes[start..<Int(load(Self.endsOffset + 4 * index, UInt32.self))])
    }

    /// The bytes without the original row. They are also a record, but its `raw` must not be read.
    var withoutRaw: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[..<Int(load(Self.endsOffset + 4 * Text.value.rawValue, UInt32.self))])
    }

    func string(_ text: Text) -> String? { self[text].map { String(decoding: $0, as: UTF8.self) } }

    private func load<Number: BitwiseCopyable>(_ offset: Int, _ type: Number.Type) -> Number {
        bytes.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Appends a place to `bytes`. Returns the value of its id; nil for an id that is not a whole number.
    static func append(
        _ place: Place, _ found: RowContext, raw: UnsafeRawBufferPointer, to bytes: inout [UInt8]
    ) -> Int64? {
        var header = Header(start: bytes.count)
        bytes.append(contentsOf: emptyHeader)
        write(place, found, &header, &bytes)
        bytes.append(contentsOf: raw)
        header.end(.raw, &bytes)
        header.store(UInt32(truncatingIfNeeded: found.origin.pageNumber), 0, &bytes)
        header.store(UInt32(truncatingIfNeeded: found.origin.row), 4, &bytes)
        let number = FeedIDOrder.number(place.feedID)
        if let number {
            header.flags |= hasNumber
            header.store(number, 8, &bytes)
        }
        // A row with a problem gets no fingerprint, because each run must list the problem.
        if found.problem == nil, let fingerprint = found.fingerprint {
            header.flags |= hasFingerprint
            header.store(fingerprint.high, 16, &bytes)
            header.store(fingerprint.low, 24, &bytes)
        }
        if let coordinate = place.coordinate {
            header.flags |= hasPoint
            header.store(coordinate.latitude, 32, &bytes)
            header.store(coordinate.longitude, 40, &bytes)
        }
        header.flags |= UInt32(PointTraits.code(of: place.kind)) << kindBit
        header.store(header.flags, flagsOffset, &bytes)
        // The rest is computed here, because this is usually the reading thread, and the writing thread has more to do.
        let (hashes, rowHash, isSound) = bytes.withUnsafeBytes {
            let record = StagedRecord(bytes: UnsafeRawBufferPointer(rebasing: $0[header.start...]))
            return (record.computedHashes, record.computedRowHash, record.meetsConditions)
        }
        header.store(rowHash.sum, rowHashOffset, &bytes)
        header.store(hashes.name, hasNameHash, 48, &bytes)
        header.store(hashes.phone, hasPhoneHash, 56, &bytes)
        header.store(hashes.road, hasRoadHash, 64, &bytes)
        header.flags |= isSound ? Self.isSound : 0
        header.store(header.flags, flagsOffset, &bytes)
        return number
    }

    /// Appends all texts but the original row.
    private static func write(
        _ place: Place, _ found: RowContext, _ header: inout Header, _ bytes: inout [UInt8]
    ) {
        header.write(place.feedID, .feedID, &bytes)
        header.write(place.name, .name, &bytes)
        header.write(place.kind.rawValue, .kind, &bytes)
        header.write(place.district, .district, &bytes)
        header.write(place.address, .address, &bytes)
        header.write(place.phone, .phone, &bytes)
        header.write(place.phoneRaw, .phoneRaw, &bytes)
        header.write(place.website, .website, &bytes)
        header.write(place.websiteRaw, .websiteRaw, &bytes)
        if let sns = place.sns { appendJSON(sns, to: &bytes) }
        header.end(.sns, isThere: place.sns != nil, &bytes)
        FoldedFields.append(
            name: place.name, address: place.address, district: place.district, phone: place.phoneRaw,
            to: &bytes)
        header.end(.folded, &bytes)
        header.write(found.problem?.rawValue, .problem, &bytes)
        header.write(found.value, .value, &bytes)
    }

    private static func appendJSON(_ list: [String], to bytes: inout [UInt8]) {
        var json = JSONWriter()
        // The writer appends to `bytes` itself.
        swap(&json.bytes, &bytes)
        json.beginArray()
        for text in list { json.string(text) }
        json.endArray()
        swap(&json.bytes, &bytes)
    }

    /// The header of the record that is being written at `start`.
    private struct Header {
        let start: Int
        var flags: UInt32 = 0

        mutating func write(_ text: String?, _ place: Text, _ bytes: inout [UInt8]) {
            if var text { text.withUTF8 { bytes.append(contentsOf: $0) } }
            end(place, isThere: text != nil, &bytes)
        }

        mutating func end(_ place: Text, isThere: Bool = true, _ bytes: inout [UInt8]) {
            if isThere { flags |= 1 << UInt32(place.rawValue) }
            store(UInt32(bytes.count - start), StagedRecord.endsOffset + 4 * place.rawValue, &bytes)
        }

        mutating func store(_ hash: UInt64?, _ flag: UInt32, _ offset: Int, _ bytes: inout [UInt8]) {
            guard let hash else { return }
            flags |= flag
            store(hash, offset, &bytes)
        }

        func store<Number: BitwiseCopyable>(_ number: Number, _ offset: Int, _ bytes: inout [UInt8]) {
            bytes.withUnsafeMutableBytes { $0.storeBytes(of: number, toByteOffset: start + offset, as: Number.self) }
        }
    }

    /// The columns of `place` that `bind` binds, in this order.
    static let columns = ["feed_id"] + Staging.content + ["folded", "fingerprint"]

    /// Binds the values of `columns` without a copy, at consecutive positions.
    func bind(to statement: Statement, from first: Int32) {
        bindContent(to: statement, from: first)
        statement.bind(first + 12, utf8: self[.folded])
        statement.bind(first + 13, fingerprint)
    }

    /// Binds the feed's id and the values of `Staging.content`.
    func bindContent(to statement: Statement, from first: Int32) {
        for (offset, text) in Self.contentTexts.enumerated() { statement.bind(first + Int32(offset), utf8: self[text]) }
        statement.bind(first + 10, latitude)
        statement.bind(first + 11, longitude)
    }

    private static let contentTexts: [Text] = [
        .feedID, .name, .kind, .district, .address, .phone, .phoneRaw, .website, .websiteRaw, .sns,
    ]

    /// Returns the hash of the row of `place` that the record becomes in a new catalog, as `RowSums` would compute
    /// it. The reading thread has computed most of it, because SQLite's hook would take a third of an ingest's time.
    func rowHash(id: Int64, feed: Int64, run: Int64) -> RowHash {
        var hash = RowHash(sum: load(Self.rowHashOffset, UInt64.self))
        hash.add(0, id)
        hash.add(1, feed)
        hash.add(15, run)
        return hash
    }

    /// The hash of the values of `columns`, by their places in `place`.
    private var computedRowHash: RowHash {
        var hash = RowHash()
        for (offset, text) in Self.contentTexts.enumerated() {
            if let bytes = self[text] { hash.add(2 + offset, text: bytes) }
        }
        if let latitude { hash.add(12, latitude) }
        if let longitude { hash.add(13, longitude) }
        if let folded = self[.folded] { hash.add(14, text: folded) }
        fingerprint?.withStoredBytes { hash.add(18, blob: $0) }
        return hash
    }
}

extension StagedRecord {
    /// Whether the record meets all CHECK constraints of `place`. The reading thread checks it: the writing one has
    /// more to do.
    var meetsConditions: Bool {
        for text in Self.required where self[text]?.isEmpty ?? true { return false }
        for text in Self.optional where self[text]?.isEmpty ?? false { return false }
        return isPhone && isWebsite && isList && isPoint
    }

    private static let required: [Text] = [.feedID, .name, .kind]
    private static let optional: [Text] = [.district, .address, .phoneRaw, .websiteRaw]

    /// `phone GLOB '+[1-9][0-9]*'`, or null.
    private var isPhone: Bool {
        guard let phone = self[.phone] else { return true }
        return phone.count > 2 && phone[0] == UInt8(ascii: "+") && 0x31...0x39 ~= phone[1] && 0x30...0x39 ~= phone[2]
    }

    /// `website LIKE 'http://_%' OR website LIKE 'https://_%'`, or null. LIKE takes upper-case letters for lower-case
    /// ones, and ends a text at a zero byte.
    private var isWebsite: Bool {
        guard let website = self[.website] else { return true }
        return Self.schemes.contains { scheme in
            website.count > scheme.count && website[scheme.count] != 0
                && website.starts(with: scheme) { $0 == $1 || $0 | 0x20 == $1 && 0x61...0x7A ~= $1 }
        }
    }

    private static let schemes = [Array("http://".utf8), Array("https://".utf8)]

    /// `json_type(sns) = 'array'`, or null. `append` makes the text from an array.
    private var isList: Bool {
        guard let list = self[.sns] else { return true }
        return list.first == UInt8(ascii: "[") && list.last == UInt8(ascii: "]")
    }

    /// A latitude and a longitude in range, or neither.
    private var isPoint: Bool {
        guard let latitude, let longitude else { return latitude == nil && longitude == nil }
        return abs(latitude) <= 90 && abs(longitude) <= 180
    }

    var computedHashes: RowHashes {
        func bytes(_ text: Text) -> UnsafeBufferPointer<UInt8>? { self[text]?.bindMemory(to: UInt8.self) }
        return RowHashes(name: bytes(.name), phone: bytes(.phone), address: bytes(.address))
    }
}

/// The texts of a record, as the rules for issues check them.
struct StagedValues: IssueValues {
    let record: StagedRecord

    var name: Bytes? { bytes(.name) }
    var district: Bytes? { bytes(.district) }
    var address: Bytes? { bytes(.address) }
    var lacksPoint: Bool { record.longitude == nil }

    var hasUnusableContact: Bool {
        record[.phone] == nil && record[.phoneRaw] != nil || record[.website] == nil && record[.websiteRaw] != nil
    }

    var hasUnknownCode: Bool {
        record.kindCode == PointTraits.code(of: .other) && record.fingerprint == nil && !lacksPoint
    }

    private func bytes(_ text: StagedRecord.Text) -> Bytes? { record[text]?.bindMemory(to: UInt8.self) }
}

/// The values of a record that the keys of its row are computed from. The reading thread has computed the hashes.
struct StagedKeyValues: KeyValues {
    let record: StagedRecord
    let feed: Int64

    var hashes: RowHashes { record.hashes }

    var point: Coordinate? {
        guard let longitude = record.longitude, let latitude = record.latitude else { return nil }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }
}
