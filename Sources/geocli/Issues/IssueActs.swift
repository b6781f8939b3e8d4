internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

struct IssuesNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "new",
        en: "Report an issue about one place, for a problem that no rule finds. The command prints the issue's number.",
        ko: "규칙으로 찾을 수 없는 문제를 장소의 이슈로 등록하고 이슈 번호를 출력합니다.",
        examples: """
            $ geocli issues new 12 'Closed in June, says the owner'
            $ geocli issues new sample/1001 'Moved next door' --text 'Seen on 2026-09-20.'
            $ geocli issues new 12 '7월에 이전함' --label 확인필요 --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "The place: an id such as 12, or a reference such as seoul-bookstores/2283.",
            ko: "장소: 12 같은 번호나 seoul-bookstores/2283 같은 참조", value: .argument("REF")),
        completion: .places)
    var place: String

    @Argument(
        help: ArgumentHelp(
            "What is wrong, in one line in quotes.", ko: "무엇이 잘못되었는지 따옴표로 묶어 한 줄로", value: .argument("TITLE")))
    var title: String

    @Option(help: ArgumentHelp("More details.", ko: "덧붙일 내용", value: .text))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "A label for the issue. Repeat the option for several labels.", ko: "붙일 라벨. 여러 번 쓸 수 있습니다.", value: .label),
        completion: .issueLabels)
    var label: [String] = []

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let wanted = try PlaceReference(place)
        let title = try GivenWords.title(title)
        let text = try text.map { try GivenWords.text($0, named: "--text") }
        let labels = try GivenWords.labels(label, named: "--label")
        let author = try Environment.issueAuthor()
        let path = try IssueCatalog.path(common)
        let entry = try wanted.entry(in: try Catalog(path: path))
        let number = try CatalogWriter(path: path).reportIssue(
            about: entry.id, title, text: text, labels: labels, by: author)
        let (name, ref) = (DisplayText.singleLine(entry.place.name), DisplayText.singleLine(entry.ref))
        common.note(en: "issue \(number): opened for \(name) (\(ref))", ko: "이슈 \(number): \(name)(\(ref))에 등록했습니다")
        try OutputDestination.standard().write("\(number)\n")
    }
}

protocol IssueDecision {
    associatedtype Reason: IssueReason
    static var configuration: CommandConfiguration { get }
    static func act(_ reason: Reason.Text) -> IssueAct
}

protocol IssueReason: ParsableArguments {
    associatedtype Text
    func text() throws -> Text
}

struct NeededReason: IssueReason {
    @Option(help: ArgumentHelp("Why the data is right.", ko: "그대로 두는 이유", value: .reason))
    var because: String

    func text() throws -> String { try GivenWords.text(because, named: "--because") }
}

struct OptionalReason: IssueReason {
    @Option(help: ArgumentHelp("The reason.", ko: "이유", value: .reason))
    var because: String?

    func text() throws -> String? { try because.map { try GivenWords.text($0, named: "--because") } }
}

enum IssueAcceptance: IssueDecision {
    static func act(_ reason: String) -> IssueAct { .accept(because: reason) }

    typealias Reason = NeededReason

    static let configuration = CommandConfiguration(
        "accept",
        en: "Accept issues: the data is right as it is. The decision holds as long as the evidence stays the same.",
        ko: "데이터가 맞다고 보고 이슈를 그대로 둡니다. 이 결정은 근거가 그대로인 동안 유지됩니다.",
        examples: """
            $ geocli issues accept 1 --because 'The street is the border'
            $ geocli issues accept 1 2 --because 'Both shops answer this phone'
            $ geocli issues accept 1 --because '전화로 확인함' --lang ko
            """)
}

enum IssueReopening: IssueDecision {
    static func act(_ reason: String?) -> IssueAct { .reopen(because: reason) }

    typealias Reason = OptionalReason

    static let configuration = CommandConfiguration(
        "reopen", en: "Reopen issues that were accepted or closed.", ko: "그대로 두기로 한 이슈나 닫은 이슈를 다시 엽니다.",
        examples: """
            $ geocli issues reopen 1
            $ geocli issues reopen 1 2 --because 'The shop has moved after all'
            $ geocli issues reopen 1 --because '다시 확인 필요' --lang ko
            """)
}

enum IssueClosing: IssueDecision {
    static func act(_ reason: String?) -> IssueAct { .close(because: reason) }

    typealias Reason = OptionalReason

    static let configuration = CommandConfiguration(
        "close",
        en:
            "Close issues that people reported. An issue that a rule found can't be closed: accept it, correct the value, or wait until the feed fixes it.",
        ko: "사람이 등록한 이슈를 닫습니다. 규칙이 찾은 이슈는 닫을 수 없습니다. 그런 이슈는 그대로 두거나, 값을 정정하거나, 피드에서 문제를 고칠 때까지 기다리세요.",
        examples: """
            $ geocli issues close $(geocli issues new 12 'A test' -q)
            $ geocli issues close $(geocli issues new 12 'Moved' -q) --because 'The publisher has changed it'
            $ geocli issues list --label done --fields number --format tsv | tail -n +2 | xargs -r geocli issues close
            """)
}

struct IssuesDecisionCommand<Decision: IssueDecision>: ParsableCommand {
    static var configuration: CommandConfiguration { Decision.configuration }

    @Argument(
        help: ArgumentHelp(
            "The numbers of issues, such as 12 13.", ko: "이슈 번호. 예: 12 13", value: .argument("NUMBER")),
        completion: .issues)
    var number: [String] = []

    @OptionGroup var reason: Decision.Reason
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let reason = try reason.text()
        guard !number.isEmpty else { throw GivenWords.noNumber }
        try Decision.act(reason).run(on: try GivenWords.numbers(number), common)
    }
}

struct IssuesCommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "comment", en: "Write a comment on issues.", ko: "이슈에 의견을 남깁니다.",
        examples: """
            $ geocli issues comment 1 'Asked the publisher on Monday'
            $ geocli issues comment 1 2 'See https://example.org/ticket/7'
            $ geocli issues comment 1 '월요일에 문의함' --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "The numbers of issues, then the text in quotes: 12 'Asked the publisher'.",
            ko: "이슈 번호, 그다음 따옴표로 묶은 문구: 12 '문의함'", value: .argument("NUMBER… TEXT")),
        completion: .issues)
    var words: [String] = []

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        guard let last = words.last, words.count > 1 else {
            throw UsageError(
                en:
                    "write the number of an issue and the comment in quotes, such as: geocli issues comment 12 'Asked the publisher'",
                ko: "이슈 번호와 따옴표로 묶은 문구를 쓰세요. 예: geocli issues comment 12 '문의함'")
        }
        let numbers = try GivenWords.numbers(Array(words.dropLast()))
        try IssueAct.comment(try GivenWords.text(last, named: "TEXT")).run(on: numbers, common)
    }
}

