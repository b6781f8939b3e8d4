import TestSupport
import Testing

/// The parser's mistakes in our own words, in both languages.
@Suite struct ParserMistakeTests {
    /// A wrong command line, and its one line of error in each language.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let line: String
        let en: String
        let ko: String

        init(_ line: String, en: String, ko: String) {
            self.line = line
            self.en = en
            self.ko = ko
        }

        var testDescription: String { "geocli \(line)" }
    }

    @Test(arguments: mistakes) func theSentenceIsInTheReadersLanguage(_ mistake: Mistake) throws {
        for (language, says) in [("en", mistake.en), ("ko", mistake.ko)] {
            let run = try Workplace.sample.get().geocli(mistake.line, environment: ["GEOCLI_LANG": language])
            #expect(run.errorText == "geocli: \(says)\n")
            #expect(run.status == 64 && run.output.isEmpty)
        }
    }

    private static func list(_ en: String, ko: String, _ line: String, help: String = "list") -> Mistake {
        Mistake(line, en: "\(en); see 'geocli \(help) --help'", ko: "\(ko). 도움말: 'geocli \(help) --help'")
    }

    private static let mistakes: [Mistake] = [
        list("unknown option --nope", ko: "없는 옵션입니다: --nope", "list --nope"),
        list("unknown option -xk", ko: "없는 옵션입니다: -xk", "list -xk"),
        Mistake(
            "list --limt 3", en: "unknown option --limt; did you mean --limit?",
            ko: "없는 옵션입니다: --limt. 혹시 --limit인가요?"),
        Mistake(
            "list --tsv", en: "unknown option --tsv; did you mean --format tsv?",
            ko: "없는 옵션입니다: --tsv. 혹시 --format tsv인가요?"),
        list("--limit <n> needs a value", ko: "--limit <개수>: 값이 없습니다", "list --limit"),
        list("-k needs a value", ko: "-k: 값이 없습니다", "near 1,2 -k", help: "near"),
        list("--json takes no value", ko: "--json: 값을 쓰지 않는 옵션입니다", "list --json=1"),
        list("---x is not an option", ko: "---x: 없는 옵션입니다", "list ---x"),
        list("unexpected argument '2'", ko: "필요 없는 인자: '2'", "list 2"),
        list("unexpected arguments '책', 'b'", ko: "필요 없는 인자: '책', 'b'", "list 책 b"),
        list("<ID|REF> is missing", ko: "필수 항목이 없습니다: <ID|REF>", "links show", help: "links show"),
        list(
            "--role <role> is missing", ko: "필수 항목이 없습니다: --role <역할>", "layers import x.geojson",
            help: "layers import"),
        list(
            "--color \"red\": choose auto, always or never", ko: "--color \"red\": auto, always, never 가운데 하나를 쓰세요",
            "list --color red"),
        list("--lang \"fr\": choose ko or en", ko: "--lang \"fr\": ko와 en 가운데 하나를 쓰세요", "list --lang fr"),
        list("--lang \"fr\": choose ko or en", ko: "--lang \"fr\": ko와 en 가운데 하나를 쓰세요", "man --lang fr", help: "man"),
        Mistake(
            "--limit 3 list", en: "--limit goes after the command: geocli COMMAND --limit",
            ko: "--limit 옵션은 명령 뒤에 쓰세요: geocli COMMAND --limit"),
        Mistake(
            "--db x", en: "a command is missing after --db; see 'geocli --help'",
            ko: "--db 뒤에 명령이 없습니다. 도움말: 'geocli --help'"),
        Mistake(
            "list --output x.csv", en: "unknown option --output; did you mean -o?", ko: "없는 옵션입니다: --output. 혹시 -o인가요?"),
        Mistake("list -n 5", en: "unknown option -n; did you mean --limit?", ko: "없는 옵션입니다: -n. 혹시 --limit인가요?"),
        Mistake("list -V", en: "unknown option -V; did you mean --version?", ko: "없는 옵션입니다: -V. 혹시 --version인가요?"),
        Mistake(
            "version", en: "unknown command \"version\"; did you mean --version?",
            ko: "\"version\" 명령은 없습니다. 혹시 --version인가요?"),
        Mistake(
            "nope", en: "unknown command \"nope\"; 'geocli help all' lists the commands",
            ko: "\"nope\" 명령은 없습니다. 명령 목록: 'geocli help all'"),
        Mistake("nera", en: "unknown command \"nera\"; did you mean near?", ko: "\"nera\" 명령은 없습니다. 혹시 near인가요?"),
        list(
            "no completions for \"zzz\"; 'geocli completions' prints those for bash, zsh and fish",
            ko: "\"zzz\": 이 셸의 자동 완성은 없습니다. 'geocli completions'는 bash, zsh, fish용 스크립트를 출력합니다",
            "list --generate-completion-script zzz"),
    ]
}
