internal import GeocliText

/// The sections of the manual page that do not come from the declarations of commands and options.
struct ManSections {
    let language: Language

    func append(to page: inout Roff, examples: [String]) {
        add(Words(en: "ENVIRONMENT", ko: "환경 변수"), Self.environment, to: &page)
        add(Words(en: "FILES", ko: "파일"), Self.files, to: &page)
        add(Words(en: "EXIT STATUS", ko: "종료 코드"), Self.exitCodes, to: &page)
        page.section(Words(en: "EXAMPLES", ko: "예시").text(language))
        page.verbatim((examples + Self.examples).joined(separator: "\n"))
    }

    private func add(_ title: Words, _ items: [(name: String, meaning: Words)], to page: inout Roff) {
        page.section(title.text(language))
        for (name, meaning) in items { page.item(Roff.bold(name), meaning.text(language)) }
    }

    private static let environment = [
        ("GEOCLI_DB", Words(en: "The catalog, unless --db names one.", ko: "카탈로그. --db를 쓰면 무시됩니다.")),
        (
            "GEOCLI_LANG",
            Words(
                en: "The language of messages and help, ko or en, unless --lang names one.",
                ko: "메시지와 도움말의 언어, ko 또는 en. --lang을 쓰면 무시됩니다.")
        ),
        (
            "GEOCLI_MINE",
            Words(en: "The folder of your records, unless --mine-db names one.", ko: "내 기록 폴더. --mine-db를 쓰면 무시됩니다.")
        ),
        (
            "GEOCLI_AUTHOR",
            Words(
                en: "Your name in the history of issues and corrections (default: the user's name).",
                ko: "이슈와 정정에 작성자로 남길 이름 (기본값: 사용자 이름)")
        ),
        (
            "SEOUL_OPENAPI_KEY",
            Words(
                en: "The key of the live service. It takes precedence over the configuration file.",
                ko: "서비스의 인증키. 설정 파일보다 우선합니다.")
        ),
        (
            "DATA_GO_KR_KEY, KCISA_KEY, GEOCLI_KEY_...",
            Words(
                en: "The keys of other services. 'geocli feeds show ID' names the variable of a feed.",
                ko: "다른 서비스의 인증키. 피드가 쓰는 변수 이름은 'geocli feeds show ID'에 나옵니다.")
        ),
        (
            "https_proxy, http_proxy, all_proxy, no_proxy",
            Words(
                en:
                    "The proxy of 'geocli ingest', and the hosts that need none, as for curl. A key that is not encrypted goes only to a proxy that the configuration file names. See 'geocli config --help'.",
                ko:
                    "'geocli ingest'가 쓸 프록시와, 프록시 없이 연결할 호스트(curl과 같은 변수). 암호화되지 않은 인증키는 설정 파일에 쓴 프록시에만 보냅니다. 'geocli config --help'를 확인하세요."
            )
        ),
        (
            "XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME",
            Words(
                en:
                    "The folders that contain geocli/catalog.sqlite, geocli/config and geocli/readers, respectively (default: ~/.local/share, ~/.config and ~/.local/state).",
                ko:
                    "각각 geocli/catalog.sqlite, geocli/config, geocli/readers를 두는 폴더 (기본값: ~/.local/share, ~/.config, ~/.local/state)"
            )
        ),
        (
            "LC_ALL, LC_MESSAGES, LANG",
            Words(
                en:
                    "The locale. If nothing else sets the language, the first of these variables that is set selects Korean or English.",
                ko: "로캘. 언어를 따로 정하지 않았으면, 이 변수 가운데 값이 있는 첫 변수에 따라 한국어나 영어를 씁니다.")
        ),
        (
            "COLUMNS",
            Words(
                en: "The width of a table if the terminal does not report its own width.",
                ko: "터미널의 너비를 알 수 없을 때 쓸 표의 너비")
        ),
        (
            "NO_COLOR",
            Words(
                en: "Turns colors off, unless --color always is given.",
                ko: "색을 쓰지 않습니다. 단, --color always가 이 변수보다 우선합니다.")
        ),
        (
            "VISUAL, EDITOR",
            Words(
                en: "The editor for the text of a note. VISUAL takes precedence over EDITOR.",
                ko: "기록의 내용을 쓸 편집기. VISUAL이 EDITOR보다 우선합니다.")
        ),
        (
            "GEOCLI_PAGER, PAGER",
            Words(
                en: "The program that shows a long listing on a terminal (default: less).",
                ko: "터미널에서 긴 목록을 보여 줄 프로그램 (기본값: less)")
        ),
        (
            "SOURCE_DATE_EPOCH",
            Words(
                en: "The time of a run in seconds since 1970, for runs that must be repeatable.",
                ko: "실행 시각(1970년 1월 1일부터 센 초). 같은 결과를 다시 만들 때 씁니다.")
        ),
        (
            "SHELL",
            Words(
                en: "The shell for which 'geocli completions' prints a script if no shell is named.",
                ko: "'geocli completions'에 셸 이름을 쓰지 않으면 이 셸의 스크립트를 출력합니다.")
        ),
        (
            "SPARK_HOME",
            Words(
                en: "The folder of the Spark installation that runs plans. --spark-sql takes precedence.",
                ko: "계획을 실행할 Spark의 설치 폴더. --spark-sql을 쓰면 무시됩니다."
            )
        ),
        (
            "TMPDIR",
            Words(
                en: "Where 'geocli batch run' makes its folder for intermediate files, unless --scratch names one.",
                ko: "'geocli batch run'이 중간 파일을 둘 곳. --scratch를 쓰면 무시됩니다.")
        ),
        (
            "PGPASSWORD, PGPASSFILE, PGSERVICEFILE, PGCONNECT_TIMEOUT",
            Words(
                en:
                    "Settings with which --db and push connect to a PostgreSQL server. All other variables of libpq work, too.",
                ko: "--db와 push로 PostgreSQL 서버에 접속할 때 쓰는 설정. libpq의 다른 변수도 모두 쓸 수 있습니다.")
        ),
    ]

