import Foundation
import TestSupport
import Testing

/// `map --mine`: a person's records on the map page, and nowhere else.
@Suite struct MineMapTests {
    private let place: Workplace

    private static func page(_ rows: [(id: String, latitude: String)]) -> FeedPage {
        FeedPage(
            rows: rows.map {
                FeedPage.Row(
                    id: $0.id, name: "책방 \($0.id)", latitude: $0.latitude, longitude: "126.92", district: "마포구",
                    address: "마포구 독막로 \($0.id)")
            })
    }

    init() throws {
        place = try Workplace.ingested([Self.page([("1", "37.55"), ("2", "37.56"), ("3", "37.57"), ("4", "37.58")])])
    }

    /// The environment without any program that could make a photo smaller.
    private static let bare = ["PATH": "/proc/none"]

    private struct Own {
        let records: [[String: Any]]
        let photos: [[Any]]

        init?(_ page: MapPage) {
            guard let mine = page.data["mine"] as? [String: Any] else { return nil }
            records = mine["records"] as? [[String: Any]] ?? []
            photos = mine["photos"] as? [[Any]] ?? []
        }

        func record(at place: Int) -> [String: Any]? { records.first { $0["place"] as? Int == place } }
        func notes(_ record: [String: Any]?) -> [[String: Any]] { record?["notes"] as? [[String: Any]] ?? [] }

        func bytes(_ index: Int) -> [UInt8] {
            [UInt8](Data(base64Encoded: photos[index][1] as? String ?? "") ?? Data())
        }
    }

