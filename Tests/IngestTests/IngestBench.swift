import Foundation
import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import Logging
import TestSupport
import Testing

@testable import GeocliIngest

/// A catalog in a folder of its own, with functions to ingest pages into it.
final class IngestBench {
    let folder: URL
    var path: String { folder.appendingPathComponent("catalog.sqlite").path }

    init() throws { folder = try TestSupport.temporaryFolder() }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func ingest(
        _ pages: [[UInt8]], of feed: Feed = .seoulBookstores, day: Int = 0,
        _ options: IngestOptions = IngestOptions()
    ) throws -> Ingester.Report {
        try ingest(
            SavedPages(
                name: "test",
                pages: pages.enumerated().map { index, bytes in
                    SavedPages.Page(name: "page \(index + 1)") { ByteSource(name: "page \(index + 1)", bytes: bytes) }
                }), of: feed, day: day, options)
    }

    @discardableResult
    func ingest(
        _ source: SavedPages, of feed: Feed = .seoulBookstores, day: Int = 0,
        _ options: IngestOptions = IngestOptions()
    ) throws -> Ingester.Report {
        // 2026-09-01T18:00:00Z is 2026-09-02 03:00 in Seoul.
        let start = SeoulTime(unixSeconds: 1_788_285_600 + Int64(day) * 86400)
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let ingester = Ingester(feed: feed, options: options, startedAt: start, toolVersion: "1.0", log: log)
        return try ingester.run(source, into: try CatalogWriter(path: path))
    }

    /// All places, including closed ones, by id.
    func entries() throws -> [CatalogEntry] {
        var filter = PlaceFilter()
        filter.includesClosed = true
        var found: [CatalogEntry] = []
        try Catalog(path: path).forEachEntry(filter) { found.append($0) }
        return found
    }

    /// All landmarks, by feed and id.
    func landmarks() throws -> [Landmark] { try Catalog(path: path).landmarks() }

    /// All runs, the earliest first.
    func runs() throws -> [StoredRun] {
        var found: [StoredRun] = []
        try Catalog(path: path).forEachRun { found.append($0) }
        return found.reversed()
    }

    func only() throws -> Place {
        let all = try entries()
        try #require(all.count == 1)
        return all[0].place
    }

    func rejects(run: Int64? = nil) throws -> [RejectedRecord] {
        var found: [RejectedRecord] = []
        try Catalog(path: path).forEachReject(run: run) { found.append($0.record) }
        return found
    }

    static func accepting(_ reason: String = "checked by hand") -> IngestOptions {
        var options = IngestOptions()
        options.acceptedBecause = reason
        return options
    }
}

/// A row of the bookstore feed, field by field as JSON text, in a fixed order.
struct RowText: Sendable {
    var fields: [(name: String, json: String)]

    /// A good row in Mapo.
    init(_ id: String, name: String = "책방") {
        fields = [
            ("STORE_SEQ_NO", id), ("STORE_NAME", Self.quoted(name)), ("GU_CODE", #""313""#), ("CODE_VALUE", #""마포구""#),
            ("ADRES", #""마포구 동교로 1""#), ("TEL_NO", #""""#), ("HMPG_URL", #""""#), ("STORE_TYPE", #""0002""#),
            ("STORE_TYPE_NAME", #""새책방      ""#), ("XCNTS", #""37.55""#), ("YDNTS", #""126.92""#), ("SNS", #""""#),
        ]
    }

    /// The same row with a field's JSON replaced, or added after the others.
    func with(_ name: String, _ json: String) -> RowText {
        var copy = self
        if let index = copy.fields.firstIndex(where: { $0.name == name }) {
            copy.fields[index].json = json
        } else {
            copy.fields.append((name, json))
        }
        return copy
    }

    func without(_ name: String) -> RowText {
        var copy = self
        copy.fields.removeAll { $0.name == name }
        return copy
    }

    /// The same at a place, both numbers as JSON.
    func at(_ longitude: String, _ latitude: String) -> RowText { with("YDNTS", longitude).with("XCNTS", latitude) }

    var json: String { "{" + fields.map { "\(Self.quoted($0.name)):\($0.json)" }.joined(separator: ",") + "}" }

    var xml: String {
        let inner = fields.map { field in
            let text = field.json.hasPrefix("\"") ? String(field.json.dropFirst().dropLast()) : field.json
            let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return "<\(field.name)>\(escaped)</\(field.name)>"
        }
        return "<row>\(inner.joined())</row>"
    }

    static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// Pages as the portal sends them.
enum PageText {
    static func json(_ rows: [String], total: Int? = nil, service: String = "TbSlibBookstoreInfo") -> [UInt8] {
        envelope("\"row\":[\(rows.joined(separator: ","))]", total: total ?? rows.count, service: service)
    }

    static func json(_ rows: [RowText], total: Int? = nil) -> [UInt8] { json(rows.map(\.json), total: total) }

    /// The envelope with anything in place of the rows.
    static func envelope(_ rows: String, total: Int, service: String = "TbSlibBookstoreInfo") -> [UInt8] {
        Array(
            #"{"\#(service)":{"list_total_count":\#(total),"RESULT":{"CODE":"INFO-000","MESSAGE":"정상"},\#(rows)}}"#.utf8
        )
    }

    static func xml(_ rows: [RowText], total: Int? = nil, service: String = "TbSlibBookstoreInfo") -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <\(service)><list_total_count>\(total ?? rows.count)</list_total_count>\
            <RESULT><CODE>INFO-000</CODE><MESSAGE>정상</MESSAGE></RESULT>\(rows.map(\.xml).joined())</\(service)>
            """.utf8)
    }

    static func error(_ code: String, _ message: String) -> [UInt8] {
        Array(#"{"RESULT":{"CODE":"\#(code)","MESSAGE":"\#(message)"}}"#.utf8)
    }

    static func xmlError(_ code: String, _ message: String) -> [UInt8] {
        Array("<RESULT><CODE>\(code)</CODE><MESSAGE><![CDATA[\(message)]]></MESSAGE></RESULT>".utf8)
    }
}

/// A file of real rows, read in its own folder.
func shared(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: try #require(TestSupport.sharedFeed).appendingPathComponent(name)))
}

/// The lines of a table of real rows, its header left out.
func sharedTable(_ name: String) throws -> [[String]] {
    String(decoding: try shared(name), as: UTF8.self).split(separator: "\n").dropFirst().map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
}
