internal import ArgumentParser
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

enum MineLogRows: RowsWithoutPlace {
    static let someKeys = "time,field,value"
    static let isPrivate = true
}

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

struct LogRow {
    let record: MineRecord
    let field: String
    let setting: MineRecord.Setting
    let isInForce: Bool

    /// Returns the word that a table in `language` shows for the kind of the record; nil to show the code.
    func kindWord(_ language: Language) -> String? {
        language == .korean ? record.kind.flatMap { Self.koreanKinds[$0] } : nil
    }

    /// Returns the word that a table in `language` shows for the field; nil to show the code.
    func fieldWord(_ language: Language) -> String? { language == .korean ? Self.koreanFields[field] : nil }

    private static let koreanKinds: [MineKind: String] = [.mark: "표시", .note: "기록", .visit: "방문", .goal: "목표"]

    private static let koreanFields = [
        "kind": "종류", "place": "장소", "day": "날짜", "list": "목록", "title": "제목", "text": "내용", "phrase": "구절",
        "book": "책", "author": "저자", "isbn": "ISBN", "page": "쪽", "tags": "태그", "photos": "사진", "week": "주",
        "times": "횟수", "removed": "삭제",
    ]
}

extension ListingSchema where Row == LogRow {
    static var mineLog: ListingSchema {
        ListingSchema(
            columns: [
                Column("time", en: "time", ko: "시각", about: "When the value was set, in UTC, by the device's clock.") {
                    .code(SeoulTime(unixSeconds: $0.setting.clock.unixSeconds).timestamp)
                },
                Column("device", en: "device", ko: "기기", about: "The id of the device.") { .code($0.setting.device) },
                Column("record", en: "record", ko: "기록", about: "The id of the record.") { .code($0.record.id) },
                Column(
                    "kind", en: "kind", ko: "종류", type: .codes(MineKind.allCases.map(\.rawValue)), orNull: true,
                    about: "The kind of the record."
                ) {
                    .code($0.record.kind?.rawValue)
                },
                Column("field", en: "field", ko: "항목", about: "The field that was set.") { .code($0.field) },
                Column("value", en: "value", ko: "값", about: "The value, as JSON.") {
                    .text(String(decoding: $0.setting.json, as: UTF8.self))
                },
                Column(
                    "in_force", en: "in force", ko: "유효", type: .flag,
                    about:
                        "Whether this is a current value; all other values were replaced. For photos, all lists since the last empty list are current."
                ) { .bool($0.isInForce) },
            ], tableKeys: ["time", "device", "kind", "field", "value", "in_force", "record"]
        )
        .speaking("kind") { $0.kindWord($1) }.speaking("field") { $0.fieldWord($1) }
    }
}
