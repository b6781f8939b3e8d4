internal import GeocliPlaces
internal import GeocliText

/// Guards that compare parts of a snapshot with the last good run. The parts are the share of places with a value in
/// each field, and the number of places of each kind and in each district. A row count alone does not show that a feed
/// is healthy.
///
/// - Source: the checks of OpenAddresses and All the Places.
struct ShiftGuards {
    /// The largest allowed drop in the share of places with a value in a field, in percentage points. A larger drop
    /// means that the feed has lost the field.
    static let maximumFillPoints = 20.0
    /// The largest allowed loss of a kind, in percent. A larger loss means that the kind's code has probably changed.
    static let maximumKindLossPercent = 30.0
    /// The largest allowed loss of a district, in percent. Districts are smaller than kinds and vary more.
    static let maximumDistrictLossPercent = 50.0
    /// The smallest number of lost places that counts.
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
        return Reason("kind-lost", [.init("kind", kind.name)] + collapse(kind, limit))
    }

    private func district(_ district: RunCounts.Shift) -> Reason? {
        let limit = max(Self.maximumDistrictLossPercent, maximumLossPercent)
        guard hasCollapsed(district, limit) else { return nil }
        let name = DisplayText.shown(district.name, columns: 40)
        if feed.role == .landmarks { return Reason("line-lost", [.init("line", name)] + collapse(district, limit)) }
        return Reason("district-lost", [.init("district", name)] + collapse(district, limit))
    }

    private func collapse(_ shift: RunCounts.Shift, _ limit: Double) -> [JSONValue.Member] {
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
