internal import GeocliPlaces
internal import GeocliText

/// A row count is not health: what share of the bookstores has a value in each field, and how many there are of each
/// kind and in each district, against the last good run.
///
/// - Source: what OpenAddresses and All the Places watch of their feeds.
struct ShiftGuards {
    /// A field filled so many points less often, and the feed has lost it rather than its bookstores.
    static let maximumFillPoints = 20.0
    /// More than this share of a kind gone, in percent, and its code has changed rather than its shops.
    static let maximumKindLossPercent = 30.0
    /// The same of a district, whose numbers are smaller and swing more.
    static let maximumDistrictLossPercent = 50.0
    /// Fewer bookstores than this prove nothing.
    static let fewest = RunCounts.fewestLost

    /// A person who admits a larger loss admits it of kinds and districts too.
    let maximumLossPercent: Double
    let feed: Feed

    /// Why the snapshot must not be published; nil if it may, as on a first run.
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
                "\(shown.now) % of the bookstores have a value in \(field.name) (\(columns)), \(shown.former) % had one in the last good run (limit \(limit) points); look at the feed, or let it through with --accept REASON",
            ko:
                "\(field.name)(\(columns)) 값이 있는 서점이 \(shown.now) %로, 마지막 성공 때는 \(shown.former) %였습니다(한도 \(limit) %포인트); 피드를 확인하거나 --accept 이유로 받아들이세요"
        )
    }

    private func kind(_ kind: RunCounts.Shift) -> Words? {
        let limit = max(Self.maximumKindLossPercent, maximumLossPercent)
        guard hasCollapsed(kind, limit) else { return nil }
        return Words(
            en: collapse("of kind \(kind.name)", kind, limit),
            ko:
                "종류가 \(kind.name)인 서점이 \(kind.former)곳에서 \(kind.now)곳으로 줄었습니다(한도 \(Percent.shown(limit)) %); 피드를 확인하거나 --accept 이유로 받아들이세요"
        )
    }

    private func district(_ district: RunCounts.Shift) -> Words? {
        let limit = max(Self.maximumDistrictLossPercent, maximumLossPercent)
        guard hasCollapsed(district, limit) else { return nil }
        let name = DisplayText.truncated(DisplayText.singleLine(district.name), columns: 40)
        return Words(
            en: collapse("in district \(name)", district, limit),
            ko:
                "\(name)의 서점이 \(district.former)곳에서 \(district.now)곳으로 줄었습니다(한도 \(Percent.shown(limit)) %); 피드를 확인하거나 --accept 이유로 받아들이세요"
        )
    }

    private func collapse(_ what: String, _ shift: RunCounts.Shift, _ limit: Double) -> String {
        "\(shift.now) bookstores are left \(what) of \(shift.former) in the last good run (more than \(Percent.shown(limit)) % gone); look at the feed, or let it through with --accept REASON"
    }

    private func hasCollapsed(_ shift: RunCounts.Shift, _ limit: Double) -> Bool {
        let lost = shift.former - shift.now
        return lost >= Self.fewest && Percent.share(lost, of: shift.former) > limit
    }

    /// The feed's fields behind the names that people know.
    private static let columns: [String: [FeedField]] = [
        "district": [.district], "address": [.address], "phone": [.phone], "phone_raw": [.phone],
        "website": [.website], "website_raw": [.website], "sns": [.sns], "point": [.x, .y],
    ]
}

/// Shares in percent, as guards compute and say them.
enum Percent {
    /// What share `part` is of `whole`; 0 of nothing.
    static func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }

    /// With at most two decimals.
    static func shown(_ percent: Double) -> String { DecimalText.text(percent, maximumDecimals: 2) }
}
