internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText

/// `geocli batch`: jobs for data that is too large for one machine. A plan is the SQL of a job for another engine.
struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "batch",
        en:
            "Find nearest places or visible markers on Spark: write a plan (a batch job in SQL), then run it.",
        ko: "가까운 장소를 찾거나 보이는 마커를 구하는 일을 Spark로 처리합니다. 계획(일괄 작업을 적은 SQL)을 만든 뒤 실행합니다.",
        examples: """
            $ geocli batch nearest --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
            $ geocli batch collide --places shops.tsv --zoom 12 -o collide.sql
            $ geocli batch run nearest.sql -o answer.csv
            """,
        subcommands: [BatchNearestCommand.self, BatchCollideCommand.self, BatchRunCommand.self])
}
