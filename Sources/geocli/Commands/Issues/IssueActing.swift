internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// The issues about which a person decides.
struct IssueNumbers: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The numbers of issues, such as 12 13.", ko: "이슈 번호. 예: 12 13", value: .argument("NUMBER")),
        completion: .issues)
    var number: [String] = []

    /// Returns the numbers, at least one.
    ///
    /// - Throws: `UsageError`.
    func all() throws -> [Int64] {
        guard !number.isEmpty else { throw Self.missing }
        return try GivenWords.numbers(number)
    }

    static var missing: UsageError {
        UsageError(
            en: "NUMBER is missing; write the number of an issue, such as 12; 'geocli issues list' shows the numbers",
            ko: "이슈 번호(NUMBER)가 없습니다. 12 같은 번호를 쓰세요. 'geocli issues list'에서 확인하세요")
    }
}

extension IssueAct {
    /// Performs the act on all of the issues and tells the user what it did. If an error occurs, none of the issues is
    /// changed.
    func run(on numbers: [Int64], _ common: CommonOptions) throws {
        let author = try Environment.issueAuthor()
        let changed = try IssueCatalog.acting(on: numbers, common).perform(self, on: numbers, by: author)
        let unchanged = numbers.filter { !changed.contains($0) }
        if !changed.isEmpty { Console.note(Self.issues(changed, done), isQuiet: common.quiet) }
        if !unchanged.isEmpty { Console.note(Self.issues(unchanged, already), isQuiet: common.quiet) }
    }

    private static func issues(_ numbers: [Int64], _ words: Words) -> Words {
        var seen: Set<Int64> = []
        let list = numbers.filter { seen.insert($0).inserted }.map(String.init).joined(separator: ", ")
        return Words(
            en: "\(seen.count == 1 ? "issue" : "issues") \(list): \(words.en)", ko: "이슈 \(list): \(words.ko)")
    }

    private var done: Words {
        switch self {
        case .accept:
            Words(
                en: "accepted as long as the evidence stays the same",
                ko: "그대로 둡니다. 이 결정은 근거가 그대로인 동안 유지됩니다")
        case .reopen: Words(en: "reopened", ko: "다시 열었습니다")
        case .close: Words(en: "closed", ko: "닫았습니다")
        case .comment: Words(en: "comment added", ko: "의견을 남겼습니다")
        case .label(let labels): Words(en: "labeled \(Self.list(labels))", ko: "라벨을 붙였습니다(\(Self.list(labels)))")
        case .unlabel(let labels):
            Words(en: "label removed (\(Self.list(labels)))", ko: "라벨을 뗐습니다(\(Self.list(labels)))")
        }
    }

    private var already: Words {
        switch self {
        case .accept:
            Words(
                en: "already accepted, nothing changed; you can add to the reason with 'geocli issues comment'",
                ko: "이미 그대로 두기로 했으므로 바꾸지 않았습니다. 'geocli issues comment'로 이유를 덧붙일 수 있습니다")
        case .reopen: Words(en: "already open, nothing changed", ko: "이미 열려 있어 바꾸지 않았습니다")
        case .close: Words(en: "already closed, nothing changed", ko: "이미 닫혀 있어 바꾸지 않았습니다")
        case .comment: Words(en: "nothing changed", ko: "바꾸지 않았습니다")
        case .label: Words(en: "already has the label, nothing changed", ko: "이미 붙은 라벨이라 바꾸지 않았습니다")
        case .unlabel: Words(en: "doesn't have the label, nothing changed", ko: "붙어 있지 않은 라벨이라 바꾸지 않았습니다")
        }
    }

    private static func list(_ labels: [String]) -> String {
        labels.map(DisplayText.singleLine).joined(separator: ", ")
    }
}
