internal import GeocliAsking
internal import GeocliIngest
internal import GeocliText
internal import Glibc

/// Checks what people write about issues: numbers, texts and labels.
enum GivenWords {
    private static let maximumTextBytes = IssueWriting.maximumTextBytes
    private static let maximumTitleLength = IssueWriting.maximumTitleLength
    private static let maximumLabelLength = IssueWriting.maximumLabelLength

    /// Reads the numbers of issues: `12`, `#12` or `12,13`.
    static func numbers(_ words: [String], named name: String = "NUMBER") throws -> [Int64] {
        try ValueArgument.list(words).map { word in
            let digits = word.hasPrefix("#") ? word.dropFirst() : word[...]
            guard isNumber(digits), digits.contains(where: { $0 != "0" }) else {
                throw ValueArgument.wrong(
                    name, word, en: "write the number of an issue, such as 12; 'geocli issues list' shows the numbers",
                    ko: "12 같은 이슈 번호를 쓰세요. 'geocli issues list'에서 확인하세요")
            }
            guard let number = Int64(digits) else {
                throw ValueArgument.wrong(
                    name, word, en: "no issue has such a high number; 'geocli issues list' shows the numbers",
                    ko: "이렇게 큰 번호의 이슈는 없습니다. 'geocli issues list'에서 확인하세요")
            }
            return number
        }
    }

    static var noNumber: UsageError {
        UsageError(
            en: "NUMBER is missing; write the number of an issue, such as 12; 'geocli issues list' shows the numbers",
            ko: "이슈 번호(NUMBER)가 없습니다. 12 같은 번호를 쓰세요. 'geocli issues list'에서 확인하세요")
    }

    /// Returns whether a word is the number of an issue, not a label or a text.
    static func isNumber(_ word: some StringProtocol) -> Bool {
        !word.isEmpty && word.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Reads a text that may have several lines: a reason or a comment.
    static func text(_ text: String, named name: String) throws -> String {
        let text = text.trimmingBlanks()
        guard !text.isEmpty else {
            throw UsageError(en: "\(name) is empty; write a sentence", ko: "\(name)의 내용이 없습니다. 문장을 쓰세요")
        }
        guard text.utf8.count <= maximumTextBytes else {
            throw UsageError(
                en: "\(name) is \(text.utf8.count) bytes long; write at most \(maximumTextBytes), and link to the rest",
                ko: "\(name)의 길이가 \(text.utf8.count)바이트입니다. \(maximumTextBytes)바이트까지 쓰고 나머지는 링크로 남기세요")
        }
        try requireText(text, named: name, allowsLines: true)
        return text
    }

    /// Reads a title, which is one line.
    static func title(_ text: String) throws -> String {
        let title = text.trimmingBlanks()
        guard !title.isEmpty else {
            throw UsageError(en: "TITLE is empty; write what is wrong", ko: "TITLE이 비어 있습니다. 무엇이 잘못되었는지 쓰세요")
        }
        guard title.count <= maximumTitleLength, title.utf8.count <= maximumTextBytes,
            !title.contains(where: \.isNewline)
        else {
            throw ValueArgument.wrong(
                "TITLE", title,
                en: "write one line of at most \(maximumTitleLength) characters, and write the rest in --text",
                ko: "\(maximumTitleLength)자까지 한 줄로 쓰고 나머지는 --text로 쓰세요")
        }
        try requireText(title, named: "TITLE", allowsLines: false)
        return title
    }

    static func controls(in name: String) -> UsageError {
        UsageError(
            en: "\(name) contains a control character; remove it", ko: "\(name)에 제어 문자가 있습니다. 제어 문자를 지우세요")
    }

    /// Reads labels, given as several words or as one word with commas. A label is short and visible, so that people
    /// can type it again.
    static func labels(_ words: [String], named name: String = "LABEL") throws -> [String] {
        var labels: [String] = []
        for word in ValueArgument.list(words).map(Folding.composed) {
            guard IssueWriting.isLabel(word) else {
                throw ValueArgument.wrong(
                    name, word,
                    en:
                        "write a label of at most \(maximumLabelLength) characters, without commas or invisible characters; a label can't consist only of digits",
                    ko: "라벨은 \(maximumLabelLength)자까지 쓰세요. 숫자만으로 된 라벨, 쉼표, 보이지 않는 문자는 쓸 수 없습니다")
            }
            if !labels.contains(word) { labels.append(word) }
        }
        return labels
    }

    /// Refuses control characters, and U+FFFD, which means that the shell's bytes were not UTF-8.
    private static func requireText(_ text: String, named name: String, allowsLines: Bool) throws {
        guard !IssueWriting.hasControls(text, allowsLines: allowsLines) else { throw controls(in: name) }
        guard !text.unicodeScalars.contains("\u{FFFD}") else { throw notUTF8(name) }
    }

    static func notUTF8(_ name: String) -> UsageError {
        UsageError(
            en: "\(name) is not UTF-8; set the terminal to UTF-8 and type it again",
            ko: "\(name)의 내용이 UTF-8이 아닙니다. 터미널을 UTF-8로 맞추고 다시 입력하세요")
    }
}

extension Environment {
    /// Returns the name under which edits are kept: `$GEOCLI_AUTHOR`, or the name of the user's account if that is not
    /// set.
    static func author() throws -> String {
        let named = (variable("GEOCLI_AUTHOR") ?? "").trimmingBlanks()
        guard !IssueWriting.hasControls(named, allowsLines: false) else {
            throw GivenWords.controls(in: "GEOCLI_AUTHOR")
        }
        if !named.isEmpty { return DisplayText.singleLine(named) }
        let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        return user.isEmpty ? "user \(getuid())" : user
    }
}
