internal import GeocliText

/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// - Source: https://prometheus.io/docs/instrumenting/exposition_formats/
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

    /// Adds a metric that can go up and down and has only one value.
    package mutating func gauge(_ name: String, _ help: String, _ value: Double) {
        gauge(name, help, [Sample(value: value)])
    }

    /// Adds a metric that only goes up while the process runs. Adds nothing without samples.
    package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
        add(name, help, "counter", samples)
    }

    /// Adds a histogram: for each bound, the number of values that are not greater than the bound.
    ///
    /// - Parameter counts: the number of values between each bound and the one before it; the last number counts all
    ///   larger values.
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

    /// Returns the escaped value of a label. Line ends become a blank, and characters that could control a terminal are
    /// removed.
    private static func escapedLabel(_ value: String) -> String {
        escaped(DisplayText.singleLine(value)).replacing("\"", with: "\\\"")
    }
}
