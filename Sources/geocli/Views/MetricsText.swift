internal import GeocliAsking
internal import GeocliText

/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// - Source: https://prometheus.io/docs/instrumenting/exposition_formats/
struct MetricsText {
    /// A value and the labels that distinguish it from other values of its metric.
    struct Sample {
        var labels: [(name: String, value: String)] = []
        let value: Double
    }

    private(set) var text = ""

    /// Adds a metric that can go up and down, with its unit in its name; nothing if it has no samples.
    mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) gauge\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escapedLabel($0.value))\"" }.joined(separator: ",")
            let value = Numbers.shown(sample.value)
            text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
        }
    }

    /// Adds a metric of one value.
    mutating func gauge(_ name: String, _ help: String, _ value: Double) { gauge(name, help, [Sample(value: value)]) }

    private static func escaped(_ help: String) -> String {
        help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    /// Returns the value of a label. Characters that could control a terminal, and line ends, become a blank or are
    /// removed.
    private static func escapedLabel(_ value: String) -> String {
        escaped(DisplayText.singleLine(value)).replacing("\"", with: "\\\"")
    }
}
