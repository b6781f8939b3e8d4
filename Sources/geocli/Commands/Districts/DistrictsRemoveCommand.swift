internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// `geocli districts remove`: deletes the outlines from the catalog.
struct DistrictsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "remove", en: "Remove the outlines of all districts from the catalog.",
        ko: "카탈로그에서 자치구 경계를 모두 지웁니다.",
        examples: """
            $ geocli districts remove
            $ geocli districts remove -q
            $ geocli districts remove --db catalog.sqlite
            """)

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try Environment.catalogPath(common.db)
        // If there is nothing to remove, the file stays unchanged.
        guard try Catalog(path: path).hasOutlinesToRemove() else { return NoOutlines.tell(common) }
        // The outlines are not decoded: a user may want to remove damaged ones.
        let removed = try CatalogWriter(path: path).removeOutlines()
        guard !removed.isEmpty else { return NoOutlines.tell(common) }
        let count = removed.outlineCount
        Console.note(
            Words(en: "district outlines removed: \(count)", ko: "자치구 경계 \(count)개를 지웠습니다"), isQuiet: common.quiet)
    }
}
