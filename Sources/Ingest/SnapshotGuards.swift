internal import GeocliPlaces
internal import GeocliText

/// The conditions under which a snapshot may replace the one in the catalog. `--accept REASON` skips all of them
/// (`IngestOptions.accepts`; an empty snapshot needs a word of its own); `--max-loss` raises the limits for places, leaks,
/// kinds and districts, but not those for fields.
struct SnapshotGuards {
    /// The largest allowed share of unusable rows, in percent. If the share is larger, the feed is broken.
    static let maximumUnusablePercent = 20.0

    /// The usual limit for the loss of known places, in percent. A larger loss means that the feed is broken. Real
    /// counts vary by up to 9 %.
    static let usualLossPercent = 20.0

    /// The largest allowed share of points that can't be true, in percent. If the share is larger, the points are
    /// misread.
    static let maximumMisreadPercent = ProvinceFit.maximumPercent
    /// The smallest number of impossible points, or of rows with an unknown status, that is evidence of an error.
    static let fewestMisread = 5

    var maximumLossPercent: Double
    let pages: PageTally
    let feed: Feed
    var provinces = ProvinceFit()

    /// Returns why the snapshot must not be published; nil if it may be. `run` is the number of the run under which the
    /// rejected rows can be listed; nil for a dry run.
    func refusal(_ counts: RunCounts, run: Int64?) -> Reason? {
        noRows(counts) ?? missingFields(counts) ?? incomplete(counts) ?? unusable(counts, run: run)
            ?? AlikeMoves(counts.moves, of: feed)?.reason ?? misdeclared(counts) ?? lost(counts) ?? leaked(counts)
            ?? ShiftGuards(maximumLossPercent: maximumLossPercent, feed: feed).refusal(counts)
    }

    private func misdeclared(_ counts: RunCounts) -> Reason? {
        if let found = unknownStatus() ?? unlocated(counts) { return found }
        if let words = otherSystem() { return Reason("other-system", words) }
        return misread(counts)
            ?? (provinces.isMisread(among: counts.accepted - counts.reasons[.coordinateMissing, default: 0])
                ? Reason("other-province", provinces.words) : nil)
    }

    /// Returns the note to record if the user's `--max-loss` allows a snapshot that the usual limit refuses; nil
    /// otherwise.
    func permission(_ counts: RunCounts) -> String? {
        guard maximumLossPercent > Self.usualLossPercent, refusal(counts, run: nil) == nil else { return nil }
        var usual = self
        usual.maximumLossPercent = Self.usualLossPercent
        return usual.refusal(counts, run: nil) == nil ? nil : "--max-loss \(Percent.shown(maximumLossPercent))"
    }

    private func noRows(_ counts: RunCounts) -> Reason? {
        guard counts.received == 0 else { return nil }
        if pages.skippedCount > 0 {
            return Reason(
                "all-left-out",
                [
                    .init("rows", pages.skippedCount), .init("closed", pages.closedCount),
                    .init("filtered", pages.filteredCount),
                ])
        }
        if let error = pages.lackOfRows { return error.reason }
        return pages.emptyCode.map { Reason("no-rows-answer", [.init("code", DisplayText.shown($0))]) }
            ?? Reason("no-rows")
    }

    private func missingFields(_ counts: RunCounts) -> Reason? {
        guard pages.recordCount > 0, let name = pages.absentFields(of: feed).first else { return nil }
        // A declaration that has never read a row is more likely to be wrong than the feed is to have changed.
        let isNew = feed.declarationHash != nil && counts.formerTotal == 0
        return Reason(isNew ? "missing-declared-field" : "missing-field", [.init("field", DisplayText.shown(name))])
    }

    private func incomplete(_ counts: RunCounts) -> Reason? {
        if pages.totals.isEmpty, pages.lacksLastPage, let part = pages.part {
            // ArcGIS has a parameter for the other pages; elsewhere the page has their address.
            let way = part == "next" ? Words(en: "", ko: "") : Words(en: " (resultOffset)", ko: "(resultOffset)")
            return Reason(
                "other-file",
                Words(
                    en:
                        "the service says that it has more rows than these \(counts.received) (\(part)); fetch the other pages, too\(way.en)",
                    ko: "받은 \(counts.received)행 말고도 서비스에 행이 더 있습니다(\(part)). 나머지 페이지도 받으세요\(way.ko)"
                ))
        }
        guard let total = pages.totals.max(), !pages.fits(total, received: counts.received) else { return nil }
        let repeats = pages.repeatsAcrossPages
        let once = counts.received + pages.skippedCount - repeats
        let found: [JSONValue.Member] = [.init("rows", once), .init("total", total)]
        guard once < total else { return Reason("more-rows-than-stated", found) }
        return repeats == 0
            ? Reason("fewer-rows-than-stated", found)
            : Reason("fewer-rows-than-stated-repeats", found).adding("repeats", repeats)
    }

