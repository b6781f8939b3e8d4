internal import Foundation
internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText
internal import Logging
internal import TestSupport

/// A place of a page that the test writes.
struct Shop {
    var id: Int
    var name = "책방"
    var code = "0002"
    var district = "마포구"
    var address = ""
    var phone = ""
    var latitude: String
    var longitude: String
}

/// A catalog in a new folder, which is removed with the fixture.
final class CatalogFixture {
    let folder: URL
    let catalog: Catalog

    /// A catalog that holds these shops, read as the feed `places`.
    convenience init(_ shops: [Shop]) throws { try self.init(pages: [try Self.page(shops)]) }

    static func page(_ shops: [Shop]) throws -> [UInt8] {
        let rows = shops.map { shop in
            [
                "STORE_SEQ_NO": shop.id, "STORE_NAME": shop.name, "STORE_TYPE": shop.code, "CODE_VALUE": shop.district,
                "ADRES": shop.address, "TEL_NO": shop.phone, "XCNTS": shop.latitude, "YDNTS": shop.longitude,
            ] as [String: Any]
        }
        let page: [String: Any] = [
            "TbSlibBookstoreInfo": [
                "list_total_count": rows.count, "RESULT": ["CODE": "INFO-000", "MESSAGE": ""], "row": rows,
            ] as [String: Any]
        ]
        return Array(try JSONSerialization.data(withJSONObject: page))
    }

    init(pages: [[UInt8]], feed: Feed = .places) throws {
        folder = try TestSupport.temporaryFolder()
        let path = folder.appendingPathComponent("catalog.sqlite").path
        try Self.ingest(pages, feed, into: path, unixSeconds: 1_790_000_000)
        catalog = try Catalog(path: path)
    }

    /// Reads a page of these shops into the same catalog, a night later.
    func ingest(_ shops: [Shop]) throws {
        try Self.ingest([try Self.page(shops)], .places, into: catalog.path, unixSeconds: 1_790_086_400)
    }

    private static func ingest(_ pages: [[UInt8]], _ feed: Feed, into path: String, unixSeconds: Int64) throws {
        var options = IngestOptions()
        options.acceptedBecause = "a test"
        let ingester = Ingester(
            feed: feed, options: options, startedAt: SeoulTime(unixSeconds: unixSeconds), toolVersion: "test",
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let source = SavedPages(
            name: "test",
            pages: pages.enumerated().map { number, bytes in
                SavedPages.Page(name: "page \(number)") { ByteSource(name: "page \(number)", bytes: bytes) }
            })
        _ = try ingester.run(source, into: try CatalogWriter(path: path))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// All places, from the plain listing.
    func all(_ filter: PlaceFilter = PlaceFilter()) throws -> [CatalogEntry] {
        var entries: [CatalogEntry] = []
        try catalog.forEachEntry(filter) { entries.append($0) }
        return entries
    }
}
