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
        // Says that there is none, in the words of every other command.
        _ = try Catalog(path: path)
        // Not what the outlines are, since damaged ones are what somebody wants to be rid of.
        let removed = try CatalogWriter(path: path).removeOutlines()
        guard !removed.isEmpty else { return NoOutlines.tell(common) }
        let count = removed.outlineCount
        Console.note(
            Words(en: "outlines of districts removed: \(count)", ko: "자치구 경계 \(count)개를 지웠습니다"), isQuiet: common.quiet)
    }
}
