internal import ArgumentParser

/// `geocli districts`: the outlines of districts in the catalog.
struct DistrictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "districts", en: "Import, list, check or remove the outlines of districts.",
        ko: "자치구 경계를 가져오고, 목록을 보고, 검사하고, 지웁니다.",
        examples: """
            $ geocli districts list
            $ geocli districts import districts.geojson --license "CC BY 4.0"
            $ geocli districts check --format table
            """,
        subcommands: [
            DistrictsImportCommand.self, DistrictsListCommand.self, DistrictsCheckCommand.self,
            DistrictsRemoveCommand.self,
        ], defaultSubcommand: DistrictsListCommand.self)
}
