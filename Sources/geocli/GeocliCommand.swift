internal import ArgumentParser

/// The root command.
struct GeocliCommand: ParsableCommand {
    /// The version, the same as in CHANGELOG.md.
    static let version = "0.1.0"

    /// The program's name. At start the parser searches a command for the words that only a root accepts, unless the
    /// command gives this name as its parent.
    static let name = "geocli"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Bookstores of Seoul from open data: what is near, what is in a box, what a map shows.",
        discussion: """
            A position is LAT,LON as map apps copy it: 37.5563,126.9236
            A box is W,S,E,N, longitude first:        126.97,37.55,127.00,37.58

            Begin with 'geocli ingest --sample', then 'geocli near 37.5663,126.9779'.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Ask",
                subcommands: [
                    NearCommand.self, BoxCommand.self, InsideCommand.self, SearchCommand.self, ListCommand.self,
                    ShowCommand.self, ClusterCommand.self,
                ]),
            CommandGroup(name: "Files", subcommands: [ExportCommand.self, MapCommand.self, PlotCommand.self]),
            CommandGroup(
                name: "Feed",
                subcommands: [
                    IngestCommand.self, StatusCommand.self, RunsCommand.self, ChangesCommand.self, RejectsCommand.self,
                    DistrictsCommand.self, VerifyCommand.self,
                ]),
            CommandGroup(
                name: "Batch and servers", subcommands: [PlanCommand.self, RunCommand.self, PushCommand.self]),
            CommandGroup(name: "Setup", subcommands: [ConfigCommand.self, CompletionsCommand.self, ManCommand.self]),
        ])
}
