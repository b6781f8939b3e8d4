internal import GeocliPlaces
public import GeocliText

/// Something unusual but harmless in a feed.
public struct IngestWarning: Sendable, Equatable {
    /// A stable name: `unknown-kind`, `unknown-status`, `unmet-values`, `header-only`, `no-points`, `undeclared-total`,
    /// `duplicate-rows`, `pages-overlap`, `one-point`, `older-run`, `other-district`, `declaration-changed`,
    /// `outlines-damaged`, `outlines-unread`, `addresses-unread`, `healed`, `still-damaged`, `html`, `unusual-loss`.
    public let code: String
    /// The number of rows, places or pages that the warning is about.
    public let count: Int
    public let words: Words
    /// Whether the warning is new or has grown since the last good run. A warning that repeats every night is not news.
    public var isNew = true
    /// Whether the warning is about the catalog, and not about the feed. Such a warning is also given after a refusal,
    /// and for the sample.
    public var isAboutCatalog = false

    static func misplaced(_ count: MisplacedCount) -> IngestWarning {
        let outside =
            count.misplaced == 1
            ? "is outside its district" : "are outside their district"
        return IngestWarning(
            code: "other-district", count: count.misplaced,
            words: Words(
                en:
                    "\(count.misplaced) of \(count.located) places with a point \(outside); list them with 'geocli layers check'",
                ko:
                    "좌표가 있는 장소 \(count.located)곳 가운데 \(count.misplaced)곳이 피드에 적힌 자치구 밖에 있습니다. 'geocli layers check'로 확인하세요"
            ), isNew: count.newlyMisplaced > 0)
    }

    /// Places or landmarks that were damaged in the catalog, and that a run has brought back.
    static func healed(_ count: Int) -> IngestWarning {
        IngestWarning(
            code: "healed", count: count,
            words: Words(
                en:
                    "\(EnglishNoun.counted(count, "place", "places")) had values that geocli did not write; \(count == 1 ? "it has" : "they have") the feed's values again",
                ko: "geocli가 기록하지 않은 값이 있던 장소 \(count)곳을 피드의 값으로 되돌렸습니다"), isAboutCatalog: true)
    }

    static let staysDamaged = IngestWarning(
        code: "still-damaged", count: 1,
        words: Words(
            en:
                "the catalog still has values that geocli did not write and that this feed can't bring back; see 'geocli verify', and restore the catalog from a backup",
            ko:
                "카탈로그에 geocli가 기록하지 않았고 이 피드로도 되돌릴 수 없는 값이 남아 있습니다. 'geocli verify'로 확인하고 백업에서 카탈로그를 되살리세요"),
        isAboutCatalog: true)

    static let damagedOutlines = IngestWarning(
        code: "outlines-damaged", count: 1,
        words: Words(
            en:
                "the district outlines are damaged, but the places are not; import the outlines again with 'geocli layers import'",
            ko: "자치구 경계가 손상되었지만 장소 데이터에는 이상이 없습니다. 'geocli layers import'로 다시 가져오세요"))

    static func unreadOutlines(_ error: Error) -> IngestWarning {
        let words = (error as? any ExplainedError)?.words ?? Words(en: "\(error)", ko: "\(error)")
        return IngestWarning(
            code: "outlines-unread", count: 1,
            words: Words(
                en:
                    "the run was published, but geocli could not count the places outside their district: \(words.en)",
                ko: "실행은 반영되었지만, 피드에 적힌 자치구 밖에 있는 장소의 수를 확인하지 못했습니다: \(words.ko)"))
    }

    /// Imported addresses that can't be read. So no blank point was filled in.
    static func unreadAddresses(_ error: any Error) -> IngestWarning {
        let words = (error as? any ExplainedError)?.words ?? Words(en: "\(error)", ko: "\(error)")
        return IngestWarning(
            code: "addresses-unread", count: 1,
            words: Words(
                en: "blank points were not filled (points filled earlier are kept): \(words.en)",
                ko: "빈 좌표를 채우지 못했습니다(전에 채운 좌표는 그대로입니다): \(words.ko)"))
    }

