internal import ArgumentParser
internal import GeocliText

/// `geocli corrections`: right values that replace wrong values of a feed.
struct CorrectionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "corrections", en: "Correct wrong values of a feed. Corrections stay in effect across ingests.",
        ko: "피드의 잘못된 값을 정정하고, 다시 수집해도 정정을 유지합니다.",
        about: Words(
            en: """
                A correction also stores the feed's value. As long as the feed still has that value, every answer shows the corrected value. When the feed itself has the corrected value, the correction is retired. If the feed has a third value, that value is shown, and the correction is in conflict until a person decides.
                """,
            ko: """
                정정에는 피드의 값도 함께 저장됩니다. 피드의 값이 그대로인 동안 모든 결과에 정정한 값이 나옵니다. 피드의 값이 정정한 값과 같아지면 정정의 상태는 반영됨(retired)이 됩니다. 피드의 값이 또 다른 값으로 바뀌면 그 값을 보여 주고, 사람이 결정할 때까지 정정을 충돌(conflict) 상태로 둡니다.
                """),
        examples: """
            $ geocli corrections add sample/1001 phone=02-2633-0001 --because "Called them" --source https://example.com
            $ geocli corrections list
            $ geocli corrections withdraw 1
            """,
        subcommands: [
            CorrectionsAddCommand.self, ListingCommand<CorrectionsListSource>.self,
            ListingCommand<CorrectionsShowSource>.self,
            CorrectionsWithdrawCommand.self, ListingCommand<CorrectionsCheckSource>.self, CorrectionsExportCommand.self,
            ListingCommand<CorrectionsImportSource>.self,
        ], defaultSubcommand: ListingCommand<CorrectionsListSource>.self)
}