    private func unusable(_ counts: RunCounts, run: Int64?) -> Reason? {
        let percent = Percent.share(counts.rejected, of: counts.received)
        guard percent > Self.maximumUnusablePercent else { return nil }
        let found: [JSONValue.Member] = [
            .init("rejected", counts.rejected), .init("received", counts.received),
            Percent.limit(Self.maximumUnusablePercent),
        ]
        let wrongCount = counts.reasons[.badEncoding, default: 0]
        let brokenCount = wrongCount + counts.reasons[.malformed, default: 0]
        let broken = brokenCount * 2 > counts.rejected ? pages.firstBroken : nil
        let odd = counts.reasons[.notARow, default: 0] * 2 > counts.rejected ? pages.oddLine : nil
        let place =
            odd.map { odd in
                [
                    .init("page", DisplayText.shown(odd.page)), .init("line", odd.line), .init("fields", odd.fields),
                    .init("columns", odd.columns),
                ]
            } ?? broken ?? []
        let code =
            odd != nil
            ? "odd-rows"
            : broken == nil ? "unusable-rows" : wrongCount * 2 > brokenCount ? "bad-encoding-rows" : "broken-rows"
        // A dry run stores no rejected rows, so the message does not refer to them.
        let reason = Reason(run == nil ? code + "-unlisted" : code, found + place)
        return run.map { reason.adding("run", Int($0)) } ?? reason
    }

    /// Refuses a snapshot if many rows have a status that the declaration lists neither as open nor as closed.
    /// Without this guard, closed places might be listed.
    private func unknownStatus() -> Reason? {
        let count = pages.unknownStatuses.values.reduce(0, +)
        let all = pages.recordCount + pages.closedCount
        guard count >= Self.fewestMisread, Percent.share(count, of: all) > Self.maximumUnusablePercent else {
            return nil
        }
        return Reason(
            "unknown-status",
            [.init("count", count), .init("rows", all), Percent.limit(Self.maximumUnusablePercent)])
    }

    /// Refuses a table without coordinates if no address gives a point: none of its places would be on a map.
    private func unlocated(_ counts: RunCounts) -> Reason? {
        guard let columns = feed.columns, columns.hasNoPoint, counts.accepted > 0, counts.pointsFilled == 0 else {
            return nil
        }
        let shown = DisplayText.shown(columns.address ?? "", columns: 40)
        return Reason(
            "misread-columns",
            Words(
                en:
                    "none of the \(counts.accepted) addresses in \(shown) is among the imported addresses; check --address, import the addresses of their province ('geocli addresses import'), or name columns with coordinates (--lat, --lon)",
                ko:
                    "\(shown) 열의 주소 \(counts.accepted)개가 가져온 주소 데이터에 하나도 없습니다. --address를 확인하거나, 그 시도의 주소를 가져오거나('geocli addresses import'), 좌표 열을 지정하세요(--lat, --lon)"
            ))
    }

    /// Refuses a snapshot if the columns of its points have names that are usual for a coordinate system other than the
    /// declared one. Similar systems differ by a few hundred meters, and no other check shows this.
    private func otherSystem() -> Words? {
        guard pages.recordCount > 0 else { return nil }
        if let column = KnownSystem.wrongAxis(of: feed) { return KnownSystem.words(axis: column) }
        guard let (column, known) = KnownSystem.contradiction(of: feed) else { return nil }
        return KnownSystem.words(column, known, declared: feed.crs)
    }

    /// Refuses a snapshot if most of its points can't be true. In that case the axes, the coordinate system or the area
    /// is wrong.
    private func misread(_ counts: RunCounts) -> Reason? {
        let wrong: [RejectionReason] = [
            .coordinateSwapped, .coordinateOutsideArea, .coordinateOutOfRange, .coordinateUnreadable,
        ]
        let count = wrong.reduce(0) { $0 + counts.reasons[$1, default: 0] }
        let stated = counts.accepted - counts.reasons[.coordinateMissing, default: 0]
        let fewest = feed.columns == nil ? Self.fewestMisread : 1
        guard count >= fewest, Percent.share(count, of: stated) > Self.maximumMisreadPercent else {
            return nil
        }
        if let columns = feed.columns {
            return Reason("misread-columns", MisreadPoints(counts: counts, stated: stated, columns: columns).words)
        }
        if let system = pages.statedSystem,
            let words = KnownSystem.words(stated: system, count, of: stated, declared: feed.crs)
        {
            return Reason("other-system", words)
        }
        return Reason("misread-points", [.init("count", count), .init("stated", stated)])
    }

