internal import ArgumentParser

/// The root command.
struct GeocliCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Program.name,
        abstract: "Bookstores of Seoul from open data: what is near, what is in a box, what a map shows.",
        discussion: """
            A position is LAT,LON as map apps copy it: 37.5563,126.9236
            A box is W,S,E,N, longitude first:        126.97,37.55,127.00,37.58

            Begin with 'geocli ingest --sample', then 'geocli near 37.5663,126.9779'.
            """,
        version: Program.versionLine,
        groupedSubcommands: [
            CommandGroup(
                name: "Ask",
                subcommands: [
                    NearCommand.self, BoxCommand.self, InsideCommand.self, SearchCommand.self, ListCommand.self,
                    ShowCommand.self, OpenCommand.self, ClusterCommand.self,
                ]),
            CommandGroup(name: "Files", subcommands: [ExportCommand.self, MapCommand.self, PlotCommand.self]),
            CommandGroup(
                name: "Feed",
                subcommands: [
                    IngestCommand.self, FeedsCommand.self, StatusCommand.self, RunsCommand.self, ChangesCommand.self,
                    RejectsCommand.self, DistrictsCommand.self, BaseCommand.self, VerifyCommand.self,
                ]),
            CommandGroup(
                name: "Batch and servers", subcommands: [PlanCommand.self, RunCommand.self, PushCommand.self]),
            CommandGroup(
                name: "Setup",
                subcommands: [
                    ConfigCommand.self, SchemaCommand.self, CompletionsCommand<GeocliCommand>.self,
                    ManCommand<GeocliCommand>.self,
                ]),
        ])
}
