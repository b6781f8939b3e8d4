internal import ArgumentParser
internal import GeocliAsking
internal import GeocliMine
internal import GeocliText

extension CompletionKind {
    /// Numbers of notes, newest first, each with the beginning of its note.
    static var notes: CompletionKind { .answer { try RecordCompletion(of: $0).notes(areRemoved: false) } }

    /// Numbers of removed notes.
    static var removedNotes: CompletionKind { .answer { try RecordCompletion(of: $0).notes(areRemoved: true) } }

    /// The person's lists of marked places.
    static var markLists: CompletionKind { .answer { try RecordCompletion(of: $0).lists } }

    /// The tags of notes.
    static var noteTags: CompletionKind { .answer { try RecordCompletion(of: $0).tags } }
}

/// Completions from a person's own records.
struct RecordCompletion {
    private let prefix: String
    private let state: MineState
    private static let limit = 50

    /// - Throws: `PlainError`; `UsageError` if the folder is unknown.
    init(of request: CompletionRequest) throws {
        prefix = request.prefix
        state = try Environment.mine(request.value(of: "--mine-db")).read().state
    }

    func notes(areRemoved: Bool) -> [Candidate] {
        guard prefix.isEmpty || GivenWords.isNumber(prefix) else { return [] }
        let notes = state.notes.filter { $0.isRemoved == areRemoved && String($0.number).hasPrefix(prefix) }
        return notes.suffix(Self.limit).reversed().map { note in
            Candidate(
                value: String(note.number),
                note: (note.text ?? note.phrase ?? note.book ?? note.place?.name).map(Self.start))
        }
    }

    private static func start(_ text: String) -> String {
        DisplayText.truncated(DisplayText.singleLine(text), columns: 40)
    }

    var lists: [Candidate] { candidates(state.marks.compactMap(\.list)) }

    var tags: [Candidate] { candidates(state.notes.filter { !$0.isRemoved }.flatMap(\.tags)) }

    private func candidates(_ words: [String]) -> [Candidate] {
        let wanted = Folding.folded(prefix)
        let found = Set(words).filter { Folding.folded($0).hasPrefix(wanted) && !$0.hasPrefix("-") }
        return found.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.prefix(Self.limit)
            .map { Candidate(value: $0) }
    }
}
