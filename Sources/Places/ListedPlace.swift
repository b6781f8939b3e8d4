public import GeocliGeo
public import GeocliText

/// A place in a listing: a complete entry, or the database row that is being read. The values are those of `Place` and
/// `CatalogEntry`.
public protocol ListedPlace {
    var id: Int64 { get }
    var kind: Kind { get }
    var listedSNS: ListedStrings? { get }
    var coordinate: Coordinate? { get }
    var firstSeen: String { get }
    var lastSeen: String { get }
    var missingRuns: Int { get }
    var removedOn: String? { get }
    var closedOn: String? { get }
    var listedPointSource: ListedText? { get }
    var listedCorrected: ListedStrings? { get }

    func listed(_ field: ListedField) -> ListedText?

    /// A copy that stays valid when the next row is read.
    var entry: CatalogEntry { get }
}

extension ListedPlace {
    /// Why the place is not listed: it is closed, if a person or the source says so; else it is no longer in the feed.
    /// Nil for a listed place.
    package var absence: Words? {
        if let closedOn { return Words(en: "closed on \(closedOn)", ko: "폐점(\(closedOn))") }
        return removedOn.map { Words(en: "no longer in the feed since \($0)", ko: "\($0)부터 피드에 없음") }
    }
}

public enum ListedField: Sendable {
    case ref
    case name
    case district
    case address
    case phone
    case phoneRaw
    case website
    case kind
    case firstSeen
    case lastSeen
}

public enum ListedText: Sendable, Equatable {
    case string(String)
    /// Bytes of the row, valid while that row is being read.
    case lent(BorrowedText)
}

/// The texts of a field with several values in a listing.
public enum ListedStrings: Sendable, Equatable {
    case strings([String])
    /// Bytes of the row, valid while that row is being read. They are a JSON array of strings that contain no escapes,
    /// with no blanks between the strings.
    case lent(BorrowedText)

    /// Copies of the strings. The copies stay valid.
    public var strings: [String] {
        switch self {
        case .strings(let strings): strings
        case .lent(let json): JSONStrings.plainList(json.bytes) ?? []
        }
    }
}

extension CatalogEntry: ListedPlace {
    public var entry: CatalogEntry { self }

    public var kind: Kind { place.kind }
    public var listedSNS: ListedStrings? { place.sns.map(ListedStrings.strings) }

    public var listedPointSource: ListedText? { pointSource.map(ListedText.string) }
    public var listedCorrected: ListedStrings? { corrected.map(ListedStrings.strings) }

    public func listed(_ field: ListedField) -> ListedText? {
        let text =
            switch field {
            case .ref: ref
            case .name: place.name
            case .district: place.district
            case .address: place.address
            case .phone: place.phone
            case .phoneRaw: place.phoneRaw
            case .website: place.website
            case .kind: place.kind.rawValue
            case .firstSeen: firstSeen
            case .lastSeen: lastSeen
            }
        return text.map(ListedText.string)
    }
}

/// An answer that contains a place, such as a neighbor with its distance. As a row of a listing, it has the place's
/// values.
public protocol PlaceAnswer: ListedPlace {
    associatedtype Place: ListedPlace
    var place: Place { get }
}

// These members are inlinable so that the compiler specializes the columns of an answer for the type of its place.
extension PlaceAnswer {
    @inlinable public var id: Int64 { place.id }
    @inlinable public var kind: Kind { place.kind }
    @inlinable public var listedSNS: ListedStrings? { place.listedSNS }
    @inlinable public var coordinate: Coordinate? { place.coordinate }
    @inlinable public var firstSeen: String { place.firstSeen }
    @inlinable public var lastSeen: String { place.lastSeen }
    @inlinable public var missingRuns: Int { place.missingRuns }
    @inlinable public var removedOn: String? { place.removedOn }
    @inlinable public var closedOn: String? { place.closedOn }
    @inlinable public var listedPointSource: ListedText? { place.listedPointSource }
    @inlinable public var listedCorrected: ListedStrings? { place.listedCorrected }
    @inlinable public var entry: CatalogEntry { place.entry }

    @inlinable public func listed(_ field: ListedField) -> ListedText? { place.listed(field) }
}

/// Reads the strings of a JSON array that a column stores.
package enum JSONStrings {
    /// Returns the strings of the array `json`. Values that are not strings are left out.
    ///
    /// - Throws: `JSONError` for text that is not JSON.
    /// - Complexity: O(n), n bytes.
    package static func list(_ json: UnsafeBufferPointer<UInt8>) throws -> [String] {
        if let plain = plainList(json) { return plain }
        let text = String(decoding: json, as: UTF8.self)
        let value = try JSONValue(parsing: Array(text.utf8), name: "sns")
        return value.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// Returns the strings of an array if it has the form that `Staging` usually writes (`isPlain`). Returns nil for
    /// any other array; the caller must then use the JSON parser.
    package static func plainList(_ json: UnsafeBufferPointer<UInt8>) -> [String]? {
        var list: [String] = []
        let isPlain = forEachPlain(json) { range in
            list.append(String(decoding: UnsafeBufferPointer(rebasing: json[range]), as: UTF8.self))
        }
        return isPlain ? list : nil
    }

    /// Returns whether `json` is an array of strings that contain no escapes, with no blanks between the strings.
    package static func isPlain(_ json: UnsafeBufferPointer<UInt8>) -> Bool { forEachPlain(json) { _ in } }

    /// Calls `body` with the range of each string in an array for which `isPlain` is true. Returns false for any other
    /// array; `body` may have been called by then.
    @inline(__always)
    private static func forEachPlain(_ json: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard json.count >= 4, json[0] == UInt8(ascii: "["), json[1] == quote else { return false }
        var start = 2
        var next = 2
        while next < json.count - 1 {
            next = PlainText.endOfPlainWords(json, from: next)
            let position = next
            guard position < json.count - 1 else { return false }
            next += 1
            let byte = json[position]
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return false }
            guard position >= start, byte == quote else { continue }
            body(start..<position)
            let following = json[position + 1]
            if following == UInt8(ascii: "]"), position + 2 == json.count { return true }
            // The next string begins after a comma and a quote.
            guard following == UInt8(ascii: ","), position + 2 < json.count, json[position + 2] == quote else {
                return false
            }
            start = position + 3
        }
        return false
    }
}
