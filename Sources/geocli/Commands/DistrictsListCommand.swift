internal import ArgumentParser
internal import Catalog
internal import Export
internal import Query
internal import Text

/// `geocli districts list`: what outlines there are.
struct DistrictsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The districts that there are outlines of, with their bookstores, by name.",
        discussion: "Example: geocli districts list --format geojson -o districts.geojson")

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        let catalog = try common.catalog()
        let limit = try output.limitCount()
        let summaries = try catalog.districtSummaries()
        if summaries.isEmpty { NoOutlines.tell(common) }
        try Listing.write(.districts, output, common) { writer in
            for summary in summaries.prefix(limit ?? summaries.count) { try writer.write(summary) }
        }
    }
}

/// What is said where there are no outlines.
enum NoOutlines {
    static func tell(_ common: CommonOptions) {
        Console.note(
            Words(
                en: "the catalog has no outlines of districts; import some with 'geocli districts import FILE.geojson'",
                ko: "카탈로그에 자치구 경계가 없습니다; 'geocli districts import FILE.geojson'으로 가져오세요"), isQuiet: common.quiet)
    }
}
