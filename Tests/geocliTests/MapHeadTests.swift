import Foundation
import TestSupport
import Testing

/// The head of the page of `geocli map`, its address and its preview picture.
@Suite struct MapHeadTests {
    @Test func theHeadSaysWhatHowManyOfWhichDayAndFromWhere() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage("--lang ko")
        for line in [
            #"<meta property="og:title" content="서울 책방 지도">"#, #"<meta property="og:type" content="website">"#,
            #"<meta property="og:locale" content="ko_KR">"#,
            #"<meta name="description" content="책방 601곳(새책 503곳, 헌책 97곳, 기타 1곳)을 지도에서 이름, 주소, 거리로 찾아보세요. "#,
            ##"<meta name="theme-color" content="#14191e" media="(prefers-color-scheme: dark)">"##,
        ] { #expect(page.html.contains(line), "\(line)") }
        #expect(try place.mapPage("--lang en").html.contains("601 bookstores (503 new, 97 used, 1 other) on a map"))
        // A preview needs an absolute address. Without --url the page has no such element, rather than a broken one.
        for word in ["og:image", "og:url", "canonical", "twitter:card"] {
            #expect(!page.html.contains(word), "\(word)")
        }
    }

    @Test func anAddressIsNamedAndThePictureIsBesideIt() throws {
        let place = try Workplace.sample.get().copy()
        try place.succeed("map -o index.html --url https://example.org/books/?a=1 --preview 미리보기.png")
        let html = try String(contentsOf: place.file("index.html"), encoding: .utf8)
        #expect(html.contains(#"<link rel="canonical" href="https://example.org/books/?a=1">"#))
        #expect(html.contains(#"<meta property="og:url" content="https://example.org/books/?a=1">"#))
        let name = "%EB%AF%B8%EB%A6%AC%EB%B3%B4%EA%B8%B0.png"
        #expect(html.contains(#"<meta property="og:image" content="https://example.org/books/\#(name)">"#))
        #expect(html.contains(#""address":"https://example.org/books/?a=1""#))
        let picture = try Data(contentsOf: place.file("미리보기.png"))
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.count < 300_000)
        // Python reads the picture and checks its size and checksums.
        let read = try TestSupport.run(
            TestSupport.python, ["-c", Self.reader, place.file("미리보기.png").path])
        #expect(read.text == "1200 630 True\n", "\(read.errorText)")
        let again = try place.succeed("map -o - --url https://example.org --preview other.png")
        #expect(again.text.contains("https://example.org/other.png"))
        #expect(try Data(contentsOf: place.file("other.png")) == picture)
    }

    /// Reads a PNG file with Python's own zlib: its size, and whether it shows the colours of new and used books.
    private static let reader = """
        import struct, sys, zlib
        data = open(sys.argv[1], 'rb').read()
        at, body, size = 8, b'', None
        while at < len(data):
            length, = struct.unpack('>I', data[at:at + 4])
            name, chunk = data[at + 4:at + 8], data[at + 8:at + 8 + length]
            assert struct.unpack('>I', data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(name + chunk), name
            if name == b'IHDR': size = struct.unpack('>IIBBBBB', chunk)
            if name == b'IDAT': body += chunk
            at += 12 + length
        assert size[2:] == (8, 2, 0, 0, 0), size
        lines, last, colors = zlib.decompress(body), bytes(3 * size[0]), set()
        for row in range(size[1]):
            line = lines[row * (3 * size[0] + 1):(row + 1) * (3 * size[0] + 1)]
            assert line[0] == 2
            last = bytes((a + b) & 255 for a, b in zip(line[1:], last))
            colors.update(last[i:i + 3] for i in range(0, len(last), 3))
        print(size[0], size[1], {bytes.fromhex('0072b2'), bytes.fromhex('d55e00'), bytes.fromhex('fbfaf6')} <= colors)
        """

    @Test func anEmptyCatalogHasAnEmptyPicture() throws {
        let place = try Workplace()
        #expect(try place.geocli("ingest -", input: Data("{}".utf8)).status == 65)
        try place.succeed("map -o page.html --url https://example.org/ --preview p.png")
        #expect(try Data(contentsOf: place.file("p.png")).count > 100)
    }

    @Test func hostileTextInTheHeadStaysText() throws {
        let page = try Workplace.sample.get().mapPage(
            "--title '\"><script>alert(1)</script>' --url 'https://example.org/?a=1&b=2'")
        #expect(!page.html.contains("<script>alert"))
        #expect(page.html.contains("content=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\""))
        #expect(page.html.contains("href=\"https://example.org/?a=1&amp;b=2\""))
    }

    @Test(arguments: [
        WrongUsage(
            "map --url example.org",
            "--url \"example.org\": write the page's own address, such as https://example.org/books/"),
        WrongUsage(
            "map --url https://me:pw@example.org/",
            "--url \"https://me:pw@example.org/\": write the page's own address, such as https://example.org/books/"),
        WrongUsage(
            "map --url https://example.org/#a",
            "--url \"https://example.org/#a\": write the page's own address, such as https://example.org/books/"),
        WrongUsage(
            "map --preview p.png",
            "--preview needs --url URL, because a preview link must be a full address"),
        WrongUsage(
            "map --url https://example.org/ --preview p.svg",
            "--preview p.svg: the picture is a PNG file; end its name in .png"),
    ])
    func wrongUsageIsSaid(_ usage: WrongUsage) throws { try usage.check() }

    @Test func thePictureReplacesNeitherPageNorCatalog() throws {
        let place = try Workplace.sample.get().copy()
        let script = """
            ln -s catalog.sqlite link.png; ln catalog.sqlite hard.png; printf page >page.html; ln page.html same.png
            """
        #expect(try place.shell(script).status == 0)
        let before = try Data(contentsOf: place.file("catalog.sqlite"))
        for name in ["link.png", "hard.png", "same.png"] {
            let run = try place.geocli("map -o page.html --url https://example.org/ --preview \(name)")
            #expect(run.status == 64 && run.output.isEmpty, "\(name): \(run.errorText)")
        }
        #expect(try Data(contentsOf: place.file("catalog.sqlite")) == before)
        #expect(try String(contentsOf: place.file("page.html"), encoding: .utf8) == "page")
        // If the picture can't be written, no page is written that refers to it.
        let run = try place.geocli("map -o new.html --url https://example.org/ --preview nowhere/p.png")
        #expect(run.status != 0)
        #expect(try !place.names.contains("new.html"))
    }

    @Test func linksOfThePageAreThoseOfTheProgram() throws {
        let place = try Workplace.sample.get()
        let page = try place.mapPage()
        let services = try #require(page.data["services"] as? [[String: String]])
        #expect(services.map { $0["key"] } == ["naver", "kakao", "google", "apple", "osm"])
        #expect(services.allSatisfy { $0["template"]?.contains("{lat}") == true })
    }
}
