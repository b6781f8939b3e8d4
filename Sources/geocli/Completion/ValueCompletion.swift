internal import ArgumentParser
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import Glibc

extension CompletionKind {
    static func words(_ words: [String]) -> CompletionKind {
        .answer { request in words.filter { $0.hasPrefix(request.prefix) }.map { Candidate(value: $0) } }
    }

    /// Completes one word from a short list, or several separated by commas.
    static func list(of words: [(value: String, note: String?)]) -> CompletionKind {
        .answer { request in parts(request.prefix, of: words) }
    }

    static func parts(_ prefix: String, of words: [(value: String, note: String?)]) -> [Candidate] {
        let parts = prefix.split(separator: ",", omittingEmptySubsequences: false)
        let wanted = Folding.folded(parts.last.map(String.init) ?? "")
        let given = Set(parts.dropLast())
        let head = given.isEmpty ? "" : parts.dropLast().joined(separator: ",") + ","
        return words.filter { Folding.folded($0.value).hasPrefix(wanted) && !given.contains($0.value[...]) }
            .map { Candidate(value: head + $0.value, note: $0.note) }
    }

    static func list(of words: [String]) -> CompletionKind { .list(of: words.map { ($0, nil) }) }

    /// Kinds of places: new, used and other, and those of the catalog's declarations.
    static var kinds: CompletionKind {
        .answer { request in
            let words = (try? NameCompletion.words(request)) ?? .bookstores
            let kinds = words.kinds.map {
                (value: $0.rawValue, note: Optional(words.title(of: $0).text(Console.language)))
            }
            return CompletionKind.parts(request.prefix, of: kinds)
        }
    }

    static var feeds: CompletionKind {
        .answer { request in
            CompletionKind.parts(request.prefix, of: try NameCompletion.feeds(request).map { ($0, nil) })
        }
    }

    static var districts: CompletionKind {
        .list(of: District.all.flatMap { [($0.name, $0.romanized), ($0.romanized.lowercased(), $0.name)] })
    }

    /// A district, by either of its names, or a GeoJSON file.
    static var districtsOrFiles: CompletionKind {
        .answer { request in
            districtCandidates(request.prefix)
                + FileCompletion.candidates(request.prefix, ending: [".geojson", ".json"])
        }
    }

    private static func districtCandidates(_ prefix: String) -> [Candidate] {
        let wanted = Folding.folded(prefix)
        return District.all.flatMap { [($0.name, $0.romanized), ($0.romanized.lowercased(), $0.name)] }
            .filter { Folding.folded($0.0).hasPrefix(wanted) }.map { Candidate(value: $0.0, note: $0.1) }
    }

    /// The name of something at which a search can start: a district, a place or a landmark.
    static var origins: CompletionKind {
        .answer { request in
            // Without a catalog, the districts of Seoul are still known.
            let names = (try? NameCompletion.names(request)) ?? []
            let landmarks = (try? NameCompletion.landmarks(request)) ?? []
            return districtCandidates(request.prefix) + landmarks + (request.prefix.isEmpty ? [] : names)
        }
    }

    static var placeNames: CompletionKind { .answer { try NameCompletion.names($0) } }

    /// Ids and references of places in the catalog, with their names.
    static var places: CompletionKind { .answer { try NameCompletion.keys($0) } }

    /// The longest time that a shell waits.
    private static let patienceSeconds: UInt32 = 1

    /// Completes with the result of `find`. The user is in the middle of a line, so an error gives no candidates. The
    /// wait is limited: a catalog can be on a disk that no longer responds, or be a pipe.
    static func answer(_ find: @escaping @Sendable (CompletionRequest) throws -> [Candidate]) -> CompletionKind {
        .custom { words, index, last in
            endSoon()
            let request = CompletionRequest(words: words, index: index, last: last)
            // Without a catalog, no names are known.
            let candidates = (try? find(request)) ?? []
            return candidates.map { $0.line(for: CompletionShell.requesting, in: request.quote) }
        }
    }

    private static func endSoon() {
        signal(SIGALRM) { _ in _exit(0) }
        // The parent process may have blocked the signal.
        var alarms = sigset_t()
        sigemptyset(&alarms)
        sigaddset(&alarms, SIGALRM)
        sigprocmask(SIG_UNBLOCK, &alarms, nil)
        alarm(patienceSeconds)
    }
}

/// Completion of files and folders, for arguments that can be either a file or something else. For arguments that are
/// always files, the shell's own completion is better.
enum FileCompletion {
    /// Returns the folders, and the files with one of these endings, whose paths begin with `prefix`; at most 100.
    static func candidates(_ prefix: String, ending endings: [String]) -> [Candidate] {
        let parts = prefix.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        let start = parts.last.map(String.init) ?? ""
        var found: [String] = []
        for name in FileSystem.names(in: folder.isEmpty ? "." : folder) ?? [] where found.count < 100 {
            guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix(".") else { continue }
            if FileSystem.ownFacts(folder + name)?.isFolder == true {
                found.append(folder + name + "/")
            } else if endings.contains(where: { name.lowercased().hasSuffix($0) }) {
                found.append(folder + name)
            }
        }
        return found.sorted().map { Candidate(value: $0) }
    }
}

extension CompletionKind {
    /// Numbers of notes, newest first, each with the beginning of its note.
    static var notes: CompletionKind { .answer { try RecordCompletion(of: $0).notes(areRemoved: false) } }

    static var removedNotes: CompletionKind { .answer { try RecordCompletion(of: $0).notes(areRemoved: true) } }

    static var markLists: CompletionKind { .answer { try RecordCompletion(of: $0).lists } }

    static var noteTags: CompletionKind { .answer { try RecordCompletion(of: $0).tags } }
}

struct RecordCompletion {
    private let prefix: String
    private let state: MineState
    private static let limit = 50

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