struct IssuesLabelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "label", en: "Put labels on issues, or take them off with --remove.", ko: "이슈에 라벨을 붙이거나, --remove로 뗍니다.",
        examples: """
            $ geocli issues label 1 phone-call
            $ geocli issues label 1 2 phone-call urgent
            $ geocli issues label 1 phone-call --remove
            """)

    @Argument(
        help: ArgumentHelp(
            "The numbers of issues, then the labels: 12 13 urgent.", ko: "이슈 번호, 그다음 라벨: 12 13 긴급",
            value: .argument("NUMBER… LABEL")),
        completion: .issuesAndLabels)
    var words: [String] = []

    @Flag(help: ArgumentHelp("Take the labels off.", ko: "라벨을 뗍니다."))
    var remove = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let given = ValueArgument.list(words)
        let numbers = given.prefix { GivenWords.isNumber($0.hasPrefix("#") ? $0.dropFirst() : $0[...]) }
        let labels = given.dropFirst(numbers.count)
        guard !numbers.isEmpty, !labels.isEmpty else {
            throw UsageError(
                en:
                    "write the numbers of issues, then the labels (a label can't consist only of digits), such as: geocli issues label 12 urgent",
                ko: "이슈 번호를 쓰고 그다음에 라벨을 쓰세요. 숫자만으로 된 라벨은 쓸 수 없습니다. 예: geocli issues label 12 긴급")
        }
        let wanted = try GivenWords.labels(Array(labels))
        try (remove ? IssueAct.unlabel(wanted) : .label(wanted)).run(
            on: try GivenWords.numbers(Array(numbers)), common)
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

struct IssuesScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "scan", en: "Check all rows against all rules now, as the next ingest would.",
        ko: "다음 수집을 기다리지 않고 지금 모든 행을 모든 규칙으로 검사합니다.",
        examples: """
            $ geocli issues scan
            $ geocli issues scan -q
            $ geocli issues scan --lang ko
            """)

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try IssueCatalog.path(common)
        // If the catalog does not exist, this throws the usual error.
        _ = try Catalog(path: path)
        let counts = try CatalogWriter(path: path).scanIssues(at: try Environment.now())
        common.note(
            en:
                "issues: new \(counts.new), fixed \(counts.fixed), reopened \(counts.reopened), open \(counts.open)",
            ko: "이슈: 신규 \(counts.new), 해결 \(counts.fixed), 다시 열림 \(counts.reopened), 열림 \(counts.open)")
    }
}
