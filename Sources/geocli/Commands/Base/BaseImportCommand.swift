internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli base import FILE.geojson --role water`: replaces a layer of the base map in the catalog.
struct BaseImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "import", en: "Import a layer of the base map from GeoJSON. It replaces the layer with the same role.",
        ko: "GeoJSON에서 바탕 지도 레이어를 가져옵니다. 역할이 같은 기존 레이어를 대체합니다.",
        about: Words(
            en: """
                Lines and areas are simplified to within half a pixel at zoom 14; points are left out. Without --license, the file needs a top-level member "license".
                """,
            ko: """
                선과 면은 줌 14에서 0.5픽셀 넘게 어긋나지 않도록 단순화하고, 점은 가져오지 않습니다. --license를 쓰지 않으려면 파일 최상위에 "license" 항목이 있어야 합니다.
                """),
        examples: """
            $ geocli base import river.geojson --role water --license "CC BY 4.0"
            $ geocli base import parks.geojson --role park --license MIT --title "Seoul 2026"
            $ geocli base import - --role rail --license MIT < rail.geojson
            """)

    @Argument(
        help: ArgumentHelp(
            "A GeoJSON file, or - for standard input.", ko: "GeoJSON 파일. -는 표준 입력입니다.", value: .argument("FILE.geojson")
        ), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "What the file shows: land, park, water, road or rail.",
            ko: "파일의 내용: land(육지), park(공원), water(물), road(도로), rail(철도)", value: .role),
        completion: .words(BaseRole.allCases.map(\.rawValue)))
    var role: String

    @Option(
        help: ArgumentHelp(
            "Terms of use of the file (default: its member \"license\").", ko: "파일의 이용 조건 (기본값: 파일의 \"license\" 항목)",
            value: .text))
    var license: String?

    @Option(
        help: ArgumentHelp(
            "Name of the source (default: the title in the file, else the file name).",
            ko: "출처의 이름 (기본값: 파일에 적힌 제목, 없으면 파일 이름)", value: .text))
    var title: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let role = try ValueArgument.choice(role, option: "--role", of: BaseRole.self)
        let path = try Environment.catalogPath(common.db)
        // If the catalog does not exist, this throws the usual error.
        _ = try Catalog(path: path)
        let input = try InputFile.open(file, db: common.db)
        let ground = try BaseFile(input)
        let source = try ImportWords.source(
            ground, named: input.name, path: file, license: license, title: title)
        let layer = BaseLayer(role: role, source: source, features: ground.features)
        try CatalogWriter(path: path).replaceBase(with: layer)
        tell(layer, ground)
    }

    private func tell(_ layer: BaseLayer, _ ground: BaseFile) {
        let (features, points) = (layer.features.count, layer.pointCount)
        let name = layer.role.words
        Console.note(
            Words(
                en: "\(name.en): \(features) feature\(features == 1 ? "" : "s") with \(points) positions imported",
                ko: "\(name.ko): 피처 \(features)개, 좌표 \(points)개를 가져왔습니다"), isQuiet: common.quiet)
        if ground.pointCount > 0 {
            Console.note(
                Words(
                    en: "points left out: \(ground.pointCount); a base map has only lines and areas",
                    ko: "점 \(ground.pointCount)개는 뺐습니다. 바탕 지도에는 선과 면만 들어갑니다"), isQuiet: common.quiet)
        }
        if ground.tooSmallCount > 0 {
            Console.note(
                Words(
                    en: "lines and areas left out because they are smaller than a pixel: \(ground.tooSmallCount)",
                    ko: "한 픽셀보다 작은 선과 면 \(ground.tooSmallCount)개는 뺐습니다"), isQuiet: common.quiet)
        }
    }
}
