internal import GeocliText

/// One reading of a typed text: the text as typed, or a guess at the intended text. A guess may have several texts.
public struct SearchReading: Sendable, Equatable {
    /// For a guess, the kind that all its matches get; nil for the text as typed.
    public let guess: MatchKind?
    /// The texts. A place matches if it matches any of them.
    public let texts: [SearchText]
    /// Whether only names are searched.
    let isForNames: Bool

    /// Creates the reading of the text as typed.
    public init(_ text: SearchText) {
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

    /// Returns the kind of the best match between a place and any of the texts; nil without a match.
    public func kind(_ fields: FoldedFields) -> MatchKind? {
        var best: MatchKind?
        for text in texts {
            guard let kind = text.kind(fields), isLookedFor(kind) else { continue }
            if best.map({ kind < $0 }) ?? true { best = kind }
        }
        return best
    }

    private func isLookedFor(_ kind: MatchKind?) -> Bool { !isForNames || kind.map { $0 <= .words } ?? true }

    /// One step that finds every place that matches, shorter names first.
    public var everything: SearchPass {
        SearchPass(kind: nil, candidates: .any(texts.map(\.everything)), documents: DocumentNumber.all)
    }

    /// The steps that find every place that matches, best first.
    public var passes: [SearchPass] {
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
}
