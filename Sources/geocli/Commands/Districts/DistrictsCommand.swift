internal import ArgumentParser

/// `geocli districts`: the outlines of districts in the catalog.
struct DistrictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "districts", abstract: "The outlines of districts: import, list, check, remove.",
        discussion: """
            Examples: geocli districts import districts.geojson --license "CC BY 4.0"
                      geocli districts check --format table
            """,
        subcommands: [
            DistrictsImportCommand.self, DistrictsListCommand.self, DistrictsCheckCommand.self,
            DistrictsRemoveCommand.self,
        ], defaultSubcommand: DistrictsListCommand.self)
}
