internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

struct RunsSource: RowSource {
    static let configuration = CommandConfiguration(
        "runs", en: "List past runs, latest first. With RUN, list the rows that this run rejected, with the reasons.",
        ko: "지금까지의 실행을 최신순으로 보여 줍니다. RUN을 쓰면 그 실행에서 제외된 행을 이유와 함께 보여 줍니다.",
        about: Words(
            en: "The rows that the run kept without a point are listed, too.",
            ko: "좌표 없이 반영된 행도 함께 나옵니다."),
        examples: """
            $ geocli runs --limit 5 --format table
            $ geocli runs last --format table
            $ geocli runs 1 --fields page,row,reason -o rows.csv
            """)

    @Argument(
        help: ArgumentHelp(
            "The number of a run, or last for the last published run of each feed.",
            ko: "실행 번호. last는 피드마다 마지막으로 반영된 실행입니다.", value: .argument("RUN")),
        completion: .words([Self.last]))
    var number: String?

    @OptionGroup(title: HelpSection.filters) var feeds: FeedOptions

    private static let last = "last"

    func write(_ given: ListingArguments<RunRows>) throws {
        let listing = try given.checked()
        let wanted = number == Self.last ? nil : try number.map(Self.number)
        let catalog = try given.common.catalog()
        let limit = try given.output.limitCount()
        let feeds = try feeds.feeds(in: catalog)
        guard number == nil else {
            return try Listing.write(.rejects, listing) { writer in
                try catalog.forEachReject(run: wanted, of: feeds, limit: limit, body: writer.write)
            }
        }
        try Listing.write(.runs.speaking("reason", Self.reason), listing) { writer in
            try catalog.forEachRun(of: feeds, limit: limit, body: writer.write)
        }
    }

    private static func number(_ word: String) throws -> Int64 {
        guard let number = try? ValueArgument.count(word, option: "RUN", minimum: 1) else {
            throw ValueArgument.wrong(
                "RUN", word, en: "write the number of a run, such as 12, or last", ko: "12 같은 실행 번호나 last를 쓰세요")
        }
        return Int64(number)
    }

    /// Returns why a run was refused, in the reader's language; nil if only the stored sentence is known.
    private static func reason(_ run: StoredRun, _ language: Language) -> String? {
        run.reasonData.flatMap(StoredReason.words)?.text(language)
    }
}
