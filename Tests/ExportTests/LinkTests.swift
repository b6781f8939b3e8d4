import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable import GeocliExport
@testable internal import GeocliPlaces
@testable import GeocliQuery

@Suite struct LinkTests {
    private static let web = ["link_naver", "link_kakao", "link_google", "link_apple", "link_osm"]
    private static let apps = ["link_geo", "link_naver_app", "link_kakao_app"]
    private static let corner = Coordinate(uncheckedLongitude: 0, latitude: 0)

    private func shown(_ name: String, at coordinate: Coordinate?) throws -> JSONValue {
        let options = options(.ndjson) { $0.hasLinks = true }
        return try parsed(try listed([entry(1, name: name, at: coordinate)], .place, options).text)
    }

    @Test func linksOpenThePointUnderItsName() throws {
        let value = try shown("책방 A", at: Coordinate(uncheckedLongitude: 126.92360004, latitude: -37.5))
        let name = "%EC%B1%85%EB%B0%A9%20A"
        for (key, link) in [
            "link_geo": "geo:-37.5,126.9236",
            "link_naver_app": "nmap://place?lat=-37.5&lng=126.9236&name=\(name)&appname=geocli",
            "link_naver": "https://map.naver.com/?lng=126.9236&lat=-37.5&title=\(name)",
            "link_kakao_app": "kakaomap://look?p=-37.5,126.9236",
            "link_kakao": "https://map.kakao.com/link/map/\(name),-37.5,126.9236",
            "link_google": "https://www.google.com/maps/search/?api=1&query=-37.5,126.9236",
            "link_apple": "https://maps.apple.com/?ll=-37.5,126.9236&q=\(name)",
            "link_osm": "https://www.openstreetmap.org/?mlat=-37.5&mlon=126.9236#map=18/-37.5/126.9236",
        ] { #expect(value[key] == .string(link)) }
        #expect(value["website_raw"] == .string("example.kr"))
    }

    @Test func onlyUnreservedCharactersStandInALinkAsTheyAre() throws {
        for value in UInt32(0x21)...0x7E {
            let character = String(Unicode.Scalar(UInt8(value)))
            let isPlain = character.first.map { $0.isLetter || $0.isNumber || "-._~".contains($0) } ?? false
            let digits = String(value, radix: 16, uppercase: true)
            let link = try shown("x" + character, at: Self.corner)["link_naver"]
            let wanted = isPlain ? character : "%" + digits
            #expect(link == .string("https://map.naver.com/?lng=0&lat=0&title=x\(wanted)"), "\(value)")
        }
    }

    @Test func inKakaosPathNoCharacterOfANameSeparates() throws {
        let nested = try shown("a/../b?c=d&e#f,g%20\\h;i", at: Self.corner)
        #expect(
            nested["link_kakao"]
                == .string("https://map.kakao.com/link/map/a%20..%20b%3Fc%3Dd%26e%23f%20g%2020%20h%20i,0,0"))
        #expect(
            nested["link_apple"]
                == .string("https://maps.apple.com/?ll=0,0&q=a%2F..%2Fb%3Fc%3Dd%26e%23f%2Cg%2520%5Ch%3Bi"))
    }

    @Test func aNameOfNothingOrOfTenThousandCharactersStillOpensThePoint() throws {
        for name in ["\u{0}\u{202E}", " \t\r\n", "\u{1B}"] {
            #expect(
                try shown(name, at: Self.corner)["link_naver"]
                    == .string("https://map.naver.com/?lng=0&lat=0&title=0%200"))
        }
        #expect(try shown(",/", at: Self.corner)["link_kakao"] == .string("https://map.kakao.com/link/map/0%200,0,0"))
        for name in [String(repeating: "책", count: 10_000), "e" + String(repeating: "\u{301}", count: 10_000)] {
            let value = try shown(name, at: Self.corner)
            for key in Self.web { #expect((value[key]?.stringValue?.utf8.count ?? .max) < 1000, "\(key)") }
        }
    }

    @Test func withoutAPointThereAreNoLinksAndUnaskedThereAreNone() throws {
        let value = try shown("책방", at: nil)
        for key in Self.web + Self.apps { #expect(value[key] == .null, "\(key)") }
        let plain = try parsed(try listed([entry(1)], .place, options(.ndjson)).text)
        #expect(plain["link_geo"] == nil && plain["website_raw"] == .string("example.kr"))
    }

    @Test func linksStandAtTheEndOrWhereFieldsNameThem() throws {
        func keys(_ change: (inout ListingOptions) -> Void) throws -> String {
            let text = try listed([entry(1)], .places, options(.csv, change)).text
            return String(text.split(separator: "\n")[0])
        }
        #expect(
            try keys { $0.hasLinks = true }.hasSuffix(
                ",removed_on,closed_on,point_source,corrected," + Self.web.joined(separator: ",")))
        #expect(try keys { $0.fields = ["link_osm", "id"] } == "link_osm,id")
        #expect(
            try keys { ($0.fields, $0.hasLinks) = (["link_osm", "id"], true) }
                == "link_osm,id,link_naver,link_kakao,link_google,link_apple")
        #expect(throws: PlainError.self) { _ = try keys { $0.fields = ["link_geo"] } }
    }
}