    private func own(
        _ words: String = "", environment: [String: String] = bare, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (own: Own, run: ProgramRun) {
        let run = try place.geocli("map --mine \(words)", environment: environment)
        #expect(run.status == 0, "\(run.errorText)", sourceLocation: sourceLocation)
        return (try #require(Own(MapPage(run.output)), sourceLocation: sourceLocation), run)
    }

    // MARK: Photos

    /// Parts of a JPEG that must not be in a page: Exif with a GPS block, an orientation and a thumbnail, XMP, IPTC, a
    /// comment.
    private static func secrets(orientation: UInt8) -> [UInt8] {
        func segment(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
            [0xFF, code, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
        }
        func entry(_ tag: [UInt8], _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
            tag + [0, type, 0, 0, 0, count] + value
        }
        // IFD0 at 8 has the orientation and points to the GPS block at 38: latitude reference N, and 37° 33' 59".
        let main =
            [0, 2] + entry([0x01, 0x12], 3, 1, [0, orientation, 0, 0]) + entry([0x88, 0x25], 4, 1, [0, 0, 0, 38])
            + [0, 0, 0, 0]
        let gps =
            [0, 2] + entry([0, 1], 2, 2, Array("N\0\0\0".utf8)) + entry([0, 2], 5, 3, [0, 0, 0, 68]) + [0, 0, 0, 0]
        let degrees: [UInt8] = [0, 0, 0, 37, 0, 0, 0, 1, 0, 0, 0, 33, 0, 0, 0, 1, 0, 0, 0, 59, 0, 0, 0, 1]
        let tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + main + gps + degrees
        let words = Array("SECRET thumbnail GPSLatitude".utf8)
        return segment(0xE1, Array("Exif\0\0".utf8) + tiff + words)
            + segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>SECRET 37.5665</x:xmpmeta>".utf8))
            + segment(0xED, Array("Photoshop 3.0\08BIM SECRET city".utf8)) + segment(0xFE, Array("SECRET comment".utf8))
    }

    /// Writes a JPEG of the examples, 32 by 48 as shown, with these parts in front.
    private func writePhoto(_ name: String, orientation: Int, padding: Int = 0) throws {
        let url = TestSupport.packageRoot.appendingPathComponent("Tests/DrawingTests/Photos/turned-\(orientation).jpg")
        let file = [UInt8](try Data(contentsOf: url))
        let more: [UInt8] = Array(repeating: Array("SECRET".utf8), count: padding).flatMap(\.self)
        let all = [0xFF, 0xD8] + Self.secrets(orientation: UInt8(orientation)) + file.dropFirst(2) + more
        try Data(all).write(to: place.file(name))
    }

    private static let traces = ["SECRET", "Exif", "GPS", "xmpmeta", "Photoshop", "8BIM", "http:", "ICC_PROFILE"]

    @Test(arguments: 1...8) func aPhotoHasNoMetadataAndStandsUpright(_ orientation: Int) throws {
        try writePhoto("a.jpg", orientation: orientation)
        try place.succeed("mine note 1 x --photo a.jpg -q")
        let (own, run) = try own()
        #expect(own.photos.count == 1 && !run.errorText.contains("left out"))
        let bytes = own.bytes(0)
        #expect(bytes.starts(with: [0xFF, 0xD8]))
        for word in Self.traces {
            #expect(bytes.firstRange(of: Array(word.utf8)) == nil && !run.text.contains("SECRET"), "\(word)")
        }
        // The point of the photo, as Exif has it, is nowhere in the file.
        #expect(bytes.firstRange(of: [0, 0, 0, 37, 0, 0, 0, 1]) == nil)
        let numbers = own.photos[0].dropFirst(2).prefix(4).compactMap { $0 as? Int }
        #expect(Array(numbers.prefix(2)) == [32, 48], "as shown")
        // The matrix moves the stored corners onto those of the picture that is shown.
        let matrix = try #require(own.photos[0].last as? [Int])
        let (width, height) = (numbers[2], numbers[3])
        let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { x, y in
            [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]]
        }
        #expect(Set(corners) == [[0, 0], [32, 0], [0, 48], [32, 48]])
        #expect((orientation >= 5) == (width == 48) && (matrix == [1, 0, 0, 1, 0, 0]) == (orientation == 1))
    }

    /// A PNG of noise, which no format makes small.
    private func writeNoise(_ name: String, side: Int) throws {
        let script = """
            import random, struct, zlib
            def chunk(kind, data):
                return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
            draw = random.Random(\(side))
            rows = b''.join(b'\\0' + draw.randbytes(3 * \(side)) for _ in range(\(side)))
            open('\(name)', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', \(side), \(side), 8, 2, 0, 0, 0))
                + chunk(b'tEXt', b'Comment\\0SECRET words') + chunk(b'IDAT', zlib.compress(rows, 1)) + chunk(b'IEND', b''))
            """
        try place.write(script, to: "noise.py")
        #expect(try place.shell("python3 noise.py").status == 0)
    }

    @Test func whatCannotBeShownIsLeftOutAndSaid() throws {
        try writePhoto("good.jpg", orientation: 1)
        try writeNoise("large.png", side: 400)
        try writePhoto("gone.jpg", orientation: 3)
        try writePhoto("cut.jpg", orientation: 6)
        try writePhoto("link.jpg", orientation: 8)
        try writePhoto("huge.jpg", orientation: 2)
        _ = try place.shell("printf 'GIF89a-not-really' >a.gif")
        for name in ["good.jpg", "large.png", "gone.jpg", "cut.jpg", "link.jpg", "huge.jpg", "a.gif"] {
            try place.succeed("mine note 1 \(name) --photo \(name) -q")
        }
        func kept(_ text: String) throws -> String {
            let line = try place.succeed("mine notes \(text) --format ndjson --fields photos").text
            return try #require(line.firstMatch(of: /[0-9a-f]{64}\.[a-z]+/)?.0).description
        }
        _ = try place.shell(
            """
            cd mine/photos; rm \(kept("gone.jpg")); truncate -s 300 \(kept("cut.jpg"))
            rm \(kept("link.jpg")); ln -s ../../good.jpg \(kept("link.jpg"))
            truncate -s 300000000 \(kept("huge.jpg"))
            """)
        let (own, run) = try own()
        #expect(own.photos.count == 1 && !run.text.contains("SECRET"))
        let line = try #require(run.errorText.split(separator: "\n").first { $0.contains("left out") })
        for words in [
            "6 photos are left out", "3 can't be read", "2 damaged", "1 larger than 300 kB", "install ImageMagick",
        ] { #expect(line.contains(words), "\(line)") }
        let notes = own.notes(own.record(at: 0))
        #expect(
            notes.map { $0["text"] as? String } == [
                "a.gif", "huge.jpg", "link.jpg", "cut.jpg", "gone.jpg", "large.png", "good.jpg",
            ])
        #expect(notes.map { $0["left"] as? Int ?? 0 } == [1, 1, 1, 1, 1, 1, 0], "the card says so, too")
        let korean = try place.geocli("map --mine --lang ko", environment: Self.bare)
        #expect(korean.errorText.contains("담지 못한 사진이 6장"), "\(korean.errorText)")
    }

    @Test func aPageHoldsAtMostTwentyMegabytesOfTheNewestPhotos() throws {
        // 296 kB each; 68 would be more than 20 MB. Only the last byte differs, after the end of the picture.
        try writeNoise("noise.png", side: 313)
        let file = try Data(contentsOf: place.file("noise.png"))
        #expect(file.count > 290_000 && file.count < 300_000)
        for number in 0..<70 {
            try (file + Data([UInt8(number)])).write(to: place.file("\(number).png"))
            try place.succeed("mine note 1 \(number) --photo \(number).png -q")
        }
        let (own, run) = try own()
        let total = own.photos.indices.reduce(0) { $0 + own.bytes($1).count }
        #expect(total <= 20_000_000 && total > 19_700_000)
        #expect(run.errorText.contains("\(70 - own.photos.count) over the limit of 20 MB"), "\(run.errorText)")
        let notes = own.notes(own.record(at: 0))
        #expect(notes.first?["photos"] as? [Int] == [0] && notes.last?["left"] as? Int == 1, "the oldest gives way")
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"), "chromium is not installed"))
    func anInstalledProgramMakesPhotosSmaller() throws {
        try writeNoise("large.png", side: 1400)
        try place.succeed("mine note 1 x --photo large.png -q")
        let (own, run) = try own(environment: ["PATH": "/usr/bin:/bin"])
        #expect(own.photos.count == 1 && !run.errorText.contains("left out"), "\(run.errorText)")
        #expect(own.photos[0][0] as? String == "image/jpeg" && own.photos[0][2] as? Int == 1024)
        #expect(own.bytes(0).count < 1_500_000)
        for word in Self.traces { #expect(own.bytes(0).firstRange(of: Array(word.utf8)) == nil, "\(word)") }
    }

    /// A program that fails, writes nothing, or writes something other than a photo.
    @Test(arguments: ["exit 1", "exit 0", "for a; do :; done; echo '<svg>SECRET</svg>' >\"${a#jpeg:}\""])
    func aProgramThatFailsLosesNothing(_ script: String) throws {
        try writeNoise("small.png", side: 300)
        try writePhoto("turned.jpg", orientation: 6, padding: 1000)
        _ = try place.shell(
            "mkdir bin; printf '#!/bin/sh\\n%s\\n' \"$SCRIPT\" >bin/magick; chmod +x bin/magick",
            environment: ["SCRIPT": script])
        try place.succeed("mine note 1 x --photo small.png --photo turned.jpg -q")
        let (own, run) = try own(environment: ["PATH": place.file("bin").path])
        #expect(own.photos.count == 2 && !run.text.contains("SECRET") && !run.text.contains("<svg>SECRET"))
    }

    /// A program that took too long (124) is not asked again, so it costs its time once.
    @Test func aProgramThatHangsIsLeftAlone() throws {
        for number in 1...3 { try writeNoise("\(number).png", side: 400 + number) }
        let script = "#!/bin/sh\necho once >>'\(place.file("calls").path)'\nexit 124\n"
        _ = try place.shell(
            "mkdir bin; printf %s \"$SCRIPT\" >bin/magick; chmod +x bin/magick", environment: ["SCRIPT": script])
        try place.succeed("mine note 1 x --photo 1.png --photo 2.png --photo 3.png -q")
        let (own, run) = try own(environment: ["PATH": place.file("bin").path])
        #expect(try String(contentsOf: place.file("calls"), encoding: .utf8) == "once\n")
        #expect(own.photos.isEmpty && run.errorText.contains("3 photos are left out"), "\(run.errorText)")
    }

    // MARK: Records

    @Test func recordsAreOnTheirPlacesTheLastNoteFirst() throws {
        for line in [
            "mark 1", "mark 1 --list 주말", "note 1 '첫 줄\n둘째 줄' --date 2026-09-01 --tag 비",
            "note 1 --book '어린 왕자' --author 생텍쥐페리 --isbn 9788932917245 --phrase '네 장미꽃' --page 37 --date 2026-09-11",
            "note 1 나중에 --date 2026-09-01", "note 1 지운것", "remove 4", "visit 2 --date 2026-09-02",
            "visit 2 --date 2026-09-05",
        ] { try place.succeed("mine \(line) -q") }
        let (own, run) = try own()
        #expect(own.records.count == 2 && !run.text.contains("지운것"))
        let first = try #require(own.record(at: 0))
        #expect((first["marks"] as? [[Any]])?.compactMap { $0[0] as? String } == ["주말"])
        #expect((first["marks"] as? [[Any]])?.count == 2)
        let notes = own.notes(first)
        #expect(notes.map { $0["day"] as? String } == ["2026-09-11", "2026-09-01", "2026-09-01"])
        #expect(notes[1]["text"] as? String == "나중에" && notes[2]["text"] as? String == "첫 줄\n둘째 줄")
        #expect(notes[2]["tags"] as? [String] == ["비"] && notes[0]["page"] as? String == "37")
        #expect(notes[0]["isbn"] as? String == "9788932917245" && notes[0]["phrase"] as? String == "네 장미꽃")
        #expect(own.record(at: 1)?["visits"] as? [String] == ["2026-09-05", "2026-09-02"])
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count { $0.contains("private records") } == 1 && lines.count == 1, "\(run.errorText)")
        #expect(try place.geocli("map --mine -q").errorText.contains("private"), "a warning, also with -q")
    }

    @Test func placesThatThePageDoesNotListAreShownAndCounted() throws {
        for line in ["mark 1", "mark 2 --list 주말", "note 3 셋", "visit 4", "note 4 넷"] {
            try place.succeed("mine \(line) -q")
        }
        // The feed loses 2 for three nights.
        for day in 1...3 {
            try Self.page([("1", "37.55"), ("3", "37.57"), ("4", "37.58")]).bytes().write(to: place.file("p.json"))
            try place.succeed(
                "ingest p.json --feed places -q --max-loss 100 --accept all",
                environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86_400)])
        }
        var (own, run) = try own()
        #expect(own.records.count == 4)
        let gone = try #require(own.records.first { $0["state"] as? String == "missing" })
        #expect(gone["name"] as? String == "책방 2" && gone["point"] as? [Double] == [37.56, 126.92])
        #expect(gone["since"] as? String == "2026-09-22")
        #expect(run.errorText.contains("1 of your places is not in the list"), "\(run.errorText)")
        // A filter leaves out three of them.
        (own, run) = try self.own("--match '책방 3'")
        #expect(
            own.records.map { $0["state"] as? String }.sorted { $0! < $1! } == ["missing", "other", "other", "other"])
        #expect(run.errorText.contains("3 of your places are not in the list"), "\(run.errorText)")
        #expect(own.record(at: 0)?["name"] as? String == "책방 3")
        // Another catalog has none of them, and a note may have no place at all.
        _ = try place.shell("rm -f catalog.sqlite*")
        try Self.page([("9", "37.50")]).bytes().write(to: place.file("p.json"))
        try place.succeed("ingest p.json --feed places -q")
        let folder = try FileManager.default.contentsOfDirectory(atPath: place.file("mine").path)
        let log = try #require(folder.first { $0.hasSuffix(".jsonl") })
        _ = try place.shell(
            """
            printf '%s\\n' '{"id":"0b7e1f0e-0000-4000-8000-000000000001","clock":"01a207438b9a0000","device":"0a162682bdf6d3c8","set":{"kind":"note","text":"떠도는 글"}}' >mine/other.jsonl
            printf 'no line at all\\n' >>mine/\(log)
            """)
        (own, run) = try self.own()
        #expect(own.records.count { $0["place"] as? Int == -1 } == 5)
        #expect(own.records.count { $0["state"] as? String == "gone" } == 4)
        let free = try #require(own.records.first { $0["state"] as? String == "none" })
        #expect(free["name"] as? String == "" && own.notes(free)[0]["text"] as? String == "떠도는 글")
        #expect(run.errorText.contains("warning:") && run.errorText.contains(log), "the damaged line: \(run.errorText)")
        #expect(run.errorText.contains("5 of your places are not"), "\(run.errorText)")
    }

