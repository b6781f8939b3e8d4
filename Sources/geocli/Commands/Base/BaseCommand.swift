internal import ArgumentParser

/// `geocli base`: the ground under maps.
struct BaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "base", abstract: "The ground under maps (water, parks, roads, railways): import, list, remove.",
        discussion: """
            Examples: geocli base import river.geojson --role water --license "CC BY 4.0"
                      geocli base list --format table
            """,
        subcommands: [BaseImportCommand.self, BaseListCommand.self, BaseRemoveCommand.self],
        defaultSubcommand: BaseListCommand.self)
}
