internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

extension Endpoint {
    /// The counts of the service and the age of the catalog, for Prometheus.
    static let metrics = Endpoint(
        path: ["metrics"], title: Words(en: "Metrics for Prometheus", ko: "Prometheus 지표"), isCached: false,
        readsCatalog: false, mediaTypes: ["text/plain"]
    ) { asked in
        // A monitor must also see a service whose catalog is gone.
        let facts = try? asked.answers.inSnapshot { catalog, _ in try catalogText(catalog, asked.settings) }
        var readable = MetricsText()
        readable.gauge(
            "geocli_catalog_readable", "1 if the service can read its catalog, else 0.", facts == nil ? 0 : 1)
        let text = asked.settings.metrics() + readable.text + (facts ?? "")
        return Response(200, "text/plain; version=0.0.4; charset=utf-8", Array(text.utf8))
    }

    /// Returns what `geocli status --format prometheus` prints.
    private static func catalogText(_ catalog: Catalog, _ settings: ServiceSettings) throws -> String {
        let (status, now) = (try catalog.status(of: []), Int64(time(nil)))
        let oldest = status.lastPlaceRuns.min { $0.dataFrom < $1.dataFrom }
        let age = oldest.flatMap { SeoulTime(timestamp: $0.dataFrom) }.map { now - $0.unixSeconds }
        return StatusMetrics(
            status: status, lastRuns: try catalog.lastRuns(), now: now,
            ageSeconds: status.holdsOnlySample ? nil : age, maximumAge: settings.maximumAge
        ).text
    }
}

extension CatalogStatus {
    /// Whether every good run was the sample: then nothing in the catalog is real, however fresh it is.
    fileprivate var holdsOnlySample: Bool {
        !lastPlaceRuns.isEmpty && lastPlaceRuns.allSatisfy { $0.feed == "sample" }
    }
}

extension Request {
    /// The address of the endpoint with its parts in braces, such as `/show/{id}`; nil if there is none.
    public var pattern: String? { Endpoint.named(path).map { "/" + $0.path.joined(separator: "/") } }
}
