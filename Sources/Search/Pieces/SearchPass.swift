internal import GeocliText

/// A step of a search: the candidates for one kind of match, or for any kind. Shorter names come first.
///
/// Candidates have the pieces that a match needs, and may have no match. `TextSearch.forEachMatch` reads the fields of
/// each one, and keeps it if `SearchText.kind` is the kind of the step. A piece of initials is of the name in which each
/// syllable is replaced by its initial consonant.
package struct SearchPass: Sendable {
    /// The kind of match that this step finds; nil for any kind. Candidates that match in another way belong to other
    /// steps.
    package let kind: MatchKind?
    let candidates: PieceExpression
    let documents: Range<UInt64>
}

extension SearchText {
    /// The steps that find every place for which `kind` is not nil, best matches first. A step may also find
    /// places that an earlier step has already found.
    var passes: [SearchPass] {
        let scalars = Array(folded.unicodeScalars)
        // A name that contains the text also contains it without blanks. Pieces with a blank are frequent, so the pieces
        // without blanks leave fewer candidates.
        let run = PieceExpression.all([.run(scalars, in: .name)] + (whole.map { [.run($0.scalars, in: .name)] } ?? []))
        let begins = PieceExpression.piece(Piece.beginning(scalars)).and(run)
        let ownLength = DocumentNumber.all(nameLength: scalars.count)
        var passes = [
            SearchPass(kind: .exact, candidates: begins, documents: ownLength),
            SearchPass(kind: .prefix, candidates: begins, documents: DocumentNumber.all),
            SearchPass(kind: .substring, candidates: run, documents: DocumentNumber.all),
        ]
        func add(_ kind: MatchKind, _ candidates: PieceExpression) {
            passes.append(SearchPass(kind: kind, candidates: candidates, documents: DocumentNumber.all))
        }
        guard let whole else { return passes }
        add(.spacing, whole.spelledInName)
        if let initials = whole.initials { add(.initials, initials.candidates) }
        // After punctuation and repeated words are left out, one word may remain. A name may contain this word but not
        // the whole text.
        if words != [whole] { add(.words, .all(words.map(\.inName))) }
        if words.count > 1 {
            // With more than 8 words, reading some places that do not match costs less than the longer expression.
            add(.mixed, words.count > 8 ? everything : one(\.inName, others: \.anywhere))
        }
        guard !words.isEmpty else { return passes }
        add(.address, .all(words.map(\.inPlace)))
        if words.contains(where: { !$0.numbers.isEmpty }) {
            add(.phone, words.count > 8 ? everything : one(\.inPhone, others: \.outsideName))
        }
        return passes
    }

    /// The candidates of a single step that finds every place for which `kind` is not nil. A name that contains the
    /// text without blanks also contains the words of the text.
    var everything: PieceExpression {
        words.isEmpty ? .run(Array(folded.unicodeScalars), in: .name) : .all(words.map(\.anywhere))
    }

    /// Returns an expression in which one word matches in one way, and all others in another way.
    private func one(
        _ way: (SearchWord) -> PieceExpression, others: (SearchWord) -> PieceExpression
    ) -> PieceExpression {
        .any(
            words.indices.map { chosen in
                .all(words.indices.map { $0 == chosen ? way(words[$0]) : others(words[$0]) })
            })
    }
}

extension SearchWord {
    fileprivate var scalars: [Unicode.Scalar] { Array(squeezed.unicodeScalars) }

    /// The pieces of a name that contains the word as spelled.
    var spelledInName: PieceExpression {
        let run = PieceExpression.run(scalars, in: .name)
        guard startsWords else { return run }
        // A name that contains the whole text has the word as typed. In other names, the word is squeezed.
        return run.and(.any([beginning, scalars[0]].flatMap(Piece.wordBeginnings).map(PieceExpression.piece)))
    }

    var inName: PieceExpression {
        guard let initials else { return spelledInName }
        return .any([spelledInName, initials.candidates])
    }

    var inPlace: PieceExpression {
        let own = PieceExpression.run(scalars, in: .address)
        guard let district else { return own }
        return .any([own, .run(Array(String(decoding: district, as: UTF8.self).unicodeScalars), in: .address)])
    }

    var inPhone: PieceExpression {
        .any(
            numbers.map { digits in
                .all((2..<digits.count).map { .piece(Piece(digits: digits[($0 - 2)...$0])) })
            })
    }

    var outsideName: PieceExpression { numbers.isEmpty ? inPlace : .any([inPlace, inPhone]) }

    var anywhere: PieceExpression { .any([inName, outsideName]) }
}

extension InitialsPattern {
    /// The pieces of initials for pairs with a bare consonant, and the pieces of the name for other pairs.
    var candidates: PieceExpression {
        guard scalars.count > 1 else { return .piece(Piece(.initials, scalars[0])) }
        var pieces: [Piece] = []
        for (first, second) in zip(scalars, scalars.dropFirst()) {
            if !Hangul.isInitial(first), !Hangul.isInitial(second) {
                pieces.append(Piece(.name, first, second))
            } else {
                pieces.append(Piece(.initials, Hangul.initial(first) ?? first, Hangul.initial(second) ?? second))
            }
        }
        // Adds the whole syllables, because a pair with a bare consonant has only the initial of a syllable.
        pieces += scalars.filter { !Hangul.isInitial($0) }.map { Piece(.name, $0) }
        return .all(pieces.map(PieceExpression.piece))
    }
}