    @Test func aPlaceOfAnotherFeedIsShownByItsShop() throws {
        let shops = try Workplace()
        let row = "no,title,addr,tel,lat,lon\n1,글샘도서관,서울 종로구 자하문로 94,02-111-2222,37.55,127.05\n"
        for name in ["a", "b"] {
            try shops.write(row, to: "\(name).csv")
            try shops.succeed(
                "ingest \(name).csv --id no --name title --address addr --phone tel --lat lat --lon lon --kind library --area 126.7,37.4,127.6,37.7 --feed feed-\(name) -q",
                environment: ["XDG_DATA_HOME": shops.file("data").path])
        }
        try shops.succeed("mine mark 2 -q")
        try shops.succeed("mine note 1 여기 -q")
        let run = try shops.geocli("map --mine --unique")
        let own = try #require(Own(MapPage(run.output)))
        #expect(
            run.status == 0 && own.records.count == 1 && !run.errorText.contains("not in the list"), "\(run.errorText)")
        #expect(own.notes(own.record(at: 0)).count == 1 && (own.record(at: 0)?["marks"] as? [Any])?.count == 1)
    }

    @Test func hostileTextStaysText() throws {
        let evil = "</script><img src=x onerror=alert(1)>\u{202E}\"'&<!--\u{2028}\u{1B}[31m"
        let hex = evil.unicodeScalars.map {
            "\\u" + String(repeating: "0", count: 4 - String($0.value, radix: 16).count) + String($0.value, radix: 16)
        }.joined()
        let body = ["text", "book", "author", "isbn", "phrase", "page", "day"].map { "\"\($0)\":\"\(hex)\"" }.joined(
            separator: ",")
        try place.succeed("mine mark 1 -q")
        try place.write(
            """
            {"id":"0b7e1f0e-0000-4000-8000-000000000001","clock":"01a207438b9a0000","device":"0a162682bdf6d3c8","set":{"kind":"note",\(body),"tags":["\(hex)"],"photos":["../../etc/passwd","\(hex)"],"place":{"name":"\(hex)","address":"\(hex)","ref":"\(hex)","latitude":1e999,"longitude":"x"}}}
            {"id":"0b7e1f0e-0000-4000-8000-000000000002","clock":"01a207438b9a0001","device":"0a162682bdf6d3c8","set":{"kind":"mark","list":"\(hex)","title":"\(hex)","day":"\(hex)","place":{"name":"\(hex)","latitude":91,"longitude":1}}}
            {"id":"0b7e1f0e-0000-4000-8000-000000000003","clock":"01a207438b9a0002","device":"0a162682bdf6d3c8","set":{"kind":"visit","day":"\(hex)","place":{"name":"\(hex)"}}}

            """, to: "mine/evil.jsonl")
        let (own, run) = try own()
        #expect(own.records.count >= 2)
        let html = run.text
        #expect(html.components(separatedBy: "</script>").count == 4, "no text ends a script")
        #expect(!html.contains("\u{202E}") && !html.contains("\u{1B}") && !html.contains("<img src=x"))
        #expect(html.contains("\\u003c/script>"))
        #expect(!html.contains("etc/passwd") && own.photos.isEmpty)
    }

    // MARK: What must not be

    @Test func withoutTheOptionNotAByteIsThere() throws {
        let before = try place.succeed("map").output
        let preview = "map --url https://x.example/ --preview p.png -o p.html"
        try place.succeed(preview)
        let picture = try Data(contentsOf: place.file("p.png"))
        let none = try place.geocli("map --mine -o none.html")
        #expect(none.errorText.contains("no records yet") && !none.errorText.contains("private"))
        #expect(try Data(contentsOf: place.file("none.html")) == before)
        try writePhoto("a.jpg", orientation: 1)
        try place.succeed("mine mark 1 --list 비밀목록 -q")
        try place.succeed("mine note 1 비밀단어 --book 비밀책 --photo a.jpg -q")
        #expect(try place.succeed("map").output == before)
        #expect(try place.succeed("map --lang en").text.contains("비밀") == false)
        for line in [
            "plot", "export --format geojson", "export --format kml", "list", "changes --since 0", "cluster --zoom 3",
            preview,
        ] {
            #expect(try !place.succeed(line).text.contains("비밀"), "\(line)")
        }
        let (_, run) = try own()
        #expect(run.text.contains("비밀단어"), "the test can see it")
        // Nor is it in what others see of a page with records: its head, and the picture beside it.
        try place.succeed("\(preview) --mine")
        #expect(try Data(contentsOf: place.file("p.png")) == picture)
        let page = try String(contentsOf: place.file("p.html"), encoding: .utf8)
        #expect(!page.prefix(upTo: try #require(page.range(of: "<style>")).lowerBound).contains("비밀"))
    }

    @Test func aFileIsOnlyForItsOwner() throws {
        try place.succeed("mine mark 1 -q")
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: place.file(name).path)[.posixPermissions] as? Int
        }
        try place.succeed("map --mine -o a.html")
        #expect(try mode("a.html") == 0o600)
        _ = try place.shell("umask 022; touch b.html d.html")
        try place.succeed("map --mine -o b.html -q")
        #expect(try mode("b.html") == 0o600, "also if others could read the former file")
        try place.succeed("map -o d.html -q")
        #expect(try mode("d.html") == 0o644, "a file without records keeps its mode")
        try place.succeed("map -o c.html")
        #expect(try mode("c.html") != 0o600)
    }

    @Test func noOutputFallsOnTheRecords() throws {
        try writePhoto("a.jpg", orientation: 1)
        try place.succeed("mine note 1 x --photo a.jpg -q")
        _ = try place.shell(
            """
            ln -s mine/$(ls mine | grep jsonl) log.html; ln -s mine/photos alias; mkdir other; cp -r mine other/mine
            ln -s ../mine/photos/$(ls mine/photos) other/photo.png
            """)
        let log = try #require(
            try FileManager.default.contentsOfDirectory(atPath: place.file("mine").path).first {
                $0.hasSuffix(".jsonl")
            })
        func content() throws -> String {
            try place.shell(
                "cd mine; find . -type f | sort | xargs sha256sum; cd ../other/mine; find . -type f | sort | xargs sha256sum"
            ).text
        }
        let before = try content()
        for line in [
            "map --mine -o mine/new.html", "map --mine -o log.html", "map --mine -o alias/x.html", "map -o mine/\(log)",
            "map --mine -o ./other/../mine/x.html", "map --mine --mine-db other/mine -o other/mine/x.html",
            "map --mine --mine-db other/mine -o mine/x.html",
            "map --mine --url https://x.example/ --preview other/photo.png -o a.html",
            "list -o mine/x.csv", "mine export -o mine/all.json", "mine export -o mine/\(log) --format json",
            "mine share 1 -o alias/card.svg",
        ] {
            let run = try place.geocli(line)
            #expect(run.status == 64 && run.errorText.contains("folder of your records"), "\(line): \(run.errorText)")
            #expect(ExitCodeTests.isOneErrorLine(run.errorText), "\(run.errorText)")
        }
        #expect(try content() == before)
        // The shell has opened a log before the program begins; nothing is added to it.
        let run = try place.shell("geocli map --mine >>mine/\(log)")
        #expect(run.status == 64 && run.errorText.contains("folder of your records"), "\(run.errorText)")
        #expect(try content() == before)
    }

    @Test func theFolderIsThatOfTheOption() throws {
        try place.succeed("mine mark 1 --mine-db apart -q")
        #expect(try place.geocli("map --mine").errorText.contains("no records yet"))
        let (own, _) = try own("--mine-db apart")
        #expect(own.records.count == 1)
        let marked = try MapPage(place.succeed("map --marked --mine-db apart").output)
        #expect(marked.ids == [1] && marked.data["mine"] == nil)
        let alone = try place.geocli("map --mine-db apart")
        #expect(alone.status == 64 && alone.errorText.contains("--mine or --marked"))
        _ = try place.shell("ln -s /dev/zero zero; printf x >file")
        for folder in ["zero", "file"] {
            let run = try place.geocli("map --mine --mine-db \(folder) -o x.html")
            #expect(run.status == 74 && ExitCodeTests.isOneErrorLine(run.errorText), "\(folder): \(run.errorText)")
        }
        #expect(try !place.names.contains("x.html"))
        let empty = try place.geocli("map --mine --mine-db '' -o x.html")
        #expect(empty.status == 64)
        let server = try place.geocli("map --mine --db postgres://127.0.0.1:1/x -o x.html")
        #expect(server.status == 64 || server.status == 69, "\(server.errorText)")
    }
}
