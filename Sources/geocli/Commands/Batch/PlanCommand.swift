internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText

/// `geocli plan`: the SQL of a batch job for another engine.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "plan", en: "Write a plan, a batch job for Spark in SQL, that finds the nearest places or the visible markers.",
        ko: "Spark에서 실행할 일괄 처리 계획을 SQL로 만듭니다: 가까운 장소 찾기, 보이는 마커 구하기.",
        about: Words(en: "'geocli run' runs the plan.", ko: "계획은 'geocli run'으로 실행합니다."),
        examples: """
            $ geocli plan nearest --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
            $ geocli plan nearest --places shops.tsv --queries homes.csv --fields name
            $ geocli plan collide --places shops.tsv --zoom 12 -o collide.sql
            """,
        subcommands: [PlanNearestCommand.self, PlanCollideCommand.self])
}
