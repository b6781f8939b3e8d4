internal import GeocliAsking
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// What a request asks of a page of features, besides the filters of the collection.
struct PageQuery {
    /// The box that geometries must meet; nil for all.
    var box: BoundingBox?
    /// The days on which places existed; nil for the present places.
    var days: DaySpan?
    var limit = FeatureSet.usualLimit
    /// The id of the last feature of the previous page; nil for the first page.
    var after: String?

    /// - Throws: `Problem` 400, `UsageError`.
    init(_ context: RequestContext, in set: FeatureSet) throws {
        box = try context.parameters.one("bbox").map(Self.box)
        days = try context.parameters.one("datetime").map { try DayInterval.read($0, named: "datetime") }
        if let limit = try context.parameters.count(FeatureSet.limit) {
            self.limit = min(limit, FeatureSet.maximumLimit)
        }
        after = try context.parameters.one("next").map { text in
            guard let key = PageKey(text, in: set) else {
                guard !PageKey.hasForm(text) else { throw Problem.noPage }
                throw ValueArgument.wrong(
                    "next", text, en: "this is not a key of this collection; follow the \"next\" link of a page",
                    ko: "이 컬렉션의 키가 아닙니다. 응답에 있는 \"next\" 링크를 따라가세요")
            }
            return key.last
        }
    }

    /// The number of the last feature of the previous page; 0 for the first page.
    var afterNumber: Int64 { after.flatMap(Int64.init) ?? 0 }

    /// Returns whether a feature with this point is wanted. A feature without a point is always wanted.
    func admits(_ point: Coordinate?) -> Bool {
        guard let box, let point else { return true }
        return box.contains(point)
    }

    /// Reads four or six numbers. Of six, the third and the sixth are heights, which change nothing.
    private static func box(_ text: String) throws -> BoundingBox {
        var numbers = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if numbers.count == 6 {
            let heights = try [numbers[2], numbers[5]].map { text in
                guard let height = DecimalText.number(text.trimmingBlanks()) else {
                    throw ValueArgument.wrong("bbox", text, en: "write a height in meters", ko: "높이를 미터 단위 숫자로 쓰세요")
                }
                return height
            }
            guard heights[0] <= heights[1] else {
                throw ValueArgument.wrong(
                    "bbox", text, en: "the first height is greater than the second", ko: "첫 번째 높이가 두 번째보다 큽니다")
            }
            numbers = [numbers[0], numbers[1], numbers[3], numbers[4]]
        }
        return try BoundingBox(argument: [numbers.joined(separator: ",")], named: "bbox")
    }
}

extension Problem {
    fileprivate static let noPage: Problem = {
        var problem = Problem.notFound(
            Words(
                en: "next: this is not a key of this collection; follow the \"next\" link of a page",
                ko: "next: 이 컬렉션의 키가 아닙니다. 응답에 있는 \"next\" 링크를 따라가세요"))
        problem.parameter = "next"
        return problem
    }()
}

/// Where a page of features begins: after the last feature of the previous page. Clients get this position as a text
/// that only the service understands.
struct PageKey: Equatable {
    /// The id of the last feature of the previous page.
    let last: String

    /// The text for a client. Its first letters depend on the rest and on the collection, so that the service notices a
    /// key that is damaged or belongs to a different collection.
    func text(in set: FeatureSet) -> String { Self.check(last, set) + last.utf8.map(Self.hexadecimal).joined() }

    init(last: String) { self.last = last }

    /// Reads the text of a key; nil for a text that is not a key of this collection.
    init?(_ text: String, in set: FeatureSet) {
        let digits = Array(text.utf8)
        guard digits.count > Self.checkLength, digits.count % 2 == 0, digits.count <= Self.maximumLength else {
            return nil
        }
        var bytes: [UInt8] = []
        for index in stride(from: Self.checkLength, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        guard let last = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(last: last)
        // This also refuses a different spelling of the same digits.
        guard self.text(in: set) == text else { return nil }
    }

    /// Whether a text has the form of a key, which the description of the service declares.
    static func hasForm(_ text: String) -> Bool {
        text.utf8.count > checkLength + 1
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }

    private static let checkLength = 8
    private static let maximumLength = 2048

    private static func check(_ last: String, _ set: FeatureSet) -> String {
        String(SHA256(Array("\(set.id)\u{0}\(last)".utf8)).hexDigest().prefix(checkLength))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }
}

/// The parameter `datetime`: a time, or an interval that may have only one end.
///
/// The catalog knows days, so a time means its day in Asia/Seoul. A day, such as `2026-09-21`, is also accepted.
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
