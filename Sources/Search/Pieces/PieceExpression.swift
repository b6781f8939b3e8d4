/// Which pieces a bookstore must have to be a candidate; what it holds must still be looked at.
indirect enum PieceExpression: Sendable, Equatable {
    case piece(Piece)
    case all([PieceExpression])
    case any([PieceExpression])

    /// No bookstore.
    static var none: PieceExpression { .any([]) }

    private var isNone: Bool {
        if case .any(let parts) = self { parts.isEmpty } else { false }
    }

    /// All pieces of a run of characters in one place.
    static func run(_ scalars: [Unicode.Scalar], in place: Piece.Source) -> PieceExpression {
        .all(Piece.pieces(scalars, in: place).map(PieceExpression.piece))
    }

    /// All of both.
    func and(_ other: PieceExpression) -> PieceExpression { .all([self, other]) }
}

extension PieceExpression {
    /// The same without lists in lists and without saying anything twice.
    var simplified: PieceExpression {
        switch self {
        case .piece: return self
        case .all(let parts):
            let flat = parts.map(\.simplified).flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
            let once = Self.once(flat)
            // Nothing asked for is a mistake of ours; the whole catalog is no answer to it.
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
