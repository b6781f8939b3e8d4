import Foundation
import TestSupport
import Testing

/// A page of `geocli map`, read without a browser.
struct MapPage {
    /// A place as the page holds it.
    struct Row: Equatable {
        var name: String
        var phone: String?
        var website: String?
        var sns: [String] = []
        var latitude: Double?
        var longitude: Double?
        /// The point of the collision pass.
        var plane: [Int]?
    }

    let html: String
    /// The content of its data element.
    let data: [String: Any]
    /// The places' ids, in the order of the page's columns.
    let ids: [Int]

    init(_ bytes: Data) throws {
        html = String(decoding: bytes, as: UTF8.self)
        let start = try #require(html.range(of: "<script type=\"application/json\" id=\"data\">"))
        let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
        let json = Data(html[start.upperBound..<end.lowerBound].utf8)
        data = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let columns = try #require(data["places"] as? [String: Any])
        var last = 0
        ids = try Self.varying(columns["ids"]).map { step in
            last += step
            return last
        }
    }

    private var columns: [String: Any] { data["places"] as? [String: Any] ?? [:] }

    func row(_ id: Int) throws -> Row {
        let place = try #require(ids.firstIndex(of: id))
        let details = columns["details"] as? [String: Any] ?? [:]
        func text(_ column: Any?) throws -> String? {
            let column = try #require(column as? String)
            let texts = column.split(separator: "\n", omittingEmptySubsequences: false)
            return texts[place].isEmpty ? nil : String(texts[place])
        }
        var row = Row(name: try text(columns["names"]) ?? "")
        row.phone = try text(details["phones"])
        row.website = try text(details["websites"])
        row.sns = try text(details["sns"])?.split(separator: "\t").map(String.init) ?? []
        let plane = try Self.numbers(columns["plane"], bytes: 6)[2 * place..<2 * place + 2]
        guard plane.allSatisfy({ $0 < 1 << 48 - 1 }) else { return row }
        row.plane = plane.map { Int($0) }
        let degrees = try Self.numbers(columns["degrees"], bytes: 4)[2 * place..<2 * place + 2]
            .map { Double(Int32(truncatingIfNeeded: $0)) / 1e7 }
        (row.latitude, row.longitude) = (degrees[0], degrees[1])
        return row
    }

    /// The changes; each text has the day of the run, the kind of change, and the id.
    func changes() throws -> [String] {
        let changes = try #require(data["changes"] as? [String: Any])
        let days = try #require(changes["runs"] as? [String])
        let words = try #require(changes["what"] as? [String])
        let steps = try Self.varying(changes["events"])
        var (run, place) = (0, 0)
        return stride(from: 0, to: steps.count, by: 3).map { index in
            run += steps[index]
            place += steps[index + 2]
            return "\(days[run]) \(words[steps[index + 1]]) \(ids[place])"
        }
    }

    private static func bytes(_ column: Any?) throws -> [UInt8] {
        let text = try #require(column as? String)
        return Array(try #require(Data(base64Encoded: text)))
    }

    private static func numbers(_ column: Any?, bytes count: Int) throws -> [UInt64] {
        let all = try bytes(column)
        return stride(from: 0, to: all.count, by: count).map { start in
            all[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    private static func varying(_ column: Any?) throws -> [Int] {
        var found: [Int] = []
        var (value, shift) = (0, 0)
        for byte in try bytes(column) {
            value |= Int(byte & 0x7F) << shift
            shift += 7
            guard byte < 0x80 else { continue }
            found.append(value & 1 == 1 ? -(value + 1) / 2 : value / 2)
            (value, shift) = (0, 0)
        }
        return found
    }
}

extension Workplace {
    /// The page that `geocli map` writes with these further words.
    func mapPage(_ words: String = "") throws -> MapPage {
        try MapPage(try succeed("map \(words)").output)
    }
}
