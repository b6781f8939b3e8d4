package import GeocliText

/// One reading of a typed text: the text as typed, or a guess at the intended text. A guess may have several texts.
package struct SearchReading: Sendable, Equatable {
    /// For a guess, the kind that all its matches get; nil for the text as typed.
    package let guess: MatchKind?
    /// The texts. A place matches if it matches any of them.
    package let texts: [SearchText]
    let isForNames: Bool

    package init(_ text: SearchText) {
        guess = nil
        texts = [text]
        isForNames = false
    }

    /// Returns a guess with only those texts that `isKept` accepts; each text is tested alone. A reading of the text as
    /// typed is returned unchanged.
    func keeping(_ isKept: (SearchReading) throws -> Bool) rethrows -> SearchReading {
        guard let guess else { return self }
        let kept = try texts.filter { try isKept(SearchReading(guess, [$0], isForNames: isForNames)) }
        return SearchReading(guess, kept, isForNames: isForNames)
    }

    init(_ guess: MatchKind, _ texts: [SearchText], isForNames: Bool = false) {
        self.guess = guess
        self.texts = texts
        self.isForNames = isForNames
    }

    package func kind(_ fields: FoldedFields) -> MatchKind? {
        var best: MatchKind?
        for text in texts {
            guard let kind = text.kind(fields), isLookedFor(kind) else { continue }
            if best.map({ kind < $0 }) ?? true { best = kind }
        }
        return best
    }

    private func isLookedFor(_ kind: MatchKind?) -> Bool { !isForNames || kind.map { $0 <= .words } ?? true }

    /// One step that finds every place that matches, shorter names first.
    package var everything: SearchPass {
        SearchPass(kind: nil, candidates: .any(texts.map(\.everything)), documents: DocumentNumber.all)
    }

    /// The steps that find every place that matches, best first.
    package var passes: [SearchPass] {
        let all = texts.flatMap(\.passes).filter { isLookedFor($0.kind) }
        return MatchKind.asWritten.compactMap { kind in
            let same = all.filter { $0.kind == kind }
            guard let first = same.first else { return nil }
            let documents = first.documents.lowerBound..<(same.map(\.documents.upperBound).max() ?? 0)
            return SearchPass(
                kind: kind, candidates: .any(same.map(\.candidates)),
                documents: min(documents.lowerBound, same.map(\.documents.lowerBound).min() ?? 0)..<documents.upperBound
            )
        }
    }

    package func explanation(_ fields: FoldedFields) -> Words? {
        guard let kind = kind(fields), let text = texts.first(where: { $0.kind(fields) == kind }) else { return nil }
        let why = text.explanation(fields, kind)
        guard let guess else { return why }
        let how = Self.words(guess)
        return Words(
            en: "\(how.en), read as \"\(text.folded)\": \(why.en)",
            ko: "\(how.ko), \"\(text.folded)\"\(.by) 읽음: \(why.ko)")
    }

    package func explanation(_ text: String) -> Words? {
        var text = text
        return text.withUTF8 { explanation(FoldedFields($0)) }
    }

    /// A note that tells the user which guess is shown instead of the text; nil for the text as typed.
    package var note: Words? {
        guard guess != nil, !texts.isEmpty else { return nil }
        let shown = texts.prefix(3).map { "\"\($0.folded)\"" }.joined(separator: ", ")
        let more = texts.count - 3
        return Words(
            en: "no match; showing results for \(shown)\(more > 0 ? " and \(more) more" : "")",
            ko: "일치하는 결과가 없어 \(shown)\(more > 0 ? " 외 \(more)개 검색어" : "")의 결과를 보여 줍니다")
    }

    private static func words(_ guess: MatchKind) -> Words {
        switch guess {
        case .partial: Words(en: "unfinished", ko: "입력 중")
        case .spaced: Words(en: "missing spaces", ko: "띄어쓰기 없음")
        case .fewer: Words(en: "general words ignored", ko: "일반 단어 제외")
        case .keyboard: Words(en: "wrong keyboard layout", ko: "한/영 전환")
        case .romanized: Words(en: "romanized", ko: "로마자 표기")
        default: Words(en: "one letter off", ko: "한 글자 차이")
        }
    }
}

extension SearchText {
    func explanation(_ fields: FoldedFields, _ kind: MatchKind) -> Words {
        switch kind {
        case .exact: Words(en: "the name is \"\(folded)\"", ko: "이름이 \"\(folded)\"")
        case .prefix: Words(en: "the name starts with \"\(folded)\"", ko: "이름이 \"\(folded)\"\(.by) 시작")
        case .substring: Words(en: "the name contains \"\(folded)\"", ko: "이름에 \"\(folded)\"")
        case .spacing:
            Words(
                en: "the name contains \"\(whole?.squeezed ?? folded)\", ignoring spaces and punctuation",
                ko: "띄어쓰기와 문장 부호를 빼면 이름에 \"\(whole?.squeezed ?? folded)\"")
        case .initials:
            Words(
                en: "the name has the initial consonants \"\(whole?.squeezed ?? folded)\"",
                ko: "이름에 초성 \"\(whole?.squeezed ?? folded)\"")
        default: explanation(ofWords: fields)
        }
    }

    private func explanation(ofWords fields: FoldedFields) -> Words {
        let parts = words.map { word in
            let field = word.field(fields)
            return Words(en: "\"\(word.squeezed)\" in the \(field.en)", ko: "\(field.ko)에 \"\(word.squeezed)\"")
        }
        return Words(en: parts.map(\.en).joined(separator: ", "), ko: parts.map(\.ko).joined(separator: ", "))
    }
}

extension SearchWord {
    fileprivate func field(_ fields: FoldedFields) -> Words {
        if isInName(fields) { return Words(en: "name", ko: "이름") }
        if isInDistrict(fields) { return Words(en: "district", ko: "자치구") }
        return fields.address.holds(bytes) ? Words(en: "address", ko: "주소") : Words(en: "phone number", ko: "전화번호")
    }
}

/// A step of a search: the candidates for one kind of match, or for any kind. Shorter names come first.
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
