internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText
internal import Scale

/// `geocli batch nearest`: the nearest places for many queries.
struct BatchNearestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "nearest",
        en: "Write a plan that finds the places nearest to each of many points, for data too large for one machine.",
        ko: "여러 지점에서 각각 가장 가까운 장소를 찾는 계획을 만듭니다. 컴퓨터 한 대로 처리하기 어려운 데이터에 씁니다.",
        about: Words(
            en: "The answer has the columns query, rank, id and distance_m (meters).",
            ko: "결과에는 query, rank, id, distance_m(미터) 열이 있습니다."),
        examples: """
            $ geocli batch nearest --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
            $ geocli batch nearest --places shops.tsv --queries homes.csv --fields name,district
            $ geocli batch nearest --places shops.tsv --queries homes.csv --format tsv -o nearest.sql
            """)

    @Option(
        help: ArgumentHelp(
            "Points to start from: a file with the same columns as --places.", ko: "기준 지점: --places와 같은 열이 있는 파일",
            value: .file), completion: .file())
    var queries: String?

    @Option(
        name: .customShort("k", allowingJoined: true),
        help: ArgumentHelp(
            "Number of places to find for each point (default: 10).", ko: "지점마다 찾을 장소의 수 (기본값: 10)", value: .count))
    var count: String?

    @OptionGroup var plan: PlanArguments

    func run() throws {
        let place = try plan.place(reading: [queries])
        var job = NearestPlan(
            places: try plan.table(plan.places, option: "--places"),
            queries: try plan.table(queries, option: "--queries"))
        if let count { job.count = try ValueArgument.count(count, option: "-k", minimum: 1) }
        guard job.count <= 1_000_000 else {
            throw UsageError(en: "-k must be at most 1000000", ko: "-k는 1000000 이하로 쓰세요")
        }
        job.cellPlaces = max(job.cellPlaces, 4 * job.count)
        job.fields = try plan.fieldNames(besides: ["query", "rank", "id", "distance_m"])
        job.format = try plan.rowFormat()
        job.paths = try plan.paths(["places": plan.places, "queries": queries])
        try plan.write(try job.plan(), to: place)
    }
}
