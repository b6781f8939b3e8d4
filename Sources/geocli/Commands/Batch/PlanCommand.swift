internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText

/// `geocli plan`: the SQL of a batch job for another engine.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "plan",
        en:
            "Write a plan that finds the nearest places or the visible markers. A plan is a batch job for Spark, written in SQL.",
        ko: "가까운 장소를 찾거나 보이는 마커를 구하는 계획을 만듭니다. 계획은 Spark에서 실행할 일괄 작업을 적은 SQL입니다.",
        about: Words(en: "'geocli run' runs the plan.", ko: "계획은 'geocli run'으로 실행합니다."),
        examples: """
            $ geocli plan nearest --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
            $ geocli plan nearest --places shops.tsv --queries homes.csv --fields name
            $ geocli plan collide --places shops.tsv --zoom 12 -o collide.sql
            """,
        subcommands: [PlanNearestCommand.self, PlanCollideCommand.self])
}
