public import GeocliGeo
public import GeocliPlaces
public import GeocliText

/// Checks the value of a correction as a feed's own value would be checked.
public enum CorrectionCheck {
    /// The error for a value that the feed's rules would not take.
    public struct ValueError: ExplainedError, Equatable {
        /// The message.
        public let words: Words
    }

    /// Returns the value of a text field.
    ///
    /// - Parameters:
    ///   - text: the value as a person wrote it; empty for none.
    /// - Throws: `ValueError`.
    public static func value(_ field: CorrectionField, _ text: String) throws(ValueError) -> CorrectedValue {
        let text = text.trimmingBlanks()
        guard !text.isEmpty else {
            guard !field.isRequired else {
                throw ValueError(
                    words: Words(
                        en: "\(field.rawValue)=: every place has a \(field.rawValue); write the right one",
                        ko: "\(field.rawValue)=: 비워 둘 수 없는 값입니다. 올바른 값을 쓰세요"))
            }
            return CorrectedValue(unchecked: field, nil)
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }), text.utf8.count <= 4096
        else {
            throw ValueError(
                words: Words(
                    en: "\(field.rawValue): the value must be one line of at most 4096 bytes",
                    ko: "\(field.rawValue): 값은 4096바이트 이하의 한 줄이어야 합니다"))
        }
        return CorrectedValue(unchecked: field, try checked(field, text))
    }

    /// Returns the value of a corrected point.
    ///
    /// - Parameter feed: the id of the place's feed, which may state an area.
    /// - Throws: `ValueError` for a point outside of the feed's area.
    public static func value(of point: Coordinate, feed: String) throws(ValueError) -> CorrectedValue {
        // The sample has the rules of the bookstore feed.
        let id = feed == SampleNames.feed ? Feed.seoulBookstoresID : feed
        if let feed = Feed.named(id), !feed.area.contains(point) {
            throw ValueError(
                words: Words(
                    en: "point=\(PointText.text(point)) is outside of the feed's area",
                    ko: "point=\(PointText.text(point)): 피드의 범위를 벗어난 좌표입니다"))
        }
        return CorrectedValue(unchecked: .point, PointText.text(point))
    }

    /// Returns a value in the form in which a catalog has it, as a file states it.
    ///
    /// - Throws: `ValueError` for a value that no catalog has.
    static func stored(_ field: CorrectionField, _ text: String?) throws(ValueError) -> CorrectedValue {
        guard let text else { return try value(field, "") }
        let isRight =
            switch field {
            case .name, .district, .address: !text.isEmpty && text == text.trimmingBlanks()
            case .kind: Kind(rawValue: text) != nil
            case .phone: PhoneNumber.e164(text) == text
            case .website: WebAddress.first(in: text) == text
            case .sns: isList(text)
            case .point: PointText.point(text) != nil
            case .closed: SeoulTime.isDate(text)
            }
        guard isRight, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
            text.utf8.count <= 4096
        else {
            throw wrong(field, text, en: "no catalog has this value", ko: "카탈로그에 있을 수 없는 값입니다")
        }
        return CorrectedValue(unchecked: field, text)
    }

    private static func isList(_ text: String) -> Bool {
        guard case .array(let list)? = try? JSONValue(parsing: Array(text.utf8), name: "sns") else { return false }
        return !list.isEmpty && list.allSatisfy { $0.stringValue?.isEmpty == false }
    }

    /// Returns whether a text is one web address and nothing else.
    public static func isWebAddress(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && WebAddress.first(in: text) == text
    }

    private static func checked(_ field: CorrectionField, _ text: String) throws(ValueError) -> String {
        switch field {
        case .phone:
            guard let phone = PhoneNumber.e164(text) else {
                throw wrong(
                    field, text, en: "write a number with its area code, such as 02-123-4567",
                    ko: "02-123-4567처럼 지역 번호까지 쓰세요")
            }
            return phone
        case .website:
            guard let website = WebAddress.first(in: text) else {
                throw wrong(
                    field, text, en: "write an address such as https://example.com",
                    ko: "https://example.com 같은 주소를 쓰세요")
            }
            return website
        case .sns:
            let pages = WebAddress.all(in: text)
            let list = pages.isEmpty ? [text] : pages
            var json = JSONWriter()
            json.value(.array(list.map(JSONValue.string)))
            return String(decoding: json.bytes, as: UTF8.self)
        default: return text
        }
    }

    private static func wrong(_ field: CorrectionField, _ text: String, en: String, ko: String) -> ValueError {
        let shown = DisplayText.truncated(DisplayText.singleLine(text), columns: 60)
        return ValueError(
            words: Words(en: "\(field.rawValue)=\(shown): \(en)", ko: "\(field.rawValue)=\(shown): \(ko)"))
    }
}
