import Foundation
import GeocliGeo
import GeocliProjection
import TestSupport
import Testing

@testable import GeocliExport

@Suite struct GeoPackageTests {
    @Test func aPointIsWhatGDALWritesForIt() {
        // From ogr2ogr (GDAL 3.6.2) of POINT (127 37).
        let hex = "47500001e610000001010000000000000000c05f400000000000804240"
        let bytes = GeoPackageGeometry.point(x: 127, y: 37).bytes(system: 4326)
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hex)
    }

    @Test func anAreaIsWhatGDALReadsBack() throws {
        let square: [(x: Double, y: Double)] = [(0, 0), (2, 0), (2, 1), (0, 1), (0, 0)]
        let bytes = GeoPackageGeometry.area([[square]]).bytes(system: 4326)
        // Header of 8, envelope of 32, multipolygon of 9, polygon of 9, ring of 4 and five positions of 16.
        #expect(bytes.count == 8 + 32 + 9 + 9 + 4 + 80)
        #expect(bytes.prefix(4) == [0x47, 0x50, 0, 3] && bytes[40] == 1 && bytes[41] == 6)
        #expect(GeoPackageGeometry.area([[square]]).box == .init(minX: 0, minY: 0, maxX: 2, maxY: 1))
    }

    @Test func aFolderWithoutNamelessFilesGetsTheSameFile() throws {
        let folder = try TestSupport.temporaryFolder()
        let path = folder.appendingPathComponent("a.gpkg").path
        try write([SampleRow()], to: path)
        let (file, place) = try OutputFile.createDatabase(path: path)
        #expect(place.hasPrefix("/proc/self/fd/") || place.hasPrefix(path))
        withExtendedLifetime(file) {}
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.gpkg"])
    }

    @Test func anUnfinishedPackageLeavesNothing() throws {
        let folder = try TestSupport.temporaryFolder()
        do {
            let schema = ListingSchema<SampleRow>.sample
            let document = try MapDocument(
                at: try OutputDestination(folder.appendingPathComponent("a.gpkg").path, sparing: []), options(.gpkg),
                layers: [try schema.shape(named: "rows", keys: nil)])
            _ = try document.add(schema, named: "rows") { try $0.write(SampleRow()) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func aDeviceOrAPipeIsNoPlaceForADatabase() throws {
        for path in ["/dev/null", "/dev/stdout"] {
            #expect(throws: OutputFile.needsFile(path)) { try OutputFile.createDatabase(path: path) }
        }
        let pipe = try TestSupport.temporaryFolder().appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: OutputFile.needsFile(pipe)) { try OutputFile.createDatabase(path: pipe) }
    }

    @Test func planeColumnsStandWhereTheDegreesWere() throws {
        let projection = try PlaneProjection(to: .epsg5186)
        let schema = ListingSchema<SampleRow>.sample.projected(by: projection)
        #expect(schema.columns.map(\.key) == ["id", "name", "note", "phone", "links", "x", "y", "distance_m"])
        // EPSG:5186 has its origin, 200 km east and 600 km north, at 38° N, 127° E.
        let origin = SampleRow(coordinate: Coordinate(uncheckedLongitude: 127, latitude: 38))
        let values = schema.columns[5...6].map { $0.value(origin) }
        #expect(values == [.number(200_000), .number(600_000)])
        // At a quarter of the equator from its meridian, a transverse Mercator is infinite.
        let far = SampleRow(coordinate: Coordinate(uncheckedLongitude: 37, latitude: 0))
        #expect(schema.columns[5...6].map { $0.value(far) } == [.null, .null])
    }

    @Test(arguments: [
        ("csv", ["x"], 2), ("csv", ["y"], 2), ("tsv", ["id", "x", "y"], 2), ("csv", ["id"], 0), ("gpkg", ["id"], 2),
        ("csv", ["latitude"], 0),
    ])
    func whatHasNoPlaceInTheSystemIsCountedOnceARow(_ format: String, _ fields: [String], _ count: Int) throws {
        let schema = ListingSchema<SampleRow>.sample.projected(by: try PlaneProjection(to: .epsg5186))
        var listing = options(try #require(ListingFormat(rawValue: format)))
        listing.fields = fields
        let writer = try ListingWriter(schema, listing) { _ in Nowhere() }
        let far = SampleRow(coordinate: Coordinate(uncheckedLongitude: 37, latitude: 0))
        for row in [far, SampleRow(), far, SampleRow(coordinate: nil)] { try writer.write(row) }
        #expect(writer.outsideCount == count)
    }

    private struct Nowhere: RowReceiver {
        mutating func row(_ values: [OutputValue], _ feature: FeatureParts?) {}
        mutating func end() {}
    }

    private func write(_ rows: [SampleRow], to path: String) throws {
        let schema = ListingSchema<SampleRow>.sample
        let document = try MapDocument(
            at: try OutputDestination(path, sparing: []), options(.gpkg),
            layers: [try schema.shape(named: "rows", keys: nil)]
        )
        _ = try document.add(schema, named: "rows") { writer in
            for row in rows { try writer.write(row) }
        }
        try document.commit()
    }
}
