import Foundation
import TestSupport
import Testing

/// What people read is in their language: under `--lang ko` no English is left but names, options, codes and addresses,
/// under `--lang en` no Hangul but names.
@Suite struct SpokenTests {
    private static let lines = [
        "status --format table", "runs --format table", "changes --format table --limit 2", "show 1 --format table",
        "runs last --format table", "verify --format table", "cluster --zoom 9 --limit 2 --format table",
        "list --limit 2 --format table", "near 1 --limit 1 --format table", "near 999999", "near none", "near 91,127",
        "near 127,37.5", "near 37.5,127 --within 5", "near --from none.csv", "near https://naver.me/abc", "bbox 1,2,3",
        "bbox 127,38,128,37", "inside none.geojson", "inside none", "search", "list --fields id,zzz",
        "list --as-of 2020-01-01", "list --format gif", "list -o x.gif", "list -o /proc/none/x.csv",
        "list --db none.sqlite", "show 12345678", "cluster --zoom 99", "export --format gpkg", "export --rs",
        "map -o x.png", "plot -o x.png", "changes --since 99", "changes --mark-read", "ingest none.json",
        "ingest --replay 99", "ingest", "ingest --sample --dry-run", "feeds show none", "layers remove none",
        "layers import none.geojson --role districts", "push none", "batch collide --zoom 3 --places none.csv",
        "batch run none",
    ]

    /// Names, units, formats and words of the command line that are written in Latin letters in Korean, too.
    private static let names: Set<String> = [
        "geocli", "json", "ndjson", "csv", "tsv", "geojson", "geojsonseq", "gpkg", "kml", "html", "svg", "png",
        "sqlite",
        "GeoPackage", "GeoJSON", "HTML", "SVG", "PNG", "SQLite", "UTF", "WGS", "RFC", "SNS", "SHA", "WHERE", "TEXT",
        "SOURCE", "ID", "REF", "FEED", "ROLE", "W", "S", "E", "N", "Z", "m", "km", "px", "pt", "d", "h", "postgres",
        "naver", "me", "mapo", "name", "rsvg", "catalog", "seoul", "id", "ref", "row", "rows", "map", "plot", "export",
        "list", "near", "none", "last", "x",
    ]

    private static func foreign(_ text: String) -> [String] {
        // Quoted commands and values, options, paths, addresses, and the fields and codes that a message offers.
        let free = text.replacing(
            /'[^']*'|geocli [a-z]+ --[^가-힣]*|"[^"]*"|https?:\S+|[\w.\/~-]*\/[\w.\/-]+|--?[a-z][a-z-]*|[A-Z_]{4,}|\w+_\w+/,
            with: " ")
        return free.matches(of: /[A-Za-z]+/).map { String($0.0) }.filter { !names.contains($0) }
    }

    @Test(arguments: lines) func koreanHasNoEnglish(line: String) throws {
        let place = try Workplace.sample.get().copy()
        let run = try place.geocli("\(line) --lang ko")
        // Data of the sample has names in Latin letters; a message that offers codes lists them.
        let offers =
            run.errorText.contains("가운데 하나를 쓰세요") || run.errorText.contains("쓸 수 있는 필드:")
            || run.errorText.contains("--format")
        if !offers { #expect(Self.foreign(run.errorText).isEmpty, "\(run.errorText)") }
        if line.hasSuffix("table"), let head = run.text.split(separator: "\n").first {
            #expect(Self.foreign(String(head)).isEmpty, "\(head)")
        }
    }

    @Test(arguments: lines) func englishHasNoHangul(line: String) throws {
        let run = try Workplace.sample.get().copy().geocli("\(line) --lang en")
        let text = run.errorText.replacing(/마포구|마포|민들레책방 종로점|종로구/, with: "")
        #expect(text.firstMatch(of: /[가-힣]/) == nil, "\(text)")
        if line.hasSuffix("table"), let head = run.text.split(separator: "\n").first {
            #expect(head.firstMatch(of: /[가-힣]/) == nil, "\(head)")
        }
    }

    /// Codes stay in data; tables have words and phone numbers as they are written in Korea.
    @Test func tablesHaveWordsAndDataHasCodes() throws {
        let place = try Workplace.sample.get()
        let table = try place.succeed("list --limit 20 --format table --lang ko").text
        #expect(table.contains("새책") && !table.contains("new") && table.contains("02-000-") && !table.contains("+82"))
        let english = try place.succeed("list --limit 20 --format table --lang en").text
        #expect(english.contains("new") && !english.contains("새책") && english.contains("02-000-"))
        for format in ["csv", "ndjson", "geojson"] {
            let data = try place.succeed("list --limit 20 --format \(format) --lang ko").text
            #expect(data.contains("new") && data.contains("+822") && !data.contains("새책"), "\(format)")
        }
    }

    /// A refused run is spoken in the reader's language; its data has the code, the values and the English sentence.
    @Test func aRefusedRunIsSpokenInTheReadersLanguage() throws {
        let place = try Workplace()
        let rows = (1...40).map { FeedPage.Row(id: String($0), name: "책방 \($0)") }
        try FeedPage(rows: rows).bytes().write(to: place.file("whole.json"))
        try FeedPage(rows: Array(rows.prefix(20))).bytes().write(to: place.file("half.json"))
        #expect(try place.geocli("ingest whole.json").status == 0)
        #expect(try place.geocli("ingest half.json").status == 65)
        let korean = try place.succeed("runs --format table --lang ko").text
        #expect(korean.contains("등록된 책방 40곳 가운데 20곳이 누락되었습니다(20% 초과)"))
        #expect(try place.succeed("status --format table --lang ko").text.contains("등록된 책방 40곳 가운데 20곳이 누락되었습니다"))
        let data = try place.succeed("runs --lang ko").text
        #expect(data.contains(#""reason_code":"known-lost","reason_values":{"removed":20,"known":40,"limit":20}"#))
        #expect(data.contains(#""reason":"20 of 40 known bookstores are missing"#))
    }
}
