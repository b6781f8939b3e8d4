internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// A bookstore in a flat format, which will be written to the temporary tables. The format is a header and then the
/// texts, one after the other, as SQLite binds them.
///
///     header = page, row (UInt32) · number (Int64) · fingerprint (2 × UInt64) · latitude, longitude (Double) ·
///              flags (UInt32) · where each text ends (14 × UInt32)
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
    private static let flagsOffset = 48
    private static let endsOffset = 52
    private static let headerSize = endsOffset + 4 * Text.allCases.count

    let bytes: UnsafeRawBufferPointer

    /// The page's number among all pages, from 1.
    var pageNumber: Int { Int(load(0, UInt32.self)) }
    /// The row's number in its page, from 1.
    var row: Int { Int(load(4, UInt32.self)) }
    /// The value of an id that is a whole number; nil for any other id.
    var number: Int64? { flags & Self.hasNumber == 0 ? nil : load(8, Int64.self) }
    /// The row's fingerprint; nil if the row has none.
    var fingerprint: RowFingerprint? {
        flags & Self.hasFingerprint == 0 ? nil : RowFingerprint(high: load(16, UInt64.self), low: load(24, UInt64.self))
    }
    /// The position in degrees; nil if the bookstore has none.
    var latitude: Double? { flags & Self.hasPoint == 0 ? nil : load(32, Double.self) }
    var longitude: Double? { flags & Self.hasPoint == 0 ? nil : load(40, Double.self) }

    /// `PointTraits.code` of the kind.
    var kindCode: Int { Int(flags >> Self.kindBit & 3) }
    /// The stored value of `meetsConditions`. If false, SQLite must decide.
    var isSound: Bool { flags & Self.isSound != 0 }

    private var flags: UInt32 { load(Self.flagsOffset, UInt32.self) }

    /// Returns the bytes of a text; nil if the record does not have this text.
    subscript(text: Text) -> UnsafeRawBufferPointer? {
        let index = text.rawValue
        guard flags >> UInt32(index) & 1 == 1 else { return nil }
        let start = index == 0 ? Self.headerSize : Int(load(Self.endsOffset + 4 * (index - 1), UInt32.self))
        return UnsafeRawBufferPointer(rebasing: bytes[start..<Int(load(Self.endsOffset + 4 * index, UInt32.self))])
    }

    /// Returns a copy of a text.
    func string(_ text: Text) -> String? { self[text].map { String(decoding: $0, as: UTF8.self) } }

    private func load<Number: BitwiseCopyable>(_ offset: Int, _ type: Number.Type) -> Number {
        bytes.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Appends a bookstore to `bytes`. Returns the value of its id; nil for an id that is not a whole number.
    static func append(
        _ bookstore: Place, _ found: FoundRow, raw: UnsafeRawBufferPointer, to bytes: inout [UInt8]
    ) -> Int64? {
        var header = Header(start: bytes.count)
        bytes.append(contentsOf: repeatElement(0, count: headerSize))
        write(bookstore, found, &header, &bytes)
        bytes.append(contentsOf: raw)
        header.end(.raw, &bytes)
        header.store(UInt32(truncatingIfNeeded: found.origin.pageNumber), 0, &bytes)
        header.store(UInt32(truncatingIfNeeded: found.origin.row), 4, &bytes)
        let number = FeedIDOrder.number(bookstore.feedID)
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
        if let coordinate = bookstore.coordinate {
            header.flags |= hasPoint
            header.store(coordinate.latitude, 32, &bytes)
            header.store(coordinate.longitude, 40, &bytes)
        }
        header.flags |= UInt32(PointTraits.code(of: bookstore.kind)) << kindBit
        header.store(header.flags, flagsOffset, &bytes)
        let isSound = bytes.withUnsafeBytes {
            StagedRecord(bytes: UnsafeRawBufferPointer(rebasing: $0[header.start...])).meetsConditions
        }
        if isSound { header.store(header.flags | Self.isSound, flagsOffset, &bytes) }
        return number
    }

    /// Appends all texts but the original row.
    private static func write(
        _ bookstore: Place, _ found: FoundRow, _ header: inout Header, _ bytes: inout [UInt8]
    ) {
        header.write(bookstore.feedID, .feedID, &bytes)
        header.write(bookstore.name, .name, &bytes)
        header.write(bookstore.kind.rawValue, .kind, &bytes)
        header.write(bookstore.district, .district, &bytes)
        header.write(bookstore.address, .address, &bytes)
        header.write(bookstore.phone, .phone, &bytes)
        header.write(bookstore.phoneRaw, .phoneRaw, &bytes)
        header.write(bookstore.website, .website, &bytes)
        header.write(bookstore.websiteRaw, .websiteRaw, &bytes)
        header.write(bookstore.sns.map(json), .sns, &bytes)
        let folded = FoldedFields.text(
            name: bookstore.name, address: bookstore.address, district: bookstore.district, phone: bookstore.phoneRaw)
        header.write(folded, .folded, &bytes)
        header.write(found.problem?.rawValue, .problem, &bytes)
        header.write(found.value, .value, &bytes)
    }

    private static func json(_ list: [String]) -> String {
        var json = JSONWriter()
        json.value(.array(list.map(JSONValue.string)))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The header of the record that is being written at `start`.
    private struct Header {
        let start: Int
        var flags: UInt32 = 0

        mutating func write(_ text: String?, _ place: Text, _ bytes: inout [UInt8]) {
            guard let text else { return store(UInt32(bytes.count - start), end(of: place), &bytes) }
            bytes.append(contentsOf: text.utf8)
            end(place, &bytes)
        }

        mutating func end(_ place: Text, _ bytes: inout [UInt8]) {
            flags |= 1 << UInt32(place.rawValue)
            store(UInt32(bytes.count - start), end(of: place), &bytes)
        }

        func store<Number: BitwiseCopyable>(_ number: Number, _ offset: Int, _ bytes: inout [UInt8]) {
            bytes.withUnsafeMutableBytes { $0.storeBytes(of: number, toByteOffset: start + offset, as: Number.self) }
        }

        private func end(of place: Text) -> Int { StagedRecord.endsOffset + 4 * place.rawValue }
    }
}
