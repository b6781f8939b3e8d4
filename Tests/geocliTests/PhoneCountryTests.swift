import Foundation
import TestSupport
import Testing

/// Phone numbers of the whole world, in every command that reads or shows them.
///
/// - Source: public complaints, such as floere/phony#170, haumacher/phoneblock#510 and CorentinTh/it-tools#389: numbers
///   of other countries became numbers of the default country, and matched.
@Suite struct PhoneCountryTests {
    private static let columns = "--id id --name name --lat lat --lon lon --phone tel"
    private static let korea = "id,name,lat,lon,tel\n1,Book Cafe,37.55,126.92,02-5550-1234\n"
    private static let world = """
        id,name,lat,lon,tel
        1,Durban Books,-29.85,31.02,031 123 4567
        2,Milano Libri,45.46,9.19,02 1234 5678
        3,Toko Buku,-6.2,106.8,021 1234567
        4,Brisbane Books,-27.47,153.02,0412 345 678
        5,Tsushima Books,34.2,129.29,0920-52-1234
        6,Pyongyang Books,39.03,125.75,02-381-1234
        7,London Books,51.5,-0.12,+44 (0)20 7946 0018
        8,No Point,,,02-5550-1234
        9,Book Cafe,-33.86,151.20,(02) 5550 1234
        10,Tokyo Books,35.68,139.76,03-1234-5678
        11,Yanggu Books,38.28,128.13,033-481-1234
        12,Tokyo Two,35.68,139.77,tel:+81-3-1234-5678

        """

    private static let both = Result {
        let place = try Workplace()
        try place.write(korea, to: "korea.csv")
        try place.write(world, to: "world.csv")
        try place.succeed("ingest korea.csv \(columns) --feed kr -q")
        try place.succeed("ingest world.csv \(columns) --feed world -q")
        return place
    }

