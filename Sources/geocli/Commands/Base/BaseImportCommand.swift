internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli base import FILE.geojson --role water`: replaces a layer of the ground in the catalog.
struct BaseImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Put lines and areas under the maps, in place of the layer with the same role.",
        discussion: """
            They are simplified to half a pixel at zoom 14. Points are left out.
            The file's own top-level "license" holds where --license is not given.
            Example: geocli base import river.geojson --role water --license "CC BY 4.0"
            """)

    @Argument(help: ArgumentHelp("A GeoJSON file, or -.", valueName: "FILE.geojson"), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("What the file shows: land, park, water, road or rail.", valueName: "role"),
        completion: .words(BaseRole.allCases.map(\.rawValue)))
    var role: String

    @Option(help: ArgumentHelp("The terms of use of the file.", valueName: "text"))
    var license: String?

    @Option(
        help: ArgumentHelp("What the source is called (default: its own title or its file name).", valueName: "text"))
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
                en: "\(name.en): \(features) feature\(features == 1 ? "" : "s") imported, \(points) positions",
                ko: "\(name.ko): 피처 \(features)개, 좌표 \(points)개를 가져왔습니다"), isQuiet: common.quiet)
        if ground.pointCount > 0 {
            Console.note(
                Words(
                    en: "points left out: \(ground.pointCount); a base map has only lines and areas",
                    ko: "점 \(ground.pointCount)개는 뺐습니다; 바탕 지도에는 선과 면만 들어갑니다"), isQuiet: common.quiet)
        }
        if ground.tooSmallCount > 0 {
            Console.note(
                Words(
                    en: "lines and areas smaller than a pixel left out: \(ground.tooSmallCount)",
                    ko: "한 픽셀보다 작은 선과 면 \(ground.tooSmallCount)개는 뺐습니다"), isQuiet: common.quiet)
        }
    }
}