    static func changedDeclaration(of feed: Feed) -> IngestWarning {
        let path = feed.declarationPath ?? feed.id
        return IngestWarning(
            code: "declaration-changed", count: 1,
            words: Words(
                en: "the declaration \(path) has changed since the last good run of \(feed.id)",
                ko: "\(feed.id) 피드의 선언 파일이 마지막으로 성공한 실행 이후에 바뀌었습니다: \(path)"))
    }

    static func setBack(to run: Int64, after later: Int64) -> IngestWarning {
        IngestWarning(
            code: "older-run", count: 1,
            words: Words(
                en: "the catalog is back at run \(run); the newer run \(later) is no longer in effect",
                ko: "카탈로그를 실행 #\(run)의 내용으로 되돌렸습니다. 그 뒤의 실행 #\(later)\(.topic) 더 이상 반영되지 않습니다"))
    }
}

struct IngestWarnings {
    let counts: RunCounts
    let tally: PageTally
    let rules: FeedRules
    let words: PlaceWords
    /// Whether the run was published without a person's permission. Otherwise its loss is known.
    let isUnaided: Bool
    /// Whether this is the first run of the feed, or of its declaration.
    let isFirst: Bool

    /// All warnings, in a fixed order.
    var all: [IngestWarning] {
        [
            unknownKind, unknownStatus, headerOnly, undeclaredTotal, noPoints, duplicateRows, pagesOverlap, onePoint,
            html, unusualLoss,
        ]
        .compactMap { $0 } + unmetValues
    }

    private var unmetValues: [IngestWarning] {
        guard isFirst else { return [] }
        return tally.unmetValues.map {
            IngestWarning(code: "unmet-values", count: $0.values.count, words: $0.words)
        }
    }

    private var unknownStatus: IngestWarning? {
        let count = tally.unknownStatuses.values.reduce(0, +)
        guard count > 0 else { return nil }
        let list = DisplayText.examples(tally.unknownStatuses.keys.sorted())
        return IngestWarning(
            code: "unknown-status", count: count,
            words: Words(
                en:
                    "\(count) \(count == 1 ? "row has" : "rows have") a status that the declaration lists neither as open nor as closed (\(list)); \(count == 1 ? "it is" : "they are") treated as open",
                ko: "행 \(count)개의 상태(\(list))가 선언의 open에도 closed에도 없어 영업 중으로 처리했습니다"))
    }

    private var headerOnly: IngestWarning? {
        guard !tally.headerOnlyPages.isEmpty else { return nil }
        let list = DisplayText.examples(tally.headerOnlyPages)
        return IngestWarning(
            code: "header-only", count: tally.headerOnlyPages.count,
            words: Words(
                en:
                    "\(list): column names but no rows; if this file covers a whole city, download it district by district",
                ko: "\(list): 열 이름만 있고 행이 없습니다. 시 전체 파일이라면 자치구별로 받으세요"))
    }

    /// Pages state a total that is larger than the number of rows, although the declaration says that they state none.
    private var undeclaredTotal: IngestWarning? {
        let rows = counts.received + tally.skippedCount
        guard tally.unreadTotal > rows else { return nil }
        return IngestWarning(
            code: "undeclared-total", count: tally.unreadTotal - rows,
            words: Words(
                en:
                    "the pages have \(EnglishNoun.counted(rows, "row", "rows")) but state a total of \(tally.unreadTotal), which the declaration does not name; if pages are missing, fetch them, and add total to the declaration",
                ko:
                    "행은 \(rows)개인데 페이지에는 전체가 \(tally.unreadTotal)개라고 적혀 있고 선언에는 total이 없습니다. 빠진 페이지가 있으면 그 페이지를 받고 total을 선언하세요"
            ),
            isNew: counts.received < counts.formerTotal || counts.formerTotal == 0)
    }

    private var noPoints: IngestWarning? {
        let count = tally.withoutPointGeometry
        guard count > 0 else { return nil }
        return IngestWarning(
            code: "no-points", count: count,
            words: Words(
                en:
                    "\(count) of \(counts.received) Features \(count == 1 ? "is not a point; it is" : "are not points; they are") listed without a point",
                ko: "피처 \(counts.received)개 가운데 \(count)개는 점이 아니어서 좌표 없이 반영했습니다"),
            isNew: counts.filled.first { $0.name == "point" }.map {
                counts.accepted - $0.now > counts.formerTotal - $0.former
            }
                ?? true)
    }

