internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

/// The parameter `datetime`: a time, or an interval that may have only one end.
///
/// The catalog knows days, so a time means its day in Asia/Seoul. A day, such as `2026-09-21`, is also accepted.
///
/// - Source: OGC API – Features – Part 1, 7.15.4; times as in RFC 3339, 5.6.
enum DayInterval {
    static func read(_ text: String, named name: String) throws -> DaySpan {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let ends = parts.map { $0 == ".." || $0.isEmpty ? nil : moment($0) }
        let isOpen = parts.map { $0 == ".." || $0.isEmpty }
        let wrong = ValueArgument.wrong(
            name, text, en: "write a time, a day or an interval, such as 2026-09-21T00:00:00Z or 2026-09-01/..",
            ko: "시각, 날짜 또는 기간을 쓰세요(예: 2026-09-21T00:00:00Z, 2026-09-01/..)")
        guard zip(ends, isOpen).allSatisfy({ $0 != nil || $1 }), isOpen.contains(false) else { throw wrong }
        switch ends.count {
        case 1: return DaySpan(first: ends[0]?.day, last: ends[0]?.day)
        case 2:
            if let first = ends[0], let last = ends[1], first.start > last.end {
                throw ValueArgument.wrong(
                    name, text, en: "the interval ends before it begins", ko: "기간의 끝이 시작보다 앞섭니다")
            }
            return DaySpan(first: ends[0]?.day, last: ends[1]?.day)
        default: throw wrong
        }
    }

    /// A time, or a day in Seoul: from `start` to `end`, in seconds since 1970.
    private struct Moment {
        let start: Int64
        let end: Int64
        var day: String { SeoulTime(unixSeconds: start).date }
    }

    private static func moment(_ text: String) -> Moment? {
        if SeoulTime.isDate(text), let midnight = SeoulTime(timestamp: text + "T00:00:00Z") {
            let start = midnight.unixSeconds - 9 * 3600
            return Moment(start: start, end: start + 86_399)
        }
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 64, bytes[10] | 0x20 == UInt8(ascii: "t") else { return nil }
        var seconds = Array(bytes[17..<19])
        // A leap second counts as the second before it.
        if seconds == Array("60".utf8) { seconds = Array("59".utf8) }
        let clock =
            String(decoding: bytes[..<10], as: UTF8.self) + "T"
            + String(decoding: bytes[11..<17] + seconds, as: UTF8.self)
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        guard let local = SeoulTime(timestamp: clock + "Z"), let offset = offset(rest) else { return nil }
        return Moment(start: local.unixSeconds - offset, end: local.unixSeconds - offset)
    }

    /// Returns how many seconds a zone such as `Z` or `+09:00` is ahead of UTC.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        let text = Array(text)
        if text.count == 1 { return text[0] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        guard text.count == 6, text[3] == UInt8(ascii: ":"), let sign = [0x2B: 1, 0x2D: -1][Int(text[0])],
            [1, 2, 4, 5].allSatisfy({ 0x30...0x39 ~= text[$0] })
        else { return nil }
        let digits = text.map { Int64($0) - 0x30 }
        let (hours, minutes) = (digits[1] * 10 + digits[2], digits[4] * 10 + digits[5])
        guard hours < 24, minutes < 60 else { return nil }
        return Int64(sign) * (hours * 3600 + minutes * 60)
    }
}
