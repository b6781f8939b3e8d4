/// The counts that an ingest of the bundled sample must report: a copy of the output of Tests/Oracles/count_sample.py.
public enum BundledCounts {
    /// Rows in the file.
    public static let received = 606
    /// Accepted places, including those without a point.
    public static let accepted = 601
    /// Rejected rows: one without an id, one without a name, two that contradict each other.
    public static let rejected = 4
    /// Identical rows beyond the first.
    public static let duplicates = 1
    /// Accepted places with unusable coordinates: unreadable, blank, zero, swapped, in Tokyo.
    public static let withoutPoint = 5
    /// Rejected rows by reason.
    public static let reasons = ["id-clash": 2, "no-id": 1, "no-name": 1]
    /// Accepted places by kind.
    public static let kinds = ["new": 503, "other": 1, "used": 97]
    /// Accepted places by district.
    public static let districts = [
        "강남구": 36, "강동구": 17, "강북구": 12, "강서구": 19, "관악구": 19,
        "광진구": 15, "구로구": 22, "금천구": 17, "노원구": 11, "도봉구": 14,
        "동대문구": 20, "동작구": 17, "마포구": 71, "서대문구": 25, "서초구": 11,
        "성동구": 29, "성북구": 32, "송파구": 32, "양천구": 21, "영등포구": 23,
        "용산구": 36, "은평구": 21, "종로구": 44, "중구": 28, "중랑구": 9,
    ]
}
