package import GeocliGeo
package import GeocliPlaces
package import GeocliText

/// Checks the value of a correction in the same way as a feed's own value.
package enum CorrectionCheck {
    /// Returns the checked value of a text that a person wrote, empty for none. In Korea, a phone number needs no
    /// country code.
    package static func value(
        _ field: CorrectionField, _ text: String, inKorea: Bool
    ) throws(PlainError) -> CorrectedValue {
        let text = text.trimmingBlanks()
        guard !text.isEmpty else {
            guard field != .closed else {
                throw PlainError(
                    .usage,
                    en: "closed=: write today or the closing date; 'geocli corrections withdraw' undoes a closing",
                    ko: "closed=: today나 폐점한 날짜를 쓰세요. 폐점을 취소하려면 'geocli corrections withdraw'를 쓰세요")
            }
            guard !field.isRequired else {
                throw PlainError(
                    .usage, en: "\(field.rawValue)=: every place has a \(field.rawValue); write the right one",
                    ko: "\(field.rawValue)=: 비워 둘 수 없는 값입니다. 올바른 값을 쓰세요")
            }
            return CorrectedValue(unchecked: field, nil)
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }), text.utf8.count <= 4096
        else {
            throw PlainError(
                .usage, en: "\(field.rawValue): the value must be one line of at most 4096 bytes",
                ko: "\(field.rawValue): 값은 4096바이트 이하의 한 줄이어야 합니다")
        }
        try requireVisible(field, text)
        return CorrectedValue(unchecked: field, try checked(field, text, inKorea: inKorea))
    }

    /// Throws an error for a text of invisible characters only, because no reader could see such a name.
    private static func requireVisible(_ field: CorrectionField, _ text: String) throws(PlainError) {
        guard text.unicodeScalars.allSatisfy(isBlank) else { return }
        throw PlainError(
            .usage, en: "\(field.rawValue): the value has only invisible characters",
            ko: "\(field.rawValue): 보이지 않는 문자만 있습니다")
    }

    /// Returns the checked value of a corrected point; throws a `PlainError` for one outside the area of its feed, if
    /// that is known.
    package static func value(of point: Coordinate, in feed: Feed?) throws(PlainError) -> CorrectedValue {
        let value = CorrectedValue(unchecked: .point, PointText.text(point))
        try check(value, in: feed)
        return value
    }

    /// Checks a value against the area and the kinds of the place's feed; without a feed, every value is accepted.
    package static func check(_ value: CorrectedValue, in feed: Feed?) throws(PlainError) {
        guard let feed, let text = value.text else { return }
        if value.field == .point, let point = PointText.point(text), !feed.area.contains(point) {
            throw PlainError(
                .usage, en: "point=\(PointText.text(point)) is outside the feed's area",
                ko: "point=\(PointText.text(point)): 피드의 범위를 벗어난 좌표입니다")
        }
        if value.field == .kind, let kinds = kinds(of: feed), !kinds.contains(where: { $0.rawValue == text }) {
            let list = kinds.map(\.rawValue).joined(separator: ", ")
            throw wrong(
                .kind, text, en: "the feed \(feed.id) has no such kind; choose one of \(list)",
                ko: "\(feed.id) 피드에 없는 종류입니다. \(list) 가운데 하나를 쓰세요")
        }
    }

    /// Returns the kinds that places of a feed can have, in the order in which listings show them; nil if its rows can
    /// have any kind.
    package static func kinds(of feed: Feed) -> [Kind]? {
        guard !feed.takesKindWords, feed.columns == nil else { return nil }
        // A code that the declaration does not explain becomes `other`.
        let declared = feed.onlyKind.map { [$0] } ?? Array(feed.kinds.values) + [.other]
        return Kind.inOrder(declared + feed.kindTitles.map(\.kind))
    }

    /// Whether a character is invisible when it is alone.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        DisplayText.isInvisible(scalar) || scalar.properties.isDefaultIgnorableCodePoint
            || scalar.properties.isWhitespace
    }

    // MARK: What people write

    /// Checks the reason for an edit: one line of at most 4096 bytes.
    package static func reason(_ text: String, named name: String) throws(PlainError) {
        try requireLine(text, named: name, maximum: 4096)
    }

    /// Checks the name of a person: one line of at most 200 bytes.
    package static func author(_ text: String, named name: String) throws(PlainError) {
        try requireLine(text, named: name, maximum: 200)
    }

    package static func source(_ text: String, named name: String) throws(PlainError) {
        try requireLine(text, named: name, maximum: 4096)
        guard isWebAddress(text) else {
            throw PlainError(
                .usage, en: "\(name): write the address of a page, such as https://example.com/hours",
                ko: "\(name): https://example.com/hours 같은 웹 페이지 주소를 쓰세요")
        }
    }

    private static func requireLine(_ text: String, named name: String, maximum: Int) throws(PlainError) {
        guard !text.isEmpty, text == text.trimmingBlanks(), text.utf8.count <= maximum,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
            !text.unicodeScalars.allSatisfy(isBlank)
        else {
            throw PlainError(
                .usage, en: "\(name): write one line of at most \(maximum) bytes",
                ko: "\(name): \(maximum)바이트 이하의 한 줄로 쓰세요")
        }
    }

    /// Checks a value from a file, in the form in which a catalog stores it; throws a `PlainError` for one that no
    /// catalog can have.
    static func stored(_ field: CorrectionField, _ text: String?) throws(PlainError) -> CorrectedValue {
        guard let text else { return try value(field, "", inKorea: false) }
        let isRight =
            switch field {
            case .name, .district, .address: !text.isEmpty && text == text.trimmingBlanks()
            case .kind: Kind(rawValue: text) != nil
            case .phone: PhoneNumber.e164(text, inKorea: false) == text
            case .website: WebAddress.first(in: text) == text
            case .sns: isList(text)
            case .point: PointText.point(text) != nil
            case .closed: SeoulTime.isDate(text)
            }
        guard isRight, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
            text.utf8.count <= 4096
        else {
            throw wrong(field, text, en: "a catalog can't have this value", ko: "카탈로그에 저장할 수 없는 값입니다")
        }
        try requireVisible(field, text)
        return CorrectedValue(unchecked: field, text)
    }

    private static func isList(_ text: String) -> Bool {
        guard case .array(let list)? = try? JSONValue(parsing: Array(text.utf8), name: "sns") else { return false }
        return !list.isEmpty && list.allSatisfy { $0.stringValue?.isEmpty == false }
    }

    package static func isWebAddress(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && WebAddress.first(in: text) == text
    }

    private static func checked(
        _ field: CorrectionField, _ text: String, inKorea: Bool
    ) throws(PlainError) -> String {
        switch field {
        case .phone:
            guard let phone = PhoneNumber.e164(text, inKorea: inKorea) else {
                throw inKorea
                    ? wrong(
                        field, text, en: "write a number with its area code, such as 02-123-4567",
                        ko: "02-123-4567처럼 지역 번호까지 쓰세요")
                    : wrong(
                        field, text,
                        en:
                            "the place is not known to be in Korea; write a number with its country code, such as +81 3-1234-5678",
                        ko: "한국에 있는 장소인지 알 수 없습니다. +81 3-1234-5678처럼 국가 번호까지 쓰세요")
            }
            return phone
        case .website:
            // A feed's text may have words around the address; a person means the whole text.
            guard let website = WebAddress.first(in: text), WebAddress.all(in: text).count == 1,
                !text.contains(where: \.isWhitespace)
            else {
                throw wrong(
                    field, text, en: "write an address such as https://example.com",
                    ko: "https://example.com 같은 주소를 쓰세요")
            }
            return website
        case .sns:
            let pages = WebAddress.all(in: text)
            let list = pages.isEmpty ? [text] : pages
            return JSONValue.array(list.map(JSONValue.string)).text
        default: return text
        }
    }

    private static func wrong(_ field: CorrectionField, _ text: String, en: String, ko: String) -> PlainError {
        let shown = DisplayText.shown(text, columns: 60)
        return PlainError(.usage, en: "\(field.rawValue)=\(shown): \(en)", ko: "\(field.rawValue)=\(shown): \(ko)")
    }
}

package enum IssueWriting {
    /// The maximum length of a text, in bytes of UTF-8.
    package static let maximumTextBytes = 20_000
    /// The maximum length of a title, in characters.
    package static let maximumTitleLength = 200
    /// The maximum length of a label, in characters.
    package static let maximumLabelLength = 50

    /// Whether a text can be a label: short and visible, and neither a number nor an option.
    package static func isLabel(_ text: String) -> Bool {
        1...maximumLabelLength ~= text.count && text.utf8.count <= 4 * maximumLabelLength
            && !text.utf8.allSatisfy { 0x30...0x39 ~= $0 } && !text.hasPrefix("-") && !text.contains(",")
            && !text.unicodeScalars.contains(where: DisplayText.isInvisible)
    }

    /// Whether a text has control characters, which no program may write to a terminal or into another person's file;
    /// `allowsLines` allows line ends and TABs.
    package static func hasControls(_ text: String, allowsLines: Bool) -> Bool {
        text.contains { character in
            if allowsLines, ["\n", "\r\n", "\t"].contains(character) { return false }
            return character.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }
}
