internal import GeocliPlaces
internal import GeocliText

/// Guards that compare the parts of a snapshot with the last good run: the share of bookstores with a value in each
/// field, and the number of bookstores of each kind and in each district. A row count alone does not show that a feed
/// is healthy.
///
/// - Source: the checks of OpenAddresses and All the Places.
struct ShiftGuards {
    /// The largest drop in a field's share of values, in percentage points. After a larger drop, the feed has lost the
    /// field.
    static let maximumFillPoints = 20.0
    /// The largest loss of a kind, in percent. After a larger loss, the kind's code has probably changed.
    static let maximumKindLossPercent = 30.0
    /// The largest loss of a district, in percent. Districts are smaller than kinds and vary more.
    static let maximumDistrictLossPercent = 50.0
    /// The smallest loss that counts, in bookstores.
    static let fewest = RunCounts.minimumLost

    /// The largest total loss that the user accepts, in percent. It also applies to kinds and districts if it is larger
    /// than their own limits.
    let maximumLossPercent: Double
    let feed: Feed

    /// Returns why the snapshot must not be published; nil if it may be published. The result is nil for a first run,
    /// which has nothing to compare with.
    func refusal(_ counts: RunCounts) -> Words? {
        guard counts.formerTotal > 0 else { return nil }
        return counts.filled.lazy.compactMap { emptied($0, counts) }.first
            ?? counts.kinds.lazy.compactMap { kind($0) }.first
            ?? counts.districts.lazy.compactMap { district($0) }.first
    }

    private func emptied(_ field: RunCounts.Shift, _ counts: RunCounts) -> Words? {
        let former = Percent.share(field.former, of: counts.formerTotal)
        let now = Percent.share(field.now, of: counts.accepted)
        let missing = (former - now) / 100 * Double(counts.accepted)
        guard former - now > Self.maximumFillPoints, missing >= Double(Self.fewest) else { return nil }
        let columns = Self.columns[field.name, default: []].compactMap { feed.fields[$0] }.joined(separator: ", ")
        let shown = (
            now: DecimalText.text(now, maximumDecimals: 1), former: DecimalText.text(former, maximumDecimals: 1)
        )
        let limit = Percent.shown(Self.maximumFillPoints)
        return Words(
            en:
                "\(shown.now) % of the bookstores have a value in \(field.name) (\(columns)), \(shown.former) % had one in the last good run (limit \(limit) points); look at the feed",
            ko:
                "\(field.name)(\(columns)) 값이 있는 서점이 \(shown.now) %로, 마지막 성공 때는 \(shown.former) %였습니다(한도 \(limit) %포인트); 피드를 확인하세요"
        )
    }

    private func kind(_ kind: RunCounts.Shift) -> Words? {
        let limit = max(Self.maximumKindLossPercent, maximumLossPercent)
        guard hasCollapsed(kind, limit) else { return nil }
        return Words(
            en: collapse("of kind \(kind.name)", kind, limit),
            ko:
                "종류가 \(kind.name)인 서점이 \(kind.former)곳에서 \(kind.now)곳으로 줄었습니다(한도 \(Percent.shown(limit)) %); 피드를 확인하세요"
        )
    }

    private func district(_ district: RunCounts.Shift) -> Words? {
        let limit = max(Self.maximumDistrictLossPercent, maximumLossPercent)
        guard hasCollapsed(district, limit) else { return nil }
        let name = DisplayText.truncated(DisplayText.singleLine(district.name), columns: 40)
        return Words(
            en: collapse("in district \(name)", district, limit),
            ko:
                "\(name)의 서점이 \(district.former)곳에서 \(district.now)곳으로 줄었습니다(한도 \(Percent.shown(limit)) %); 피드를 확인하세요"
        )
    }

    private func collapse(_ what: String, _ shift: RunCounts.Shift, _ limit: Double) -> String {
        "\(shift.now) bookstores are left \(what) of \(shift.former) in the last good run (more than \(Percent.shown(limit)) % gone); look at the feed"
    }

    private func hasCollapsed(_ shift: RunCounts.Shift, _ limit: Double) -> Bool {
        let lost = shift.former - shift.now
        return lost >= Self.fewest && Percent.share(lost, of: shift.former) > limit
    }

    /// For each field name in a report, the feed fields that its values come from.
    private static let columns: [String: [FeedField]] = [
        "district": [.district], "address": [.address], "phone": [.phone], "phone_raw": [.phone],
        "website": [.website], "website_raw": [.website], "sns": [.sns], "point": [.x, .y],
    ]
}

/// Percentages, as the guards compute and show them.
enum Percent {
    /// Returns the share of `part` in `whole`, in percent; 0 if `whole` is 0.
    static func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }

    /// Returns `percent` as text with at most two decimals.
    static func shown(_ percent: Double) -> String { DecimalText.text(percent, maximumDecimals: 2) }
}
