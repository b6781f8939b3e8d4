internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

struct LayersImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "import", en: "Import a layer from GeoJSON. It replaces the layer with the same role.",
        ko: "GeoJSON에서 레이어를 가져옵니다. 역할이 같은 기존 레이어를 대체합니다.",
        about: Words(
            en: """
                Lines and areas of the base map are simplified to within half a pixel at zoom 14; points are left out. Outlines of districts keep every position. Without --license, the file needs a top-level member "license".
                """,
            ko: """
                바탕 지도의 선과 면은 줌 14에서 0.5픽셀 넘게 어긋나지 않도록 단순화하고, 점은 가져오지 않습니다. 자치구 경계는 단순화하지 않습니다. --license를 쓰지 않으려면 파일 최상위에 "license" 항목이 있어야 합니다.
                """),
        examples: """
            $ geocli layers import river.geojson --role water --license "CC BY 4.0"
            $ geocli layers import districts.geojson --role districts --license MIT --name-key name
            $ geocli layers import - --role rail --license MIT --title "Seoul 2026" < rail.geojson
            """)

    @Argument(
        help: ArgumentHelp(
            "A GeoJSON file, or - for standard input.", ko: "GeoJSON 파일. -는 표준 입력입니다.", value: .argument("FILE.geojson")
        ), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "What the file shows: land, park, water, road, rail, or districts (their outlines).",
            ko: "파일의 내용: land(육지), park(공원), water(물), road(도로), rail(철도), districts(자치구 경계)", value: .role),
        completion: .words(LayerRole.allCases.map(\.rawValue)))
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

    @Option(
        help: ArgumentHelp(
            "With --role districts: the property that holds the name of each district (default: detected).",
            ko: "--role districts와 함께 씁니다. 자치구 이름이 들어 있는 속성 (기본값: 자동으로 찾음)",
            value: .key))
    var nameKey: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let role = try ValueArgument.choice(role, option: "--role", of: LayerRole.self)
        guard nameKey == nil || role == .districts else {
            throw UsageError(
                en: "--name-key only works with --role districts", ko: "--name-key는 --role districts와 함께 쓰세요")
        }
        let path = try Environment.catalogPath(common.db)
        // If the catalog does not exist, this throws the usual error.
        _ = try Catalog(path: path)
        let input = try InputFile.open(file, db: common.db)
        switch role {
        case .base(let role): try importBase(role, input, to: path)
        case .districts: try importDistricts(input, to: path)
        }
    }

    private func importBase(_ role: BaseRole, _ input: ByteSource, to path: String) throws {
        let ground = try BaseFile(input)
        let source = try source(
            of: input, license: ground.license, title: ground.title, sha256: ground.sha256)
        let layer = BaseLayer(role: role, source: source, features: ground.features)
        try CatalogWriter(path: path).replaceBase(with: layer)
        let (features, points, name) = (layer.features.count, layer.pointCount, role.words)
        note(
            en: "\(name.en): \(features) feature\(features == 1 ? "" : "s") with \(points) positions imported",
            ko: "\(name.ko): 피처 \(features)개, 좌표 \(points)개를 가져왔습니다")
        if ground.pointCount > 0 {
            note(
                en: "points left out: \(ground.pointCount); a base map has only lines and areas",
                ko: "점 \(ground.pointCount)개는 뺐습니다. 바탕 지도에는 선과 면만 들어갑니다")
        }
        if ground.tooSmallCount > 0 {
            note(
                en: "lines and areas left out because they are smaller than a pixel: \(ground.tooSmallCount)",
                ko: "한 픽셀보다 작은 선과 면 \(ground.tooSmallCount)개는 뺐습니다")
        }
    }

    private func importDistricts(_ input: ByteSource, to path: String) throws {
        let districts = try DistrictFile(input, nameKey: nameKey)
        let source = try source(
            of: input, license: districts.license, title: districts.title, sha256: districts.sha256)
        try CatalogWriter(path: path).replaceOutlines(with: districts.outlines, from: source)
        // The outlines are read again from the catalog, so that memory never holds two copies of large outlines.
        tell(scattered: districts.scattered)
        for (name, count) in districts.joined.prefix(5) {
            let shown = DisplayText.shown(name, columns: 40)
            note(en: "\(count) Features are one district, \(shown)", ko: "피처 \(count)개를 한 자치구(\(shown))로 합쳤습니다")
        }
        try tell(districts.outlines.map(\.name), by: districts.nameKey, try Catalog(path: path))
    }

    /// Returns the source of the file: what the user's options state, or else what the file itself states.
    ///
    /// - Throws: `UsageError` if neither the user nor the file states the terms of use.
    private func source(
        of input: ByteSource, license stated: String?, title named: String?, sha256: String
    ) throws -> OutlineSource {
        func text(_ option: String?) -> String? { option.map { $0.trimmingBlanks() }.flatMap { $0.isEmpty ? nil : $0 } }
        guard let license = text(license) ?? stated else {
            let shown = DisplayText.singleLine(input.name)
            throw UsageError(
                en: "\(shown) states no license; give the terms of use with --license TEXT",
                ko: "\(shown)에 이용 조건이 적혀 있지 않습니다. --license로 이용 조건을 쓰세요")
        }
        let name = file == "-" ? "standard input" : file.split(separator: "/").last.map(String.init) ?? file
        return OutlineSource(
            title: text(title) ?? named ?? name, license: license, sha256: sha256,
            importedOn: try Environment.now().date)
    }

    private func tell(scattered: [String]) {
        for name in scattered.prefix(5) {
            let shown = DisplayText.shown(name, columns: 40)
            Console.complain(
                en:
                    "warning: the features called \(shown) don't touch, and became one district; if they are several districts, use another property with --name-key",
                ko:
                    "주의: 이름이 \(shown)인 피처들이 서로 닿지 않지만 자치구 하나로 합쳤습니다. 서로 다른 자치구라면 --name-key로 다른 속성을 지정하세요")
        }
    }

    private func tell(_ names: [String], by key: String, _ catalog: Catalog) throws {
        let count = try catalog.misplacedCount()
        let outside = "outside \(count.misplaced == 1 ? "its" : "their") district"
        let are = count.misplaced == 1 ? "is" : "are"
        if common.quiet, count.misplaced > 0 {
            Console.complain(
                en:
                    "warning: \(count.misplaced) of \(count.located) places with a point \(are) \(outside); list them with 'geocli layers check'",
                ko:
                    "주의: 좌표가 있는 장소 \(count.located)곳 가운데 \(count.misplaced)곳이 피드에 적힌 자치구 밖에 있습니다. 'geocli layers check'로 확인하세요"
            )
        }
        note(
            en:
                "district outlines imported: \(names.count), with names from the property \(DisplayText.singleLine(key)); \(count.misplaced) of \(count.located) places with a point \(are) \(outside)",
            ko:
                "자치구 경계 \(names.count)개를 가져왔습니다(이름을 읽은 속성: \(DisplayText.singleLine(key))). 좌표가 있는 장소 \(count.located)곳 가운데 \(count.misplaced)곳이 피드에 적힌 자치구 밖에 있습니다"
        )
        let stated = try catalog.districts().map { DistrictName($0) }
        let unknown = names.map { DistrictName($0) }.count { name in !stated.contains { name.means($0) } }
        if unknown > 0 { note(en: "districts without a place: \(unknown)", ko: "장소가 하나도 없는 자치구: \(unknown)곳") }
    }

    private func note(en: String, ko: String) { common.note(en: en, ko: ko) }
}
