internal import ArgumentParser

/// `geocli plan`: the SQL of a batch job for another engine.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Write the SQL of a batch job for Spark: nearest or collide.",
        discussion: """
            Examples: geocli plan nearest --engine spark --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
                      geocli plan collide --engine spark --places shops.tsv --zoom 12 -o collide.sql
                      geocli run nearest.sql -o answer.csv
            """,
        subcommands: [PlanNearestCommand.self, PlanCollideCommand.self])
}
