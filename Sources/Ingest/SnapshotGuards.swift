internal import GeocliPlaces
internal import GeocliText

/// The conditions for a snapshot to replace the one in the catalog.
struct SnapshotGuards {
    /// The largest share of unusable rows, in percent. If there are more, the feed is broken.
    static let maximumUnusablePercent = 20.0

    /// The usual limit for the loss of known bookstores, in percent. After a larger loss, the feed is broken. Real
    /// counts vary by 9 %.
    static let usualLossPercent = 20.0

    /// The largest share of points that can't be true, in percent. If there are more, they are misread.
    static let maximumMisreadPercent = 50.0
    /// The smallest number of such points, or of rows with an unknown status, that shows anything.
    static let fewestMisread = 5

    /// The limit that the user sets for this run.
    var maximumLossPercent: Double
    let pages: PageTally
    let feed: Feed
    /// How the points fit the provinces of their addresses.
    var provinces = ProvinceFit()

    /// Returns why the snapshot must not be published; nil if it may be published.
    ///
    /// - Parameter run: the number under which its rejected rows can be listed.
    func refusal(_ counts: RunCounts, run: Int64?) -> Words? {
        noRows(counts) ?? missingFields(counts) ?? incomplete(counts) ?? unusable(counts, run: run)
            ?? misdeclared(counts) ?? lost(counts)
            ?? ShiftGuards(maximumLossPercent: maximumLossPercent, feed: feed).refusal(counts)
    }

    /// Refuses rows that the declaration seems to read wrongly.
    private func misdeclared(_ counts: RunCounts) -> Words? {
        if let found = unknownStatus() ?? otherSystem() ?? misread(counts) { return found }
        return provinces.isMisread ? provinces.words : nil
    }

    /// Returns the note to record if the user's `--max-loss` allows what the usual limit refuses; nil otherwise.
    func permission(_ counts: RunCounts) -> String? {
        guard maximumLossPercent > Self.usualLossPercent, refusal(counts, run: nil) == nil else { return nil }
        var usual = self
        usual.maximumLossPercent = Self.usualLossPercent
        return usual.refusal(counts, run: nil) == nil ? nil : "--max-loss \(Percent.shown(maximumLossPercent))"
    }

    private func noRows(_ counts: RunCounts) -> Words? {
        guard counts.received == 0 else { return nil }
        if pages.skippedCount > 0 {
            return Words(
                en:
                    "the declaration leaves out all \(pages.skippedCount) rows (\(pages.closedCount) closed, \(pages.filteredCount) by filter); look at its filter and status",
                ko:
                    "선언이 \(pages.skippedCount)행을 모두 뺐습니다(폐업 \(pages.closedCount), 필터 \(pages.filteredCount)); filter와 status를 확인하세요"
            )
        }
        let code = pages.emptyCode.map { " (\($0))" } ?? ""
        return Words(
            en: "the source holds no rows\(code); fetch it again",
            ko: "자료에 행이 없습니다\(code); 다시 받으세요")
    }

    private func missingFields(_ counts: RunCounts) -> Words? {
        guard pages.recordCount > 0, let name = pages.absentFields(of: feed).first else { return nil }
        return Words(
            en:
                "no row has the field \(name); the feed's form may have changed: compare it with an older page",
            ko: "\(name) 필드가 있는 행이 없습니다; 피드 형식이 바뀌었을 수 있습니다: 예전 페이지와 비교하세요")
    }

    private func incomplete(_ counts: RunCounts) -> Words? {
        guard let total = pages.totals.max() else { return nil }
        let once = pages.countOnce(received: counts.received)
        guard once != total else { return nil }
        guard once < total else {
            return Words(
                en:
                    "the source holds \(once) rows, more than the \(total) that the service states; fetch all pages again",
                ko: "행이 \(once)개로 서비스가 밝힌 \(total)행보다 많습니다; 모든 페이지를 다시 받으세요")
        }
        return Words(
            en:
                "the source holds \(once) of the \(total) rows that the service states; fetch all pages again",
            ko: "서비스가 밝힌 \(total)행 가운데 \(once)행만 있습니다; 모든 페이지를 다시 받으세요")
    }

