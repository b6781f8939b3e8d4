import Foundation
import TestSupport
import Testing

/// A page in the form of the service TbSlibBookstoreInfo, made by the tests.
struct FeedPage {
    /// One row, as strings.
    struct Row {
        var id: String
        var name: String
        /// The texts of the coordinate; the feed calls the latitude XCNTS and the longitude YDNTS.
        var latitude = "37.57"
        var longitude = "126.98"
        var kind = "0002"
        var district = "종로구"
        var address = "종로구 머리말로 1"
        var phone = ""
        var website = ""
        var sns = ""

        fileprivate var fields: [String: Any] {
            [
                "STORE_SEQ_NO": id, "STORE_NAME": name, "GU_CODE": "801", "CODE_VALUE": district, "ADRES": address,
                "TEL_NO": phone, "HMPG_URL": website, "STORE_TYPE": kind, "STORE_TYPE_NAME": "책방",
                "XCNTS": latitude, "YDNTS": longitude, "SNS": sns,
            ]
        }
    }

    var rows: [Row]
    /// The total that the service states; the actual number of rows by default.
    var total: Int?

    func bytes() throws -> Data {
        let service: [String: Any] = [
            "list_total_count": total ?? rows.count, "RESULT": ["CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다"],
            "row": rows.map(\.fields),
        ]
        return try JSONSerialization.data(withJSONObject: ["TbSlibBookstoreInfo": service], options: [.sortedKeys])
    }

    /// Places all over the world, hostile ones first: both sides of ±180, both poles, many on one point, antipodes.
    static func world(seed: UInt64, count: Int) -> FeedPage {
        var random = SeededGenerator(seed: seed)
        var points: [(latitude: Double, longitude: Double)] = [
            (90, 0), (90, 135), (-90, 0), (-90, -77.5), (0, 180), (0, -180), (37.5, 180), (37.5, -180), (-16.8, 179.9),
            (-16.8, -179.9), (0, 0), (0, 0.0000001), (0, 90), (0, -90), (0.5, 179.7), (-37.5663, -53.0221),
            (90, -180), (-90, 180), (51.5, 179.9999999), (51.5, -179.9999999),
        ]
        points += Array(repeating: (latitude: 37.5663, longitude: 126.9779), count: 9)
        while points.count < count {
            // Some on a coarse grid, so that distances tie and points lie on the edges of boxes.
            let isCoarse = random.next() % 4 == 0
            func degrees(_ limit: Double) -> Double {
                let value = Double.random(in: -limit...limit, using: &random)
                return isCoarse ? (value / 15).rounded() * 15 : value
            }
            points.append((degrees(90), degrees(180)))
        }
        let rows = points.enumerated().map { index, point in
            Row(
                id: String(index + 1), name: "place \(index + 1)", latitude: "\(point.latitude)",
                longitude: "\(point.longitude)", district: "")
        }
        return FeedPage(rows: rows.shuffled(using: &random))
    }
}

extension Workplace {
    /// A new folder with a catalog of these pages; each page is a run.
    static func ingested(_ pages: [FeedPage], feed: String = "places", maximumLoss: Int = 100) throws -> Workplace {
        let place = try Workplace()
        for (day, page) in pages.enumerated() {
            try place.succeed(
                ["ingest", "-", "--feed", feed, "--max-loss", "\(maximumLoss)", "-q"],
                environment: ["SOURCE_DATE_EPOCH": String(moment + day * 86400)], input: try page.bytes())
        }
        return place
    }

    /// Places all over the world.
    static let world = Result { try ingested([.world(seed: 20_260_921, count: 260)]) }
}
