internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

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
