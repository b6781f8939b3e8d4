internal import ArgumentParser
internal import Scale

/// `geocli plan nearest`: the nearest places of many queries.
struct PlanNearestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest", abstract: "The nearest places of each query, for data too large for one machine.",
        discussion: """
            Example: geocli plan nearest --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
            The answer has the columns query, rank, id and distance_m.
            """)

    @Option(
        help: ArgumentHelp("The queries: a file as for --places.", valueName: "file"), completion: .file())
    var queries: String?

    @Option(
        name: .customShort("k", allowingJoined: true),
        help: ArgumentHelp("Places for each query (default: 10).", valueName: "n"))
    var count: String?

    @Option(
        help: ArgumentHelp("Maximum places in a cell; limits a worker's memory (default: 50000).", valueName: "n"))
    var cellPlaces: String?

    @Option(
        help: ArgumentHelp("The finest cells are a 2^n-th of the world wide, 1 to 20 (default: 12).", valueName: "n"))
    var depth: String?

    @OptionGroup var plan: PlanArguments

    func run() throws {
        let place = try plan.place(reading: [queries])
        try plan.check()
        var job = NearestPlan(
            places: try plan.table(plan.places, option: "--places"),
            queries: try plan.table(queries, option: "--queries"))
        if let count { job.count = try ValueArgument.count(count, option: "-k", minimum: 1) }
        job.cellPlaces = max(job.cellPlaces, 4 * min(job.count, 1 << 40))
        if let cellPlaces { job.cellPlaces = try ValueArgument.count(cellPlaces, option: "--cell-places", minimum: 1) }
        if let depth { job.depth = try ValueArgument.whole(depth, option: "--depth", in: 1...20) }
        guard job.count <= 1_000_000, job.cellPlaces <= 1_000_000_000 else {
            throw UsageError(
                en: "-k is at most 1000000, and --cell-places at most 1000000000",
                ko: "-k는 1000000 이하, --cell-places는 1000000000 이하로 쓰세요")
        }
        job.fields = try plan.fieldNames(besides: ["query", "rank", "id", "distance_m"])
        job.format = try plan.rowFormat()
        job.paths = try plan.paths(["places": plan.places, "queries": queries])
        try plan.write(try job.plan(), to: place)
    }
}

extension ValueArgument {
    /// Reads a whole number within `range`.
    static func whole(_ text: String, option: String, in range: ClosedRange<Int>) throws -> Int {
        let value = try number(text, option: option, in: Double(range.lowerBound)...Double(range.upperBound))
        guard let whole = Int(exactly: value) else {
            throw wrong(option, text, en: "write a whole number", ko: "정수로 쓰세요")
        }
        return whole
    }
}
