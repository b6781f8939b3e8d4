package import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
package import GeocliText

/// Parsers of option values; each error says what to write instead.
package enum ValueArgument {
    /// Reads a distance with its unit, `800m` or `1.5km`, and returns it in meters.
    package static func meters(_ text: String, option: String) throws -> Double {
        let word = text.trimmingBlanks().lowercased()
        for (unit, factor) in [("km", 1000.0), ("m", 1.0)] where word.hasSuffix(unit) {
            let number = String(word.dropLast(unit.count)).trimmingBlanks()
            if let value = DecimalText.number(number), value >= 0, (value * factor).isFinite { return value * factor }
        }
        throw wrong(
            option, text, en: "write a distance with its unit, such as 800m or 1.5km",
            ko: "거리는 단위와 함께 쓰세요(예: 800m, 1.5km)")
    }

    /// Reads a time with its unit, `36h`, `90m`, `30s` or `7d`, and returns it in seconds.
    package static func seconds(_ text: String, option: String) throws -> Double {
        let word = text.trimmingBlanks().lowercased()
        for (unit, factor) in [("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)] where word.hasSuffix(unit) {
            if let value = DecimalText.number(word.dropLast(1)), value >= 0, (value * factor).isFinite {
                return value * factor
            }
        }
        throw wrong(
            option, text, en: "write a time with its unit, such as 36h, 90m or 7d",
            ko: "시간은 단위와 함께 쓰세요(예: 36h, 90m, 7d)")
    }

    /// Reads a size in bytes, `64MiB`, `512KiB` or `1000000`; at least 1 KiB, at most 1 GiB.
    package static func bytes(_ text: String, option: String) throws -> Int {
        let word = text.trimmingBlanks().lowercased()
        let units = [("kib", 1024.0), ("mib", 1_048_576), ("gib", 1_073_741_824), ("b", 1), ("", 1)]
        for (unit, factor) in units where word.hasSuffix(unit) {
            guard let value = DecimalText.number(String(word.dropLast(unit.count)).trimmingBlanks()) else { continue }
            let bytes = (value * factor).rounded()
            if 1024...1_073_741_824 ~= bytes { return Int(bytes) }
        }
        throw wrong(
            option, text, en: "write a size from 1KiB to 1GiB, such as 64MiB", ko: "1KiB에서 1GiB 사이의 크기로 쓰세요(예: 64MiB)")
    }

    /// Reads a day, `2026-09-21`, or a word for one (`DayWord`).
    package static func date(
        _ text: String, option: String, today: @autoclosure () throws -> String
    ) throws -> String {
        let word = text.trimmingBlanks()
        if let day = try DayWord.day(word, today: try today()) { return day }
        guard SeoulTime.isDate(word) else {
            throw wrong(
                option, text, en: "write a day such as 2026-09-21, yesterday or 7d",
                ko: "날짜는 2026-09-21, 어제, 7d처럼 쓰세요")
        }
        return word
    }

    /// Reads a whole number of at least `minimum`; a number too large for the machine means "all".
    package static func count(_ text: String, option: String, minimum: Int) throws -> Int {
        try count(text, option: option, in: minimum...(.max))
    }

    /// Reads a whole number within `range`. If the range ends at `.max`, a number too large for the machine counts as
    /// `.max`. `advice` says what to do instead of a number above the range.
    package static func count(
        _ text: String, option: String, in range: ClosedRange<Int>, advice: Words? = nil
    ) throws -> Int {
        let word = text.trimmingBlanks()
        let digits = !word.isEmpty && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        let value = digits ? Int(word) ?? .max : -1
        guard !range.contains(value) else { return value }
        let (low, high) = (range.lowerBound, range.upperBound)
        let rule =
            high == .max
            ? Words(en: "write a whole number, \(low) or more", ko: "\(low) 이상의 정수로 쓰세요")
            : Words(en: "write a whole number from \(low) to \(high)", ko: "\(low)에서 \(high) 사이의 정수로 쓰세요")
        let words = value > high ? advice.map(rule.followed) ?? rule : rule
        throw wrong(option, text, en: words.en, ko: words.ko)
    }

    package static func number(_ text: String, option: String, in range: ClosedRange<Double>) throws -> Double {
        guard let value = DecimalText.number(text.trimmingBlanks()), range.contains(value) else {
            let low = shown(range.lowerBound)
            let high = shown(range.upperBound)
            throw wrong(option, text, en: "write a number from \(low) to \(high)", ko: "\(low)에서 \(high) 사이의 숫자로 쓰세요")
        }
        return value
    }

    package static func whole(_ text: String, option: String, in range: ClosedRange<Int>) throws -> Int {
        let value = try number(text, option: option, in: Double(range.lowerBound)...Double(range.upperBound))
        guard let whole = Int(exactly: value) else {
            throw wrong(option, text, en: "write a whole number", ko: "정수로 쓰세요")
        }
        return whole
    }

    /// Reads two numbers, `40x53` or `0.5,1`.
    package static func pair(_ text: String, option: String, separator: Character, example: String) throws -> (
        Double, Double
    ) {
        let parts = text.trimmingBlanks().lowercased().split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 2, let first = DecimalText.number(String(parts[0]).trimmingBlanks()),
            let second = DecimalText.number(String(parts[1]).trimmingBlanks())
        else {
            throw wrong(option, text, en: "write two numbers, such as \(example)", ko: "숫자 두 개를 쓰세요(예: \(example))")
        }
        return (first, second)
    }

    /// Reads `count` numbers, separated by commas or blanks.
    package static func numbers(_ words: [String], count: Int, name: String, example: Words) throws -> [Double] {
        let text = words.joined(separator: " ")
        var pieces = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
        if pieces.count == 1 { pieces = text.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard pieces.count == count, !pieces.contains("") else {
            let shown = DisplayText.singleLine(text.trimmingBlanks())
            let what =
                shown.isEmpty
                ? Words(en: "missing", ko: "값이 없습니다")
                : Words(en: "\"\(shown)\" is not \(count) numbers", ko: "숫자 \(count)개를 쓰세요(입력한 값: \"\(shown)\")")
            throw UsageError(en: "\(name): \(what.en); \(example.en)", ko: "\(name): \(what.ko). \(example.ko)")
        }
        return try pieces.map { piece in
            guard let number = DecimalText.number(piece) else {
                let shown = DisplayText.singleLine(piece)
                throw UsageError(
                    en: "\(name): \"\(shown)\" is not a number; \(example.en)",
                    ko: "\(name): \"\(shown)\"\(.topic) 숫자가 아닙니다. \(example.ko)")
            }
            return number
        }
    }

    /// Returns a number with the digits that are needed to read back the same value.
    package static func shown(_ value: Double) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func choice<Value: RawRepresentable & CaseIterable>(
        _ text: String, option: String, of type: Value.Type
    ) throws -> Value where Value.RawValue == String {
        try choice(text, option: option, among: Array(Value.allCases))
    }

    /// Reads a word of `Value`. The error for an unknown word lists only `shown`. The caller gets any other known word
    /// as well, and can refuse it with a message of its own.
    package static func choice<Value: RawRepresentable & CaseIterable>(
        _ text: String, option: String, among shown: [Value]
    ) throws -> Value where Value.RawValue == String {
        if let value = Value(rawValue: text.trimmingBlanks().lowercased()) { return value }
        throw unknown(option, text, among: shown.map(\.rawValue))
    }

    /// Returns the error for a word that is not one of `names`. It proposes the names that the user may have meant.
    /// `titles` are other words for the names, in Korean and in the same order; the user may write them as well.
    package static func unknown(
        _ option: String, _ text: String, among names: [String], titles: [String] = []
    ) -> UsageError {
        let titled = zip(names, titles).map { $0 == $1 ? $0 : "\($0)(\($1))" }
        let korean = (titled.isEmpty ? names : titled).joined(separator: ", ")
        let choice = Words(en: "choose one of \(names.joined(separator: ", "))", ko: "\(korean) 가운데 하나를 쓰세요")
        let near = Spelling.near(text, among: names + titles).joined(separator: ", ")
        let words =
            near.isEmpty ? choice : choice.followed(by: Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?"))
        return wrong(option, text, en: words.en, ko: words.ko)
    }

    /// Returns the words to choose from, for a sentence: `table, json or ndjson`.
    package static func choiceWords<Value: RawRepresentable>(_ values: [Value]) -> String
    where Value.RawValue == String {
        let words = values.map(\.rawValue)
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Reads words of `Value`, given as one value separated by commas or as several values.
    package static func choices<Value: RawRepresentable & CaseIterable>(
        _ texts: [String], option: String, of type: Value.Type
    ) throws -> [Value] where Value.RawValue == String {
        try list(texts).map { try choice($0, option: option, of: type) }
    }

    /// Splits values at commas and returns the words.
    package static func list(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { String($0).trimmingBlanks() }
    }

    package static func wrong(_ option: String, _ text: String, en: String, ko: String) -> UsageError {
        let shown = DisplayText.shown(text.trimmingBlanks(), columns: 60)
        return UsageError(en: "\(option) \"\(shown)\": \(en)", ko: "\(option) \"\(shown)\": \(ko)")
    }
}

/// The words for a day that count from the day where the person is. A command replaces them by the day before it asks,
/// also before it asks a service, which can't know that day.
package enum DayWord {
    /// Returns the day, `YYYY-MM-DD`, of `today`, `yesterday` or a number of days before today, such as `7d`, also in
    /// Korean (`어제`, `그제`, `7일`, `7일 전`); nil for any other text, and for a day that the calendar does not have.
    package static func day(_ text: String, today: @autoclosure () throws -> String) rethrows -> String? {
        guard let days = days(text.trimmingBlanks().lowercased()),
            let start = SeoulTime(timestamp: try today() + "T00:00:00Z")
        else { return nil }
        let day = SeoulTime(unixSeconds: start.unixSeconds - days * 86400).date
        return SeoulTime.isDate(day) ? day : nil
    }

    private static func days(_ word: String) -> Int64? {
        switch word {
        case "today", "오늘": return 0
        case "yesterday", "어제": return 1
        case "그제", "그저께": return 2
        default:
            guard let unit = units.first(where: word.hasSuffix), case let digits = word.dropLast(unit.count),
                1...mostDigits ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
            else { return nil }
            return Int64(digits)
        }
    }

    private static let units = ["d", "일 전", "일전", "일"]

    /// The calendar of `SeoulTime` has less than four million days.
    private static let mostDigits = 7
}

/// An error in the arguments of a command or a request.
package struct UsageError: ExplainedError, Equatable {
    package var exit: ExitStatus { .usage }
    package let words: Words

    package init(en: String, ko: String) { words = Words(en: en, ko: ko) }

    package init(_ words: Words) { self.words = words }
}

package struct InputFileError: ExplainedError, Equatable {
    package var exit: ExitStatus { .data }
    package let words: Words

    package init(_ error: any ExplainedError, in name: String) {
        words = Words(en: "\(name): \(error.words.en)", ko: "\(name): \(error.words.ko)")
    }
}

extension Coordinate {
    /// Reads a position in any form that `WrittenPosition` reads, from one word or several.
    package init(argument words: [String], named name: String) throws {
        self = try WrittenPosition(argument: words, named: name).coordinate
    }
}

extension WrittenPosition {
    package init(argument words: [String], named name: String) throws {
        let text = words.joined(separator: " ")
        guard let position = try Self.readIfPosition(text, named: name) else {
            throw ValueArgument.wrong(
                name, text, en: "write latitude,longitude in degrees, such as 37.5563,126.9236",
                ko: "위도,경도를 도 단위로 쓰세요(예: 37.5563,126.9236)")
        }
        self = position
    }

    /// Reads a position; returns nil for a text that may be a name.
    package static func readIfPosition(_ text: String, named name: String) throws -> WrittenPosition? {
        try UsageError.naming(name) { () throws(GeoError) in try read(text) }
    }
}

extension UsageError {
    /// Returns the result of `read`. If `read` throws, puts the argument's name before the error's message.
    package static func naming<Value>(_ name: String, _ read: () throws(GeoError) -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw UsageError(en: "\(name): \(error.words.en)", ko: "\(name): \(error.words.ko)")
        }
    }
}

extension BoundingBox {
    /// Reads a box as GeoJSON and OGC write it, `W,S,E,N`, from one word or several.
    package init(argument words: [String], named name: String = "W,S,E,N") throws {
        let example = "write west,south,east,north in degrees, such as 126.97,37.55,127.00,37.58"
        let exampleKo = "서,남,동,북을 도 단위로 쓰세요(예: 126.97,37.55,127.00,37.58)"
        let edges = try ValueArgument.numbers(words, count: 4, name: name, example: Words(en: example, ko: exampleKo))
        let (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
        for (longitude, latitude) in [(west, south), (east, north)] {
            try UsageError.naming(name) { () throws(GeoError) in
                try Coordinate.checkDegrees(latitude: latitude, longitude: longitude) { _, _ in
                    [south, west, north, east].map(ValueArgument.shown).joined(separator: ",")
                }
            }
        }
        guard south <= north else {
            throw UsageError(
                en:
                    "\(name): south \(ValueArgument.shown(south)) is greater than north \(ValueArgument.shown(north)); write west,south,east,north",
                ko:
                    "\(name): 남쪽 위도 \(ValueArgument.shown(south))\(.subject) 북쪽 위도 \(ValueArgument.shown(north))보다 큽니다. 서,남,동,북 순서로 쓰세요"
            )
        }
        try self.init(west: west, south: south, east: east, north: north)
    }
}
