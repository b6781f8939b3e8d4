package import GeocliPlaces
internal import GeocliText

/// A catalog's status as metrics for a monitor.
package struct StatusMetrics {
    package let status: CatalogStatus
    /// The last run of each feed, whatever its outcome, by feed.
    package let lastRuns: [StoredRun]
    /// The time at which ages are computed, in seconds since 1970.
    package let now: Int64
    /// The age of the oldest data in seconds; nil without a good run of a real feed.
    package let ageSeconds: Int64?
    /// The maximum age of the catalog in seconds; nil if none was given.
    package let maximumAge: Double?

    package init(
        status: CatalogStatus, lastRuns: [StoredRun], now: Int64, ageSeconds: Int64?, maximumAge: Double?
    ) {
        (self.status, self.lastRuns, self.now) = (status, lastRuns, now)
        (self.ageSeconds, self.maximumAge) = (ageSeconds, maximumAge)
    }

    /// The metrics in the text format of Prometheus.
    package var text: String {
        var metrics = MetricsText()
        addSuccesses(to: &metrics)
        addLastRuns(to: &metrics)
        addPlaces(to: &metrics)
        return metrics.text
    }

    private func addSuccesses(to metrics: inout MetricsText) {
        let moments = status.lastGoodRuns.compactMap { run in
            SeoulTime(timestamp: run.dataFrom).map { (feed: run.feed, seconds: $0.unixSeconds) }
        }
        metrics.gauge(
            "geocli_last_success_timestamp_seconds",
            "Time when the data of the last good run was received, in seconds since 1970.",
            moments.map { Self.sample($0.feed, Double($0.seconds)) })
        metrics.gauge(
            "geocli_last_success_age_seconds", "Age of the data of the last good run, in seconds.",
            moments.map { Self.sample($0.feed, Double(now - $0.seconds)) })
        guard let maximumAge else { return }
        metrics.gauge("geocli_max_age_seconds", "Age above which the catalog is too old, in seconds.", maximumAge)
        let isFresh = ageSeconds.map { 0...maximumAge ~= Double($0) } ?? false
        metrics.gauge(
            "geocli_fresh", "1 if the oldest data is no older than geocli_max_age_seconds, else 0.", isFresh ? 1 : 0)
    }

    private func addLastRuns(to metrics: inout MetricsText) {
        metrics.gauge(
            "geocli_last_run_timestamp_seconds", "Start of the last run, whatever its outcome, in seconds since 1970.",
            lastRuns.map { Self.sample($0.description.feed, Double($0.description.startedAt.unixSeconds)) })
        metrics.gauge(
            "geocli_last_run_outcome", "1 for the outcome of the last run, 0 for the other outcomes.",
            lastRuns.flatMap { run in
                RunOutcome.allCases.map { outcome in
                    MetricsText.Sample(
                        labels: [("feed", run.description.feed), ("outcome", outcome.rawValue)],
                        value: run.outcome == outcome ? 1 : 0)
                }
            })
        metrics.gauge(
            "geocli_last_run_rows", "Rows that the last run received, by outcome.",
            lastRuns.flatMap { run in
                let counts = run.counts
                return [
                    ("accepted", counts.accepted), ("rejected", counts.rejected), ("duplicate", counts.duplicates),
                ].map { result, count in
                    MetricsText.Sample(
                        labels: [("feed", run.description.feed), ("result", result)], value: Double(count))
                }
            })
    }

    private func addPlaces(to metrics: inout MetricsText) {
        let kinds = Kind.inOrder(Kind.bookstoreKinds + Array(status.kinds.keys) + Array(status.missingKinds.keys))
        metrics.gauge(
            "geocli_places", "Places by kind, and by whether the last good run had them.",
            kinds.flatMap { kind -> [MetricsText.Sample] in
                [("listed", status.kinds[kind] ?? 0), ("missing", status.missingKinds[kind] ?? 0)].map { state, count in
                    MetricsText.Sample(labels: [("kind", kind.rawValue), ("state", state)], value: Double(count))
                }
            })
        metrics.gauge(
            "geocli_places_without_point", "Listed places without a point.", Double(status.withoutPoint))
        metrics.gauge("geocli_catalog_schema_version", "Version of the catalog's schema.", Double(status.schemaVersion))
    }

    private static func sample(_ feed: String, _ value: Double) -> MetricsText.Sample {
        MetricsText.Sample(labels: [("feed", feed)], value: value)
    }
}
