internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliDrawing
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

extension Endpoint {
    /// The map page.
    static let map = Endpoint(
        path: ["map"], title: Words(en: "A map as an HTML page", ko: "지도 페이지(HTML)"),
        parameters: [Parameter("unique", .flag, en: "One marker for each shop.", ko: "같은 가게에는 마커를 하나만")]
            + FilterWords.parameters, isHeavy: true,
        mediaTypes: [MediaType.html.rawValue]
    ) { asked in
        guard let leaflet = asked.settings.leaflet else {
            throw Problem.notFound(
                Words(
                    en:
                        "this service has no map, because Leaflet (package libjs-leaflet) isn't installed on its computer",
                    ko: "서비스를 실행하는 컴퓨터에 Leaflet(libjs-leaflet 패키지)이 없어 지도를 만들 수 없습니다"))
        }
        let catalog = asked.catalog
        let given = asked.parameters
        let shops = try ShopRows(
            catalog, isUnique: try given.flag(ClusterQuestion.unique), preferring: asked.settings.preferredFeeds,
            .parameter)
        let wanted = try FilterWords(given).filter(in: catalog)
        asked.notes.add(wanted.text?.note)
        let filter = try shops.narrowed(wanted, in: catalog, standing: .withPointIfAny)
        try AnswerLimits.checkMarkers(filter, in: catalog, onlyWithPoint: false, given)
        var page = PageSettings()
        page.language = asked.request.language
        page.ground = try PageGround(of: catalog, filter)
        let status = try catalog.status()
        // The page has the address of the person who runs the service, so a link must not choose its heading.
        page.title = DrawingTitle.ofPage(nil, status)
        let landmarks = try PageLandmarks(of: catalog, filter)
        page.landmarks = landmarks
        let runs = landmarks.feeds.isEmpty ? [] : try catalog.lastLandmarkRuns()
        page.provenance = SourceNotes.members(
            status, landmarks: runs.filter { landmarks.feeds.contains($0.feed) }, other: { _ in nil })
        let bytes = try MapPage(leaflet: leaflet, page).bytes(of: catalog, filter)
        guard bytes.count <= Asked.maximumBytes else { throw Problem.tooLarge }
        // The page itself has a stricter policy, which names its scripts.
        return .page(bytes, policy: "object-src 'none'; base-uri 'none'; form-action 'none'")
    }
}
