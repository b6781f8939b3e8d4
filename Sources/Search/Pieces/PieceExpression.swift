/// The pieces that a place must have to be a candidate. The fields of a candidate must still be checked.
indirect enum PieceExpression: Sendable, Equatable {
    case piece(Piece)
    case all([PieceExpression])
    case any([PieceExpression])

    /// An expression that no place matches.
    static var none: PieceExpression { .any([]) }

    private var isNone: Bool {
        if case .any(let parts) = self { parts.isEmpty } else { false }
    }

    /// Returns an expression for all pieces of a run of characters in one source.
    static func run(_ scalars: [Unicode.Scalar], in source: Piece.Source) -> PieceExpression {
        .all(Piece.pieces(scalars, in: source).map(PieceExpression.piece))
    }

    /// Returns an expression for all pieces of both expressions.
    func and(_ other: PieceExpression) -> PieceExpression { .all([self, other]) }

    /// The same expression without nested lists and repetitions.
    var simplified: PieceExpression {
        switch self {
        case .piece: return self
        case .all(let parts):
            let flat = parts.map(\.simplified).flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
            let once = Self.once(flat)
            // Only a bug can make an empty list. Such a list must not select the whole catalog.
            if once.isEmpty || once.contains(where: \.isNone) { return .none }
            return once.count == 1 ? once[0] : .all(once)
        case .any(let parts):
            let flat = parts.map(\.simplified).flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
            let once = Self.once(flat)
            return once.count == 1 ? once[0] : .any(once)
        }
    }

    private static func once(_ parts: [PieceExpression]) -> [PieceExpression] {
        var seen: [PieceExpression] = []
        for part in parts where !seen.contains(part) { seen.append(part) }
        return seen
    }
}