    @Test func aNumberIsReadByTheCountryOfItsPlace() throws {
        let found = try Self.both.get().succeed("list --fields ref,phone,phone_raw --format csv").text
        #expect(
            found == """
                ref,phone,phone_raw
                kr/1,+82255501234,02-5550-1234
                world/1,,031 123 4567
                world/2,,02 1234 5678
                world/3,,021 1234567
                world/4,,0412 345 678
                world/5,,0920-52-1234
                world/6,,02-381-1234
                world/7,+442079460018,'+44 (0)20 7946 0018
                world/8,,02-5550-1234
                world/9,,(02) 5550 1234
                world/10,,03-1234-5678
                world/11,+82334811234,033-481-1234
                world/12,+81312345678,tel:+81-3-1234-5678

                """)
    }

    @Test func noLinkAndNoIssueComeOfIt() throws {
        let place = try Self.both.get()
        #expect(try place.succeed("links list --format ndjson").text.isEmpty)
        #expect(try place.succeed("list --unique --fields ref --format csv").text.contains("world/9\n"))
        #expect(try !place.succeed("issues list --format csv").text.contains("phone-unusable"))
        // Two rows with one number and name, thousands of kilometers apart.
        let far = try place.copy()
        try far.write("id,name,lat,lon,tel\n1,Book Cafe,-37.81,144.96,+82 2-5550-1234\n", to: "far.csv")
        try far.succeed("ingest far.csv \(Self.columns) --feed far -q")
        #expect(try far.succeed("list --feed far --fields phone --format csv").text == "phone\n+82255501234\n")
        #expect(try far.succeed("links list --format ndjson").text.isEmpty)
    }

    @Test func numbersAreShownAsTheirReadersDialThem() throws {
        let place = try Self.both.get()
        let sheet = try place.succeed("list --format csv --excel --fields ref,phone").text
        #expect(sheet.contains("kr/1,02-5550-1234\r\n") && sheet.contains("world/7,'+442079460018\r\n"))
        #expect(sheet.contains("world/10,\r\n"))
        let table = try place.succeed("show world/7 --format table").text
        #expect(table.contains("+442079460018"))
        #expect(
            try place.succeed("list --feed world --has phone --fields id --format csv").text.split(separator: "\n")
                .count == 4)
    }

    @Test(arguments: [
        ("+44 20 7946 0018", "world/7"), ("+442079460018", "world/7"), ("020 7946 0018", "world/7"),
        ("031-123-4567", "world/1"), ("0311234567", "world/1"), ("0412345678", "world/4"),
        ("+81 3 1234 5678", "world/12"),
        ("03-1234-5678", "world/10"), ("02-5550-1234", "kr/1"),
    ])
    func searchFindsTheDigits(_ typed: String, _ ref: String) throws {
        let found = try Self.both.get().succeed(["search", typed, "--fields", "ref", "--format", "csv"]).text
        #expect(found.contains("\(ref)\n"), "\(found)")
    }

    @Test func aCorrectionFollowsThePlace() throws {
        let place = try Self.both.get().copy()
        let proof = "--because 'a person looked' --source https://example.com/proof"
        func phone(_ ref: String) throws -> String {
            try String(place.succeed("show \(ref) --fields phone --format csv").text.split(separator: "\n")[1])
        }
        let wrong = try place.geocli("corrections add world/10 phone=03-1234-5678 \(proof)")
        #expect(wrong.status == 64 && wrong.errorText.contains("write a number with its country code"))
        let korean = try place.geocli("corrections add world/10 phone=03-1234-5678 \(proof) --lang ko")
        #expect(korean.status == 64 && korean.errorText.contains("국가 번호까지 쓰세요"))
        try place.succeed("corrections add world/10 phone='+81 3-1234-5678' \(proof)")
        #expect(try phone("world/10") == "+81312345678")
        try place.succeed("corrections add kr/1 phone=02-325-1984 \(proof)")
        #expect(try phone("kr/1") == "+8223251984")
        #expect(try place.geocli("corrections add world/8 phone=02-325-1984 \(proof)").status == 64)
        // The point that is corrected at the same time counts.
        try place.succeed("corrections add world/8 phone=02-325-1984 point=37.55,126.92 \(proof)")
        #expect(try phone("world/8") == "+8223251984")
        // An export of the corrections brings the numbers back.
        try place.succeed("corrections export -o letter.json")
        #expect(try place.succeed("verify").status == 0)
    }

    private static func declaration(_ line: String, area: String = "-180, -90, 180, 90") -> String {
        """
        id = "book-cafes"
        title = { ko = "북카페", en = "Book cafés" }
        noun = { ko = "북카페", en = "book café" }
        publisher = "made up for tests"
        license = "none"
        kind = "new"
        \(line)
        [pages]
        format = "csv"
        encoding = "UTF-8"
        delimiter = ","
        header = true
        [fields]
        id = "id"
        name = "name"
        phone = "tel"
        address = "addr"
        [point]
        x = "lon"
        y = "lat"
        crs = "EPSG:4326"
        area = [\(area)]

        """
    }

    /// Rows without a point, in Seoul and in Fukuoka, and a Korean address.
    @Test(arguments: [
        ("country = \"KR\"", "-180, -90, 180, 90", "1,+82255501234 2,+82255501234 3,+82255501234 4,+82255501234"),
        ("country = \"JP\"", "-180, -90, 180, 90", "1, 2, 3, 4,"),
        ("", "-180, -90, 180, 90", "1, 2,+82255501234 3, 4,+82255501234"),
        ("", "124.5, 33.0, 132.0, 38.7", "1, 2,+82255501234 3, 4,+82255501234"),
        ("", "126.73, 37.40, 127.20, 37.72", "1,+82255501234 2,+82255501234 3,+82255501234 4,+82255501234"),
    ])
    func aDeclarationMayNameTheCountry(_ line: String, _ area: String, _ wanted: String) throws {
        let place = try Workplace()
        try place.write(Self.declaration(line, area: area), to: "cafes.toml")
        try place.write(
            """
            id,name,lat,lon,tel,addr
            1,가,,,02-5550-1234,독막로 165
            2,나,37.55,126.92,02-5550-1234,
            3,다,33.59,130.40,02-5550-1234,
            4,라,,,02-5550-1234,서울 마포구 독막로 165

            """, to: "cafes.csv")
        try place.succeed("ingest --feed cafes.toml cafes.csv --accept 'a test' -q")
        let found = try place.succeed("list --fields id,phone --format csv").text
        #expect(found.split(separator: "\n").dropFirst().joined(separator: " ") == wanted)
        // The first night in another country reads all rows again.
        try place.write(Self.declaration("country = \"FR\"", area: area), to: "cafes.toml")
        try place.succeed("ingest --feed cafes.toml cafes.csv --accept 'a test' -q")
        #expect(try !place.succeed("list --fields phone --format csv").text.contains("+82"))
    }

    @Test(arguments: ["KO", "kr", "KOR", "Korea", "82"]) func aCountryIsAKnownCode(_ code: String) throws {
        let place = try Workplace()
        try place.write(Self.declaration("country = \"\(code)\""), to: "cafes.toml")
        let run = try place.geocli("ingest --feed cafes.toml cafes.csv")
        #expect(
            run.status == 65 && run.errorText.contains("line 7: country: write the code of a country"),
            "\(run.errorText)")
    }
}
