internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// A verdict of a person about two rows.
protocol LinkVerdict {
    static var configuration: CommandConfiguration { get }
    static var verdict: LinkDecision.Verdict { get }
}

/// `geocli links accept ID|REF ID|REF`: states that two rows are the same shop.
enum LinkAcceptance: LinkVerdict {
    static let verdict = LinkDecision.Verdict.accepted
    static let configuration = CommandConfiguration(
        "accept",
        en:
            "Mark two rows of different feeds as the same shop. The decision holds as long as the evidence stays the same.",
        ko: "서로 다른 피드의 두 행이 같은 가게라고 확인합니다. 이 결정은 근거가 그대로인 동안 유지됩니다.",
        examples: """
            $ geocli links accept seoul-libraries/1935 seoul-culture/12
            $ geocli links accept seoul-libraries/1935 seoul-culture/12 --lang ko
            $ geocli links accept seoul-libraries/1935 seoul-culture/12 -q
            """)
}

/// `geocli links reject ID|REF ID|REF`: states that two rows are different shops.
enum LinkRejection: LinkVerdict {
    static let verdict = LinkDecision.Verdict.rejected
    static let configuration = CommandConfiguration(
        "reject",
        en: "Mark two linked rows as different shops. The decision holds as long as the evidence stays the same.",
        ko: "연결된 두 행이 다른 가게라고 보고 연결을 거절합니다. 이 결정은 근거가 그대로인 동안 유지됩니다.",
        examples: """
            $ geocli links reject seoul-libraries/1935 seoul-culture/12
            $ geocli links reject seoul-libraries/1935 seoul-culture/12 --lang ko
            $ geocli links reject seoul-libraries/1935 seoul-culture/12 -q
            """)
}

/// The command for a verdict.
struct LinksDecisionCommand<Side: LinkVerdict>: ParsableCommand {
    static var configuration: CommandConfiguration { Side.configuration }

    @Argument(
        help: ArgumentHelp(
            "One row: an id such as 12, or a reference such as seoul-bookstores/2283.",
            ko: "한 행: 12 같은 번호나 seoul-bookstores/2283 같은 참조", value: .argument("ID|REF")),
        completion: .places)
    var one: String

    @Argument(
        help: ArgumentHelp(
            "The other row, from a different feed.", ko: "다른 피드의 행", value: .argument("ID|REF")),
        completion: .places)
    var other: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    /// Stores the user's decision about the two rows, and tells the user which evidence the decision depends on.
    func run() throws {
        let verdict = Side.verdict
        let arguments = try [one, other].map { try PlaceReference($0) }
        guard case .file(let path) = try Environment.catalogPlace(common.db) else {
            throw UsageError(
                en:
                    "links are accepted and rejected in the catalog's file, and 'geocli push' carries them to the server; give --db the path of the catalog file",
                ko: "연결의 확인과 거절은 카탈로그 파일에서 하고 'geocli push'로 서버에 올립니다. --db로 카탈로그 파일을 지정하세요")
        }
        let today = try Environment.now().date
        let entries = try arguments.map { try $0.entry(in: try Catalog(path: path)) }
        let evidence = try CatalogWriter(path: path).decide(entries[0].id, entries[1].id, verdict, on: today)
        let refs = entries.map { DisplayText.singleLine($0.ref) }
        guard let evidence else {
            return Console.note(
                Words(
                    en:
                        "\(refs[0]) and \(refs[1]): no rule links these two rows any longer, so the earlier decision was removed",
                    ko: "\(refs[0]), \(refs[1]): 이제 두 행을 같은 가게로 보는 규칙이 없어서 이전 결정을 삭제했습니다"),
                isQuiet: common.quiet)
        }
        let words = DisplayText.singleLine(evidence.json)
        let isAccepted = verdict == .accepted
        Console.note(
            Words(
                en:
                    "\(refs[0]) and \(refs[1]): \(isAccepted ? "the same shop" : "different shops"), as long as the evidence is \(words)",
                ko:
                    "\(refs[0]), \(refs[1]): \(isAccepted ? "같은 가게로" : "다른 가게로") 봅니다. 이 결정은 근거가 그대로인 동안 유지됩니다(근거: \(words))"
            ),
            isQuiet: common.quiet)
    }
}
