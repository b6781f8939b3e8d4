import Foundation
import GeocliText
import TestSupport
import Testing

/// The front of the program and the help of every command, in both languages. Only the front and the help of `near` are
/// golden files; here are the promises that hold for all.
@Suite struct HelpTests {
    @Test func everyTextIsInBothLanguages() throws {
        let (english, korean) = (try HelpPage.all("en"), try HelpPage.all("ko"))
        #expect(english.map(\.path) == korean.map(\.path) && english.count > 30)
        for (en, ko) in zip(english, korean) {
            let name = "geocli \(en.path)"
            #expect(!en.abstract.hasHangul && ko.abstract.hasHangul, "\(name): \(ko.abstract)")
            #expect(en.paragraphs.count == ko.paragraphs.count && ko.paragraphs.allSatisfy(\.hasHangul), "\(name)")
            #expect(en.examples == ko.examples, "\(name)")
            #expect(en.arguments.map(\.name) == ko.arguments.map(\.name), "\(name)")
            for (argument, other) in zip(en.arguments, ko.arguments) where argument.isOurs {
                #expect(!argument.abstract.isEmpty && other.abstract.hasHangul, "\(name) \(other.name)")
                #expect(other.hasKoreanValue, "\(name) \(other.name) <\(other.valueName ?? "")>")
                if let section = argument.section { #expect(section != other.section, "\(name) \(other.name)") }
            }
        }
    }

    /// English words that no name, option or code contains.
    private static let englishWords = Set(
        """
        a after all also an and are as at be before between by can default does each every file for from has have if in
        instead into is it like more most must needs no none not of on one only or other out over same several show
        so such than that the their them then there these this those to under until up used when where which while who
        why will with without you your print prints list lists write writes read reads kind number bookstore bookstores
        row rows command commands option options
        """.split { $0.isWhitespace }.map(String.init))

    /// Returns the English words outside of quotes, options, paths and code.
    private static func english(_ text: String) -> [String] {
        let plain = text.replacing(/'[^']*'|"[^"]*"|[^ ]+,[^ ]+|[^ ]*[\/=$~<>_|{}][^ ]*|-[-a-z]+/, with: " ")
        // A code before its meaning in brackets: `used(헌책)`.
        let codes = plain.replacing(/[A-Za-z_]+\([^)]*[가-힣][^)]*\)/, with: " ")
        return codes.matches(of: /[A-Za-z]+/).map { String($0.0) }.filter { englishWords.contains($0) }
    }

    @Test func noEnglishIsLeftInKorean() throws {
        for page in try HelpPage.all("ko") {
            for text in [page.abstract] + page.paragraphs + page.arguments.filter(\.isOurs).map(\.abstract) {
                #expect(Self.english(text).isEmpty, "geocli \(page.path): \(text)")
            }
            for option in ["--help", "--help-all"] {
                let shown = try Workplace.sample.get().succeed("\(page.path) \(option) --lang ko").text
                for line in shown.split(separator: "\n") where line.last == ":" && line.first != " " {
                    #expect(String(line).hasHangul, "geocli \(page.path): \(line)")
                }
                #expect(!shown.contains("Show "))
            }
        }
        #expect(Self.english("table, json 중 하나 (default: table)") == ["default"])
        #expect(Self.english("--format json은 'geocli list all' 뒤에, used(헌책)") == [])
    }

    @Test func everyCommandHasThreeExamplesThatAnswerFromTheSample() throws {
        let place = try Self.deskWithFiles()
        for page in try HelpPage.all("en") {
            #expect(page.examples.count == 3 && Set(page.examples).count == 3, "geocli \(page.path)")
            for example in page.examples {
                #expect(example.contains("geocli \(page.path)") || page.path.isEmpty || example.contains("geocli "))
                let copy = try place.copy()
                // A service goes on until a signal ends it.
                let isService = example.hasPrefix("geocli serve")
                let run = try copy.shell(
                    isService ? "timeout 2 \(example)" : example, environment: ["HOME": copy.folder.path])
                // A server, Spark, man and address files are not on every machine, and the sample has one feed and one
                // run; the words must be right all the same.
                let needsMore = [
                    "postgres://", "geocli batch run ", "| man ", "links accept", "links reject", "geocli addresses ",
                    "geocli issues ", "geocli corrections ", "geocli mine ", "geocli serve", "geocli undo",
                ].contains {
                    example.contains($0)
                }
                // Only some machines have a program that makes PNGs.
                let isRight = needsMore ? run.status != 64 : run.status == 0
                #expect(
                    isRight || run.errorText.contains("no program for PNG was found"),
                    "$ \(example)\n\(run.errorText)")
            }
        }
    }

    /// The sample's catalog, and the files that examples name.
    private static func deskWithFiles() throws -> Workplace {
        let place = try Workplace()
        try place.succeed("ingest --sample")
        try place.succeed("backup backup.sqlite -q")
        try place.write("no,title,y,x\n1,Made up,37.5,126.9\n", to: "places.csv")
        let sample = TestSupport.packageRoot.appendingPathComponent("data/sample")
        let files = FileManager.default
        for folder in [".config/fish/completions", ".local/share/bash-completion/completions", "pages"] {
            try files.createDirectory(at: place.file(folder), withIntermediateDirectories: true)
        }
        for (name, copies) in [
            ("TbSlibBookstoreInfo_1_606.json", ["page.json", "pages/page.json"]),
            (
                "districts.geojson",
                ["districts.geojson", "area.geojson", "parks.geojson", "rail.geojson", "river.geojson"]
            ),
        ] {
            for copy in copies { try files.copyItem(at: sample.appendingPathComponent(name), to: place.file(copy)) }
        }
        let places = "id\tlongitude\tlatitude\tname\tdistrict\n1\t126.92\t37.55\t책방\t마포구\n"
        try place.write(places, to: "shops.tsv")
        try place.write("id,longitude,latitude\n1,126.93,37.56\n", to: "homes.csv")
        return place
    }

    @Test(arguments: [60, 80, 120]) func noLineIsWiderThanTheTerminal(_ columns: Int) throws {
        // Narrow lines are the hardest; the others differ from page to page only by their words.
        let all = try HelpPage.all("en")
        for page in columns == 60 ? all : all.filter({ ["", "near", "config"].contains($0.path) }) {
            for options in ["--help", "--help-all"].flatMap({ [[$0, "--lang", "en"], [$0, "--lang", "ko"]] }) {
                let words = page.path.split(separator: " ").map(String.init) + options
                for line in try Self.lines(words, columns: columns) {
                    // An example is one line, so that it can be copied.
                    guard !page.examples.contains(line.trimmingCharacters(in: .whitespaces)) else { continue }
                    #expect(DisplayText.width(line) <= min(columns, 100), "\(words): \(line)")
                }
            }
        }
    }

    /// The lines that the program writes to a terminal of this width.
    private static func lines(_ words: [String], columns: Int) throws -> [String] {
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Oracles/run_in_terminal.py").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["python3", "-B", script, "\(columns)", TestSupport.geocli.path] + words,
            environment: Workplace.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(run.status == 0)
        return run.text.split(whereSeparator: \.isNewline).map(String.init)
    }

    // MARK: The front

    @Test(arguments: [60, 80, 120], ["en", "ko"])
    func theFrontHasTwelveCommandsOfOneLine(_ columns: Int, _ language: String) throws {
        let lines = try Self.lines(["--lang", language], columns: columns)
        let title = language == "en" ? "EVERYDAY COMMANDS:" : "자주 쓰는 명령:"
        let start = try #require(lines.firstIndex(of: title))
        let names = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.map {
            $0.prefix(9).trimmingCharacters(in: .whitespaces)
        }
        #expect(
            names == [
                "ingest", "near", "search", "inside", "list", "show", "map", "export", "mine", "changes", "status",
                "serve",
            ])
        #expect(lines.count { $0.contains("geocli help all") } == 1)
    }

    @Test func helpAllListsEveryCommand() throws {
        let place = try Workplace.sample.get()
        let whole = try place.succeed("help all").text
        for name in try HelpPage.all("en").map(\.path) where !name.isEmpty && !name.contains(" ") {
            #expect(whole.contains("\n  \(name) "), "\(name)")
        }
        #expect(
            whole.matches(of: /(?m)^[A-Z ]+:$/).map { String($0.0) } == [
                "USAGE:", "EXAMPLES:", "ASK:", "VIEW AND EXPORT:", "FEED AND HISTORY:", "DATA QUALITY:",
                "YOUR RECORDS:", "SERVERS AND BATCH:", "SETTING UP:", "COMMON OPTIONS:",
            ])
        let front = try place.succeed("").output
        for line in ["help", "--help", "-h", "help --help"] {
            #expect(try place.succeed(line).output == front, "\(line)")
        }
        for line in ["--help-all", "help --help-all"] { #expect(try place.succeed(line).text == whole, "\(line)") }
    }

    // MARK: --help and --help-all

    @Test func theCommandsOwnOptionsComeFirst() throws {
        func titles(_ line: String) throws -> [String] {
            try Workplace.sample.get().succeed(line).text.matches(of: /(?m)^[A-Z ]+:$/).map { String($0.0) }
        }
        #expect(try titles("near --help") == ["USAGE:", "EXAMPLES:", "ARGUMENTS:", "OPTIONS:"])
        #expect(
            try titles("near --help-all") == [
                "USAGE:", "EXAMPLES:", "ARGUMENTS:", "OPTIONS:", "FILTERS:", "OUTPUT:", "COMMON OPTIONS:",
            ])
        #expect(
            try titles("cluster --help").contains("MARKERS:") && !titles("export --help").contains("LAYER CLUSTERS:"))
    }

    /// `--help` explains an option, or names it in its last line; `--help-all` explains every option.
    @Test func everyOptionIsInBothHelps() throws {
        let place = try Workplace.sample.get()
        for page in try HelpPage.all("en") where !page.path.isEmpty {
            let (short, whole) = (
                try place.succeed("\(page.path) --help").text, try place.succeed("\(page.path) --help-all").text
            )
            let line = "\nExplained by 'geocli \(page.path) --help-all':"
            let start = short.firstRange(of: line)?.lowerBound ?? short.endIndex
            let named = Set(short[start...].split { " ,()\n".contains($0) }.map(String.init))
            for argument in page.arguments {
                let label = try Regex("\\n  (-., )?\(NSRegularExpression.escapedPattern(for: argument.name))[ ,\n]")
                #expect(whole.contains(label), "geocli \(page.path) --help-all: \(argument.name)")
                guard argument.isOurs else { continue }
                let isExplained = short[..<start].contains(label)
                #expect(isExplained != named.contains(argument.name), "geocli \(page.path) --help: \(argument.name)")
            }
            #expect(try place.succeed("help \(page.path)").text == short)
            #expect(try place.succeed("help \(page.path) --help-all").text == whole)
        }
    }

    @Test(arguments: [
        "--lang ko near --help-all", "near --lang=ko --help-all", "near --nope --help-all", "near 1,2 x --help-all",
        "--lang ko help near --help-all",
    ])
    func helpAllStandsWhereHelpDoes(_ line: String) throws {
        let place = try Workplace.sample.get()
        let language = line.contains("ko") ? "ko" : "en"
        #expect(try place.succeed(line).output == place.succeed("near --help-all --lang \(language)").output)
    }

    @Test func afterTwoDashesHelpAllIsAWord() throws {
        #expect(try Workplace.sample.get().geocli("near -- --help-all").status == 66)
    }

    @Test(arguments: ["en", "ko"]) func helpSpeaksOfPlaces(_ language: String) throws {
        for page in try HelpPage.all("en") {
            let text = try Workplace.sample.get().succeed("\(page.path) --help-all --lang \(language)").text
            let whole = text.split { $0.isWhitespace }.joined(separator: " ")
            // Ids of feeds, the sample, the feed that comes without --feed, words to search, and a key.
            let rest = whole.replacing("seoul-bookstores", with: "").replacing("made-up bookstores", with: "")
                .replacing("the real bookstores", with: "")
                .replacing("가상의 책방", with: "").replacing("bookstores of Seoul", with: "")
                .replacing("서울 책방 같은", with: "").replacing("실제 책방 데이터는", with: "")
                .replacing(/search 책방|finds 책방/, with: "").replacing(/name,places/, with: "")
            let said = rest.firstMatch(of: /.{0,40}([Bb]ookstore|책방).{0,40}/)
            #expect(said == nil, "geocli \(page.path): \(said?.0 ?? "")")
        }
    }

    // MARK: The language

    @Test(arguments: [
        "near --help --lang ko", "near --lang ko --help", "help near --lang ko", "--lang ko near --help",
        "help near --lang=ko",
    ])
    func theLanguageCanStandAnywhere(_ line: String) throws {
        let place = try Workplace.sample.get()
        let wanted = try place.succeed("near --help", environment: ["GEOCLI_LANG": "ko"])
        #expect(wanted.text.contains("가까운 장소"))
        #expect(try place.succeed(line).output == wanted.output)
        let locale = try place.succeed("near --help", environment: ["LC_ALL": "ko_KR.UTF-8"])
        #expect(locale.output == wanted.output)
    }

    @Test func theRootsHelpTakesALanguageToo() throws {
        let place = try Workplace.sample.get()
        let wanted = try place.succeed("help", environment: ["GEOCLI_LANG": "ko"]).output
        for line in ["--help --lang ko", "help --lang ko", "--lang ko", "--lang=ko --help", "--lang ko help"] {
            #expect(try place.succeed(line).output == wanted, "geocli \(line)")
        }
        #expect(try place.succeed("batch --lang ko").text.contains("예시:"))
        #expect(try place.succeed("--version --lang ko").text.hasPrefix("geocli "))
        for line in ["help near --lang fr", "--help --lang fr", "near --help --lang=fr", "batch --lang fr"] {
            let run = try place.geocli(line)
            #expect(run.status == 64 && run.errorText == "geocli: --lang \"fr\": choose ko or en\n", "\(line)")
        }
    }
}

