import Foundation
import TestSupport
import Testing

/// Text from a feed can't control a terminal, a spreadsheet or a map; in data formats it reads back equal.
@Suite struct HostileTextTests {
    @Test(arguments: ["json", "ndjson", "geojson", "geojsonseq"])
    func jsonReadsBackEqual(_ format: String) throws {
        let text = try HostileText.place.get().succeed("list --format \(format)").output
        var objects: [[String: Any]] = []
        if format == "json" {
            objects = try #require(JSONSerialization.jsonObject(with: text) as? [[String: Any]])
        } else if format == "geojson" {
            let collection = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
            objects = try #require(collection["features"] as? [[String: Any]])
        } else {
            for line in text.split(separator: 0x0A) {
                objects.append(try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]))
            }
        }
        let names = objects.map { ($0["properties"] as? [String: Any] ?? $0)["name"] as? String ?? "?" }
        #expect(names.count == HostileText.names.count)
        for (found, given) in zip(names, HostileText.names) {
            #expect(Array(found.utf8) == Array(given.utf8), "\(given.debugDescription)")
        }
    }

    @Test func allFormatsAgree() throws {
        let place = try HostileText.place.get()
        let folder = try Workplace()
        try folder.write(ListingContractTests.place, to: "keys")
        for format in ListingContractTests.formats {
            try place.succeed("list --format \(format)").output.write(to: folder.file("rows.\(format)"))
        }
        try folder.oracle("check_listings.py", [folder.folder.path])
    }

    @Test func aRowOfATableOrOfTSVIsOneLine() throws {
        let place = try HostileText.place.get()
        let tsv = try place.succeed("list --format tsv").text
        #expect(HostileText.isPrintable(tsv, allowing: "\t"))
        let lines = tsv.unicodeScalars.split(separator: "\n")
        #expect(lines.count == HostileText.names.count + 1)
        #expect(lines.allSatisfy { $0.count { $0 == "\t" } == 18 })
        for line in [
            "list --format table", "list --format table --fields name,district,address,phone_raw,sns,website",
            "runs last --format table",
        ] {
            let table = try place.succeed(line).text
            #expect(HostileText.isPrintable(table), "geocli \(line)")
            if line.hasPrefix("list") {
                #expect(table.unicodeScalars.split(separator: "\n").count == HostileText.names.count + 2)
            }
        }
        for id in 1...HostileText.names.count {
            #expect(HostileText.isPrintable(try place.succeed("show \(id) --format table --links").text))
        }
    }

    @Test func csvGuardsFormulasUnlessRaw() throws {
        let place = try HostileText.place.get()
        let guarded = try place.succeed("list --format csv --fields name").text
        let raw = try place.succeed("list --format csv --fields name --raw").text
        for name in ["=cmd()", "+1+1", "-2+3", "@SUM(A1)", "--help", "-k5", "=cmd|'/c calc'!A0"] {
            #expect(guarded.contains("\n'\(name)\n"), "\(name)")
            #expect(raw.contains("\n\(name)\n"), "\(name)")
        }
        for name in ["1984", "한글 책방", "null"] { #expect(guarded.contains("\n\(name)\n"), "\(name)") }
        let others = try place.succeed("list --format csv --fields district,address,phone_raw,sns --limit 1").text
        for start in ["'=구", "'@주소", "'-1-", "'@account"] { #expect(others.contains(start), "\(start)") }
    }

    @Test func csvNeverGuardsNumbersOrPhones() throws {
        let row = FeedPage.Row(id: "1", name: "x", latitude: "-33.5", longitude: "-70.25", phone: "+82-2-123-4567")
        let place = try Workplace.ingested([FeedPage(rows: [row])])
        let text = try place.succeed("list --format csv --fields latitude,longitude,phone").text
        #expect(text == "latitude,longitude,phone\n-33.5,-70.25,+8221234567\n")
    }

    @Test func excelGetsAByteOrderMarkAndCRLF() throws {
        let place = try HostileText.place.get()
        let plain = try place.succeed("list --format csv --fields id,name --raw").output
        let excel = try place.succeed("list --format csv --fields id,name --raw --excel").output
        #expect(excel.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(excel.suffix(2) == Data([0x0D, 0x0A]))
        let ends = excel.indices.filter { excel[$0] == 0x0A && excel[$0 - 1] == 0x0D }.count
        // One name holds a CRLF of its own.
        #expect(ends == HostileText.names.count + 2)
        #expect(excel.count == plain.count + 3 + HostileText.names.count + 1)
        #expect(try place.succeed("list --format csv --excel").text.contains("'=cmd()"), "--excel alone still guards")
    }

    @Test func hostileTextIsFoundLikeAnyOther() throws {
        let place = try HostileText.place.get()
        for (index, name) in HostileText.names.enumerated()
        where ["=cmd()", "'; DROP TABLE place; --", "%s%n%x", "1984"].contains(name) {
            let run = try place.succeed(["search", name, "--fields", "id"])
            #expect(run.text.contains("{\"id\":\(index + 1)}\n"), "\(name)")
        }
    }

    @Test(arguments: ["", "--lang ko"]) func aMailedStatusIsLinesOfText(_ words: String) throws {
        let text = try HostileText.place.get().succeed("status --format table \(words)").text
        #expect(HostileText.isPrintable(text), "\(text.debugDescription)")
        // One district has a line end in its name, but its row is still one line.
        #expect(text.contains("\n  =구[0m ()"))
    }

    @Test func aLongTitleDoesNotPushTheOthersAway() throws {
        let long = String(repeating: "길", count: 500)
        let place = try Workplace.ingested([FeedPage(rows: [FeedPage.Row(id: "1", name: "x", district: long)])])
        let lines = try place.succeed("status --format table").text.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("  \(long)  1") })
        #expect(lines.filter { $0.utf8.count > 200 }.count == 1)
    }

    @Test func aVerboseIngestShowsNamesOfFilesHarmlessly() throws {
        let place = try Workplace()
        let name = "a\u{1B}[31m\u{202E}\u{9B}2J\n.json"
        try FeedPage(rows: [FeedPage.Row(id: "1", name: "x")]).bytes().write(to: place.file(name))
        let run = try place.succeed(["ingest", name, "--feed", "places", "--verbose"])
        #expect(run.errorText.contains(" debug ingest: page=a[31m2J .json [Ingest] reading\n"))
        #expect(HostileText.isPrintable(run.errorText))
    }

    @Test func errorsShowHostileArgumentsHarmlessly() throws {
        let place = try HostileText.place.get()
        let word = "\u{1B}[31m\u{202E}\n\u{9B}2J\tx"
        let lines: [[String]] = [
            ["near", word], ["bbox", word], ["list", "--district", word], ["list", "--kind", word],
            ["list", "--fields", word],
            ["list", "--format", word], ["list", "-o", word], ["list", "-o", "\(word)/x.csv"], ["show", word],
            ["show", "a/\(word)"],
            ["list", "--db", word], ["near", "1,2", "--within", word], ["near", "1,2", "-k", word], [word],
            ["list", word],
            ["list", "--\(word)"], ["list", "--lang", word], ["ingest", word], ["cluster", "--zoom", word],
            ["near", "--from", word],
            ["cluster", "--zoom", "1", "--from", word], ["status", "--max-age", word], ["ingest", "--feed", word],
        ]
        for words in lines {
            let run = try place.geocli(words)
            #expect(run.status != 0)
            #expect(
                ExitCodeTests.isOneErrorLine(run.errorText) && HostileText.isPrintable(run.errorText),
                "\(words): \(run.errorText.debugDescription)")
        }
    }

    @Test func whatAnIngestSaysOfHostileRowsIsHarmless() throws {
        let place = try Workplace()
        let row = FeedPage.Row(id: "1", name: "x", latitude: "\u{1B}[31m", kind: "\u{1B}[2J\u{202E}")
        let run = try place.succeed(["ingest", "-", "--feed", "places"], input: try FeedPage(rows: [row]).bytes())
        #expect(HostileText.isPrintable(run.errorText), "\(run.errorText.debugDescription)")
        #expect(HostileText.isPrintable(try place.succeed("runs last --format table").text))
        let refused = try place.geocli(
            "ingest -", input: Data(#"{"RESULT":{"CODE":"INFO-100\u001b[1m","MESSAGE":"\u009b2J\u202e\n"}}"#.utf8))
        #expect(ExitCodeTests.isOneErrorLine(refused.errorText) && HostileText.isPrintable(refused.errorText))
    }
}
