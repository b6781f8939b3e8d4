internal import ArgumentParser
internal import GeocliExport
internal import GeocliMine
internal import GeocliText

/// The rows of a log: acts.
enum MineLogRows: RowsWithoutPlace {
    static let someKeys = "time,field,value"
    static let isPrivate = true
}

/// `geocli mine log`: every value that was ever set.
struct MineLogSource: RowSource {
    static let configuration = CommandConfiguration(
        "log", en: "List every value that was ever set, including replaced values, latest first.",
        ko: "지금까지 기록한 모든 값을 최신순으로 보여 줍니다. 다른 값으로 바뀐 값도 나옵니다.",
        examples: """
            $ geocli mine log --limit 20
            $ geocli mine log --replaced --format table
            $ geocli mine log --format csv --lang ko
            """)

    @Flag(help: ArgumentHelp("Only replaced values.", ko: "다른 값으로 바뀐 값만"))
    var replaced = false

    @OptionGroup(title: HelpSection.common) var mine: MineOptions

    func write(_ given: ListingArguments<MineLogRows>) throws {
        let listing = try given.checked(mine: mine)
        let limit = try given.output.limitCount() ?? .max
        var rows: [LogRow] = []
        for record in try mine.read().records {
            for name in record.names {
                let history = record.history(of: name)
                for setting in history {
                    rows.append(
                        LogRow(
                            record: record, field: name, setting: setting,
                            isInForce: record.isInForce(setting, of: name)))
                }
            }
            // With a limit, a log of a million acts must not need a million rows in memory.
            if limit < .max, rows.count / 2 > max(limit, Self.keptRows) { Self.keep(&rows, limit, replaced) }
        }
        Self.keep(&rows, limit, replaced)
        try Listing.write(.mineLog, listing) { writer in for row in rows { try writer.write(row) } }
    }

    private static let keptRows = 10_000

    /// Keeps the first rows in the order of the listing.
    private static func keep(_ rows: inout [LogRow], _ limit: Int, _ replaced: Bool) {
        if replaced { rows.removeAll(where: \.isInForce) }
        rows.sort { left, right in
            if left.setting.clock != right.setting.clock { return left.setting.clock > right.setting.clock }
            if left.record.id != right.record.id { return left.record.id < right.record.id }
            if left.field != right.field { return left.field < right.field }
            return right.setting < left.setting
        }
        if rows.count > limit { rows.removeSubrange(limit...) }
    }
}
