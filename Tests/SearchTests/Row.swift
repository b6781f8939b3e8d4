import TestSupport

@testable import GeocliSearch

/// A place as the index sees it.
struct Row {
    var name: String
    var address: String?
    var district: String?
    var phone: String?
    var kind = "used"
    var id: Int64 = 1

    /// The text that the catalog keeps of its fields.
    var text: String { FoldedFields.text(name: name, address: address, district: district, phone: phone) }

    /// Its number in the index.
    var document: UInt64 { withFields { DocumentNumber.number(id: id, nameLength: $0.nameLength) } }

    /// The pieces under which the index lists it.
    var pieces: Set<Piece> {
        withFields { fields in
            var pieces: Set<Piece> = []
            Piece.forEach(fields, kind: kind) { pieces.insert($0) }
            return pieces
        }
    }

    func withFields<Result>(_ body: (FoldedFields) throws -> Result) rethrows -> Result {
        var text = text
        return try text.withUTF8 { try body(FoldedFields($0)) }
    }
}

extension PieceExpression {
    /// Whether a place with these pieces is a candidate.
    func admits(_ pieces: Set<Piece>) -> Bool {
        switch self {
        case .piece(let piece): pieces.contains(piece)
        case .all(let parts): !parts.isEmpty && parts.allSatisfy { $0.admits(pieces) }
        case .any(let parts): parts.contains { $0.admits(pieces) }
        }
    }
}
