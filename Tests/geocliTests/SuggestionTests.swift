import Foundation
import TestSupport
import Testing

/// The program's suggestions for a mistyped command, option, district, field, format or kind: similar words only.
@Suite struct SuggestionTests {
    @Test(arguments: commands + options + districts + fields + choices)
    func whatIsNearIsSuggestedAndNothingElse(_ word: MistypedWord) throws {
        let run = try Workplace.sample.get().geocli(word.line)
        #expect(run.status == 64 && run.output.isEmpty)
        let line = run.errorText
        #expect(Self.suggestions(line, /did you mean (.+)\?\n/) == word.meant, "\(line)")
        for name in word.meant {
            let spellings = Self.spellings[name] ?? [String(name.split(separator: " ").last ?? "")]
            #expect(spellings.contains { MistypedWord.isNear(word.typed, $0) }, "\(name) is not near")
        }
        #expect(line.contains("\"\"") || line.contains(word.typed), "the message does not name the word")
        #expect(!line.contains("?;") && line.hasPrefix("geocli: ") && line.count { $0 == "\n" } == 1)
    }

    @Test(arguments: [commands[0], commands[3], options[0], options[30], districts[0], fields[0], choices[0]])
    func theKoreanSentenceSuggestsTheSame(_ word: MistypedWord) throws {
        let run = try Workplace.sample.get().geocli(word.line, environment: ["LC_ALL": "ko_KR.UTF-8"])
        #expect(run.status == 64)
        #expect(Self.suggestions(run.errorText, /혹시 (.+)인가요\?\n/) == word.meant, "\(run.errorText)")
    }

    @Test(arguments: [
        ("rejects --run 1", "runs RUN"), ("districts list", "layers"), ("base", "layers"), ("plan nearest", "batch"),
        ("help run", "batch run"), ("man base", "layers"), ("schema rejects", "runs RUN"),
    ])
    func aWordForACommandWithAnotherNameLeadsToIt(_ line: String, _ meant: String) throws {
        let run = try Workplace.sample.get().geocli(line)
        #expect(run.status == 64 && run.errorText.hasSuffix("did you mean \(meant)?\n"), "\(run.errorText)")
    }

    @Test func whereNothingIsNearTheHelpOfTheCommandIsNamed() throws {
        let place = try Workplace.sample.get()
        for (line, help) in [
            ("near 37.5,127 --zoom 3", "geocli near --help"), ("batch nearest --nope", "geocli batch nearest --help"),
            ("--nope", "geocli --help"), ("layers districts extra", "geocli layers districts --help"),
            ("list --limit", "geocli list --help"),
        ] {
            #expect(try place.geocli(line).errorText.hasSuffix("; see '\(help)'\n"), "\(line)")
        }
        let placed = try place.geocli("--limit 3 list").errorText
        #expect(placed.contains("--limit goes after the command: geocli COMMAND --limit"))
    }

    @Test func theFieldsOfEachHelpAreFieldsOfItsCommand() throws {
        let place = try Workplace.sample.get()
        let page = TestSupport.packageRoot.appendingPathComponent("data/sample/TbSlibBookstoreInfo_1_606.json").path
        let words = [
            "feeds check": "seoul-bookstores '\(page)'", "near": "37.5,127", "bbox": "126,37,128,38", "inside": "-",
            "search": "책", "show": "1", "sql": "'SELECT * FROM places LIMIT 3'",
            "cluster": "--zoom 9", "cluster --all-zooms": "", "links show": "1", "issues show": "1",
            "corrections show": "seoul-bookstores/1001", "corrections import": "-",
            "mine show": "1", "mine import": "-",
            "addresses find": "'마포구 새창로 1'",
        ]
        let area = #"{"type":"Polygon","coordinates":[[[126,37],[128,37],[128,38],[126,37]]]}"#
        var count = 0
        for path in try CommandTree.load().commands.map({ $0.path.joined(separator: " ") }) + ["cluster --all-zooms"] {
            let help = try place.succeed("\(path) --help-all").text.replacing(/\n +/, with: " ")
            guard let keys = help.firstMatch(of: /in this order, such as ([a-z_,]+)/)?.1 else { continue }
            count += 1
            let line = "\(path) \(words[path] ?? "") --fields \(keys)"
            // No addresses are imported here, and the input is not a file of corrections, so these commands end before
            // they read --fields.
            let status: Int32 =
                [
                    "addresses find": 66, "corrections import": 65, "mine show": 66, "mine import": 65,
                ][path] ?? 0
            #expect(try place.geocli(line, input: Data(area.utf8)).status == status, "\(line)")
            for format in help.matches(of: /The same as --format ([a-z]+)/).map(\.1) {
                let given = try place.geocli("\(line) --format \(format)", input: Data(area.utf8))
                let short = try place.geocli("\(line) --\(format)", input: Data(area.utf8))
                #expect(given.status == status && short.output == given.output, "\(line) --\(format)")
            }
        }
        #expect(count >= 15)
    }

