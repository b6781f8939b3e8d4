internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// `geocli districts remove`: the catalog without outlines.
struct DistrictsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove all outlines of districts from the catalog.",
        discussion: "Example: geocli districts remove")

    @OptionGroup var common: CommonOptions

    func run() throws {
        let path = try Environment.catalogPath(common.db)
        // Where there is nothing to remove the file stays as it is, byte for byte.
        guard try Catalog(path: path).hasOutlinesToRemove() else { return NoOutlines.tell(common) }
        // Not what the outlines are, since damaged ones are what somebody wants to be rid of.
        let removed = try CatalogWriter(path: path).removeOutlines()
        guard !removed.isEmpty else { return NoOutlines.tell(common) }
        let count = removed.outlineCount
        Console.note(
            Words(en: "outlines of districts removed: \(count)", ko: "자치구 경계 \(count)개를 지웠습니다"), isQuiet: common.quiet)
    }
}