    private static let files = [
        (
            "~/.local/share/geocli/catalog.sqlite",
            Words(en: "The catalog, unless --db or GEOCLI_DB names one.", ko: "카탈로그. --db나 GEOCLI_DB를 쓰면 무시됩니다.")
        ),
        (
            "~/.config/geocli/config",
            Words(
                en:
                    "Settings, such as the line 'seoul_openapi_key = KEY'. Only you should be able to read the file (chmod 600). See 'geocli config --help'.",
                ko:
                    "설정. 예를 들어 'seoul_openapi_key = KEY' 줄을 둡니다. 본인만 읽을 수 있게 하세요(chmod 600). 'geocli config --help'를 확인하세요."
            )
        ),
        (
            "~/.config/geocli/feeds/*.toml, /etc/geocli/feeds.d/*.toml",
            Words(en: "Declarations of feeds. See 'geocli feeds --help'.", ko: "피드 선언. 'geocli feeds --help'를 확인하세요.")
        ),
        (
            "~/.local/state/geocli/readers/NAME",
            Words(
                en: "The mark up to which the reader NAME has read the changes.",
                ko: "변경 내역을 어디까지 읽었는지 NAME별로 적어 둔 파일")
        ),
    ]

    /// The exit codes, as docs/manual.md lists them.
    private static let exitCodes = [
        ("0", Words(en: "Done, even if nothing was found.", ko: "성공(결과가 없어도 0)")),
        ("1", Words(en: "Nothing was found, with --fail-empty.", ko: "결과가 없음(--fail-empty를 쓴 경우)")),
        ("64", Words(en: "The command line is wrong.", ko: "명령줄이 잘못됨")),
        (
            "65",
            Words(
                en:
                    "The pages are not a good snapshot, an input file is bad, or corrections are in conflict. Or the catalog is damaged, belongs to another program, has a newer schema, or is too old for status --max-age.",
                ko:
                    "받은 페이지가 올바른 스냅샷이 아니거나, 입력 파일이 잘못되었거나, 충돌하는 정정이 있음. 또는 카탈로그가 손상되었거나, 다른 프로그램의 파일이거나, 더 새로운 버전의 geocli로 만든 것이거나, status --max-age의 한도보다 오래됨"
            )
        ),
        ("66", Words(en: "The catalog, file or id does not exist.", ko: "카탈로그, 파일, 번호가 없음")),
        (
            "69",
            Words(
                en: "The service or the server did not answer, or sent nothing usable. Or a library is not installed.",
                ko: "서비스나 서버가 응답하지 않거나, 쓸 수 없는 응답을 보냄. 또는 필요한 라이브러리가 설치되어 있지 않음")
        ),
        ("70", Words(en: "A bug in geocli.", ko: "geocli의 버그")),
        ("73", Words(en: "The output file (-o) cannot be created.", ko: "출력 파일(-o)을 만들 수 없음")),
        (
            "74",
            Words(
                en: "Reading or writing failed, for example because the disk is full or read-only.",
                ko: "읽기나 쓰기에 실패함. 예를 들어 디스크가 가득 찼거나 읽기 전용임")
        ),
        (
            "75",
            Words(
                en: "The catalog or the server is busy. Try again later.", ko: "카탈로그나 서버가 사용 중임. 나중에 다시 시도해야 함")
        ),
        (
            "77",
            Words(
                en: "The key is missing, refused or over its limit, or a server refuses the user.",
                ko: "인증키가 없거나, 거부되었거나, 사용 한도를 넘음. 또는 서버가 사용자를 거부함")
        ),
        (
            "129, 130, 143",
            Words(
                en: "Ended by a signal. 130 also means that you left search --interactive without a choice.",
                ko: "시그널을 받고 중단됨. 130은 search --interactive에서 장소를 고르지 않고 나온 경우에도 씀")
        ),
    ]

