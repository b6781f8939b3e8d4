internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

#if PostGIS
internal import GeocliPostGIS
#endif

struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "push",
        en: "Copy the catalog to a PostgreSQL server with PostGIS. The copy replaces the catalog on the server.",
        ko: "카탈로그를 PostGIS가 있는 PostgreSQL 서버로 복사합니다. 서버에 있던 카탈로그를 대체합니다.",
        about: Words(
            en: "The password comes from ~/.pgpass, pg_service.conf or $PGPASSWORD, never from the address.",
            ko: "비밀번호는 ~/.pgpass, pg_service.conf, $PGPASSWORD에서 읽습니다. 주소에는 쓸 수 없습니다."),
        examples: """
            $ geocli push postgres://geo@db.example/places
            $ geocli push postgres://geo@db.example/places --schema seoul
            $ geocli near 37.5563,126.9236 --db postgres://geo@db.example/places#seoul
            """)

    @Argument(
        help: ArgumentHelp(
            "The server: postgres://USER@HOST:PORT/DATABASE", ko: "서버 주소: postgres://USER@HOST:PORT/DATABASE",
            value: .argument("ADDRESS")))
    var address: String

    @Option(
        help: ArgumentHelp(
            "Schema for the catalog on the server (default: geocli).", ko: "서버에서 카탈로그를 둘 스키마 (기본값: geocli)",
            value: .name))
    var schema: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let address = try ServerAddress(address, schema: schema)
        #if PostGIS
        let catalog = try common.catalog()
        // The server keeps what the catalog has.
        catalog.hasGround = false
        let words = try catalog.placeWords()
        let report = try ServerPush(address, toolVersion: Program.version).push(catalog)
        let others = others(report)
        common.note(
            en:
                "pushed run \(report.run) to \(address.name): \(words.count(report.places).en) (listed: \(report.listed), with a point: \(report.withPoint))\(others.en)",
            ko:
                "실행 #\(report.run)\(.object) \(address.name)에 올렸습니다: \(words.count(report.places).ko)(목록에 있는 장소 \(report.listed)곳, 좌표가 있는 장소 \(report.withPoint)곳)\(others.ko)"
        )
        guard try !catalog.layerSummaries().isEmpty else { return }
        common.note(
            en: "district outlines and the base map are not copied to the server; draw maps from the catalog file",
            ko: "자치구 경계와 바탕 지도는 서버에 올리지 않습니다. 지도는 카탈로그 파일로 그리세요")
        #else
        _ = address
        throw ServerAddress.unsupported
        #endif
    }

    #if PostGIS
    /// Returns a semicolon and the counts of links and landmarks; an empty text if there are none.
    private func others(_ report: ServerPush.Report) -> Words {
        let (links, landmarks) = (report.links, report.landmarks)
        let en = [
            links > 0 ? "\(links) link\(links == 1 ? "" : "s") between feeds" : nil,
            landmarks > 0 ? "\(landmarks) landmark\(landmarks == 1 ? "" : "s")" : nil,
        ].compactMap(\.self)
        let ko = [
            links > 0 ? "피드 사이의 연결 \(links)건" : nil, landmarks > 0 ? "기준점 \(landmarks)곳" : nil,
        ].compactMap(\.self)
        guard !en.isEmpty else { return Words(en: "", ko: "") }
        return Words(en: "; \(en.joined(separator: " and "))", ko: ", \(ko.joined(separator: ", "))")
    }
    #endif
}