/// A command, as `--experimental-dump-help` describes it.
private struct HelpPage {
    struct Argument {
        let name: String
        let abstract: String
        let valueName: String?
        let section: String?
        let isPositional: Bool

        /// Whether it is not one that the parser adds.
        var isOurs: Bool { !["--help", "--help-all", "--version"].contains(name) }

        /// Whether the name of its value is Korean, or is the same in both languages.
        var hasKoreanValue: Bool {
            guard let valueName else { return true }
            return isPositional
                ? valueName == valueName.uppercased() || valueName == "FILE.geojson"
                : valueName.hasHangul || ["ko|en", "x,y", "pt"].contains(valueName)
        }
    }

    /// The words that call it.
    let path: String
    let abstract: String
    /// Without lines that keep their layout.
    let paragraphs: [String]
    let examples: [String]
    let arguments: [Argument]

    /// The root and all commands, without those of the parser.
    static func all(_ language: String) throws -> [HelpPage] {
        let dump = try Workplace.sample.get().succeed(
            ["--experimental-dump-help"], environment: ["GEOCLI_LANG": language])
        let json = try JSONSerialization.jsonObject(with: dump.output) as? [String: Any]
        return pages(try #require(json?["command"] as? [String: Any]), path: nil)
    }

    private static func pages(_ json: [String: Any], path: String?) -> [HelpPage] {
        let name = json["commandName"] as? String ?? ""
        let path = path.map { $0.isEmpty ? name : "\($0) \(name)" } ?? ""
        guard path != "help" else { return [] }
        let lines = (json["discussion"] as? String ?? "").split(separator: "\n").map(String.init)
        let page = HelpPage(
            path: path, abstract: json["abstract"] as? String ?? "",
            paragraphs: lines.filter { !$0.hasPrefix("$ ") && !$0.hasPrefix(" ") },
            examples: lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) },
            arguments: (json["arguments"] as? [[String: Any]] ?? []).compactMap(argument))
        return [page] + (json["subcommands"] as? [[String: Any]] ?? []).flatMap { pages($0, path: path) }
    }

    private static func argument(_ json: [String: Any]) -> Argument? {
        guard json["shouldDisplay"] as? Bool == true else { return nil }
        let names = (json["names"] as? [[String: Any]] ?? []).map { name in
            (name["kind"] as? String == "long" ? "--" : "-") + (name["name"] as? String ?? "")
        }
        let kind = json["kind"] as? String
        let valueName = kind == "flag" ? nil : json["valueName"] as? String
        return Argument(
            name: names.last ?? valueName ?? "", abstract: json["abstract"] as? String ?? "", valueName: valueName,
            section: json["sectionTitle"] as? String, isPositional: kind == "positional")
    }
}

extension String {
    fileprivate var hasHangul: Bool { unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value } }
}
