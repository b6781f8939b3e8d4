internal import ArgumentParser
internal import Catalog
internal import Text

/// `geocli districts remove`: the catalog without outlines.
struct DistrictsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove all outlines of districts from the catalog.",
        discussion: "Example: geocli districts remove")

    @OptionGroup var common: CommonOptions

    func run() throws {
        let path = try Environment.catalogPath(common.db)
        let count = try Catalog(path: path).districtOutlines().count
        guard count > 0 else { return NoOutlines.tell(common) }
        try CatalogWriter(path: path).removeOutlines()
        Console.note(
            Words(en: "outlines of districts removed: \(count)", ko: "자치구 경계 \(count)개를 지웠습니다"), isQuiet: common.quiet)
    }
}
