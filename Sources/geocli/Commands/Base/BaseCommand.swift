internal import ArgumentParser

/// `geocli base`: the base map under the points.
struct BaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "base", en: "Import, list or remove the base map: water, parks, roads, railways.",
        ko: "바탕 지도(물, 공원, 도로, 철도)를 가져오고, 목록을 보고, 지웁니다.",
        examples: """
            $ geocli base list
            $ geocli base import river.geojson --role water --license "CC BY 4.0"
            $ geocli base remove water
            """,
        subcommands: [BaseImportCommand.self, BaseListCommand.self, BaseRemoveCommand.self],
        defaultSubcommand: BaseListCommand.self)
}
