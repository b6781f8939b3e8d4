internal import GeocliGeo
package import GeocliPlaces
internal import GeocliProjection
internal import GeocliText
internal import Logging

/// Reads saved pages with a declaration and reports the result, before an ingest.
///
/// The pages are read by a dry run of an ingest, which also judges them. The check only looks at the rows meanwhile.
/// Memory grows by eight bytes for each id.
package final class FeedCheck {
    private let feed: Feed
    private let rules: FeedRules
    private var fit: DistrictFit
    /// The facts that the pages state; complete after the reading.
    private var tally = PageTally()
    private var rowCount = 0
    private var recordCount = 0
    private var notRowCount = 0
    private var rejected: [RejectionReason: Int] = [:]
    private var problems: [RejectionReason: Int] = [:]
    private var firstProblems: [RejectionReason: String] = [:]
    private var filled: [FeedField: Int] = [:]
    private var ids: Set<Int> = []
    private var repeatedCount = 0
    private var firstRepeated: String?
    private let pageCount: Int

    /// The largest share of wrong rows or points that is not a fault, in percent. An ingest has the same limit for
    /// unusable rows.
    private static let maximumWrongPercent = SnapshotGuards.maximumUnusablePercent

    /// Returns all findings in saved pages, in a fixed order.
    ///
    /// - Parameter outlines: the districts to compare the points with; empty for no comparison.
    /// - Throws: the same errors as `Ingester.run`, for data that is not a page of this feed; `ProjectionError` if
    ///   another coordinate system can't be tried.
    package static func findings(
        in pages: SavedPages, of feed: Feed, outlines: [DistrictOutline]
    ) throws -> [FeedFinding] {
        let check = FeedCheck(of: feed, outlines: outlines, pageCount: pages.pages.count)
        var options = IngestOptions()
        options.isDryRun = true
        options.comparesAll = true
        let log = Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
        let ingester = Ingester(
            feed: feed, options: options, startedAt: SeoulTime(unixSeconds: 0), toolVersion: "", log: log)
        let (report, reading) = try ingester.run(pages, onRow: check.take)
        check.tally = reading.tally
        return try check.findings() + check.refusal(report)
    }

    private init(of feed: Feed, outlines: [DistrictOutline], pageCount: Int) {
        self.feed = feed
        self.pageCount = pageCount
        rules = FeedRules(feed: feed)
        fit = DistrictFit(feed: feed, outlines: outlines)
    }

    private func take(_ row: FeedRow) throws {
        rowCount += 1
        switch row {
        case .unusable(let row) where row.reason == .notARow: notRowCount += 1
        case .unusable(let row): rejected[row.reason, default: 0] += 1
        case .skipped: break
        case .record(let record), .recordOfUnknownStatus(let record, _): try take(record)
        }
    }

    private func take(_ record: FeedRecord) throws {
        recordCount += 1
        for field in FeedField.allCases where !record.trimmed(field).isEmpty { filled[field, default: 0] += 1 }
        switch try rules.verdict(record) {
        case .rejected(let reason, _, _): rejected[reason, default: 0] += 1
        case .place(let place, let problem):
            if !ids.insert(place.feedID.hashValue).inserted {
                repeatedCount += 1
                if firstRepeated == nil { firstRepeated = place.feedID }
            }
            if let problem {
                problems[problem.reason, default: 0] += 1
                if firstProblems[problem.reason] == nil { firstProblems[problem.reason] = problem.value }
            }
            fit.add(x: record.trimmed(.x), y: record.trimmed(.y), place)
        }
    }

    private func findings() throws -> [FeedFinding] {
        try rows + totalFindings + fields + [identifiers] + codes + points + systems + fit.findings()
    }

    private func refusal(_ report: Ingester.Report) -> [FeedFinding] {
        guard let refusal = report.refusal else { return [] }
        let counts = report.run.counts
        return [
            finding(
                "ingest", .fault, counts.accepted, of: counts.received,
                en: "'geocli ingest' refuses these pages: \(refusal.en)",
                ko: "'geocli ingest'가 이 페이지를 거부합니다: \(refusal.ko)")
        ]
    }

    private func finding(
        _ check: String, _ level: FeedFinding.Level, field: String? = nil, _ count: Int, of total: Int, en: String,
        ko: String
    ) -> FeedFinding {
        FeedFinding(check: check, level: level, field: field, count: count, total: total, words: Words(en: en, ko: ko))
    }

    // MARK: Rows

    private var rows: [FeedFinding] {
        var found: [FeedFinding] = []
        let wanted = rowCount - tally.skippedCount
        found.append(
            finding(
                "rows", wanted == 0 ? .fault : .ok, wanted, of: rowCount,
                en:
                    "\(wanted) of \(rowCount) rows \(wanted == 1 ? "is" : "are") read (closed: \(tally.closedCount), left out by the filter: \(tally.filteredCount))",
                ko: "\(rowCount)행 가운데 \(wanted)행을 읽습니다(폐점 \(tally.closedCount)행, 필터로 제외 \(tally.filteredCount)행)"))
        let bad = notRowCount + rejected.values.reduce(0, +)
        if bad > 0 {
            let isFault = Percent.share(bad, of: wanted) > Self.maximumWrongPercent
            let broken = rejected[.badEncoding, default: 0] + rejected[.malformed, default: 0]
            let (brokenPart, brokenPartKorean) =
                broken == 0 ? ("", "") : (", \(broken) not well-formed", ", 형식 오류나 깨진 글자 \(broken)")
            let hint =
                tally.oddLine.map {
                    "; the file has \(EnglishNoun.counted($0.columns, "column", "columns")), but the first such line has \(EnglishNoun.counted($0.fields, "field", "fields")) (a delimiter at a line's end begins one more field), so check delimiter, header and columns"
                } ?? ""
            let hintKorean =
                tally.oddLine.map {
                    ". 열은 \($0.columns)개인데 그런 첫 줄의 필드는 \($0.fields)개입니다(줄 끝의 구분자 뒤도 필드로 셉니다). delimiter, header, columns를 확인하세요"
                } ?? ""
            found.append(
                finding(
                    "rows", isFault ? .fault : .alarm, bad, of: wanted,
                    en:
                        "\(EnglishNoun.counted(bad, "row is", "rows are")) unusable: \(notRowCount) with another structure, \(rejected[.noID, default: 0]) without an id, \(rejected[.noName, default: 0]) without a name\(brokenPart)\(hint)",
                    ko:
                        "쓸 수 없는 행이 \(bad)개입니다: 형식 다름 \(notRowCount), 번호 없음 \(rejected[.noID, default: 0]), 이름 없음 \(rejected[.noName, default: 0])\(brokenPartKorean)\(hintKorean)"
                ))
        }
        if !tally.headerOnlyPages.isEmpty {
            found.append(
                finding(
                    "rows", .alarm, tally.headerOnlyPages.count, of: rowCount,
                    en:
                        "\(EnglishNoun.counted(tally.headerOnlyPages.count, "file has", "files have")) column names but no rows; download the districts one by one",
                    ko: "파일 \(tally.headerOnlyPages.count)개에 열 이름만 있고 행이 없습니다. 자치구별로 받으세요"))
        }
        return found
    }

    private var totalFindings: [FeedFinding] {
        if tally.unreadTotal > rowCount {
            let total = tally.unreadTotal
            return [
                finding(
                    "total", .alarm, rowCount, of: total,
                    en:
                        "the pages hold \(EnglishNoun.counted(rowCount, "row", "rows")) and state a total of \(total), but total_counts is none, so an ingest would not notice missing pages; declare the total",
                    ko:
                        "행은 \(rowCount)개인데 페이지에 전체 행 수 \(total)\(.subject) 적혀 있습니다. total_counts가 none이라서 빠진 페이지가 있어도 ingest가 알아낼 수 없습니다. total을 선언하세요"
                )
            ]
        }
        guard let total = tally.totals.max() else { return [] }
        let stated = tally.totals.sorted().prefix(3).map(String.init).joined(separator: ", ")
        if tally.totals.count > 1 || total < rowCount {
            return [
                finding(
                    "total", .alarm, rowCount, of: total,
                    en:
                        "the pages hold \(EnglishNoun.counted(rowCount, "row", "rows")) but state a total of \(stated); if this total counts only the rows of one page, declare total_counts = \"page\"",
                    ko:
                        "행은 \(rowCount)개인데 페이지에 적힌 전체 행 수는 \(stated)개입니다. 적힌 수가 그 페이지의 행 수라면 total_counts = \"page\"로 선언하세요"
                )
            ]
        }
        guard total == rowCount else { return [] }
        // A full page may state its own number of rows as the total, as the pages of the bicycle service do.
        guard pageCount == 1, rowCount > 0, rowCount == feed.service?.rowsPerPage || rowCount % 100 == 0 else {
            return []
        }
        return [
            finding(
                "total", .alarm, rowCount, of: total,
                en:
                    "the page is full, and its total equals its number of rows (\(rowCount)); if the feed has more rows, this total counts only one page, so check a second page and declare total_counts = \"page\"",
                ko:
                    "페이지가 가득 찼는데, 적힌 전체 행 수가 이 페이지의 행 수(\(rowCount))와 같습니다. 피드에 행이 더 있다면 이 수는 한 페이지의 행 수입니다. 둘째 페이지도 확인하고 total_counts = \"page\"로 선언하세요"
            )
        ]
    }

    private var fields: [FeedFinding] {
        FeedField.allCases.filter { feed.fields[$0] != nil }.map { field in
            let count = filled[field, default: 0]
            let isRequired = FeedField.required.contains(field)
            let name = DisplayText.shown(feed.fields[field] ?? "", columns: 60)
            let level: FeedFinding.Level = count > 0 || recordCount == 0 ? .ok : isRequired ? .fault : .alarm
            return finding(
                "field", level, field: field.word, count, of: recordCount,
                en: "\(field.word) (\(name)) has a value in \(count) of \(recordCount) rows",
                ko: "\(field.word)(\(name)) 값이 \(recordCount)행 가운데 \(count)행에 있습니다")
        }
    }

    private var identifiers: FeedFinding {
        let shown = firstRepeated.map { DisplayText.shown($0, columns: 40) } ?? ""
        let isFault = Percent.share(repeatedCount, of: recordCount) > Self.maximumWrongPercent
        return finding(
            "ids", repeatedCount == 0 ? .ok : isFault ? .fault : .alarm, repeatedCount, of: recordCount,
            en: repeatedCount == 0
                ? "each id occurs once"
                : "\(EnglishNoun.counted(repeatedCount, "row repeats", "rows repeat")) the id of an earlier row (first: \(shown)); identical rows are listed once, and rows that differ are rejected; check whether another field is a better id",
            ko: repeatedCount == 0
                ? "번호가 모두 다릅니다"
                : "\(repeatedCount)행의 번호가 다른 행과 같습니다(예: \(shown)). 내용이 같은 행은 한 번만 반영하고 내용이 다른 행은 제외합니다. 행을 더 잘 구별하는 번호가 있는지 확인하세요"
        )
    }

    // MARK: Codes

    private var codes: [FeedFinding] {
        var found: [FeedFinding] = []
        if rules.explainsKinds {
            let unknown = rules.unknownKinds
            let count = unknown.values.reduce(0, +)
            let isFault = count > 0 && count == recordCount
            let list = DisplayText.examples(unknown.keys.sorted())
            found.append(
                finding(
                    "kinds", count == 0 ? .ok : isFault ? .fault : .alarm, count, of: recordCount,
                    en: count == 0
                        ? "all codes are declared"
                        : "\(EnglishNoun.counted(count, "row has", "rows have")) a code that [kinds] does not name (\(list)); such rows would get the kind \"other\"",
                    ko: count == 0 ? "코드가 모두 선언되어 있습니다" : "\(count)행의 코드(\(list))가 kinds에 없어 기타로 처리됩니다"))
        }
        if let mapping = feed.mapping, !mapping.status.isEmpty {
            let count = tally.unknownStatuses.values.reduce(0, +)
            let isFault = Percent.share(count, of: recordCount + tally.closedCount) > Self.maximumWrongPercent
            let list = DisplayText.examples(tally.unknownStatuses.keys.sorted())
            found.append(
                finding(
                    "status", count == 0 ? .ok : isFault ? .fault : .alarm, count, of: recordCount,
                    en: count == 0
                        ? "every status is declared"
                        : "\(EnglishNoun.counted(count, "row has", "rows have")) a status that is neither open nor closed (\(list)); such rows would count as open",
                    ko: count == 0 ? "상태가 모두 선언되어 있습니다" : "행 \(count)개의 상태(\(list))가 open에도 closed에도 없어 영업 중으로 처리됩니다"))
        }
        return found
            + tally.unmetValues.map {
                let words = $0.words
                return finding($0.table, .alarm, 0, of: rowCount, en: words.en, ko: words.ko)
            }
    }

    // MARK: Points

    /// The findings about the coordinate system: what the columns' names say about it, and whether the points were
    /// compared.
    private var systems: [FeedFinding] {
        if let column = KnownSystem.wrongAxis(of: feed) {
            let words = KnownSystem.words(axis: column)
            return [finding("points", .fault, recordCount, of: recordCount, en: words.en, ko: words.ko)]
        }
        if let (column, known) = KnownSystem.contradiction(of: feed) {
            let words = KnownSystem.words(column, known, declared: feed.crs)
            return [finding("crs", .fault, recordCount, of: recordCount, en: words.en, ko: words.ko)]
        }
        let provinces = rules.provinces
        if provinces.outsideCount > 0 {
            return [
                finding(
                    "points", provinces.isMisread(among: provinces.pointCount) ? .fault : .alarm,
                    provinces.outsideCount,
                    of: provinces.comparedCount,
                    en: provinces.words.en, ko: provinces.words.ko)
            ] + uncompared
        }
        return uncompared
    }

    private var uncompared: [FeedFinding] {
        guard !feed.crs.isWGS84, !KnownSystem.isTold(of: feed), fit.isEmpty, recordCount > 0 else { return [] }
        return [
            finding(
                "crs", .alarm, 0, of: recordCount,
                en:
                    "geocli can't tell whether the points are in \(feed.crs.description); if the rows state a district, check this with --districts and a file of outlines. A wrong coordinate system moves points by a few hundred meters",
                ko:
                    "좌표가 \(feed.crs.description)인지 확인하지 못했습니다. 자치구가 적힌 행이 있으면 --districts로 경계를 지정해 확인하세요. 좌표계가 틀리면 좌표가 수백 m 어긋납니다"
            )
        ]
    }

    private var points: [FeedFinding] {
        let places = recordCount - rejected.values.reduce(0, +)
        let missing = problems[.coordinateMissing, default: 0]
        let stated = places - missing
        let wrong = problems.values.reduce(0, +) - missing
        var found = [
            finding(
                "points", stated == 0 && places > 0 ? .fault : .ok, stated - wrong, of: places,
                en:
                    "\(stated - wrong) of \(places) places \(stated - wrong == 1 ? "has" : "have") a point in the area; without a point: \(missing)",
                ko: "장소 \(places)곳 가운데 \(stated - wrong)곳의 좌표가 범위 안에 있고, \(missing)곳은 좌표가 없습니다")
        ]
        let names: [(reason: RejectionReason, one: String, many: String, ko: String)] = [
            (
                .coordinateSwapped, "point would be in the area if x and y were swapped",
                "points would be in the area if x and y were swapped", "x와 y를 바꾸면 범위 안에 있습니다"
            ),
            (.coordinateOutsideArea, "point is outside the area", "points are outside the area", "범위 밖에 있습니다"),
            (
                .coordinateOutOfRange, "point is not valid in this coordinate system",
                "points are not valid in this coordinate system", "이 좌표계의 좌표가 아닙니다"
            ),
            (.coordinateUnreadable, "point is not a number", "points are not numbers", "숫자가 아닙니다"),
        ]
        for (reason, one, many, ko) in names {
            guard let count = problems[reason] else { continue }
            let example = DisplayText.shown(firstProblems[reason] ?? "", columns: 50)
            let isFault = Percent.share(count, of: stated) > Self.maximumWrongPercent
            found.append(
                finding(
                    "points", isFault ? .fault : .alarm, count, of: places,
                    en: "\(EnglishNoun.counted(count, one, many)), such as \(example) (y, x)",
                    ko: "좌표 \(count)개는 \(ko)(예: \(example), y, x 순)"))
        }
        return found
    }
}