    private var unknownKind: IngestWarning? {
        let unknownKinds = rules.unknownKinds
        let count = unknownKinds.values.reduce(0, +)
        guard count > 0 else { return nil }
        let list = DisplayText.examples(unknownKinds.keys.sorted())
        return IngestWarning(
            code: "unknown-kind", count: count,
            words: Words(
                en:
                    "\(count) of \(counts.received) rows \(count == 1 ? "has" : "have") an unknown kind (\(list)); \(count == 1 ? "it is" : "they are") listed as other",
                ko: "\(counts.received)행 가운데 \(count)행의 종류(\(list))를 알 수 없어 기타로 처리했습니다"),
            isNew: counts.kinds.first { $0.name == Kind.other.rawValue }.map { $0.now > $0.former } ?? true)
    }

    private var duplicateRows: IngestWarning? {
        guard counts.duplicates > 0 else { return nil }
        return IngestWarning(
            code: "duplicate-rows", count: counts.duplicates,
            words: Words(
                en:
                    "duplicate rows: \(counts.duplicates) of \(counts.received); each \(words.noun.en) is listed once",
                ko: "\(counts.received)행 가운데 \(counts.duplicates)행이 중복입니다. \(words.noun.ko)마다 한 번만 등록했습니다"),
            isNew: counts.duplicates > counts.formerDuplicates)
    }

    private var pagesOverlap: IngestWarning? {
        guard !tally.isStable, tally.repeatsAcrossPages > 0 || tally.totals.count > 1 else { return nil }
        return IngestWarning(
            code: "pages-overlap", count: tally.repeatsAcrossPages,
            words: Words(
                en:
                    "the feed changed while geocli read it (rows on two pages: \(tally.repeatsAcrossPages), different totals: \(tally.totals.count))",
                ko: "읽는 동안 피드가 바뀌었습니다(두 페이지에 겹친 행: \(tally.repeatsAcrossPages)개, 서로 다른 전체 행 수: \(tally.totals.count)가지)"
            ))
    }

    private var html: IngestWarning? {
        guard let example = rules.htmlExample else { return nil }
        let (before, after) = (
            DisplayText.shown(example.before, columns: 50), DisplayText.shown(example.after, columns: 50)
        )
        return IngestWarning(
            code: "html", count: rules.htmlCount,
            words: Words(
                en:
                    "\(EnglishNoun.counted(rules.htmlCount, "value", "values")) had HTML and \(rules.htmlCount == 1 ? "is" : "are") listed as text, such as \"\(before)\" as \"\(after)\"",
                ko: "값 \(rules.htmlCount)개에 있던 HTML을 일반 글자로 바꿨습니다(예: \"\(before)\" → \"\(after)\")"),
            isNew: counts.added + counts.changed > 0)
    }

    private var unusualLoss: IngestWarning? {
        guard isUnaided, counts.history.isUnusual(counts.removed, of: counts.formerTotal) else { return nil }
        let swing = DecimalText.text(counts.history.usualSwingPercent, maximumDecimals: 1)
        return IngestWarning(
            code: "unusual-loss", count: counts.removed,
            words: Words(
                en:
                    "\(counts.removed) of \(counts.formerTotal) \(words.plural) are missing since the last good run, which is unusual for this feed (it usually varies by \(swing) %); check the feed",
                ko:
                    "마지막으로 성공한 실행 이후 \(words.noun.ko) \(counts.formerTotal)곳 가운데 \(counts.removed)곳이 누락되었습니다. 이 피드의 평소 변동 폭(\(swing)%)보다 훨씬 큽니다. 피드를 확인하세요"
            ))
    }

    private var onePoint: IngestWarning? {
        guard counts.hasOnePointOnly else { return nil }
        return IngestWarning(
            code: "one-point", count: counts.accepted,
            words: Words(
                en: "all \(counts.accepted) \(words.plural) have the same point; check the feed's coordinates",
                ko: "\(words.noun.ko) \(counts.accepted)곳의 좌표가 모두 같습니다. 피드의 좌표를 확인하세요"))
    }
}
