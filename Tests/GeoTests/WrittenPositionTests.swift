import GeocliGeo
import GeocliText
import TestSupport
import Testing

/// Positions as map apps and people write them: read correctly, or refused with the reason.
@Suite struct WrittenPositionTests {
    @Test(arguments: WrittenTable.numbers + WrittenTable.angles + WrittenTable.uris + WrittenTable.links)
    func aWrittenPositionIsRead(_ written: WrittenCase) throws {
        let place = try #require(try WrittenPosition.read(written.text)).coordinate
        // The tolerance is a tenth of a micrometer; most values are equal.
        #expect(abs(place.latitude - written.latitude) < 1e-12, "\(place.latitude)")
        #expect(abs(place.longitude - written.longitude) < 1e-12, "\(place.longitude)")
    }

    @Test func theTableHasAHundredPositions() {
        let texts = (WrittenTable.numbers + WrittenTable.angles + WrittenTable.uris + WrittenTable.links).map(\.text)
        #expect(Set(texts).count == texts.count && texts.count >= 150)
    }

    @Test(arguments: WrittenTable.refused.filter { !$0.says.isEmpty }.map(\.text))
    func aTextThatIsNoPositionIsRefusedWithItsReason(_ text: String) throws {
        let says = try #require(WrittenTable.refused.first { $0.text == text }).says
        let error = try #require(throws: GeoError.self) { try WrittenPosition.read(text) }
        #expect(error.words.en.contains(says), "\(error.words.en)")
        #expect(!error.words.ko.isEmpty && error.words.ko != error.words.en)
        for sentence in [error.words.en, error.words.ko] { #expect(DisplayText.singleLine(sentence) == sentence) }
    }

    @Test(arguments: WrittenTable.names) func aNameIsNoPosition(_ name: String) throws {
        #expect(try WrittenPosition.read(name) == nil)
    }

    @Test func formsTellWhatTheLinkSays() throws {
        func form(_ text: String) throws -> WrittenPosition.Form? { try WrittenPosition.read(text)?.form }
        #expect(try form("37.5,126.9") == .numbers)
        #expect(try form("37.5N 126.9E") == .angles)
        #expect(try form("geo:37.5,126.9") == .uri)
        #expect(try form("https://www.google.com/maps/@37.5,126.9,15z") == .link(.google, .view))
        #expect(try form("https://map.kakao.com/link/map/a,37.5,126.9") == .link(.kakao, .pin))
        #expect(try form("https://map.kakao.com/link/to/a,37.5,126.9") == .link(.kakao, .destination))
    }

    /// 126 degrees east can't be a latitude, so a longitude is never read as one, in any form and order.
    @Test func positionsPrintedInEachFormReadBack() throws {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<500 {
            let (south, west) = (Bool.random(using: &random), Bool.random(using: &random))
            let latitude = (Int.random(in: 0...89, using: &random), Int.random(in: 0...59, using: &random))
            let longitude = (Int.random(in: 0...179, using: &random), Int.random(in: 0...59, using: &random))
            let tenths = (Int.random(in: 0...599, using: &random), Int.random(in: 0...599, using: &random))
            let (ns, ew) = (south ? "S" : "N", west ? "W" : "E")
            let first = "\(latitude.0)°\(latitude.1)'\(tenths.0 / 10).\(tenths.0 % 10)\""
            let second = "\(longitude.0)°\(longitude.1)'\(tenths.1 / 10).\(tenths.1 % 10)\""
            let wantedLatitude = Double(latitude.0 * 36000 + latitude.1 * 600 + tenths.0) / 36000 * (south ? -1 : 1)
            let wantedLongitude = Double(longitude.0 * 36000 + longitude.1 * 600 + tenths.1) / 36000 * (west ? -1 : 1)
            for text in [
                "\(first)\(ns) \(second)\(ew)", "\(second)\(ew), \(first)\(ns)", "\(ns)\(first) \(ew)\(second)",
                "\(ew) \(second) \(ns) \(first)",
                "\(south ? "남위" : "북위") \(first) \(west ? "서경" : "동경") \(second)",
            ] {
                let place = try #require(try WrittenPosition.read(text)).coordinate
                #expect(abs(place.latitude - wantedLatitude) < 1e-12 && abs(place.longitude - wantedLongitude) < 1e-12)
            }
        }
    }

    @Test func hostileTextsAreAnsweredAtOnce() throws {
        let clock = ContinuousClock()
        let million = 1_000_000
        let texts = [
            String(repeating: "9", count: million), String(repeating: "9", count: 8000) + ",1",
            String(repeating: "(", count: million),
            String(repeating: "(", count: 4000) + String(repeating: ")", count: 4000),
            "https://map.naver.com/p?c=" + String(repeating: "9,", count: 4000),
            "https://www.google.com/maps/data=" + String(repeating: "!3d1!4d", count: 1000),
            "geo:" + String(repeating: ";", count: 8000), String(repeating: "%00", count: 2700),
            "https://" + String(repeating: "%", count: 8000), String(repeating: "°", count: 4000),
            String(repeating: "동경", count: 1300) + "1", String(repeating: "1'", count: 4000),
            "37.5\u{1B}]0;x\u{7},126.9", "https://map.kakao.com/link/map/%00%1B[31m,37.5%00,126.9",
        ]
        for text in texts {
            let time = try clock.measure {
                do { _ = try WrittenPosition.read(text) } catch let error as GeoError {
                    #expect(error.words.en.utf8.count < 400 && DisplayText.singleLine(error.words.en) == error.words.en)
                }
            }
            // The limit allows for a debug build on a busy machine; quadratic work would take minutes.
            #expect(time < .seconds(3), "\(text.prefix(20)): \(time)")
        }
    }

    @Test func escapesAreDecodedOnce() throws {
        // %2537 is the text %37, not the digit 7.
        #expect(throws: GeoError.self) { try WrittenPosition.read("https://map.kakao.com/link/map/a,3%2537.5,126.9") }
        let place = try WrittenPosition.read("https://map.kakao.com/link/map/%ZZ%,%33%37.5,126.9")
        #expect(place?.coordinate.latitude == 37.5)
    }
}
