internal import Catalog
internal import Export
internal import Ingest
internal import Text

/// What `map` and `plot` have in common: one file that somebody looks at, never on a terminal.
struct DrawnFile {
    /// What the file is, as a sentence begins: `a page`, `페이지는`.
    let kind: Words
    /// How to ask for one.
    let example: String

    /// Refuses to fill a terminal.
    ///
    /// - Throws: `UsageError`.
    func refuseTerminal(_ output: String?) throws {
        guard output == nil, Console.outputIsTerminal else { return }
        throw UsageError(
            en: "\(kind.en) is not for a terminal; give it a file: \(example)",
            ko: "\(kind.ko) 터미널에 쓰지 않습니다; 파일을 주세요: \(example)")
    }

    /// The file that `-o` names; standard output for none and for `-`.
    func open(_ output: String?) throws -> OutputFile {
        try output.flatMap { $0 == "-" ? nil : try OutputFile.create(path: $0) } ?? .standardOutput
    }

    /// The heading: what a person wrote, else what fits the feeds.
    func heading(_ title: String?, _ status: CatalogStatus, seoul: Words, other: Words) -> Words {
        if let title { return Words(en: title, ko: title) }
        return status.lastGoodRuns.allSatisfy { $0.feed == Feed.seoulBookstores.id } ? seoul : other
    }
}