    private static func suggestions(_ line: String, _ pattern: Regex<(Substring, Substring)>) -> [String] {
        guard let found = line.firstMatch(of: pattern) else { return [] }
        return found.1.split(separator: ", ").map { String($0.replacing(/\ \([A-Za-z-]+\)/, with: "")) }
    }

    private typealias Word = MistypedWord

    private static let commands = [
        Word("nera 1", "nera", "near"), Word("nera --lang en", "nera", "near"),
        Word("nera 37.5,127", "nera", "near"), Word("help nera", "nera", "near"), Word("nera", "nera", "near"),
        Word("nera --help", "nera", "near"), Word("serch 책방", "serch", "search"), Word("lst", "lst", "list"),
        Word("lits --limit 1", "lits", "list"), Word("bbx 1,2,3,4", "bbx", "bbox"), Word("box 1,2,3,4", "box", "bbox"),
        Word("insid mapo", "insid", "inside"), Word("shwo 1", "shwo", "show"),
        Word("clster --zoom 3", "clster", "cluster"), Word("exprot", "exprot", "export"), Word("mpa", "mpa", "map"),
        Word("polt", "polt", "plot"), Word("injest --sample", "injest", "ingest"), Word("statsu", "statsu", "status"),
        Word("rusn", "rusn", "runs"), Word("chnages", "chnages", "changes"),
        Word("layesr", "layesr", "layers"),
        Word("verfy", "verfy", "verify"), Word("pus x", "pus", "push"),
        Word("completion", "completion", "completions"), Word("amn", "amn", "man"),
        Word("stat", "stat", "status"), Word("nearby", "nearby", "near"), Word("delete 5", "delete"),
        Word("get 5", "get"), Word("frobnicate", "frobnicate"), Word("help frobnicate", "frobnicate"),
        Word("x", "x"), Word("layers lst", "lst", "layers list"),
        Word("layers improt x", "improt", "layers import"), Word("layers chek", "chek", "layers check"),
        Word("batch neares -k 3", "neares", "batch nearest"), Word("batch colide", "colide", "batch collide"),
        Word("help batch neares", "neares", "batch nearest"), Word("batch frobnicate", "frobnicate"),
    ]

    private static let options = [
        Word("near 37.5,127 --k 3", "--k", "-k"), Word("near 37.5,127 --withn 1km", "--withn", "--within"),
        Word("near 37.5,127 --form x", "--form", "--from", "--format"), Word("list --limt 3", "--limt", "--limit"),
        Word("list --limt=3", "--limt", "--limit"), Word("list --fromat json", "--fromat", "--format"),
        Word("list --feilds id", "--feilds", "--fields"), Word("list --knid new", "--knid", "--kind"),
        Word("list --Kind new", "--Kind", "--kind"), Word("list --distrct mapo", "--distrct", "--district"),
        Word("list --hs phone", "--hs", "--has"), Word("list --mach x", "--mach", "--match"),
        Word("list --include-close", "--include-close", "--include-closed"),
        Word("list --vesion", "--vesion", "--version"), Word("--vesion", "--vesion", "--version"),
        Word("--hlep", "--hlep", "--help"), Word("list --quiet", "--quiet"), Word("list --all-zooms", "--all-zooms"),
        Word("near 37.5,127 --zoom 3", "--zoom"), Word("runs --kind new", "--kind"),
        Word("list --tsv", "--tsv", "--format tsv"),
        Word("list --gpkg", "--gpkg"), Word("list --nope", "--nope"),
        Word("search 책방 --exlpain", "--exlpain", "--explain"),
        Word("search --interactiv", "--interactiv", "--interactive"), Word("search x --scna", "--scna", "--scan"),
        Word("cluster --zom 3", "--zom", "--zoom"), Word("cluster --zoom 3 --memebrs", "--memebrs", "--members"),
        Word("cluster --all-zoom", "--all-zoom", "--all-zooms"), Word("export --laeyr x", "--laeyr", "--layer"),
        Word("export --sicne 1", "--sicne", "--since"), Word("map --titel x", "--titel", "--title"),
        Word("plot --widht 3", "--widht", "--width"), Word("ingest --smaple", "--smaple", "--sample"),
        Word("ingest --dryrun", "--dryrun", "--dry-run"), Word("ingest --max-los 3", "--max-los", "--max-loss"),
        Word("ingest --acept x", "--acept", "--accept"), Word("status --maxage 3h", "--maxage", "--max-age"),
        Word("changes --raeder x", "--raeder", "--reader"), Word("changes --mark-raed", "--mark-raed", "--mark-read"),
        Word("changes --wat added", "--wat", "--what"), Word("batch run x --scrach y", "--scrach", "--scratch"),
        Word("list --as-off 2026-09-21", "--as-off", "--as-of"), Word("list --database x", "--database"),
    ]

