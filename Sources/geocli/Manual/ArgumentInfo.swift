internal import GeocliText

struct ArgumentInfo: Hashable {
    /// `-o` or `--kind`; empty for a positional argument.
    let names: [String]
    let valueName: String?
    let abstract: String
    let isOptional: Bool
    let isRepeating: Bool
    /// The title of its section in the help; nil for an option that only this command has.
    let section: String?

    /// Whether the parser adds the option to commands.
    var isParsers: Bool { ParserWords.all.contains { names.contains($0.option) } }

    /// Reads the parser's description of an argument. For the parser, `--help-all` is one more name of `--help`; in the
    /// help, each of them has its own line.
    static func all(_ json: JSONValue) -> [ArgumentInfo] {
        let all = (json["names"]?.arrayValue ?? []).map { name in
            (name["kind"]?.stringValue == "long" ? "--" : "-") + (name["name"]?.stringValue ?? "")
        }
        // The short name comes first, as in the help.
        let names = all.filter { !$0.hasPrefix("--") } + all.filter { $0.hasPrefix("--") && $0 != Help.allOption }
        let first = ArgumentInfo(json, names)
        return all.contains(Help.allOption) ? [first, ArgumentInfo(json, [Help.allOption])] : [first]
    }

    private init(_ json: JSONValue, _ names: [String]) {
        let parsers = ParserWords.all.first { names.contains($0.option) }
        self.names = names
        valueName = json["kind"]?.stringValue == "flag" ? nil : json["valueName"]?.stringValue
        abstract = parsers?.help.text(Help.language) ?? json["abstract"]?.stringValue ?? ""
        isOptional = json["isOptional"] == .bool(true)
        isRepeating = json["isRepeating"] == .bool(true)
        section = parsers == nil ? json["sectionTitle"]?.stringValue : HelpSection.common
    }

    /// The option that the parser adds to each command of a root with a version.
    static let version: ArgumentInfo = {
        let members: [JSONValue.Member] = [.init("kind", .string("flag")), .init("isOptional", .bool(true))]
        return ArgumentInfo(.object(members), ["--version"])
    }()
}

/// What the parser adds to commands, in our own words.
enum ParserWords {
    static let all = [
        (
            option: "help", english: "Show subcommand help information.",
            help: Words(en: "Show the help of a command.", ko: "명령의 도움말을 보여 줍니다.")
        ),
        (option: "--version", english: "Show the version.", help: Words(en: "Show the version.", ko: "버전을 보여 줍니다.")),
        (
            option: "--help", english: "Show help information.",
            help: Words(en: "Show the help.", ko: "도움말을 보여 줍니다.")
        ),
        (
            option: Help.allOption, english: "Show help information.",
            help: Words(en: "Show the help with all options.", ko: "모든 옵션을 설명하는 도움말을 보여 줍니다.")
        ),
    ]
}

/// The names of options' values in help texts: `--kind <kind>`, `--kind <종류>`.
extension Words {
    static let address = Words(en: "URL", ko: "주소")
    static let anchor = Words(en: "x,y", ko: "x,y")
    static let box = Words(en: "W,S,E,N", ko: "서,남,동,북")
    static let code = Words(en: "code", ko: "코드")
    static let column = Words(en: "column", ko: "열")
    static let columnOrWord = Words(en: "column|word", ko: "열|단어")
    static let columns = Words(en: "a,b", ko: "열,열")
    static let count = Words(en: "n", ko: "개수")
    static let day = Words(en: "day", ko: "날짜")
    static let distance = Words(en: "distance", ko: "거리")
    static let district = Words(en: "district", ko: "자치구")
    static let encoding = Words(en: "encoding", ko: "인코딩")
    static let engine = Words(en: "engine", ko: "엔진")
    static let feed = Words(en: "feed", ko: "피드")
    static let file = Words(en: "file", ko: "파일")
    static let folder = Words(en: "folder", ko: "폴더")
    static let format = Words(en: "format", ko: "형식")
    static let hostAndPort = Words(en: "host:port", ko: "주소:포트")
    static let key = Words(en: "key", ko: "키")
    static let keys = Words(en: "keys", ko: "키,키")
    static let kind = Words(en: "kind", ko: "종류")
    static let label = Words(en: "label", ko: "라벨")
    static let language = Words(en: "ko|en", ko: "ko|en")
    static let layer = Words(en: "layer", ko: "레이어")
    static let list = Words(en: "list", ko: "목록")
    static let map = Words(en: "map", ko: "지도")
    static let mode = Words(en: "mode", ko: "방식")
    static let month = Words(en: "yymm", ko: "연월")
    static let name = Words(en: "name", ko: "이름")
    static let page = Words(en: "page", ko: "쪽")
    static let path = Words(en: "path", ko: "경로")
    static let percent = Words(en: "percent", ko: "퍼센트")
    static let pixels = Words(en: "pixels", ko: "픽셀")
    static let points = Words(en: "pt", ko: "pt")
    static let query = Words(en: "text", ko: "검색어")
    static let reason = Words(en: "reason", ko: "이유")
    static let role = Words(en: "role", ko: "역할")
    static let rule = Words(en: "rule", ko: "규칙")
    static let run = Words(en: "run", ko: "실행")
    static let runOrDay = Words(en: "run|day|last", ko: "실행|날짜|last")
    static let setting = Words(en: "name=value", ko: "이름=값")
    static let size = Words(en: "size", ko: "크기")
    static let state = Words(en: "state", ko: "상태")
    static let text = Words(en: "text", ko: "문구")
    static let theme = Words(en: "theme", ko: "테마")
    static let time = Words(en: "time", ko: "시간")
    static let what = Words(en: "what", ko: "항목")
    static let when = Words(en: "when", ko: "방식")
    static let widthAndHeight = Words(en: "WxH", ko: "너비x높이")
    static let zoom = Words(en: "zoom", ko: "줌")

    /// The name of a positional argument. It is the same in both languages, because messages use it.
    static func argument(_ name: String) -> Words { Words(en: name, ko: name) }
}
