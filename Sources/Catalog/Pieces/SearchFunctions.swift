internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliSearch

/// The SQL function that matches texts.
enum SearchFunctions {
    /// `geocli_match(folded, reading)`: the kind of match, as an index into `MatchKind.asWritten`; null if there is no
    /// match.
    static let match = "geocli_match"
    /// The type name of pointers to readings, so that SQLite accepts no other pointers.
    static let pointerType: StaticString = "geocli.SearchReading"

    /// Registers the function on a connection.
    static func register(on db: Database) throws {
        try SQLFunction.register(match, arguments: 2, on: db) { context, _, values in
            guard let values, let pointer = sqlite3_value_pointer(values[1], SearchFunctions.pointerName) else {
                return
            }
            let reading = Unmanaged<SearchReadingBox>.fromOpaque(pointer).takeUnretainedValue().reading
            let text = UnsafeBufferPointer(
                start: sqlite3_value_text(values[0]), count: Int(sqlite3_value_bytes(values[0])))
            guard let kind = reading.kind(FoldedFields(text)) else { return }
            sqlite3_result_int64(context, SearchFunctions.place(of: kind))
        }
    }

    /// Returns the index of a kind in `MatchKind.asWritten`.
    static func place(of kind: MatchKind) -> Int64 { Int64(MatchKind.asWritten.firstIndex(of: kind) ?? 0) }

    static var pointerName: UnsafePointer<CChar> {
        UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// An object that keeps a reading alive while a statement refers to it.
final class SearchReadingBox: Sendable {
    let reading: SearchReading

    init(_ reading: SearchReading) { self.reading = reading }
}

extension SQLValue {
    /// Returns a reading as an argument for `SearchFunctions.match`.
    static func reading(_ reading: SearchReading) -> SQLValue {
        .object(SearchReadingBox(reading), name: SearchFunctions.pointerType)
    }
}
