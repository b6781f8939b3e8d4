internal import GeocliText

/// The candidates of one step, in the order of answers.
public struct SearchCandidates {
    private let cursor: DocumentCursor
    private let end: UInt64
    private var wanted: UInt64

    init(_ expression: PieceExpression, _ documents: Range<UInt64>, in source: any PostingSource) {
        cursor = DocumentCursor.cursor(expression, source)
        wanted = documents.lowerBound
        end = documents.upperBound
    }

    /// Returns the next document number; nil after the last one.
    public mutating func next() throws -> UInt64? {
        let found = try cursor.seek(wanted)
        guard found < end else { return nil }
        wanted = found + 1
        return found
    }

    /// Returns the next `count` document numbers; fewer at the end.
    public mutating func next(_ count: Int) throws -> [UInt64] {
        var numbers: [UInt64] = []
        while numbers.count < count, let number = try next() { numbers.append(number) }
        return numbers
    }
}

extension SearchPass {
    /// Returns the candidates that have one of these kinds and are in one of these districts. An empty list allows any
    /// kind or any district.
    public func candidates(
        among kinds: some Sequence<String>, _ districts: some Sequence<String>,
        in source: any PostingSource
    ) -> SearchCandidates {
        var expression = candidates
        let kinds = kinds.map { PieceExpression.piece(Piece(kind: $0)) }
        if !kinds.isEmpty { expression = expression.and(.any(kinds)) }
        let names = districts.map { Array(Folding.squeezed(Folding.folded($0)).unicodeScalars) }
        // A name without letters has no pieces.
        if !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) {
            expression = expression.and(.any(names.map { .run($0, in: .address) }))
        }
        return SearchCandidates(expression, documents, in: source)
    }
}
