internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliProjection
internal import GeocliText

enum FileRows: ListedRows {
    static let formats = ListingFormat.mapFiles
    static let endings = [".geojson", ".geojsonl", ".csv", ".tsv", ".gpkg", ".kml"]
    static let someKeys = "id,name,phone"
    static let usualFormat = Words(en: "geojson", ko: "geojson")
}

struct MapFileOptions: ParsableArguments {
    /// The content of a layer, and its name in the file.
    enum Layer: String, CaseIterable {
        case places, clusters, changes, districts
    }

    @Option(
        help: ArgumentHelp(
            "places (default), clusters, changes or districts (gpkg only). gpkg and kml can hold several, such as places,changes.",
            ko:
                "places(장소, 기본값), clusters(묶음), changes(변경 내역), districts(자치구, gpkg만). gpkg와 kml에는 여러 개를 담을 수 있습니다: places,changes",
            value: .layer),
        completion: .list(of: Layer.allCases.map(\.rawValue)))
    var layer: [String] = []

    @Option(
        help: ArgumentHelp(
            "Layer \"changes\": only changes after this run, or from this day on. \"last\" means only the changes of the last good run (default: all).",
            ko: "changes 레이어의 범위: 이 실행 이후 또는 이 날짜부터. last를 쓰면 마지막으로 성공한 실행의 변경만 담습니다. (기본값: 모두)", value: .runOrDay))
    var since: String?

    @Option(
        help: ArgumentHelp(
            "Coordinate system of csv, tsv or gpkg, such as EPSG:5186 (default: EPSG:4326, longitude and latitude).",
            ko: "csv, tsv, gpkg의 좌표계. 예: EPSG:5186 (기본값: 경위도 EPSG:4326)", value: .code),
        completion: .words(["EPSG:5174", "EPSG:5178", "EPSG:5179", "EPSG:5181", "EPSG:5186", "EPSG:4326"]))
    var crs: String?

    @Flag(ShopRows.parameter)
    var unique = false

    @Flag(
        help: ArgumentHelp(
            "geojsonseq: start each Feature with a record separator (RFC 8142).",
            ko: "geojsonseq: 피처마다 앞에 레코드 구분자(RFC 8142)를 넣습니다."))
    var rs = false

    /// Returns the layers in the given order, without duplicates; the layer of places if none is given.
    func layers(_ format: ListingFormat) throws -> [Layer] {
        var layers: [Layer] = []
        for layer in try ValueArgument.choices(layer, option: "--layer", of: Layer.self)
        where !layers.contains(layer) {
            layers.append(layer)
        }
        guard layers.count < 2 || format.holdsLayers else {
            throw ValueArgument.wrong(
                "--layer", layers.map(\.rawValue).joined(separator: ","),
                en: "\(format.rawValue) can contain only one layer; choose one, or use gpkg or kml",
                ko: "\(format.rawValue)에는 레이어 하나만 담을 수 있습니다. 하나만 고르거나 gpkg, kml을 쓰세요")
        }
        guard format == .gpkg || !layers.contains(.districts) else {
            throw ValueArgument.wrong(
                "--layer", Layer.districts.rawValue,
                en: "only gpkg can contain outlines; use gpkg, or 'geocli layers districts --format geojson'",
                ko: "경계는 gpkg에만 담을 수 있습니다. gpkg나 'geocli layers districts --format geojson'을 쓰세요")
        }
        return layers.isEmpty ? [.places] : layers
    }

    /// Returns the format. If only listings have the chosen format, the error names `geocli list`.
    func format(_ rows: OutputOptions<FileRows>) throws -> ListingFormat {
        let formats = ListingFormat.mapFiles
        let word = try rows.formatWord()
        let named = try word.map { try ValueArgument.choice($0, option: "--format", among: formats) }
        if named == nil { try rows.checkEnding(FileRows.endings) }
        let format = named ?? rows.pathFormat ?? .geojson
        guard formats.contains(format) else {
            let words = rows.formatWords(word, format)
            throw UsageError(
                en:
                    "\(words): export writes geojson, geojsonseq, csv, tsv, gpkg or kml; use 'geocli list' for other formats",
                ko: "\(words): export로는 geojson, geojsonseq, csv, tsv, gpkg, kml 파일을 만듭니다. 다른 형식에는 'geocli list'를 쓰세요")
        }
        guard !rs || format == .geojsonseq else {
            throw UsageError(
                en: "--rs only works with --format geojsonseq, not with \(format.rawValue)",
                ko: "--rs는 --format geojsonseq와 함께 쓰세요. \(format.rawValue)에는 쓸 수 없습니다")
        }
        return format
    }

    /// Returns the projection into `--crs`; nil for longitude and latitude on WGS 84.
    func projection(_ format: ListingFormat) throws -> PlaneProjection? {
        guard let crs else { return nil }
        let system = try CRS(parsing: crs.trimmingBlanks())
        let standard: String? =
            switch format {
            case .geojson, .geojsonseq: "RFC 7946"
            case .kml: "KML 2.2"
            default: nil
            }
        if let standard, !system.isWGS84 {
            throw ValueArgument.wrong(
                "--crs", crs,
                en:
                    "\(format.rawValue) always has longitude and latitude on WGS 84 (\(standard)); use gpkg or csv",
                ko: "\(format.rawValue) 형식의 좌표는 언제나 WGS 84 경위도입니다(\(standard)). gpkg나 csv를 쓰세요")
        }
        return standard != nil || system.isWGS84 && format == .gpkg ? nil : try PlaneProjection(to: system)
    }
}
