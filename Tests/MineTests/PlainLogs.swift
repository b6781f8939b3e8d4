import Foundation
import GeocliText

@testable import GeocliMine

/// The logs of a folder by the plain definition, with nothing of `MineState`: each file is read whole and split at
/// its line ends, each line is read by itself, and each field's values are sorted.
struct PlainLogs {
    private(set) var bytes = ""
    private(set) var findings: [String] = []
    private(set) var noteIDs: [String] = []
    private typealias Setting = (clock: MineClock, device: String, json: [UInt8])

    init(_ folder: String) throws {
        var records: [String: [String: [Setting]]] = [:]
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            var wrong: [String] = []
            for (offset, line) in whole.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                guard line.contains(where: { ![0x20, 0x0D, 0x09].contains($0) }) else { continue }
                do {
                    let act = try MineAct(line: line)
                    for field in act.fields {
                        records[act.record, default: [:]][field.name, default: []].append(
                            (act.clock, act.device, field.json))
                    }
                } catch {
                    wrong.append("\(name) \(offset + 1) \(error.words.en)")
                }
            }
            findings += wrong.prefix(20)
            if wrong.count > 20 {
                let more = wrong.count - 20
                findings.append("\(name) - \(more) more damaged \(more == 1 ? "line was" : "lines were") skipped")
            }
        }
        write(records)
    }

    private mutating func write(_ records: [String: [String: [Setting]]]) {
        var notes: [(MineClock, String)] = []
        for id in records.keys.sorted() {
            guard let fields = records[id] else { continue }
            bytes += id
            for name in fields.keys.sorted() {
                var known: Set<String> = []
                let settings = (fields[name] ?? []).sorted(by: Self.precedes).filter {
                    known.insert("\($0.clock.text) \($0.device) \($0.json)").inserted
                }
                for one in settings {
                    bytes += " \(name) \(one.clock.text) \(one.device) \(String(decoding: one.json, as: UTF8.self))"
                }
                if name == "kind", settings.last?.json == Array("\"note\"".utf8) {
                    notes.append((fields.values.joined().map(\.clock).min() ?? .zero, id))
                }
            }
            bytes += "\n"
        }
        noteIDs = notes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
    }

    private static func precedes(_ left: Setting, _ right: Setting) -> Bool {
        if left.clock != right.clock { return left.clock < right.clock }
        if left.device != right.device { return left.device < right.device }
        return left.json.lexicographicallyPrecedes(right.json)
    }

    /// The same form of what the module read.
    static func bytes(of state: MineState) -> String {
        var bytes = ""
        for record in state.records {
            bytes += record.id
            for name in record.names {
                for one in record.history(of: name) {
                    bytes += " \(name) \(one.clock.text) \(one.device) \(String(decoding: one.json, as: UTF8.self))"
                }
            }
            bytes += "\n"
        }
        return bytes
    }

    /// The same form of its findings.
    static func findings(of logs: MineLogs) -> [String] {
        logs.findings.map { "\($0.file) \($0.line.map { "\($0)" } ?? "-") \($0.reason.en)" }
    }
}

extension MineState {
    init(_ acts: some Sequence<MineAct>) {
        self.init()
        for act in acts { apply(act) }
    }

    /// The whole state in a canonical form: two states are equal if, and only if, their bytes are equal.
    var bytes: [UInt8] {
        var json = JSONWriter()
        for record in records {
            json.beginObject()
            json.name("id")
            json.string(record.id)
            for name in record.names {
                json.name(name)
                json.beginArray()
                for setting in record.history(of: name) {
                    json.beginArray()
                    json.string(setting.clock.text)
                    json.string(setting.device)
                    setting.json.withUnsafeBufferPointer { json.checked($0) }
                    json.endArray()
                }
                json.endArray()
            }
            json.endObject()
            json.newline()
        }
        return json.bytes
    }
}
