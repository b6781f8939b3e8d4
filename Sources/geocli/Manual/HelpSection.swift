internal import GeocliText

/// The titles of the sections of a help text.
enum HelpSection {
    /// The selection of places.
    static var filters: String { title("Filters", "필터") }
    /// The format and the destination of a listing.
    static var output: String { title("Output", "출력") }
    /// Size and collisions of markers.
    static var markers: String { title("Markers", "마커") }
    /// The same options in `export`, which needs them for one layer only.
    static var clusters: String { title("Layer clusters", "clusters 레이어") }
    /// The columns of a person's own file.
    static var columns: String { title("Your own file", "내 파일") }
    /// Requests to a service.
    static var fetching: String { title("Live service", "서비스에서 받기") }
    /// The options of every command.
    static var common: String { title("Common options", "공통 옵션") }

    /// The sections of which `--help` only names the options, because they are the same in many commands, or rarely
    /// needed. `--help-all` explains them.
    static var folded: [String] { [clusters, filters, output, common] }

    static var everyday: String { title("Everyday commands", "자주 쓰는 명령") }
    static var usage: String { title("Usage", "사용법") }
    static var examples: String { title("Examples", "예시") }
    static var arguments: String { title("Arguments", "인자") }
    static var options: String { title("Options", "옵션") }
    static var commands: String { title("Commands", "명령") }

    private static func title(_ en: String, _ ko: String) -> String { Help.language == .korean ? ko : en }
}
