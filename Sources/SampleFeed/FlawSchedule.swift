/// The flawed rows of the sample. The pattern has 606 rows, as many as the real feed had, and it repeats in longer
/// feeds.
///
/// The first rows are clean, so that a page of five rows shows ordinary places.
enum FlawSchedule {
    /// The number of rows after which the pattern repeats.
    static let period = 606

    /// Returns the flaw of `row`; nil for a clean row.
    static func flaw(ofRow row: Int) -> Flaw? {
        byRow[row % period]
    }

    /// The flaw of each row of a period.
    private static let byRow: [Flaw?] = {
        var flaws: [Flaw?] = Array(repeating: nil, count: period)
        for entry in entries { flaws[entry.row] = entry.flaw }
        return flaws
    }()

    /// The flawed rows, spread irregularly, as in real data.
    static let entries: [(row: Int, flaw: Flaw)] = [
        (23, .name(.trailingBlanks)), (31, .phone(.range)), (44, .website(.withoutScheme)),
        (58, .samePoint(rowsBack: 20)), (67, .phone(.word)), (79, .addressWithoutDistrict), (88, .name(.digitsOnly)),
        (101, .id(.string)), (113, .phone(.twoNumbers)), (126, .sameName(rowsBack: 55)),
        (137, .point(.unreadableLatitude)), (149, .website(.twoLinks)), (158, .phone(.dots)),
        (170, .name(.decomposedHangul)), (183, .phone(.blanks)), (194, .copy(rowsBack: 89)), (207, .name(.markup)),
        (216, .phone(.safeNumber)), (228, .samePoint(rowsBack: 1)), (241, .point(.blank)),
        (252, .website(.trailingBlank)), (263, .phone(.nationwide)), (277, .name(.empty)),
        (286, .addressWithoutDistrict), (299, .phone(.range)), (311, .point(.zero)),
        (322, .sameName(rowsBack: 201)), (334, .id(.integer)), (345, .name(.trailingBlanks)),
        (353, .phone(.withoutAreaCode)), (366, .point(.swapped)), (378, .website(.withoutScheme)),
        (389, .name(.quoteAndBackslash)), (397, .phone(.bracketedRange)), (409, .unknownKind),
        (420, .idClash(rowsBack: 147)), (433, .name(.formula)), (441, .phone(.word)), (452, .samePoint(rowsBack: 300)),
        (464, .addressWithoutDistrict), (475, .id(.empty)), (488, .phone(.dots)), (499, .point(.tokyo)),
        (510, .website(.twoLinks)), (521, .phone(.twoNumbers)), (533, .name(.leadingBlank)),
        (544, .sameName(rowsBack: 97)), (556, .phone(.blanks)), (567, .name(.trailingBlanks)),
        (579, .phone(.nationwide)), (590, .phone(.safeNumber)),
    ]
}
