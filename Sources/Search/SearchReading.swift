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
