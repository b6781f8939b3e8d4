import Foundation
import TestSupport
import Testing

/// A person's own table with coordinates in meters, or without coordinates.
@Suite struct OwnTableTests {
    /// Two points in EPSG:5174: 서울 종로구 and 마포구.
    private static let meters = "no,title,Y,X\n1,가,451500.5,198200.25\n2,나,450600,192700\n3,다,,\n"
    private static let columns = "--id no --name title --lat Y --lon X --feed my-places"

    private func place(_ table: String = meters) throws -> Workplace {
        let place = try Workplace()
        try place.write(table, to: "p.csv")
        return place
    }

    // MARK: Coordinates in meters

    @Test func metersAreReadInTheirSystem() throws {
        let place = try place()
        try place.succeed("ingest p.csv \(Self.columns) --crs EPSG:5174 -q")
        let rows = try place.succeed("list --format csv --fields name,latitude,longitude").text.split(separator: "\n")
        let points = rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst() }
        #expect(points.count == 3 && points[2].allSatisfy(\.isEmpty))
        for point in points.prefix(2) {
            let numbers = point.compactMap { Double($0) }
            try #require(numbers.count == 2)
            #expect((37.54...37.58).contains(numbers[0]) && (126.90...127.0).contains(numbers[1]), "\(point)")
        }
        // A declaration with the same system gives the same points.
        try place.write(
            """
            id = "declared"
            title = { ko = "가", en = "a" }
            noun = { ko = "곳", en = "place" }
            publisher = "a"
            license = "a"
            kind = "other"
            [pages]
            format = "csv"
            encoding = "UTF-8"
            delimiter = ","
            header = true
            [fields]
            id = "no"
            name = "title"
            [point]
            x = "X"
            y = "Y"
            crs = "EPSG:5174"
            area = [-180, -90, 180, 90]

            """, to: "d.toml")
        try place.succeed("ingest p.csv --feed ./d.toml -q --db declared.sqlite")
        let declared = try place.succeed("list --format csv --fields name,latitude,longitude --db declared.sqlite").text
        #expect(declared.split(separator: "\n") == rows)
        #expect(try place.succeed("status --format table").text.contains("--crs EPSG:5174"))
    }

    /// The message names the option, and no command that would publish the places without a point.
    @Test func metersReadAsDegreesAreRefusedWithTheOption() throws {
        let place = try place()
        for line in ["ingest p.csv \(Self.columns)", "ingest p.csv \(Self.columns) --dry-run"] {
            let run = try place.geocli(line)
            #expect(run.status == 65)
            #expect(run.errorText.contains("2 of 2 points are not in degrees; if the coordinates are in meters"))
            #expect(run.errorText.contains("--crs EPSG:5174"), "\(run.errorText)")
            #expect(!run.errorText.contains("--accept"), "\(run.errorText)")
        }
        #expect(try !place.geocli("status --format table").text.contains("--accept"))
        let other = try place.geocli("ingest p.csv \(Self.columns) --crs EPSG:4326")
        #expect(other.errorText.contains("can't be in EPSG:4326"), "\(other.errorText)")
    }

    @Test(arguments: [
        ("nonsense", "--crs: write EPSG:4326 (degrees), EPSG:5174"), ("5174", "--crs: write EPSG:5174"),
        ("''", "--crs: is empty"),
    ])
    func aWrongSystemIsNamed(_ crs: String, _ says: String) throws {
        let run = try place().geocli("ingest p.csv \(Self.columns) --crs \(crs)")
        #expect(run.status == 64 && run.errorText.contains(says), "\(run.errorText)")
    }

    @Test func geoJSONIsAlwaysInDegrees() throws {
        let place = try place()
        try place.write(
            #"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[126.9,37.5]},"properties":{"name":"가"}}"#,
            to: "p.geojson")
        let run = try place.geocli("ingest p.geojson --feed my-places --crs EPSG:5174")
        #expect(run.status == 64 && run.errorText.contains("--crs: write EPSG:4326"), "\(run.errorText)")
    }

    // MARK: Tables without coordinates

    private static let addresses =
        "11110|7|1111010100|서울특별시|종로구|동|111103100012|자하문로|0|94|0||03047|시설|0|동|953241.683263|1954023.466812\n"

    private static let addressed = "no,title,addr\n1,가,서울 종로구 자하문로 94 2층\n2,나,서울특별시 마포구 없는길 1\n3,다,\n"
    private static let addressColumns = "--id no --name title --address addr --feed my-places"

    private func withAddresses(_ place: Workplace) throws -> [String: String] {
        let environment = ["XDG_DATA_HOME": place.file("data").path]
        try place.write(Self.addresses, to: "utf8.txt")
        let encode = "open('entrc_2606.txt', 'wb').write(open('utf8.txt', 'rb').read().decode().encode('cp949'))"
        #expect(try place.shell("python3 -c \"\(encode)\"").status == 0)
        try place.succeed("addresses import entrc_2606.txt -q", environment: environment)
        return environment
    }

    @Test func addressesGiveThePoints() throws {
        let place = try place(Self.addressed)
        let environment = try withAddresses(place)
        try place.succeed("ingest p.csv \(Self.addressColumns) -q", environment: environment)
        let fields = "list --format csv --fields name,district,point_source"
        #expect(
            try place.succeed(fields).text
                == "name,district,point_source\n가,종로구,juso 2606\n나,마포구,\n다,,\n")
        // The next night finds the same.
        let again = try place.succeed("ingest p.csv \(Self.addressColumns)", environment: environment)
        #expect(again.errorText.contains("unchanged"), "\(again.errorText)")
    }

    @Test func withoutImportedAddressesNothingIsPublished() throws {
        let place = try place(Self.addressed)
        let run = try place.geocli(
            "ingest p.csv \(Self.addressColumns)", environment: ["XDG_DATA_HOME": place.file("data").path])
        #expect(run.status == 66 && run.errorText.contains("geocli addresses import"), "\(run.errorText)")
        #expect(try place.geocli("list").text.isEmpty)
    }

    @Test func addressesOfAnotherProvinceAreRefused() throws {
        let place = try place("no,title,addr\n1,가,부산 중구 광복로 1\n2,나,어딘가\n")
        let environment = try withAddresses(place)
        let run = try place.geocli("ingest p.csv \(Self.addressColumns)", environment: environment)
        #expect(run.status == 65)
        #expect(run.errorText.contains("none of the 2 addresses in addr is among the imported addresses"))
        #expect(!run.errorText.contains("--accept"), "\(run.errorText)")
    }

    // MARK: Districts

    @Test func theOutlineGivesTheDistrict() throws {
        let place = try place("no,title,y,x,gu\n1,가,37.55,126.92,\n2,나,37.55,126.92,서대문구\n3,다,35.104,129.033,\n")
        try place.write(
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[126.9,37.5],[127,37.5],[127,37.6],[126.9,37.6],[126.9,37.5]]]},"properties":{"name":"마포구"}}]}"#,
            to: "d.geojson")
        let ingest = "ingest p.csv --id no --name title --lat y --lon x --district gu --feed my-places -q"
        try place.succeed(ingest)
        let fields = "list --format csv --fields name,district"
        #expect(try place.succeed(fields).text == "name,district\n가,마포구\n나,서대문구\n다,부산 중구\n")
        #expect(try place.succeed("\(fields) --no-ground").text == "name,district\n가,\n나,서대문구\n다,\n")
        // Imported outlines replace the ground at once.
        try place.succeed("layers import d.geojson --role districts --license MIT -q")
        #expect(try place.succeed(fields).text == "name,district\n가,마포구\n나,서대문구\n다,\n")
        #expect(try place.succeed("changes --since 0 --format csv --fields field").text.hasSuffix("field\n\"\"\n\"\"\n\"\"\n"))
    }
}
