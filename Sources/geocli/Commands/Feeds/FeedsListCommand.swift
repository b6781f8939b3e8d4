internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// `geocli feeds list`: the declared feeds, and the files whose declaration is wrong.
struct FeedsListSource: RowSource {
    static let configuration = CommandConfiguration(
        "list", en: "List the known feeds: built-in ones first, then your own.",
        ko: "쓸 수 있는 피드를 보여 줍니다. 내장된 피드가 먼저 나옵니다.",
        examples: """
            $ geocli feeds list
            $ geocli feeds list --format table
            $ geocli feeds list --fields id,title,path
            """)

    func write(_ given: ListingArguments<FeedRows>) throws {
        let rows = FeedShelf.all().map { FeedListing($0, language: Console.language) }
        try given.list(.feeds) { rows }
        if rows.contains(where: { $0.problem != nil }) { throw ExitStatus.data }
    }
}