    private static let examples = [
        "geocli near 37.5563,126.9236 --within 1km --kind used",
        "geocli bbox 126.90,37.54,126.94,37.57 -o hongdae.geojson",
        "geocli search 책방 --district 종로",
        "geocli cluster --zoom 12 --members --format csv",
        "geocli changes --reader bot --mark-read",
        "geocli status --max-age 36h -q; echo $?",
    ]
}

/// A builder of a manual page, in the macros of man(7).
struct Roff {
    private(set) var text = ""
    /// Whether a heading has just started a paragraph.
    private var isBelowHeading = false

    mutating func section(_ title: String) { heading(".SH \(title)") }
    mutating func subsection(_ title: String) { heading(".SS \(title)") }
    mutating func paragraph(_ sentences: String) { body(Self.wrapped(sentences)) }
    mutating func verbatim(_ lines: String) { body(".nf\n\(Self.escaped(lines))\n.fi") }

    /// Adds paragraphs, each on one line; lines that start with a blank keep their layout.
    mutating func discussion(_ lines: [Substring]) {
        var kept: [Substring] = []
        for line in lines + [""] {
            if line.hasPrefix(" ") {
                kept.append(line)
                continue
            }
            if !kept.isEmpty { verbatim(kept.joined(separator: "\n")) }
            kept = []
            if !line.isEmpty { paragraph(String(line)) }
        }
    }

    /// Adds a tag, which already has its markup, and its explanation below it.
    mutating func item(_ tag: String, _ sentences: String) { line(".TP\n\(tag)\n\(Self.wrapped(sentences))") }

    mutating func line(_ line: String) { text += line + "\n" }

    private mutating func heading(_ macro: String) {
        line(macro)
        isBelowHeading = true
    }

    private mutating func body(_ lines: String) {
        if !isBelowHeading { line(".PP") }
        isBelowHeading = false
        line(lines)
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Returns text that roff prints literally: nothing in it starts a macro or an escape, and dashes and quotes are
    /// ASCII when a reader copies them.
    static func escaped(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let plain = line.reduce(into: "") { $0 += replacements[$1] ?? String($1) }
            return plain.hasPrefix(".") ? "\\&" + plain : plain
        }
        return lines.joined(separator: "\n")
    }

    /// Wraps sentences into lines of fewer than 80 bytes, for reading and for diffs.
    ///
    /// A line that ends like a sentence gets `\&` at its end. Otherwise mandoc puts two blanks after the line, even
    /// with `.ss`.
    private static func wrapped(_ sentences: String) -> String {
        var lines: [String] = []
        for word in escaped(sentences).split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.utf8.count + word.utf8.count < 79 {
                lines[lines.count - 1] = last + " " + word
            } else {
                if let last = lines.last, last.contains(/[.?!]\)?$/) { lines[lines.count - 1] = last + "\\&" }
                lines.append(word.hasPrefix(".") ? "\\&" + word : String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let replacements: [Character: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
    ]
}