    private func lost(_ counts: RunCounts) -> Reason? {
        let percent = Percent.share(counts.removed, of: counts.formerTotal)
        guard percent > maximumLossPercent else { return nil }
        return Reason(
            "known-lost",
            [.init("removed", counts.removed), .init("known", counts.formerTotal), Percent.limit(maximumLossPercent)]
                + feed.reasonNoun)
    }

    /// Refuses a snapshot if the places have gone over several runs, each of which lost too few to be refused.
    private func leaked(_ counts: RunCounts) -> Reason? {
        guard let best = counts.history.leak(to: counts.total, moreThan: maximumLossPercent) else { return nil }
        return Reason(
            "leaked",
            [
                .init("best", best.total), .init("date", best.date), .init("run", Int(best.run)),
                .init("total", counts.total), Percent.limit(maximumLossPercent),
            ] + feed.reasonNoun)
    }

    static let templates =
        rows + losses
        + unusable(
            "odd-rows",
            en:
                "the first such line, line {line} of {page}, has {fields} {fields:field|fields}, but there {columns:is|are} {columns} {columns:column|columns}; correct the line of column names, or the rows",
            ko: "그런 첫 줄은 {page}의 {line}행으로, 열은 {columns}개인데 필드는 {fields}개입니다. 열 이름 줄이나 행을 고치세요")
        + broken("broken-rows", en: "correct it", ko: "그 행을 고치세요")
        + broken(
            "bad-encoding-rows",
            en:
                "correct it, declare the other encoding (UTF-8 or CP949), or convert it (Western European text: iconv -f WINDOWS-1252 -t UTF-8)",
            ko: "그 행을 고치거나, 다른 인코딩(UTF-8이나 CP949)을 선언하거나, 변환하세요(서유럽 언어는 iconv -f WINDOWS-1252 -t UTF-8)")

    /// Returns the sentences for unusable rows of which most are not well-formed.
    private static func broken(_ code: String, en: String, ko: String) -> [ReasonTemplate] {
        unusable(
            code, en: "the first broken one is row {row} of {page}, at byte {byte}; \(en)",
            ko: "처음 깨진 행은 {page}의 {row}행({byte}바이트)입니다. \(ko)")
    }

    /// Returns the sentences for unusable rows with the place of the first one, with and without a list of them.
    private static func unusable(_ code: String, en: String, ko: String) -> [ReasonTemplate] {
        let english = "{rejected} of {received} rows {rejected:is|are} unusable (more than {limit} %); \(en)"
        let korean = "{received}행 가운데 {rejected}행을 쓸 수 없습니다({limit}% 초과). \(ko)"
        return [
            ReasonTemplate(
                code, en: english + "; see 'geocli runs {run}'", ko: korean + "('geocli runs {run}'{object} 확인하세요)"),
            ReasonTemplate(code + "-unlisted", en: english, ko: korean),
        ]
    }

