internal import ArgumentParser
internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

/// `geocli links reject ID|REF ID|REF`: states that two rows are different shops.
struct LinksRejectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "reject",
        en: "Mark two linked rows as different shops. The decision holds as long as the evidence stays the same.",
        ko: "연결된 두 행이 다른 가게라고 보고 연결을 거절합니다. 이 결정은 근거가 그대로인 동안 유지됩니다.",
        examples: """
            $ geocli links reject seoul-libraries/1935 seoul-culture/12
            $ geocli links reject seoul-libraries/1935 seoul-culture/12 --lang ko
            $ geocli links reject seoul-libraries/1935 seoul-culture/12 -q
            """)

    @OptionGroup var pair: LinkedPair
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws { try pair.decide(.rejected, common) }
}
