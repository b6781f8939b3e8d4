package import GeocliPlaces
internal import GeocliText

/// A catalog's status as metrics for a monitor.
package struct StatusMetrics {
    package let status: CatalogStatus
    /// The last run of each feed, whatever its outcome, by feed.
    package let lastRuns: [StoredRun]
    /// The time at which ages are computed, in seconds since 1970.
    package let now: Int64
    /// The maximum age of a daily feed in seconds; nil if none was given.
    package let maximumAge: Double?
    /// Whether the data is real and no feed is late. It matters only with a maximum age.
    package let isFresh: Bool

    package init(
        status: CatalogStatus, lastRuns: [StoredRun], now: Int64, maximumAge: Double?, isFresh: Bool
    ) {
        (self.status, self.lastRuns, self.now) = (status, lastRuns, now)
        (self.maximumAge, self.isFresh) = (maximumAge, isFresh)
    }

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
        metrics.gauge("geocli_max_age_seconds", "Age above which a daily feed is late, in seconds.", maximumAge)
        metrics.gauge("geocli_fresh", "1 if no feed is late and the data is not the sample, else 0.", isFresh ? 1 : 0)
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
            "geocli_last_run_rows", "Rows of the source of the last run, by what became of them.",
            lastRuns.flatMap { run in
                let counts = run.counts
                return [
                    ("accepted", counts.accepted), ("rejected", counts.rejected), ("duplicate", counts.duplicates),
                    ("filtered", counts.filtered), ("closed", counts.closed),
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

/// The text format of Prometheus, version 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
package struct MetricsText {
    /// A value and the labels that distinguish it from other values of its metric.
    package struct Sample {
        package var labels: [(name: String, value: String)]
        package let value: Double

        package init(labels: [(name: String, value: String)] = [], value: Double) {
            (self.labels, self.value) = (labels, value)
        }
    }

    package private(set) var text = ""

    package init() {}

    /// Adds a metric that can go up and down. Its name contains its unit. Adds nothing without samples.
    package mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        add(name, help, "gauge", samples)
    }

    package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        gauge(name, help, [Sample(value: value)])
    }

    /// Adds a metric that only goes up while the process runs. Adds nothing without samples.
    package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
        add(name, help, "counter", samples)
    }

    /// Adds a histogram. `counts` has the number of values between each bound and the one before it; its last number
    /// counts all larger values.
    package mutating func histogram(_ name: String, _ help: String, bounds: [Double], counts: [Int], sum: Double) {
        text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) histogram\n"
        var total = 0
        for (bound, count) in zip(bounds.map(Self.shown) + ["+Inf"], counts) {
            total += count
            text += "\(name)_bucket{le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_sum \(Self.shown(sum))\n\(name)_count \(total)\n"
    }

    private mutating func add(_ name: String, _ help: String, _ kind: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escapedLabel($0.value))\"" }.joined(separator: ",")
            let value = Self.shown(sample.value)
            text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
        }
    }

    private static func shown(_ value: Double) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ help: String) -> String {
        help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    /// Line ends become a blank, and characters that could control a terminal are removed.
    private static func escapedLabel(_ value: String) -> String {
        escaped(DisplayText.singleLine(value)).replacing("\"", with: "\\\"")
    }
}