    private static let rows = [
        ReasonTemplate(
            "all-left-out",
            en:
                "the declaration leaves out all {rows} rows ({closed} closed, {filtered} by the filter); check [filter] and [status] in the declaration",
            ko: "선언에 따라 {rows}행이 모두 빠졌습니다(폐점 {closed}, 필터로 제외 {filtered}). 선언의 filter와 status를 확인하세요"),
        ReasonTemplate("no-rows", en: "the source has no rows; fetch it again", ko: "데이터에 행이 없습니다. 다시 받으세요"),
        ReasonTemplate(
            "no-rows-answer", en: "the source has no rows ({code}); fetch it again",
            ko: "데이터에 행이 없습니다({code}). 다시 받으세요"),
        ReasonTemplate(
            "missing-field",
            en: "no row has the field {field}; the feed's format may have changed; compare the page with an older one",
            ko: "{field} 필드가 있는 행이 없습니다. 피드 형식이 바뀌었을 수 있습니다. 예전 페이지와 비교하세요"),
        ReasonTemplate(
            "missing-declared-field",
            en: "no row has the field {field}; check the names in the declaration ([fields], [point])",
            ko: "{field} 필드가 있는 행이 없습니다. 선언의 fields와 point에 적은 이름을 확인하세요"),
        ReasonTemplate(
            "more-rows-than-stated",
            en:
                "the source has {rows} {rows:row|rows}, more than the {total} that the service states; fetch all pages again",
            ko: "받은 행이 {rows}개로, 서비스가 알려 준 전체 행 수 {total}개보다 많습니다. 모든 페이지를 다시 받으세요"),
        ReasonTemplate(
            "fewer-rows-than-stated",
            en: "the source has only {rows} of the {total} rows that the service states; fetch all pages again",
            ko: "서비스가 알려 준 전체 {total}행 가운데 {rows}행만 있습니다. 모든 페이지를 다시 받으세요"),
        ReasonTemplate(
            "fewer-rows-than-stated-repeats",
            en:
                "the source has only {rows} of the {total} rows that the service states, because {repeats} {repeats:row is|rows are} on two pages; fetch all pages again",
            ko:
                "서비스가 알려 준 전체 {total}행 가운데 {rows}행만 있습니다. 두 페이지에 겹친 행이 {repeats}개라 빠진 행이 있을 수 있습니다. 모든 페이지를 다시 받으세요"),
        ReasonTemplate(
            "unusable-rows",
            en:
                "{rejected} of {received} rows {rejected:is|are} unusable (more than {limit} %); see 'geocli runs {run}'",
            ko: "{received}행 가운데 {rejected}행을 쓸 수 없습니다({limit}% 초과). 'geocli runs {run}'{object} 확인하세요"),
        ReasonTemplate(
            "unusable-rows-unlisted",
            en: "{rejected} of {received} rows {rejected:is|are} unusable (more than {limit} %)",
            ko: "{received}행 가운데 {rejected}행을 쓸 수 없습니다({limit}% 초과)"),
        ReasonTemplate(
            "unknown-status",
            en:
                "{count} of {rows} rows {count:has|have} a status that the declaration lists neither as open nor as closed (more than {limit} %); check [status] in the declaration",
            ko: "{rows}행 가운데 {count}행의 상태가 선언의 open에도 closed에도 없습니다({limit}% 초과). 선언의 status를 확인하세요"),
        ReasonTemplate("misread-columns", en: "{en}", ko: "{ko}"),
        ReasonTemplate("other-system", en: "{en}", ko: "{ko}"),
        ReasonTemplate("other-province", en: "{en}", ko: "{ko}"),
        ReasonTemplate("moved-alike", en: "{en}", ko: "{ko}"),
        ReasonTemplate(
            "misread-points",
            en:
                "{count} of {stated} points {count:is|are} swapped, unreadable or outside the feed's area; check x, y, crs, scale and area of the declaration",
            ko: "좌표 {stated}개 가운데 {count}개가 뒤바뀌었거나 읽을 수 없거나 범위 밖입니다. 선언의 x, y, crs, scale, area를 확인하세요"),
    ]

    // The noun is a value of a reason only for feeds other than the bookstore feed (`Feed.reasonNoun`).
    private static let losses = [
        ReasonTemplate(
            "known-lost",
            en:
                "{removed} of {known} known {places|bookstores} {removed:is|are} missing (more than {limit} %); check the feed",
            ko: "등록된 {noun_ko|책방} {known}곳 가운데 {removed}곳이 누락되었습니다({limit}% 초과). 피드를 확인하세요"),
        ReasonTemplate(
            "leaked",
            en:
                "the feed has lost {places|bookstores} over several runs: {best} in run {run} ({date}), but only {total} in this run (maximum loss: {limit} %); check the feed",
            ko:
                "{noun_ko|책방}{subject} 여러 실행에 걸쳐 줄었습니다. 실행 #{run}({date})에는 {best}곳이었는데 이번에는 {total}곳입니다(한도 {limit}%). 피드를 확인하세요"
        ),
        ReasonTemplate(
            "field-emptied",
            en:
                "only {now} % of the {places|bookstores} have a value in {field} ({columns}), down from {former} % in the last good run (limit: {limit} percentage points); check the feed",
            ko:
                "{field}({columns}) 값이 있는 {noun_ko|책방}의 비율이 마지막으로 성공한 실행의 {former}%에서 {now}%로 줄었습니다(한도 {limit}%포인트). 피드를 확인하세요"
        ),
        ReasonTemplate(
            "kind-lost",
            en:
                "the last good run had {former} {places|bookstores} of kind {kind}, but this run has only {now} (maximum loss: {limit} %); check the feed",
            ko: "종류가 {kind}인 {noun_ko|책방}{subject} {former}곳(마지막으로 성공한 실행)에서 {now}곳으로 줄었습니다(한도 {limit}%). 피드를 확인하세요"),
        ReasonTemplate(
            "district-lost",
            en:
                "the last good run had {former} {places|bookstores} in {district}, but this run has only {now} (maximum loss: {limit} %); check the feed",
            ko: "{district}의 {noun_ko|책방}{subject} {former}곳(마지막으로 성공한 실행)에서 {now}곳으로 줄었습니다(한도 {limit}%). 피드를 확인하세요"),
        ReasonTemplate(
            "line-lost",
            en:
                "the last good run had {former} landmarks of {line}, but this run has only {now} (maximum loss: {limit} %); check the feed",
            ko: "{line}의 기준점이 {former}곳(마지막으로 성공한 실행)에서 {now}곳으로 줄었습니다(한도 {limit}%). 피드를 확인하세요"),
    ]
}

