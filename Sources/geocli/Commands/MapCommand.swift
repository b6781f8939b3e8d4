internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "map", en: "Write an interactive map as one HTML page that needs no server and no network.",
        ko: "대화형 지도를 HTML 파일 하나로 만듭니다. 서버도 네트워크도 필요 없습니다.",
        examples: """
            $ geocli map -o places.html
            $ geocli map --kind used --title "Seoul 2026" -o used.html
            $ geocli map --url https://shops.example/ --preview map.png -o map.html
            """)

    @OptionGroup var drawing: DrawingOptions<PageFile>

    @Option(
        help: ArgumentHelp(
            "Address of map tiles, such as https://…/{z}/{x}/{y}.png; the page loads the tiles over the network (default: none).",
            ko: "지도 타일의 주소. 페이지가 네트워크로 타일을 받습니다. 예: https://…/{z}/{x}/{y}.png (기본값: 없음)", value: .address))
    var tiles: String?

    @Option(
        help: ArgumentHelp(
            "Attribution for the tiles; --tiles requires it.", ko: "타일의 출처 표시. --tiles를 쓰면 꼭 필요합니다.", value: .text))
    var tilesAttribution: String?

    @Option(
        help: ArgumentHelp(
            "Address where you will publish the page; used for link previews and copied links (default: none).",
            ko: "페이지를 게시할 주소. 링크 미리보기와 복사한 링크에 쓰입니다. (기본값: 없음)", value: .address))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "Also write a picture for link previews to this file (PNG, 1200x630). Publish it in the same folder as the page. Needs --url.",
            ko: "링크 미리보기 그림(PNG, 1200x630)도 저장합니다. 페이지와 같은 곳에 게시하세요. --url이 필요합니다.", value: .file),
        completion: .file(extensions: ["png"]))
    var preview: String?

    @Option(
        help: ArgumentHelp(
            "Width and height of a marker in pixels (default: 40x53).", ko: "마커의 너비와 높이, 픽셀 단위 (기본값: 40x53)",
            value: .widthAndHeight))
    var icon: String?

    @Option(
        help: ArgumentHelp(
            "Folder with leaflet.min.js and leaflet.css (default: the folder of the libjs-leaflet package).",
            ko: "leaflet.min.js와 leaflet.css가 있는 폴더 (기본값: libjs-leaflet 패키지의 폴더)", value: .folder),
        completion: .directory)
    var leaflet: String?

    @Flag(
        help: ArgumentHelp(
            "Also show your marks, notes with photos, and visits ('geocli mine'). The page then contains private records.",
            ko: "내가 표시한 장소, 기록과 사진, 방문도 보여 줍니다('geocli mine'). 그러면 페이지에 개인 기록이 담깁니다."))
    var mine = false

    @OptionGroup var own: MineArguments

    private var records: MineOptions { own.mine }
    private var common: CommonOptions { own.common }

    func run() throws {
        let folder = try recordsFolder()
        let place = try OutputDestination(
            drawing.output, db: common.db, mine: folder, reading: Leaflet.paths(in: leaflet), writing: [preview],
            isPrivate: isPrivate)
        let picture = try preview.map {
            try PreviewFile(
                $0, db: common.db, mine: folder, reading: Leaflet.paths(in: self.leaflet), writing: drawing.output,
                isPrivate: isPrivate)
        }
        try refuseOutput()
        let leaflet = try leaflet.map { try Leaflet(folder: $0) } ?? Leaflet()
        var page = try settings(preview: picture?.name)
        let own = mine ? try MinePage(records) : nil
        let drawn = try drawing.read(common, mine: records.mineDb)
        let (catalog, shops, filter) = (drawn.catalog, drawn.shops, drawn.filter)
        page.part = drawn.part
        page.ground = try ground(of: catalog, filter)
        let whole = try catalog.status()
        page.feeds = SourceNotes.statements(whole.lastPlaceRuns).map(Credit.init)
        let status = whole.narrowed(to: try catalog.feeds(filter))
        try tellNoGround(catalog, whole, page)
        page.title = DrawingTitle.ofPage(drawing.title, status, kinds: filter.kinds)
        page.ownCredit = drawing.credit
        try addLandmarks(of: catalog, filter, status, to: &page)
        page.records = try own?.records(in: catalog, isQuiet: common.quiet)
        let progress = ProgressLine(Words(en: "places read", ko: "읽은 장소"), isAllowed: !common.quiet)
        defer { Console.clearProgress() }
        let total = drawn.isWhole ? status.total : nil
        var unlisted = 0
        let bytes = try MapPage(leaflet: leaflet, page).bytes(
            of: catalog, filter, onUnlisted: { unlisted = $0 },
            onPlace: { entry in
                shops.count(entry.id)
                progress.step(of: total)
            })
        let file = try PageFile.file.open(place)
        try file.write(bytes)
        // The picture is written before the page, so that no page refers to a picture that does not exist.
        try picture?.write(PagePreview.bytes(of: catalog, filter))
        try file.commit()
        try shops.tell(.markers, isQuiet: common.quiet)
        MinePage.tell(unlisted: unlisted, isQuiet: common.quiet)
    }

    /// Tells the user what a page without any ground lacks; outside of Korea, a person imports it.
    private func tellNoGround(_ catalog: Catalog, _ status: CatalogStatus, _ page: PageSettings) throws {
        guard status.total > 0, tiles == nil, !common.noGround, page.ground?.layers.isEmpty ?? true,
            try catalog.outlineSource() == nil
        else { return }
        Console.note(
            Words(
                en:
                    "the map has no ground here; import outlines or water with 'geocli layers import FILE.geojson --role districts' (or water, park, road, rail)",
                ko:
                    "이 지역의 바탕 지도가 없습니다. 'geocli layers import FILE.geojson --role districts'로 경계를, --role water 등으로 물, 공원, 도로, 철도를 가져오세요"
            ), isQuiet: common.quiet)
    }

    private var isPrivate: Bool { mine || drawing.filters.marked != nil }

    /// Refuses to write to a terminal, or to a file whose name has the ending of another kind of file.
    private func refuseOutput() throws {
        try PageFile.file.refuseTerminal(drawing.output)
        try PageFile.file.refuseEnding(of: drawing.output) { shown in
            Words(
                en:
                    "-o \(shown): map writes an HTML page; end the file name in .html, or use 'geocli plot' for a picture",
                ko: "-o \(shown): map은 HTML 페이지를 만듭니다. 파일 이름을 .html로 끝내거나, 그림이 필요하면 'geocli plot'을 쓰세요")
        }
    }

    /// Returns the settings that the options give. `preview` is the name of the picture's file; nil for none.
    private func settings(preview: String?) throws -> PageSettings {
        var page = PageSettings()
        page.tiles = try pageTiles()
        page.address = try pageAddress()
        page.preview = preview
        var marker = Given(.option)
        marker.add(CollisionWords.icon, icon)
        page.marker = try CollisionWords(marker).template()
        page.language = Console.language
        page.followsReader = common.lang == nil
        return page
    }

    /// Adds the landmarks, and the sources of the places and of the landmarks.
    private func addLandmarks(
        of catalog: Catalog, _ filter: PlaceFilter, _ status: CatalogStatus, to page: inout PageSettings
    ) throws {
        let landmarks = try PageLandmarks(of: catalog, filter)
        page.landmarks = landmarks
        let runs = landmarks.feeds.isEmpty ? [] : try catalog.lastLandmarkRuns()
        let shown = status.lastPlaceRuns + runs.filter { landmarks.feeds.contains($0.feed) }
        page.credits = SourceNotes.statements(shown).map(Credit.init)
    }

    /// Returns the folder of the records if the page shows records; nil otherwise.
    private func recordsFolder() throws -> String? {
        guard mine else {
            guard records.mineDb == nil || drawing.filters.marked != nil else {
                throw UsageError(
                    en: "--mine-db only works with --mine or --marked",
                    ko: "--mine-db는 --mine이나 --marked와 함께 쓰세요")
            }
            return nil
        }
        return try records.folder().path
    }

    /// Reads the base map, and tells the user if it was simplified to fit into the page.
    private func ground(of catalog: Catalog, _ filter: PlaceFilter) throws -> PageBaseMap {
        let ground = try PageBaseMap(of: catalog, filter)
        let most = PageBaseMap.maximumBytes / 1000
        if ground.zoom < BaseLayer.zoom {
            let zoom = DecimalText.text(ground.zoom, maximumDecimals: 2)
            Console.note(
                Words(
                    en:
                        "the base map is simplified to within half a pixel at zoom \(zoom), so that it adds at most \(most) kB to the page",
                    ko: "페이지에 담는 바탕 지도가 \(most)kB를 넘지 않도록 줌 \(zoom) 기준으로 더 단순화했습니다"), isQuiet: common.quiet)
        }
        if ground.droppedCount > 0 {
            Console.note(
                Words(
                    en:
                        "the smallest features of the base map are left out: \(ground.droppedCount); to keep all features, clip the files of the base map to the area of the map and import the files again",
                    ko: "바탕 지도에서 가장 작은 피처 \(ground.droppedCount)개를 뺐습니다. 모두 담으려면 바탕 지도 파일을 지도 범위에 맞게 잘라 다시 가져오세요"),
                isQuiet: common.quiet)
        }
        return ground
    }

    private func pageTiles() throws -> PageTiles? {
        guard let tiles else {
            guard tilesAttribution == nil else {
                throw UsageError(
                    en: "--tiles-attribution only works with --tiles URL",
                    ko: "--tiles-attribution은 --tiles URL과 함께 쓰세요")
            }
            return nil
        }
        guard let service = PageTiles(address: tiles, attribution: tilesAttribution) else {
            throw ValueArgument.wrong(
                "--tiles", tiles, en: "write an address such as https://tile.openstreetmap.org/{z}/{x}/{y}.png",
                ko: "https://tile.openstreetmap.org/{z}/{x}/{y}.png 같은 주소를 쓰세요")
        }
        return service
    }
    private func pageAddress() throws -> PageAddress? {
        guard let url else {
            guard preview == nil else {
                throw UsageError(
                    en: "--preview needs --url URL, because a preview link must be a full address",
                    ko: "--preview는 --url URL과 함께 쓰세요. 링크 미리보기에는 전체 주소가 필요합니다")
            }
            return nil
        }
        guard let address = PageAddress(url) else {
            throw ValueArgument.wrong(
                "--url", url, en: "write the page's own address, such as https://example.org/books/",
                ko: "https://example.org/books/ 같은 페이지 주소를 쓰세요")
        }
        return address
    }
}

enum PageFile: DrawnKind {
    static let file = DrawnFile(
        kind: Words(en: "a page", ko: "페이지는"), example: "geocli map -o places.html",
        endings: [".html", ".htm"])
}
