internal import ArgumentParser
internal import GeocliText

/// `geocli links`: rows of different feeds that are the same shop.
struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "links", en: "List, accept or reject links: rows of different feeds that are the same shop.",
        ko: "서로 다른 피드에 있는 같은 가게의 연결을 보고, 맞다고 확인하거나 거절합니다.",
        about: Words(
            en: """
                An ingest links two rows of different feeds if their names agree and one more value agrees: the phone number, the road address (road name and building number) or the point. It never links by a phone number or a distance alone. A link lasts as long as its evidence stays the same. No row is merged or changed; '--unique' lists each shop once.
                """,
            ko: """
                수집할 때 서로 다른 피드의 두 행을 비교합니다. 이름이 일치하고, 그 밖에 전화번호, 도로명과 건물번호, 위치 가운데 하나가 더 일치하면 두 행을 연결합니다. 전화번호나 거리만으로는 연결하지 않습니다. 연결은 근거가 그대로인 동안 유지됩니다. 연결해도 행을 합치거나 바꾸지 않습니다. '--unique'를 쓰면 가게마다 한 행만 나옵니다.
                """),
        examples: """
            $ geocli links list
            $ geocli links show 12
            $ geocli links list --state rejected
            """,
        subcommands: [
            ListingCommand<LinksListSource>.self, ListingCommand<LinksShowSource>.self,
            LinksDecisionCommand<LinkAcceptance>.self,
            LinksDecisionCommand<LinkRejection>.self,
        ], defaultSubcommand: ListingCommand<LinksListSource>.self)
}
