import Foundation
import TestSupport
import Testing

/// A page of `geocli map`, read without a browser.
struct MapPage {
    let html: String
    /// The content of its data element.
    let data: [String: Any]
    /// The bookstores' ids, in the order of the page's rows.
    let ids: [Int]

    init(_ bytes: Data) throws {
        html = String(decoding: bytes, as: UTF8.self)
        let start = try #require(html.range(of: "<script type=\"application/json\" id=\"data\">"))
        let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
        let json = Data(html[start.upperBound..<end.lowerBound].utf8)
        data = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        ids = try #require(data["bookstores"] as? [[Any]]).compactMap { $0[0] as? Int }
    }

    /// The cells of a bookstore.
    func row(_ id: Int) throws -> [Any] {
        let rows = try #require(data["bookstores"] as? [[Any]])
        return rows[try #require(ids.firstIndex(of: id))]
    }

    /// For each bookstore of a set, the one that hides it at a zoom, or itself if it is shown; read in the same way as
    /// by the page.
    func hiders(_ set: String, zoom: Int) throws -> [Int: Int] {
        let sets = try #require(data["sets"] as? [String: [String: [Any]]])
        let levels = try #require(sets[set])
        let lowest = try #require(levels["from"])
        let after = try #require(levels["behind"] as? [[Int]])
        var hiders: [Int: Int] = [:]
        for (place, value) in lowest.enumerated() {
            guard let from = value as? Int else { continue }
            if from <= zoom {
                hiders[ids[place]] = ids[place]
            } else {
                let runs = stride(from: 0, to: after[place].count, by: 2).filter { after[place][$0] <= zoom }
                hiders[ids[place]] = ids[after[place][try #require(runs.last) + 1]]
            }
        }
        return hiders
    }
}

extension Workplace {
    /// The page that `geocli map` writes with these further words.
    func mapPage(_ words: String = "") throws -> MapPage {
        try MapPage(try succeed("map \(words)").output)
    }
}
