internal import GeocliAsking
internal import GeocliCatalog
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
        ) { asked in
            // Only the runs are read, because monitors ask often and counts of places take time.
            var status = CatalogStatus()
            status.lastGoodRuns = try asked.catalog.lastGoodRuns() + asked.catalog.lastLandmarkRuns()
            let settings = asked.settings
            let age = DataAge(status, of: status.lastPlaceRuns, now: SeoulTime(unixSeconds: settings.now()))
            if let problem = age.problem(above: settings.maximumAge, settings.maximumAgeText) {
                throw Problem.notCurrent(problem)
            }
            return ok
        },
        metrics,
    ]

    fileprivate static let ok = Response(200, "text/plain; charset=utf-8", Array("ok\n".utf8))
}

extension Request {
    /// The answer to `/healthz`, which must not wait for a thread that reads the catalog; nil for any other request.
    public var answerAtOnce: Response? {
        path == ["healthz"] && method != .options && parameters.items.isEmpty ? Endpoint.ok : nil
    }
}

extension Problem {
    /// Returns the problem for data that is too old or was never read.
    fileprivate static func notCurrent(_ detail: Words) -> Problem {
        Problem(503, title: Words(en: "Not current", ko: "최신 데이터가 아님"), detail)
    }
}