    private static let districts = [
        Word("list --district Gangnm", "Gangnm", "강남구"), Word("list --district 강냠", "강냠", "강남구"),
        Word("list --district 마포동", "마포동", "마포구"), Word("list --district mapoo", "mapoo", "마포구"),
        Word("list --district 종노구", "종노구", "종로구"), Word("list --district jongro", "jongro", "종로구"),
        Word("list --district 영등보", "영등보", "영등포구"), Word("list --district dongdaemoon", "dongdaemoon", "동대문구"),
        Word("list --district gang", "gang", "강남구", "강동구", "강북구", "강서구"),
        Word("list --district mapo,socho", "socho", "서초구"), Word("inside mapoo", "mapoo", "마포구"),
        Word("list --district 홍대", "홍대"), Word("list --district hongdae", "hongdae"),
        Word("list --district 부산", "부산"), Word("list --district suwon", "suwon"), Word("list --district xyz", "xyz"),
        Word("list --district ''", ""), Word("inside nowhere", "nowhere"),
    ]

    private static let fields = [
        Word("list --fields nme", "nme", "name"), Word("list --fields id,adress", "adress", "address"),
        Word("list --fields lattitude", "lattitude", "latitude"),
        Word("list --fields longtitude", "longtitude", "longitude"), Word("list --fields lat", "lat", "latitude"),
        Word("list --fields phon", "phon", "phone", "phone_raw"),
        Word("list --fields fist_seen", "fist_seen", "first_seen"),
        Word("list --fields url", "url"), Word("list --fields distance", "distance"),
        Word("near 37.5,127 --fields distance", "distance", "distance_m"),
        Word("cluster --zoom 3 --fields point_cout", "point_cout", "point_count"),
        Word("runs --fields outcom", "outcom", "outcome"), Word("runs --fields name", "name"),
        Word("verify --fields chek", "chek", "check"),
    ]

    private static let choices = [
        Word("list --format jsn", "jsn", "json"), Word("list --format cvs", "cvs", "csv"),
        Word("list --format geojsn", "geojsn", "geojson"), Word("list --format tabel", "tabel", "table"),
        Word("list --format xml", "xml"), Word("export --format kmz", "kmz", "kml"), Word("status --format cvs", "cvs"),
        Word("list --kind usde", "usde", "used"), Word("list --kind novel", "novel"),
        Word("list --kind nwe", "nwe", "new"),
        Word("list --has webiste", "webiste", "website"), Word("list --has fax", "fax"),
        Word("ingest --sample --feed seoul-bookstore", "seoul-bookstore", "seoul-bookstores"),
    ]

    /// The names of a district, written by hand.
    private static let spellings = [
        "강남구": ["강남", "gangnam"], "마포구": ["마포", "마포구", "mapo"], "종로구": ["종로구", "jongno"],
        "영등포구": ["영등포"], "동대문구": ["dongdaemun"], "강동구": ["gangdong"], "강북구": ["gangbuk"],
        "강서구": ["gangseo"], "서초구": ["seocho"], "--format tsv": ["--tsv"],
    ]
}
