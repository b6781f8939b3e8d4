internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// Options for the reader of changes and its mark.
struct ReadingOptions: ParsableArguments {
    @Option(ChangesQuestion.since, value: .runOrDay) var since: String?

    @Option(
        help: ArgumentHelp(
            "Only changes that are not yet marked as read under this name. You choose the name.",
            ko: "이 이름으로 아직 읽음 표시를 하지 않은 변경만. 이름은 자유롭게 정할 수 있으며, 어디까지 읽었는지는 이름마다 따로 기록됩니다.",
            value: .name))
    var reader: String?

    @Flag(
        help: ArgumentHelp(
            "With --reader: after all rows are written, mark all changes up to now as read, even those that a filter left out.",
            ko: "--reader와 함께 씁니다. 모두 출력하고 나서, 필터로 뺀 변경까지 모두 읽음으로 표시합니다."))
    var markRead = false

    /// Returns the reader; nil if none was given.
    ///
    /// - Throws: `UsageError` for options that would lose changes or contradict each other.
    func readerName(limit: String?) throws -> ReaderName? {
        if markRead {
            guard reader != nil else {
                throw UsageError(
                    en: "--mark-read needs --reader NAME",
                    ko: "--mark-read는 --reader NAME과 함께 쓰세요")
            }
            if since != nil { throw Self.wouldLose("--since", en: "earlier", ko: "시작점보다 앞선") }
            if limit != nil { throw Self.wouldLose("--limit", en: "later", ko: "한도를 넘는") }
        }
        guard reader == nil || since == nil else {
            throw UsageError(
                en: "--reader and --since both choose where to begin; give only one",
                ko: "--reader와 --since는 둘 다 시작점을 정합니다. 하나만 쓰세요")
        }
        return try reader.map(ReaderName.init(argument:))
    }

    private static func wouldLose(_ option: String, en: String, ko: String) -> UsageError {
        UsageError(
            en:
                "--mark-read can't be combined with \(option): \(en) changes would be marked as read without being shown; leave out \(option)",
            ko: "--mark-read는 \(option)\(.with) 함께 쓸 수 없습니다: \(ko) 변경 내역이 출력되지 않은 채 읽음으로 표시됩니다. \(option)\(.object) 빼세요"
        )
    }
}

/// The position of a reader in a catalog's runs.
struct ReadingPosition {
    private let name: ReaderName
    private let marks: ReaderMarks
    private let catalog: Catalog
    private let path: String
    /// The unread runs.
    let span: ChangeSpan

    /// Reads the reader's position. Tells the user if the catalog no longer has the run of its mark.
    ///
    /// - Throws: `PlainError`.
    init(of name: ReaderName, in catalog: Catalog) throws {
        self.name = name
        self.catalog = catalog
        marks = ReaderMarks(of: name, in: try Environment.readersFolder())
        path = Environment.realPath(catalog.path)
        guard let mark = try marks.mark(in: path) else {
            span = .after(run: 0)
            return
        }
        guard try Self.holds(catalog, mark) else {
            span = .after(run: 0)
            Console.complain(
                Words(
                    en:
                        "warning: \(catalog.path) was created again after reader \(name.text) had read run \(mark.run); all changes are unread again",
                    ko:
                        "주의: \(name.text) 이름으로 읽음 표시(실행 #\(mark.run))를 한 뒤 \(catalog.path) 카탈로그가 새로 만들어졌습니다. 모든 변경 내역을 읽지 않은 것으로 처리합니다"
                ))
            return
        }
        span =
            mark.sequence.map { .past(ChangeMark(run: mark.run, sequence: $0, check: nil)) } ?? .after(run: mark.run)
    }

    /// Returns a line that says how much is unread.
    func words(_ summary: ChangeSummary) -> Words {
        let (changes, runs) = (summary.changeCount, summary.runs.count)
        return Words(
            en:
                "reader \(name.text): \(changes) unread change\(changes == 1 ? "" : "s") from \(runs) run\(runs == 1 ? "" : "s")",
            ko: "읽음 표시 \(name.text): 읽지 않은 변경 내역 \(changes)건(실행 \(runs)회)")
    }

    /// Marks the changes of a run as read, up to the change with the number `sequence`; all of them if it is nil.
    func markRead(_ run: RunStamp, upTo sequence: Int?) throws {
        try marks.move(to: ReaderMarks.Mark(at: run, sequence: sequence), in: path) {
            try Self.holds(try Catalog(path: catalog.path), $0)
        }
    }

    /// Marks every run of the summary as read.
    func markRead(_ summary: ChangeSummary) throws {
        guard let last = summary.runs.last else { return }
        // This command sees the catalog as it was when the command started. Another process may have marked a later run
        // since then, so the catalog is opened again here.
        try marks.move(to: ReaderMarks.Mark(at: last), in: path) {
            try Self.holds(try Catalog(path: catalog.path), $0)
        }
    }

    private static func holds(_ catalog: Catalog, _ mark: ReaderMarks.Mark) throws -> Bool {
        try catalog.holds(run: mark.run, startedAt: mark.startedAt, sha256: mark.sha256)
    }
}
