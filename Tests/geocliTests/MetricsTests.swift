import Foundation
import TestSupport
import Testing

/// `status --format prometheus`: the text format of Prometheus, 0.0.4, read by the test's own parser.
@Suite struct MetricsTests {
    /// A line of the format: name, labels, value.
    private struct Sample: Equatable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    /// Reads the text by the published grammar; text that does not fit is a failure.
    ///
    /// - Source: https://prometheus.io/docs/instrumenting/exposition_formats/, 0.0.4.
    private static func parse(_ text: String) throws -> [Sample] {
        #expect(text.hasSuffix("\n"), "the last line has no end")
        var samples: [Sample] = []
        var types: [String: String] = [:]
        var helps: Set<String> = []
        var current = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\]|\\\\|\\n)+)/) {
                #expect(helps.insert(String(help.1)).inserted, "two HELP lines of \(help.1)")
                current = String(help.1)
            } else if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (gauge|counter)/) {
                #expect(types[String(type.1)] == nil && current == type.1, "TYPE stands apart: \(line)")
                types[String(type.1)] = String(type.2)
            } else {
                let sample = try #require(Self.sample(line), "no sample: \(line)")
                #expect(types[sample.name] != nil && current == sample.name, "the lines of \(sample.name) stand apart")
                #expect(!samples.contains { $0.name == sample.name && $0.labels == sample.labels }, "twice: \(line)")
                samples.append(sample)
            }
        }
        return samples
    }

    private static func sample(_ line: Substring) -> Sample? {
        guard let match = line.wholeMatch(of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([0-9.eE+-]+)/),
            let value = Double(match.3)
        else { return nil }
        var labels: [String: String] = [:]
        var rest = match.2 ?? ""
        while !rest.isEmpty {
            guard let pair = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\\\|\\"|\\n)*)"(?:,|$)/),
                labels[String(pair.1)] == nil
            else { return nil }
            var plain = ""
            var isEscaped = false
            for character in pair.2 {
                if !isEscaped, character == "\\" {
                    isEscaped = true
                } else {
                    plain.append(isEscaped && character == "n" ? "\n" : character)
                    isEscaped = false
                }
            }
            labels[String(pair.1)] = plain
            rest = rest[pair.range.upperBound...]
        }
        return Sample(name: String(match.1), labels: labels, value: value)
    }

    private static func value(_ samples: [Sample], _ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { sample in
            sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
        }?.value
    }

    @Test func theMetricsSayWhatStatusAndRunsSay() throws {
        let place = try Workplace.sample.get()
        let later = ["SOURCE_DATE_EPOCH": "\(Workplace.moment + 7200)"]
        let run = try place.succeed("status --format prometheus --max-age 36h", environment: later)
        let samples = try Self.parse(run.text)
        let feed = ["feed": "seoul-bookstores"]
        #expect(Self.value(samples, "geocli_last_success_timestamp_seconds", feed) == Double(Workplace.moment))
        #expect(Self.value(samples, "geocli_last_success_age_seconds", feed) == 7200)
        #expect(Self.value(samples, "geocli_last_run_timestamp_seconds", feed) == Double(Workplace.moment))
        #expect(Self.value(samples, "geocli_max_age_seconds") == 129_600.0)
        #expect(Self.value(samples, "geocli_fresh") == 1)
        for (outcome, value) in [("published", 1.0), ("unchanged", 0), ("refused", 0)] {
            #expect(Self.value(samples, "geocli_last_run_outcome", ["outcome": outcome]) == value)
        }
        let status = try #require(
            try JSONSerialization.jsonObject(with: place.succeed("status --json").output) as? [String: Any])
        let kinds = try #require(status["kinds"] as? [String: Double])
        for (kind, count) in kinds {
            #expect(Self.value(samples, "geocli_places", ["kind": kind, "state": "listed"]) == count)
            #expect(Self.value(samples, "geocli_places", ["kind": kind, "state": "missing"]) == 0)
        }
        #expect(Self.value(samples, "geocli_places_without_point") == status["without_point"] as? Double)
        let runs = try JSONSerialization.jsonObject(with: place.succeed("runs --json").output) as? [[String: Any]]
        let last = try #require(runs?.first)
        for (result, key) in [
            ("accepted", "accepted"), ("rejected", "rejected"), ("duplicate", "duplicates"), ("filtered", "filtered"),
            ("closed", "closed"),
        ] {
            #expect(Self.value(samples, "geocli_last_run_rows", ["result": result]) == last[key] as? Double)
        }
        #expect(samples.allSatisfy { $0.name.hasPrefix("geocli_") })
    }

    @Test func theExitCodeIsThatOfStatus() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("feeds cadence seoul-bookstores daily -q")
        let later = ["SOURCE_DATE_EPOCH": "\(Workplace.moment + 7200)"]
        let old = try place.geocli("status --format prometheus --max-age 1h", environment: later)
        #expect(old.status == 65 && old.errorText.contains("more than 1h"))
        let samples = try Self.parse(old.text)
        #expect(Self.value(samples, "geocli_fresh") == 0)
        #expect(Self.value(samples, "geocli_max_age_seconds") == 3600)
        let early = ["SOURCE_DATE_EPOCH": "\(Workplace.moment - 7200)"]
        let future = try place.geocli("status --format prometheus --max-age 1h", environment: early)
        #expect(future.status == 65)
        #expect(Self.value(try Self.parse(future.text), "geocli_fresh") == 0)
        #expect(try Self.parse(place.succeed("status --format prometheus --max-age 1e300d").text).count > 5)
    }

    @Test func aFileIsReplacedAsAWhole() throws {
        let place = try Workplace.sample.get().copy()
        try place.write("what stood there", to: "geocli.prom")
        let before = try FileManager.default.attributesOfItem(atPath: place.file("geocli.prom").path)
        let run = try place.succeed("status -q -o geocli.prom")
        #expect(run.output.isEmpty && run.errorText.isEmpty)
        let after = try FileManager.default.attributesOfItem(atPath: place.file("geocli.prom").path)
        #expect(before[.systemFileNumber] as? Int != after[.systemFileNumber] as? Int, "written in place")
        let text = try String(contentsOf: place.file("geocli.prom"), encoding: .utf8)
        #expect(text == (try place.succeed("status --format prometheus").text))
        let wrong = try place.geocli("status -o geocli.csv")
        #expect(wrong.status == 64 && wrong.errorText.contains(".txt, .json, .ndjson, .prom"))
        #expect(try place.geocli("status -o \(Workplace.catalogName) --json").status == 64)
        #expect(try place.geocli("ingest --sample --format prometheus").status == 64)
    }

    @Test func aRefusedRunAndMissingPlacesAreCounted() throws {
        let place = try Workplace.sample.get().copy()
        try place.write(
            #"{"TbSlibBookstoreInfo":{"list_total_count":0,"RESULT":{"CODE":"INFO-000"},"row":[]}}"#, to: "empty.json")
        #expect(try place.geocli("ingest empty.json").status == 65)
        let samples = try Self.parse(place.succeed("status --format prometheus").text)
        #expect(Self.value(samples, "geocli_last_run_outcome", ["outcome": "refused"]) == 1)
        #expect(Self.value(samples, "geocli_last_run_outcome", ["outcome": "published"]) == 0)
        #expect(Self.value(samples, "geocli_last_success_timestamp_seconds") == Double(Workplace.moment))
    }

    @Test func aFeedOfAnyNameIsALabel() throws {
        let place = try Workplace.sample.get().copy()
        let name = #"a"b\c\nd {x="y"} é"#
        let script = """
            import sqlite3, sys
            db = sqlite3.connect("\(Workplace.catalogName)")
            db.execute("UPDATE feed SET id = ?", (sys.argv[1],))
            db.commit()
            """
        try place.write(script, to: "rename.py")
        let renamed = try place.shell("python3 rename.py '\(name)'")
        try #require(renamed.status == 0, "\(renamed.errorText)")
        let samples = try Self.parse(place.succeed("status --format prometheus").text)
        #expect(Self.value(samples, "geocli_last_success_age_seconds", ["feed": name]) != nil)
    }
}
