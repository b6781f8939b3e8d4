internal import GeocliGeo
internal import GeocliText
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

/// The fast way through a file of points, held equal to the plain one, `PointFile`.
@Suite struct PointBlocksTests {
    private struct Read: Equatable {
        var points: [String] = []
        var blankCount = 0
        var failure: String?
    }

    /// The words of an error. Of a broken character only the place counts: the advice depends on what of the file has
    /// been read.
    private static func words(_ error: any Error) -> String {
        let words = (error as? any ExplainedError)?.words.en ?? "\(error)"
        return words.firstMatch(of: /^(.*line \d+) .* at byte (\d+)/).map { "\($0.1) byte \($0.2)" } ?? words
    }

    /// A source that delivers `bytes` in pieces.
    private static func source(_ bytes: [UInt8], pieces: Int) -> ByteSource {
        var rest = bytes[...]
        return ByteSource(name: "points") {
            defer { rest = rest.dropFirst(pieces) }
            return Array(rest.prefix(pieces))
        }
    }

    private static func plain(_ bytes: [UInt8], pieces: Int) -> Read {
        var read = Read()
        do {
            var file = try PointFile(source(bytes, pieces: pieces))
            defer { read.blankCount = file.withoutGeometryCount }
            while let point = try file.next() {
                let note = point.values.last { $0.name == "note" }?.value.scalarText ?? ""
                read.points.append("\(point.number - 1) \(point.coordinate) \(point.text("id") ?? "") \(note)")
            }
        } catch {
            read.failure = words(error)
        }
        return read
    }

    private static func fast(
        _ bytes: [UInt8], pieces: Int, skipsBad: Bool = false, bad: (PointBlock) -> Void = { _ in }
    ) -> Read {
        var read = Read()
        do {
            let blocks = try PointBlocks(source(bytes, pieces: pieces)) { _ in
                var reading = PointReading()
                reading.kept = ["id", "note"]
                reading.skipsBad = skipsBad
                return reading
            }
            while let unread = try blocks.next() {
                let block = blocks.read(unread)
                for row in block.coordinates.indices {
                    let texts = block.texts.map { $0[row].string }
                    read.points.append(
                        "\(block.numbers[row]) \(block.coordinates[row]) \(texts[0].trimmingBlanks()) \(texts[1])")
                }
                read.blankCount += block.blankCount
                bad(block)
                if let failure = block.failure { throw failure }
            }
        } catch {
            read.failure = words(error)
        }
        return read
    }

    @Test(arguments: [
        "", "\n\n", "id,lat,lon,note\n", "id,lat,lon,note", "\u{FEFF}id,lat,lon,note\n1,37.5,127,a\n",
        "id,lat,lon,note\n1,37.5,127,a\r\n\r\n2,38,128,b\r\n3,,,c\r\n", "id,lat,lon,note\r1,37.5,127,a\r2,38,128,b",
        "id,lat,lon,note\n1,37.5,127,\"a,\n\"\"b\"\"\"\n2,\"38\",\"128\",\"\"\n", "id;lat;lon;note\n1;37.5;127;a\n",
        "id\tlat\tlon\tnote\n1\t37.5\t127\t\"a\"\n2\t38\t128\t5\" disc\n",
        "\"id\"\tlat\tlon\tnote\n1\t37.5\t127\t\"a\tb\"\n", "id,lat,lon,note\n1, 37.5 ,127,a,,\n2,+38,1.28e2,서점\n",
        "\u{FEFF}\"id\",\"lat\",\"lon\",\"note\n\"\n1,2,3,4\n", "note,wkt,id\na,POINT(127 37.5),1\nb,POINT EMPTY,2\n",
        "id,lat,lon,note\n1,37.5,127,a\n\u{FEFF}id,lat,lon,note\n2,38,128,b\n",
        "id,lat,lon,note\n1,37.5,127,a\n2,38\n3,39,129,c\n", "id,lat,lon,note\n1,127,37.5,a\n",
        "id,lat,lon,note\n1,x,127,a\n", "id,lat,lon,note\n1,37.5,,a\n", "id,lat,lon,note\n1,nan,127,a\n",
        "id,lat,lon,note\n1,37.5,127,\"a\n2,38,128,b\n", "id,lat,lon,note\n1,37.5,127,\"a\"b\n2,38,128,b\n",
        "id,lat,lon,note\n\u{FEFF}1,37.5,127,a\n", "id,lat,lon,note\n1,90,180,a\n2,-90,-180,b\n3,90.0000001,0,c\n",
        "id,lat,lon,note\n  7  ,1,2,a\n", "id,lat,lon,note,lat\n1,2,3,4,5\n",
    ])
    func rowsAreThoseOfThePlainReader(text: String) {
        for pieces in [1, 2, 7, 1 << 20] {
            #expect(Self.fast(Array(text.utf8), pieces: pieces) == Self.plain(Array(text.utf8), pieces: pieces))
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func randomBytesAreReadAsThePlainReaderReadsThem(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let parts = [
            "1", "37.5", "127", ",", ",", ",", "\n", "\n", "\r\n", "\r", "\"", "\"\"", " ", "a", "서", "\u{FEFF}",
        ]
        for _ in 0..<1000 {
            var bytes = Array("id,lat,lon,note\n".utf8)
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                if Int.random(in: 0..<4, using: &random) == 0 {
                    bytes += Array("5,37.25,126.5,x\n".utf8)
                } else {
                    bytes += Array(parts.randomElement(using: &random)!.utf8)
                }
            }
            if Int.random(in: 0..<9, using: &random) == 0 { bytes.insert(0xB0, at: Int.random(in: 16...bytes.count)) }
            let pieces = Int.random(in: 1...60, using: &random)
            #expect(Self.fast(bytes, pieces: pieces) == Self.plain(bytes, pieces: pieces), "seed \(seed): \(bytes)")
        }
    }

    @Test func badRowsAreSkippedAndCounted() {
        let text = """
            id,lat,lon,note
            1,37.5,127,a
            2,x,127,b
            3,37.5
            4,127,37.5,d
            5,1,2,"e"f
            6,,,
            7,38,128,g

            """
        var (count, first) = (0, "")
        let read = Self.fast(Array(text.utf8), pieces: 1 << 20, skipsBad: true) { block in
            count += block.bad.count
            first = block.bad.faults.first.map(Self.words) ?? ""
        }
        #expect(read.points.map { $0.prefix(1) } == ["0", "6"])
        #expect(read.blankCount == 1 && read.failure == nil && count == 4)
        #expect(first == "row 2 of points has a lat that is not a number: \"x\"")
        // After a quote that is never closed, no row is known.
        let open = Self.fast(Array((text + "8,1,2,\"h\n9,1,2,i\n").utf8), pieces: 1 << 20, skipsBad: true)
        #expect(open.failure?.contains("is never closed") == true)
    }
}
