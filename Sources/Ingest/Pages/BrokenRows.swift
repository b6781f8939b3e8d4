internal import GeocliText

/// The rows of a page that are not well-formed.
final class BrokenRows {
    /// The number of these rows.
    private(set) var count = 0
    private var first: (any BrokenRowError)?
    private var wrongCount = 0

    /// A page whose first rows are all wrong is not read to its end.
    private static let earlyCount = 20

    /// Passes on a row.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the row; nil if its end was not found.
    ///   - rowCount: the number of rows so far, with this one.
    /// - Throws: `error` if the end of the row was not found; the error of the first row with wrong bytes, if most rows
    ///   have some; any error that `onRow` throws.
    func pass(
        _ error: any BrokenRowError, _ bytes: (some Collection<UInt8>)?, rowCount: Int,
        _ onRow: (FeedRow) throws -> Void
    ) throws {
        guard let bytes else { throw error }
        count += 1
        if error.isEncoding {
            first = first ?? error
            wrongCount += 1
            if wrongCount >= Self.earlyCount { try check(rowCount: rowCount) }
        }
        try onRow(.unusable(UnusableRow(error, bytes)))
    }

    /// Checks, after the last row, that the page is not in another encoding. One row of several is too little to tell.
    func check(rowCount: Int) throws {
        guard let first, wrongCount * 2 > rowCount else { return }
        if wrongCount > 1 || rowCount == 1 && first.text == .otherEncoding { throw first }
    }
}