    private func unusable(_ counts: RunCounts, run: Int64?) -> Words? {
        let percent = Percent.share(counts.rejected, of: counts.received)
        guard percent > Self.maximumUnusablePercent else { return nil }
        let limit = Percent.shown(Self.maximumUnusablePercent)
        let found = Words(
            en: "\(counts.rejected) of \(counts.received) rows are unusable (more than \(limit) %)",
            ko: "\(counts.received)행 가운데 \(counts.rejected)행을 쓸 수 없습니다(\(limit) % 초과)")
        // A dry run stores no rejected rows, so the message does not refer to them.
        guard let run else { return found }
        return found.followed(
            by: Words(en: "look at 'geocli rejects --run \(run)'", ko: "'geocli rejects --run \(run)'를 보세요"))
    }

    /// Refuses a snapshot in which the declaration's lists of open and closed do not fit the rows: closed places would be
    /// listed.
    private func unknownStatus() -> Words? {
        let count = pages.unknownStatuses.values.reduce(0, +)
        let all = pages.recordCount + pages.closedCount
        guard count >= Self.fewestMisread, Percent.share(count, of: all) > Self.maximumUnusablePercent else {
            return nil
        }
        let limit = Percent.shown(Self.maximumUnusablePercent)
        return Words(
            en:
                "\(count) of \(all) rows have a status that the declaration calls neither open nor closed (more than \(limit) %); look at its status",
            ko: "\(all)행 가운데 \(count)행의 상태가 선언의 open에도 closed에도 없습니다(\(limit) % 초과); status를 확인하세요")
    }

    /// Refuses points whose columns are called like those of another coordinate system than the declared one. Close
    /// systems differ by some hundred meters, which nothing else shows.
    private func otherSystem() -> Words? {
        guard pages.recordCount > 0 else { return nil }
        if let column = KnownSystem.wrongAxis(of: feed) { return KnownSystem.words(axis: column) }
        guard let (column, known) = KnownSystem.contradiction(of: feed) else { return nil }
        return KnownSystem.words(column, known, declared: feed.crs)
    }

    /// Refuses a snapshot most of whose points can't be true: the axes, the coordinate system or the area are wrong.
    private func misread(_ counts: RunCounts) -> Words? {
        let wrong: [RejectionReason] = [
            .coordinateSwapped, .coordinateOutsideArea, .coordinateOutOfRange, .coordinateUnreadable,
        ]
        let count = wrong.reduce(0) { $0 + counts.reasons[$1, default: 0] }
        let stated = counts.accepted - counts.reasons[.coordinateMissing, default: 0]
        guard count >= Self.fewestMisread, Percent.share(count, of: stated) > Self.maximumMisreadPercent else {
            return nil
        }
        return Words(
            en:
                "\(count) of \(stated) points are swapped, unreadable or outside the feed's area; look at the declaration's x, y, crs, scale and area",
            ko: "좌표 \(stated)개 가운데 \(count)개가 뒤바뀌었거나 읽을 수 없거나 영역 밖입니다; 선언의 x, y, crs, scale, area를 확인하세요")
    }

    private func lost(_ counts: RunCounts) -> Words? {
        let percent = Percent.share(counts.removed, of: counts.formerTotal)
        guard percent > maximumLossPercent else { return nil }
        let limit = Percent.shown(maximumLossPercent)
        return Words(
            en:
                "\(counts.removed) of \(counts.formerTotal) known bookstores are gone (more than \(limit) %); look at the feed",
            ko:
                "알던 서점 \(counts.formerTotal)곳 가운데 \(counts.removed)곳이 없습니다(\(limit) % 초과); 피드를 확인하세요"
        )
    }
}