/// Guards that compare parts of a snapshot with the last good run, as OpenAddresses and All the Places do: the share of
/// places with a value in each field, and the number of places of each kind and in each district. A row count alone
/// does not show that a feed is healthy.
struct ShiftGuards {
    /// The largest allowed drop in the share of places with a value in a field, in percentage points. A larger drop
    /// means that the feed has lost the field.
    static let maximumFillPoints = 20.0
    /// The largest allowed loss of a kind, in percent. A larger loss means that the kind's code has probably changed.
    static let maximumKindLossPercent = 30.0
    /// The largest allowed loss of a district, in percent. Districts are smaller than kinds and vary more.
    static let maximumDistrictLossPercent = 50.0
    static let fewest = RunCounts.minimumLost

    /// The largest total loss that the user accepts, in percent. It also applies to kinds and districts if it is larger
    /// than their own limits.
    let maximumLossPercent: Double
    let feed: Feed

    /// Returns why the snapshot must not be published; nil if it may be. A first run has nothing to compare with, so
    /// the result is nil.
    func refusal(_ counts: RunCounts) -> Reason? {
        guard counts.formerTotal > 0 else { return nil }
        return counts.filled.lazy.compactMap { emptied($0, counts) }.first
            ?? counts.kinds.lazy.compactMap { kind($0) }.first
            ?? counts.districts.lazy.compactMap { district($0) }.first
    }

    private func emptied(_ field: RunCounts.Shift, _ counts: RunCounts) -> Reason? {
        let former = Percent.share(field.former, of: counts.formerTotal)
        let now = Percent.share(field.now, of: counts.accepted)
        let missing = (former - now) / 100 * Double(counts.accepted)
        guard former - now > Self.maximumFillPoints, missing >= Double(Self.fewest) else { return nil }
        let columns = Self.columns[field.name, default: []].compactMap { feed.fields[$0] }.map { DisplayText.shown($0) }
            .joined(
                separator: ", ")
        let shown = (
            now: DecimalText.text(now, maximumDecimals: 1), former: DecimalText.text(former, maximumDecimals: 1)
        )
        return Reason(
            "field-emptied",
            [
                .init("field", field.name), .init("columns", columns), .init("now", JSONValue.number(shown.now)),
                .init("former", JSONValue.number(shown.former)), Percent.limit(Self.maximumFillPoints),
            ] + feed.reasonNoun)
    }

    private func kind(_ kind: RunCounts.Shift) -> Reason? {
        let limit = max(Self.maximumKindLossPercent, maximumLossPercent)
        guard hasCollapsed(kind, limit) else { return nil }
        return Reason("kind-lost", [.init("kind", kind.name)] + lossValues(kind, limit))
    }

    private func district(_ district: RunCounts.Shift) -> Reason? {
        let limit = max(Self.maximumDistrictLossPercent, maximumLossPercent)
        guard hasCollapsed(district, limit) else { return nil }
        let name = DisplayText.shown(district.name, columns: 40)
        if feed.role == .landmarks { return Reason("line-lost", [.init("line", name)] + lossValues(district, limit)) }
        return Reason("district-lost", [.init("district", name)] + lossValues(district, limit))
    }

    private func lossValues(_ shift: RunCounts.Shift, _ limit: Double) -> [JSONValue.Member] {
        [.init("now", shift.now), .init("former", shift.former), Percent.limit(limit)] + feed.reasonNoun
    }

    private func hasCollapsed(_ shift: RunCounts.Shift, _ limit: Double) -> Bool {
        let lost = shift.former - shift.now
        return lost >= Self.fewest && Percent.share(lost, of: shift.former) > limit
    }

    /// For each field name in a report, the feed fields from which its values come.
    private static let columns: [String: [FeedField]] = [
        "district": [.district, .line], "address": [.address], "phone": [.phone], "phone_raw": [.phone],
        "website": [.website], "website_raw": [.website], "sns": [.sns], "point": [.x, .y],
    ]
}
