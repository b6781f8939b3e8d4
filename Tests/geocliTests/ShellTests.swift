import Foundation
import TestSupport
import Testing

/// The completions as a person sees them in a real shell.
@Suite struct ShellTests {
    /// The typed text, and the words that the shell makes of the completed line.
    struct TypedLine: Sendable {
        let keys: String
        let words: [String]
        /// The shells in which this is typed.
        var shells = ["bash", "zsh", "fish"]
    }

    private static let lines: [TypedLine] = [
        TypedLine(keys: "geocli lis\t", words: ["geocli", "list"]),
        TypedLine(keys: "geocli help ver\t", words: ["geocli", "help", "verify"]),
        TypedLine(keys: "geocli completions f\t", words: ["geocli", "completions", "fish"]),
        TypedLine(keys: "geocli list --exc\t", words: ["geocli", "list", "--excel"]),
        TypedLine(keys: "geocli list --kind u\t", words: ["geocli", "list", "--kind", "used"]),
        TypedLine(keys: "geocli list --kind=new,u\t", words: ["geocli", "list", "--kind=new,used"]),
        TypedLine(keys: "geocli list --district 마\t", words: ["geocli", "list", "--district", "마포구"]),
        TypedLine(
            keys: "geocli near 37,127 --district=map\t", words: ["geocli", "near", "37,127", "--district=mapo-gu"]),
        TypedLine(
            keys: "geocli bbox -10,35,5,44 --has ph\t", words: ["geocli", "bbox", "-10,35,5,44", "--has", "phone"]),
        TypedLine(keys: "geocli list --lang k\t", words: ["geocli", "list", "--lang", "ko"]),
        TypedLine(keys: "geocli list --format nd\t", words: ["geocli", "list", "--format", "ndjson"]),
        TypedLine(keys: "geocli export --format gp\t", words: ["geocli", "export", "--format", "gpkg"]),
        TypedLine(
            keys: "geocli export --layer places,ch\t", words: ["geocli", "export", "--layer", "places,changes"]),
        TypedLine(keys: "geocli cluster --mode s\t", words: ["geocli", "cluster", "--mode", "stable"]),
        TypedLine(keys: "geocli cluster --attribution n\t", words: ["geocli", "cluster", "--attribution", "nearest"]),
        TypedLine(keys: "geocli changes --what mo\t", words: ["geocli", "changes", "--what", "moved"]),
        TypedLine(keys: "geocli near --from point\t", words: ["geocli", "near", "--from", "points of mine.csv"]),
        TypedLine(keys: "geocli list -o point\t", words: ["geocli", "list", "-o", "points of mine.csv"]),
        TypedLine(keys: "geocli list --db catal\t", words: ["geocli", "list", "--db", "catalog.sqlite"]),
        TypedLine(keys: "geocli search 책갈피서점\t", words: ["geocli", "search", "책갈피서점 천호점"]),
        TypedLine(keys: "geocli search 노래하는\\ 돋\t", words: ["geocli", "search", "노래하는 돋보기고서점"]),
        TypedLine(keys: "geocli search \"노래하는 돋\t", words: ["geocli", "search", "노래하는 돋보기고서점"]),
        TypedLine(keys: "geocli search '노래하는 돋\t", words: ["geocli", "search", "노래하는 돋보기고서점"]),
        TypedLine(keys: "geocli show 601\t", words: ["geocli", "show", "601"]),
        TypedLine(
            keys: "geocli show seoul-bookstores/1001\t", words: ["geocli", "show", "seoul-bookstores/1001"]),
        // Names that could run a command, end a word or have a special meaning.
        hostile("책", "책$(touch ran)"), hostile("'$", "$(touch ran)"), hostile("'`", "`touch ran`"),
        hostile("\"\\$(t", "$(touch ran)"), hostile("it", "it's \"so\""), hostile("'it", "it's \"so\""),
        hostile("path", "path${HOME}"), hostile("colon", "colon:b=c@d"), hostile("back", "back\\slash\\n"),
        hostile("line", "line feed"), hostile("esc", "esc[31mred"), hostile("semi", "semi;touch ran"),
        hostile("amp", "amp&b|c>ran"), hostile("bang", "bang!!"), hostile("\\*", "*"),
        hostile("\\[", "[x:$(touch ran)]"),
        hostile("\\~", "~root"), hostile("brace", "brace{a,b}"), hostile("\\#", "#hash"), hostile("FOX", "Fox"),
    ]

    private static let names = [
        "책$(touch ran)", "$(touch ran)", "`touch ran`", "it's \"so\"", "path${HOME}", "colon:b=c@d", "back\\slash\\n",
        "line\nfeed", "esc\u{1B}[31mred", "semi;touch ran", "amp&b|c>ran", "bang!!", "*", "[x:$(touch ran)]", "~root",
        "brace{a,b}", "#hash", "Fox",
    ]

    @Test func bashCompletesWhatIsTyped() throws {
        try Self.type(in: "bash", "source <(geocli completions bash)")
    }

    @Test(.enabled(if: Self.has("zsh"), "zsh is not installed")) func zshCompletesWhatIsTyped() throws {
        try Self.type(in: "zsh", "autoload -Uz compinit; compinit -u -D; source <(geocli completions zsh)")
    }

