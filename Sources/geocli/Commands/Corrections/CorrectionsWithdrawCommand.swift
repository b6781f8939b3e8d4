internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections withdraw N…`: withdraws corrections.
struct CorrectionsWithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "withdraw", en: "Withdraw corrections. The feed's values are shown again immediately.",
        ko: "정정을 철회합니다. 피드의 값이 바로 다시 나옵니다.",
        examples: """
            $ geocli corrections withdraw 1
            $ geocli corrections withdraw 1 2 --because "The shop moved back"
            $ geocli corrections withdraw 1 -q
            """)

    @Argument(
        help: ArgumentHelp("The numbers of corrections.", ko: "정정 번호", value: .argument("N")))
    var numbers: [String]

    @Option(help: ArgumentHelp("Why the corrections are withdrawn.", ko: "철회하는 이유", value: .text))
    var because: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        var wanted: [Int64] = []
        for number in try numbers.map({ Int64(try ValueArgument.count($0, option: "N", minimum: 1)) })
        where !wanted.contains(number) { wanted.append(number) }
        let path = try Environment.catalogPath(common.db)
        // If the catalog does not exist, this throws the usual error.
        _ = try Catalog(path: path)
        let because = because.map { DisplayText.singleLine($0).trimmingBlanks() }.flatMap { $0.isEmpty ? nil : $0 }
        if let because { try CorrectionCheck.reason(because, named: "--because") }
        let author = try Environment.author()
        try CorrectionCheck.author(author, named: "GEOCLI_AUTHOR")
        let note = EditNote(author: author, time: try Environment.now(), text: because)
        try CatalogWriter(path: path).withdrawCorrections(wanted, by: note)
        let list = wanted.map(String.init).joined(separator: ", ")
        Console.note(
            Words(en: "withdrawn: \(wanted.count == 1 ? "correction" : "corrections") \(list)", ko: "철회한 정정: \(list)번"),
            isQuiet: common.quiet)
    }
}
