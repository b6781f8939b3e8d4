internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The values of a row that its keys (`IssueKeys`) are computed from.
protocol KeyValues {
    /// The key of the feed.
    var feed: Int64 { get }
    var hashes: RowHashes { get }
    /// The position; nil if the row has none.
    var point: Coordinate? { get throws }
}

/// The values that show whether a rule for single rows may find something in a row. They are bytes, so that no text is
/// created for an ordinary row.
protocol IssueValues {
    /// UTF-8.
    typealias Bytes = UnsafeBufferPointer<UInt8>

    var name: Bytes? { get }
    var district: Bytes? { get }
    var address: Bytes? { get }
    var lacksPoint: Bool { get }
    /// Whether the feed gives a phone or a website that can't be used.
    var hasUnusableContact: Bool { get }
    /// Whether the kind is `other` because the row has a code that the feed does not explain.
    var hasUnknownCode: Bool { get }
}

extension IssueValues {
    /// Whether a rule for single rows may find something, other than a point outside the stated district.
    ///
    /// - Parameter explains: whether the feed explains its kinds; called only for a row with an unknown code.
    func isSuspect(explains: () throws -> Bool) rethrows -> Bool {
        if lacksPoint || hasUnusableContact { return true }
        if try hasUnknownCode && explains() { return true }
        if let name, NameBytes.mayBePlaceholder(name) || BrokenText.mayBe(name) { return true }
        if let address, BrokenText.mayBe(address) { return true }
        guard let district, let address else { return false }
        return !NameBytes.isFirstOfItsKind(district, in: address)
    }
}

extension Statement {
    /// Returns the bytes of a text in the current row. They are valid until the next step.
    fileprivate func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? { lent(column)?.bytes }
}

/// The current row of a statement that selects `IssueKeys.columns`.
struct KeyColumns: KeyValues {
    let row: Statement

    var feed: Int64 { row.integer(1) }
    var hashes: RowHashes { RowHashes(name: row.bytes(2), phone: row.bytes(3), address: row.bytes(6)) }
    var point: Coordinate? { get throws { try row.point(longitude: 4, latitude: 5, id: 0) } }
}

/// The current row of a statement that selects `IssueRows.columns`.
struct IssueColumns: KeyValues, IssueValues {
    let row: Statement

    var feed: Int64 { row.integer(1) }
    var hashes: RowHashes { RowHashes(name: name, phone: row.bytes(7), address: address) }
    var point: Coordinate? { get throws { try row.point(longitude: 11, latitude: 12, id: 0) } }
    var name: Bytes? { row.bytes(3) }
    var district: Bytes? { row.bytes(5) }
    var address: Bytes? { row.bytes(6) }
    var lacksPoint: Bool { row.isNull(11) }
    var hasUnusableContact: Bool { row.isNull(7) && !row.isNull(8) || row.isNull(9) && !row.isNull(10) }

    var hasUnknownCode: Bool {
        row.bytes(4).map { $0.elementsEqual(Self.other) } ?? false && IssueRows.hasUnknownCode(row)
    }

    private static let other = Array("other".utf8)
}