    @Test(.enabled(if: Self.has("zsh"), "zsh is not installed")) func zshFindsTheScriptInItsPath() throws {
        try Self.type(
            in: "zsh",
            "mkdir f; geocli completions zsh >f/_geocli; fpath=($PWD/f $fpath); autoload -Uz compinit; "
                + "compinit -u -D", few: true)
    }

    @Test(.enabled(if: Self.has("fish"), "fish is not installed")) func fishCompletesWhatIsTyped() throws {
        try Self.type(in: "fish", "geocli completions fish | source")
    }

    @Test(.enabled(if: Self.has("fish"), "fish is not installed")) func fishShowsWhatItOffers() throws {
        let place = try Workplace.sample.get()
        func offers(_ line: String) throws -> [String] {
            let run = try place.shell(
                "exec fish --no-config -c 'geocli completions fish | source; complete -C \"\(line)\"'",
                environment: ["LC_ALL": "C.UTF-8"])
            #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
            return run.text.split(separator: "\n").map(String.init)
        }
        #expect(try offers("geocli search 책") == ["책갈피서재(Bookmark)", "책갈피서점 천호점"])
        #expect(try offers("geocli show seoul-bookstores/1001").first?.contains("\t") ?? false)
        #expect(try offers("geocli list --district=map") == ["--district=mapo-gu\t마포구"])
        #expect(try offers("geocli help v") == ["verify"])
        #expect(try offers("geocli mine note --bo").first?.hasPrefix("--book\t") ?? false)
        #expect(try offers("geocli mine  note  --bo").first?.hasPrefix("--book\t") ?? false)
    }

    /// fish keeps the results of equal conditions, so it need not evaluate one for each option of each command.
    @Test(.enabled(if: Self.has("fish"), "fish is not installed")) func fishEvaluatesFewConditions() throws {
        let script = """
            geocli completions fish | source
            functions --copy __geocli_has_command tested
            function __geocli_has_command
                set -g count (math $count + 1)
                tested $argv
            end
            set -g count 0
            complete -C "geocli list --exc" >/dev/null
            echo $count
            """
        let run = try Workplace.sample.get().shell("exec fish --no-config -c '\(script)'")
        let count = try #require(Int(run.text.trimmingCharacters(in: .whitespacesAndNewlines)), "\(run.errorText)")
        #expect(50...250 ~= count)
    }

    @Test(arguments: ["C", "C.UTF-8"]) func bashOffersAllThatFits(_ locale: String) throws {
        let place = try Workplace.sample.get()
        func offers(_ words: [String]) throws -> [String] {
            let script = """
                source <(geocli completions bash)
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
                __geocli_start geocli "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let quoted = ([script, "bash"] + words).map { "'\($0.replacing("'", with: "'\\''"))'" }
            // On a busy machine nothing may come within the second that a shell waits.
            for _ in 1...5 {
                let run = try place.shell(
                    "exec bash -c \(quoted.joined(separator: " "))", environment: ["LC_ALL": locale])
                #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText)")
                let found = run.text.split(separator: "\n").map(String.init)
                if !found.isEmpty { return found }
            }
            return []
        }
        #expect(try offers(["geocli", "search", "책"]) == ["책갈피서재\\(Bookmark\\)", "책갈피서점\\ 천호점"])
        #expect(try offers(["geocli", "list", "--kind", "="]) == ["new", "used", "other"])
        #expect(try offers(["geocli", "list", "--district", "중"]) == ["중구", "중랑구"])
        #expect(try offers(["geocli", "help", "ru"]) == ["runs"])
        #expect(try offers(["geocli", "help", "al"]) == ["all"])
        #expect(try offers(["geocli", "search", "--db", "missing.sqlite", "책"]) == [])
    }

    /// A name of the hostile catalog, completed.
    private static func hostile(_ start: String, _ name: String) -> TypedLine {
        TypedLine(
            keys: "geocli search --db hostile.sqlite \(start)\t",
            words: ["geocli", "search", "--db", "hostile.sqlite", name])
    }

    private static func type(in shell: String, _ setup: String, few: Bool = false) throws {
        let place = try folder.get().copy()
        let lines = few ? Array(lines.prefix(3)) : lines
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Shells/type_lines.py").path
        let words = (["python3", "-B", script, shell, setup] + lines.map(\.keys))
            .map { "'\($0.replacing("'", with: "'\\''"))'" }
        let run = try place.shell(
            words.joined(separator: " "), environment: ["LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"])
        #expect(run.status == 0, "\(run.errorText)")
        let answers = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(answers.count == lines.count)
        for (line, answer) in zip(lines, answers) {
            let found = try JSONDecoder().decode([String].self, from: Data(answer.utf8))
            #expect(found == line.words, "\(shell): \(line.keys)")
        }
        #expect(try !place.names.contains("ran"), "a name was run")
    }

    /// The sample's catalog, one of hostile names, and a file with blanks in its name.
    private static let folder = Result {
        let place = try Workplace.sample.get().copy()
        let rows = names.enumerated().map { FeedPage.Row(id: "\($0 + 1)", name: $1) }
        try place.succeed(
            ["ingest", "-", "--feed", "places", "--db", "hostile.sqlite", "-q"], input: try FeedPage(rows: rows).bytes()
        )
        try place.write("latitude,longitude\n", to: "points of mine.csv")
        return place
    }

    private static func has(_ shell: String) -> Bool {
        (try? TestSupport.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "command -v \(shell)"]).status) == 0
    }
}
