internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// The questions that commands ask. In each format, an answer has the same bytes as the output of the command.
extension Endpoint {
    static let questions: [Endpoint] = [
        of(NearQuestion.self), of(BoxQuestion.self), of(ListQuestion.self), of(SearchQuestion.self),
        show(["show", "{id}"]), show(["show", "{feed}", "{id}"]), of(InsideQuestion.self), of(ClusterQuestion.self),
    ]

    private static func of<SomeQuestion: Question>(_ type: SomeQuestion.Type) -> Endpoint {
        Endpoint(
            path: [SomeQuestion.name], title: SomeQuestion.title,
            parameters: SomeQuestion.parameters + ListingOptions.parameters, isHeavy: SomeQuestion.isHeavy
        ) { context in
            let answer = try RowsResponse(context)
            try SomeQuestion(context.parameters).answer(from: context.catalog, into: answer)
            return answer.response
        }
    }

    private static func show(_ path: [String]) -> Endpoint {
        Endpoint(
            path: path, title: ShowQuestion.title, parameters: ShowQuestion.parameters + ListingOptions.parameters
        ) { context in
            let answer = try RowsResponse(context, isSingle: true)
            let word = context.request.path.dropFirst().joined(separator: "/")
            var given = context.parameters
            given.add(ShowQuestion.place, word)
            do {
                try ShowQuestion(given).answer(from: context.catalog, into: answer)
            } catch let error as CatalogError where error.code == .notFound {
                // The error's message names the catalog's path, so clients get a different message.
                let shown = Problem.shown(word)
                throw Problem.notFound(
                    Words(
                        en: "the catalog has no place \(shown); /list?fields=id,ref,name lists all places",
                        ko: "장소 \(shown)\(.subject) 없습니다. 전체 목록은 /list?fields=id,ref,name에서 확인하세요"))
            }
            return answer.response
        }
    }
}

/// The response with the rows of an answer. It is a class because a question writes into it.
final class RowsResponse: Answer {
    let isLimited = true
    private let options: ListingOptions
    private(set) var response = Response(200, "", [])
    private let context: RequestContext

    /// - Parameter isSingle: whether the answer is one row, which is not in a list.
    /// - Throws: `UsageError` for a wrong form of the rows.
    init(_ context: RequestContext, isSingle: Bool = false) throws {
        self.context = context
        var options = try ListingOptions(context.parameters)
        (options.isSingle, options.language) = (isSingle, context.request.language)
        self.options = options
    }

    var format: ListingFormat { options.format }
    var language: Language { context.request.language }

    func note(_ words: Words) { context.notes.add(words) }

    func preferredFeeds(in source: some PlaceSource) -> [String] { context.settings.preferredFeeds }

    func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, body: (ListingWriter<Row>) throws -> Void
    ) throws {
        let named = options.format == .table ? schema.naming(kindsBy: try source.placeWords()) : schema
        var counts = (rows: 0, withoutPoint: 0)
        let bytes = try context.bytes { sink in
            let writer = try ListingWriter(named, options, into: sink)
            try body(writer)
            try writer.finish()
            counts = (writer.rowCount, writer.withoutPointCount)
        }
        response = Response(200, options.format.mediaType, bytes)
        response.headers.append(Header("Geocli-Rows", String(counts.rows)))
        if counts.withoutPoint > 0 {
            response.headers.append(Header("Geocli-Without-Point", String(counts.withoutPoint)))
        }
        context.notes.add(ListingNotes.withoutPoint(counts.withoutPoint, of: counts.rows, options.format))
    }

    /// Returns the markers that stable answers about all places share; nil if the catalog has too many.
    func sharedMarkers() throws -> StableClusters? {
        try context.settings.stableMarkers.clusters(state: context.state) {
            try StableClusters(context.catalog, maximum: StableMarkers.maximumMarkers)
        }
    }
}

extension Endpoint {
    static let map = Endpoint(
        path: ["map"], title: Words(en: "A map as an HTML page", ko: "지도 페이지(HTML)"),
        parameters: [Parameter("unique", .flag, en: "One marker for each shop.", ko: "같은 가게에는 마커를 하나만")]
            + FilterArguments.parameters, isHeavy: true,
        mediaTypes: [MediaType.html.rawValue]
    ) { context in
        guard let leaflet = context.settings.leaflet else {
            throw Problem.notFound(
                Words(
                    en:
                        "this service has no map, because Leaflet (package libjs-leaflet) isn't installed on its computer",
                    ko: "서비스를 실행하는 컴퓨터에 Leaflet(libjs-leaflet 패키지)이 없어 지도를 만들 수 없습니다"))
        }
        let catalog = context.catalog
        let given = context.parameters
        let shops = try ShopRows(
            catalog, isUnique: try given.flag(ClusterQuestion.unique), preferring: context.settings.preferredFeeds,
            .parameter)
        let wanted = try FilterArguments(given).filter(in: catalog)
        context.notes.add(wanted.text?.note)
        let filter = try shops.narrowed(wanted, in: catalog, standing: .withPointIfAny)
        try AnswerLimits.checkMarkers(filter, in: catalog, onlyWithPoint: false, given)
        var page = PageSettings()
        page.language = context.request.language
        page.followsReader = true
        page.ground = try PageBaseMap(of: catalog, filter)
        let whole = try catalog.status()
        page.feeds = SourceNotes.statements(whole.lastPlaceRuns, other: { _ in nil }).map(Credit.init)
        let status = whole.narrowed(to: try catalog.feeds(filter))
        // The page has the address of the person who runs the service, so a link must not choose its heading.
        page.title = DrawingTitle.ofPage(nil, status, kinds: filter.kinds)
        let landmarks = try PageLandmarks(of: catalog, filter)
        page.landmarks = landmarks
        let runs = landmarks.feeds.isEmpty ? [] : try catalog.lastLandmarkRuns()
        let shown = status.lastPlaceRuns + runs.filter { landmarks.feeds.contains($0.feed) }
        page.credits = SourceNotes.statements(shown, other: { _ in nil }).map(Credit.init)
        let bytes = try MapPage(leaflet: leaflet, page).bytes(of: catalog, filter)
        guard bytes.count <= RequestContext.maximumBytes else { throw Problem.tooLarge }
        // The page itself has a stricter policy, which names its scripts.
        return .page(bytes, policy: "object-src 'none'; base-uri 'none'; form-action 'none'")
    }
}
