internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension Endpoint {
    /// The endpoints that say whether the service works and its data is current.
    static let health: [Endpoint] = [
        Endpoint(
            path: ["healthz"], title: Words(en: "Whether the service runs", ko: "서비스 실행 여부"), isCached: false,
            readsCatalog: false, mediaTypes: ["text/plain"]
        ) { _ in ok },
        Endpoint(
            path: ["readyz"], title: Words(en: "Whether the data is current", ko: "데이터가 최신인지 여부"), isCached: false,
            mediaTypes: ["text/plain"], isDescribed: false
        ) { context in
            // Only the runs are read, because monitors ask often and counts of places take time.
            var status = CatalogStatus()
            status.lastGoodRuns = try context.catalog.lastGoodRuns() + context.catalog.lastLandmarkRuns()
            let settings = context.settings
            let age = DataAge(status, of: status.lastPlaceRuns, now: SeoulTime(unixSeconds: settings.now()))
            let problems = age.problems(above: settings.maximumAge, settings.maximumAgeText, command: DataAge.ingest)
            if let first = problems.first {
                throw Problem.notCurrent(problems.dropFirst().reduce(first) { $0.followed(by: $1) })
            }
            return ok
        },
        metrics,
    ]

    fileprivate static let ok = Response(200, "text/plain; charset=utf-8", Array("ok\n".utf8))
}

extension Request {
    /// The answer to `/healthz`, which must not wait for a thread that reads the catalog; nil for any other request.
    package var answerAtOnce: Response? {
        path == ["healthz"] && method != .options && parameters.items.isEmpty ? Endpoint.ok : nil
    }
}

extension Problem {
    fileprivate static func notCurrent(_ detail: Words) -> Problem {
        Problem(503, title: Words(en: "Not current", ko: "최신 데이터가 아님"), detail)
    }
}

extension Endpoint {
    /// The counts of the service and the age of the catalog, for Prometheus.
    static let metrics = Endpoint(
        path: ["metrics"], title: Words(en: "Metrics for Prometheus", ko: "Prometheus 지표"), isCached: false,
        readsCatalog: false, mediaTypes: ["text/plain"]
    ) { context in
        // A monitor must get the counts of the service even if its catalog is missing.
        let facts = try? context.reader.inSnapshot { catalog, state in
            catalogText(try context.reader.figures(of: catalog, state), context.settings)
        }
        var readable = MetricsText()
        readable.gauge(
            "geocli_catalog_readable", "1 if the service can read its catalog, else 0.", facts == nil ? 0 : 1)
        let text = context.settings.metrics() + readable.text + (facts ?? "")
        return Response(200, "text/plain; version=0.0.4; charset=utf-8", Array(text.utf8))
    }

    /// Returns what `geocli status --format prometheus` prints.
    private static func catalogText(_ figures: CatalogFigures, _ settings: ServiceSettings) -> String {
        let (status, now) = (figures.status, settings.now())
        let age = DataAge(status, of: status.lastPlaceRuns, now: SeoulTime(unixSeconds: now))
        return StatusMetrics(
            status: status, lastRuns: figures.lastRuns, now: now, maximumAge: settings.maximumAge,
            isFresh: age.problems(above: settings.maximumAge, "") { _ in "" }.isEmpty
        ).text
    }
}

extension Request {
    /// The address of the endpoint with its parts in braces, such as `/show/{id}`; nil if there is none.
    package var pattern: String? { Endpoint.named(path).map { "/" + $0.path.joined(separator: "/") } }
}
