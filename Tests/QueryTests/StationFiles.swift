internal import Foundation
internal import GeocliCatalog
internal import TestSupport
internal import Testing

@testable internal import GeocliIngest

/// Files of real stations, and catalogs of them. They are not part of the project; without them nothing runs.
enum StationFiles {
    static let folder: URL? = {
        let folder = TestSupport.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/feeds2")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: try #require(folder).appendingPathComponent(name)))
    }

    /// The service's 786 rows.
    static func master() throws -> (StationOracle, CatalogFixture) {
        let bytes = try bytes("derived_subwayStationMaster_786.json")
        struct Page: Decodable {
            struct List: Decodable { let row: [[String: String]] }
            let subwayStationMaster: List
        }
        let page = try JSONDecoder().decode(Page.self, from: Data(bytes))
        let stations = page.subwayStationMaster.row.map { row in
            StationOracle.Station(
                id: row["BLDN_ID"] ?? "", name: row["BLDN_NM"] ?? "", line: row["ROUTE"] ?? "",
                latitude: Double(row["LAT"] ?? "") ?? 0, longitude: Double(row["LOT"] ?? "") ?? 0)
        }
        let feed = try #require(Feed.named("seoul-stations"))
        return (StationOracle(stations: stations), try CatalogFixture(pages: [bytes], feed: feed))
    }

    /// The 909 rows of the portal's file, 123 of them with an id without its leading zero.
    static func file909() throws -> (StationOracle, CatalogFixture) {
        try csv("subway_station_master_2025-05.cp949.csv", ["역사_ID", "역사명", "호선", "위도", "경도"], id: "\"역사_ID\"")
    }

    /// The rows of the country's file. Some come twice, and one number is several stations.
    static func national() throws -> (StationOracle, CatalogFixture) {
        try csv(
            "std_urban_rail_stations_2021-06.cp949.csv", ["역번호", "역사명", "노선명", "역위도", "역경도"],
            id: "{ join = [\"역번호\", \"역사명\", \"노선명\"] }")
    }

    private static func csv(_ file: String, _ columns: [String], id: String) throws -> (StationOracle, CatalogFixture) {
        let bytes = try bytes(file)
        // Another program decodes the file.
        let iconv = Process()
        iconv.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
        iconv.arguments = ["-f", "CP949", "-t", "UTF-8", try #require(folder).appendingPathComponent(file).path]
        let pipe = Pipe()
        iconv.standardOutput = pipe
        try iconv.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .replacingOccurrences(of: "\r\n", with: "\n")
        iconv.waitUntilExit()
        return try (stations(text, columns, isJoined: id.first == "{"), fixture(bytes, columns, id: id))
    }

    private static func fixture(_ bytes: [UInt8], _ columns: [String], id: String) throws -> CatalogFixture {
        let declaration = """
            id = "real-stations"
            role = "landmarks"
            title = { ko = "역", en = "Stations" }
            noun = { ko = "역", en = "station" }
            publisher = "-"
            license = "-"
            kind = "station"
            [pages]
            format = "csv"
            encoding = "CP949"
            delimiter = ","
            header = true
            [fields]
            id = \(id)
            name = "\(columns[1])"
            line = "\(columns[2])"
            [point]
            x = "\(columns[4])"
            y = "\(columns[3])"
            crs = "EPSG:4326"
            area = [124, 33, 132, 39]
            """
        return try CatalogFixture(
            pages: [bytes], feed: try FeedDeclaration.feed(Array(declaration.utf8), name: "stations.toml"))
    }

    private static func stations(_ text: String, _ columns: [String], isJoined: Bool) throws -> StationOracle {
        let lines = text.components(separatedBy: "\n").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: "\r"))
        }
        func cells(_ line: String) -> [String] {
            line.components(separatedBy: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"")) }
        }
        let header = cells(lines[0])
        let places = try columns.map { try #require(header.firstIndex(of: $0)) }
        let rows = lines.dropFirst().filter { !$0.isEmpty }.map(cells).map { row in places.map { row[$0] } }
        func id(_ row: [String]) -> String { isJoined ? row[..<3].joined(separator: "|") : row[0] }
        let byID = Dictionary(grouping: rows, by: id)
        // Rows of one id that contradict each other are rejected, and a point outside of the country is none.
        let stations = byID.sorted { $0.key < $1.key }.compactMap { id, rows -> StationOracle.Station? in
            guard Set(rows).count == 1, let row = rows.first, let latitude = Double(row[3]),
                let longitude = Double(row[4]), longitude > 124
            else { return nil }
            return StationOracle.Station(id: id, name: row[1], line: row[2], latitude: latitude, longitude: longitude)
        }
        return StationOracle(stations: stations)
    }
}
