internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

#if PostGIS
internal import GeocliPostGIS
#endif

/// `geocli push postgres://HOST/DATABASE`: copies the catalog to a server and replaces the catalog there.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Put the catalog on a PostgreSQL server with PostGIS, in place of the one there.",
        discussion: """
            Passwords come from ~/.pgpass, pg_service.conf or PGPASSWORD, never from the address.
            Examples: geocli push postgres://geo@db.example/places
                      geocli near 37.5563,126.9236 --db postgres://geo@db.example/places
            """)

    @Argument(help: ArgumentHelp("The server: postgres://USER@HOST:PORT/DATABASE", valueName: "ADDRESS"))
    var address: String

    @Option(help: ArgumentHelp("The schema of the catalog there (default: geocli).", valueName: "name"))
    var schema: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let address = try ServerAddress(address, schema: schema)
        #if PostGIS
        let catalog = try common.catalog()
        let report = try ServerPush(address, toolVersion: Program.version).push(catalog)
        Console.note(
            Words(
                en:
                    "pushed run \(report.run) to \(address.name): \(report.bookstores) bookstores, \(report.listed) of them listed, \(report.withPoint) with a point",
                ko:
                    "\(report.run)번 실행을 \(address.name)에 올렸습니다: 서점 \(report.bookstores)곳, 그 가운데 목록에 있는 곳 \(report.listed)곳, 좌표가 있는 곳 \(report.withPoint)곳"
            ), isQuiet: common.quiet)
        guard try catalog.outlineSource() != nil || !catalog.baseSummaries().isEmpty else { return }
        Console.note(
            Words(
                en: "outlines of districts and the ground stay in the file, from which maps are drawn",
                ko: "자치구 경계와 바탕 지도는 올리지 않습니다; 지도는 카탈로그 파일로 그리세요"), isQuiet: common.quiet)
        #else
        _ = address
        throw NoServersError()
        #endif
    }
}
