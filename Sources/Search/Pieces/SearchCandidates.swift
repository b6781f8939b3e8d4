internal import GeocliText

/// The candidates of one step, in the order of answers.
package struct SearchCandidates {
    private let cursor: DocumentCursor
    private let end: UInt64
    private var wanted: UInt64

    init(_ expression: PieceExpression, _ documents: Range<UInt64>, in source: any PostingSource) {
        cursor = DocumentCursor.cursor(expression, source)
        wanted = documents.lowerBound
        end = documents.upperBound
    }

    /// Returns the next document number; nil after the last one.
    package mutating func next() throws -> UInt64? {
        let found = try cursor.seek(wanted)
        guard found < end else { return nil }
        wanted = found + 1
        return found
    }

    /// Returns the next `count` document numbers; fewer at the end.
    package mutating func next(_ count: Int) throws -> [UInt64] {
        var numbers: [UInt64] = []
        while numbers.count < count, let number = try next() { numbers.append(number) }
        return numbers
    }
}

extension SearchPass {
    /// Returns the candidates that have one of these kinds and are in one of these districts. An empty list allows any
    /// kind or any district.
    package func candidates(
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

/// A cursor over ascending document numbers, which are computed on demand. It is a class because each kind of cursor
/// has its own state, and one thread walks the tree of cursors.
class DocumentCursor {
    /// The value after the last number. It is larger than every number.
    static let end = UInt64.max

    /// Returns the first number that is at least `document`; `end` if there is none. The argument must never be lower
    /// than in an earlier call.
    func seek(_ document: UInt64) throws -> UInt64 { Self.end }

    /// Moves to `document`, and returns a rough density: of the ids near `document`, the share that the cursor has.
    func density(at document: UInt64) throws -> Double { 0 }

    static func cursor(_ expression: PieceExpression, _ source: any PostingSource) -> DocumentCursor {
        make(expression.simplified, source)
    }

    private static func make(_ expression: PieceExpression, _ source: any PostingSource) -> DocumentCursor {
        switch expression {
        case .piece(let piece): ListCursor(piece, source)
        case .all(let parts): AllCursor(parts.map { make($0, source) })
        case .any(let parts): parts.isEmpty ? DocumentCursor() : AnyCursor(parts.map { make($0, source) })
        }
    }
}

private final class ListCursor: DocumentCursor {
    private let piece: Piece
    private let source: any PostingSource
    /// The block that the cursor is in; nil before the first call.
    private var block: PostingNumbers?
    /// The code and the last number of `block`, for speed. At the end of the list, the last number is `end`.
    private var code = UnsafeRawBufferPointer(start: nil, count: 0)
    private var last: UInt64 = 0
    private var walk = PostingWalk(first: 0)

    init(_ piece: Piece, _ source: any PostingSource) {
        self.piece = piece
        self.source = source
    }

    override func seek(_ document: UInt64) throws -> UInt64 {
        guard last >= document, last > 0 else { return try readBlock(reaching: document) }
        guard walk.number < document else { return walk.number }
        walk.advance(to: document, in: code)
        return walk.number
    }

    private func readBlock(reaching document: UInt64) throws -> UInt64 {
        guard document < Self.end,
            let next = try source.block(of: piece.key, reaching: document, after: block)
        else {
            (last, walk) = (Self.end, PostingWalk(first: Self.end))
            return Self.end
        }
        (block, code, last) = (next, next.code, next.last)
        walk = PostingWalk(first: next.first)
        walk.advance(to: document, in: code)
        return walk.number
    }

    override func density(at document: UInt64) throws -> Double {
        try seek(document) < Self.end ? block?.density ?? 0 : 0
    }
}

/// A cursor over the numbers that several cursors have in common, and possibly over further numbers. It does not read
/// cursors that are much denser than the rarest one, because reading such a cursor costs more than checking the
/// places.
private final class AllCursor: DocumentCursor {
    private var parts: [DocumentCursor]
    /// `parts` without counting references, for speed. Valid because `parts` keeps the same cursors alive.
    private var handles: [Unmanaged<DocumentCursor>] = []
    private var isOrdered = false

    /// The maximum density of a cursor that is read, as a multiple of the rarest cursor's density. Reading a block of a
    /// list takes about as long as reading one place. In a denser list, almost every candidate would need another
    /// block.
    private static let maximumDensityRatio = 500.0

    init(_ parts: [DocumentCursor]) { self.parts = parts }

    override func seek(_ document: UInt64) throws -> UInt64 {
        if !isOrdered { _ = try density(at: document) }
        var wanted = document
        search: while true {
            wanted = try handles[0]._withUnsafeGuaranteedRef { try $0.seek(wanted) }
            if wanted == Self.end { return wanted }
            for index in 1..<handles.count {
                let found = try handles[index]._withUnsafeGuaranteedRef { try $0.seek(wanted) }
                guard found == wanted else {
                    wanted = found
                    if wanted == Self.end { return wanted }
                    continue search
                }
            }
            return wanted
        }
    }

    /// Returns the density of the rarest cursor, and moves that cursor to the front.
    override func density(at document: UInt64) throws -> Double {
        let ranked = try parts.map { (part: $0, density: try $0.density(at: document)) }
            .sorted { $0.density < $1.density }
        let least = ranked[0].density
        guard !isOrdered else { return least }
        isOrdered = true
        parts = ranked.filter { $0.density <= least * Self.maximumDensityRatio }.map(\.part)
        handles = parts.map(Unmanaged.passUnretained)
        return least
    }
}

/// A cursor over all numbers that at least one of several cursors has.
private final class AnyCursor: DocumentCursor {
    private let parts: [DocumentCursor]

    init(_ parts: [DocumentCursor]) { self.parts = parts }

    override func seek(_ document: UInt64) throws -> UInt64 {
        var least = Self.end
        for part in parts { least = min(least, try part.seek(document)) }
        return least
    }

    override func density(at document: UInt64) throws -> Double {
        try parts.reduce(0) { $0 + (try $1.density(at: document)) }
    }
}
