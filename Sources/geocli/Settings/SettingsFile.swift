internal import GeocliExport
internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import Glibc

/// The names of the lines of the configuration file, in the order in which `config` lists them.
enum SettingName: String, CaseIterable {
    case db
    case lang
    /// The place where `near` starts if the user gives none.
    case here
    case format
    /// The preferred feeds, in order. If several feeds have a row for a shop, the row of the most preferred feed is
    /// shown.
    case feeds
    /// The proxy of live services, for all feeds or for one.
    case proxy
    /// The base address of the service of one feed.
    case url
    /// The key of the Seoul Open Data Plaza.
    case key = "seoul_openapi_key"
}

/// The name of a line: a setting or, as in `proxy.seoul-bookstores`, a setting for one feed.
struct SettingLine: Hashable {
    let name: SettingName
    var feed: String?

    init(_ name: SettingName, feed: String? = nil) { (self.name, self.feed) = (name, feed) }

    /// Returns nil for a text that can't be the name of a line.
    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = SettingName(rawValue: parts[0]) else { return nil }
        guard parts.count == 1 || [.proxy, .url].contains(name) && SettingsFile.isFeed(parts[1]) else { return nil }
        self.init(name, feed: parts.count == 1 ? nil : parts[1])
    }

    var text: String { feed.map { "\(name.rawValue).\($0)" } ?? name.rawValue }
}

/// Where the value of a setting comes from. An option takes precedence over the environment, the environment over the
/// configuration file, and the file over the default.
enum SettingOrigin: Equatable {
    case option(String)
    case environment(String)
    case file(String, line: Int)
    /// The variable that the default value comes from; nil for none.
    case usual(String?)

    static let codes = ["option", "environment", "file", "default"]

    var code: String {
        switch self {
        case .option: "option"
        case .environment: "environment"
        case .file: "file"
        case .usual: "default"
        }
    }

    var place: String? {
        switch self {
        case .option(let name), .environment(let name): name
        case .file(let path, let line): "\(path):\(line)"
        case .usual(let variable): variable
        }
    }
}

struct SettingsFile {
    /// A value and the number of its line, from 1.
    struct Entry {
        let value: String
        let line: Int
    }

    struct Place {
        let path: String
        let line: Int
    }

    /// A larger file is not a configuration file.
    private static let maximumBytes = 64 << 10

    let path: String
    /// The secret in the file that users other than its owner may read or change; nil for none.
    let shownSecret: Words?
    private let entries: [SettingLine: Entry]

    /// The file, read only once, when it is first needed; nil if there is none.
    static let own: Result<SettingsFile?, any Error> = Result { try usualPath.flatMap { try SettingsFile(path: $0) } }

    /// The path of the file; nil if neither XDG_CONFIG_HOME nor HOME is set.
    static var usualPath: String? { Environment.folder("XDG_CONFIG_HOME", ".config").map { $0.path + "/config" } }

    subscript(name: SettingName, feed feed: String? = nil) -> Entry? { entries[SettingLine(name, feed: feed)] }

    /// Returns the lines with these names, in the order of `SettingName` and of feeds.
    func lines(_ names: Set<SettingName>) -> [(line: SettingLine, entry: Entry)] {
        SettingName.allCases.filter(names.contains).flatMap { name in
            entries.filter { $0.key.name == name }.sorted { ($0.key.feed ?? "") < ($1.key.feed ?? "") }
                .map { (line: $0.key, entry: $0.value) }
        }
    }

    /// Reads a file; nil if there is none. If two lines have the same name, the later line counts.
    private init?(path: String) throws {
        guard let (bytes, mode) = try Self.bytes(path) else { return nil }
        self.path = path
        var text = String(decoding: bytes, as: UTF8.self)[...]
        // Some editors write a byte order mark.
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        var entries: [SettingLine: Entry] = [:]
        for (offset, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = String(line).trimmingBlanks()
            guard !words.isEmpty, !words.hasPrefix("#") else { continue }
            let place = Place(path: path, line: offset + 1)
            let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw PlainError.noSetting(place) }
            let word = String(parts[0]).trimmingBlanks()
            guard let name = SettingLine(word) else { throw PlainError.unknown(word, place) }
            let value = String(parts[1]).trimmingBlanks()
            if let advice = Self.advice(name, value) { throw PlainError.value(name.text, advice, place) }
            entries[name] = Entry(value: value, line: offset + 1)
        }
        self.entries = entries
        shownSecret = mode & 0o077 == 0 ? nil : Self.secret(entries)
    }

    private static func secret(_ entries: [SettingLine: Entry]) -> Words? {
        if entries[SettingLine(.key)] != nil { return Words(en: "the key", ko: "인증키") }
        let hasPassword = entries.contains { $0.key.name == .proxy && Proxy($0.value.value)?.hasCredential == true }
        return hasPassword ? Words(en: "the proxy's password", ko: "프록시 비밀번호") : nil
    }

    /// Returns the content and the mode of the file; nil if there is none.
    private static func bytes(_ path: String) throws -> (bytes: [UInt8], mode: mode_t)? {
        // A pipe without a writer must not make us wait.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let error = ByteSourceError(path: path, number: errno)
            if error.isMissing { return nil }
            throw error
        }
        defer { close(descriptor) }
        guard let facts = FileSystem.facts(descriptor), facts.isFile else { throw PlainError.noFile(path) }
        switch FileSystem.bytes(of: descriptor, from: 0, count: maximumBytes + 1) {
        case .failure(let error): throw ByteSourceError(path: path, number: error.number)
        case .success(let bytes):
            guard bytes.count <= maximumBytes else { throw PlainError.tooLarge(path) }
            return (bytes, facts.st_mode)
        }
    }

    /// Returns advice for a wrong value; nil for a good one. `here` and the key are checked when they are used.
    private static func advice(_ line: SettingLine, _ value: String) -> Words? {
        if line.name == .key { return nil }
        let isClean = !value.isEmpty && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{FFFD}" }
        guard isClean else { return Words(en: "write a value, or remove the line", ko: "값을 쓰거나 줄을 지우세요") }
        switch line.name {
        case .db: return isPlace(value) ? nil : Self.place
        case .lang: return choice(value, Language.allCases.map(\.rawValue))
        case .format: return choice(value, ListingFormat.listings.map(\.rawValue))
        case .feeds: return isFeeds(value) ? nil : Self.feedIDs
        case .proxy: return ProxySetting(value) == nil ? Self.proxy : nil
        case .url: return line.feed == nil || (try? ServiceURL(value)) == nil ? Self.url : nil
        case .here, .key: return nil
        }
    }

    private static let place = Words(
        en: "write an absolute path, a path that begins with ~/, or postgres://HOST/DATABASE without a password",
        ko: "절대 경로나 ~/로 시작하는 경로, 또는 비밀번호 없는 postgres://HOST/DATABASE 주소로 쓰세요")

    private static let proxy = Words(
        en: "write none, or the address of a proxy such as http://proxy:3128 or http://USER:PASSWORD@proxy:3128",
        ko: "none을 쓰거나, http://proxy:3128이나 http://USER:PASSWORD@proxy:3128 같은 프록시 주소를 쓰세요")

    private static let url = Words(
        en: "write a feed and the base address of its service, as in url.seoul-bookstores = http://mirror:8088",
        ko: "url.seoul-bookstores = http://mirror:8088처럼 피드와 그 서비스의 기본 주소를 쓰세요")

    private static let feedIDs = Words(
        en: "write the ids of feeds, separated by commas, such as seoul-bookstores, seoul-culture",
        ko: "seoul-bookstores, seoul-culture처럼 피드 ID를 쉼표로 나누어 쓰세요")

    /// Returns whether each part has the form of a feed's id. Whether the catalog has the feed is not checked, because
    /// all catalogs share this file.
    private static func isFeeds(_ value: String) -> Bool {
        value.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            isFeed(String($0).trimmingBlanks())
        }
    }

    fileprivate static func isFeed(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    }

    private static func isPlace(_ value: String) -> Bool {
        value.hasPrefix("/") || value.hasPrefix("~/") || (try? ServerAddress(value)) != nil
    }

    private static func choice(_ value: String, _ names: [String]) -> Words? {
        guard !names.contains(value) else { return nil }
        let list = names.joined(separator: ", ")
        let choice = Words(en: "choose one of \(list)", ko: "\(list) 가운데 하나를 쓰세요")
        let near = Spelling.near(value, among: names).joined(separator: ", ")
        return near.isEmpty ? choice : choice.followed(by: Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?"))
    }
}

/// The errors in the configuration file. They do not repeat a value, which may be the key.
extension PlainError {
    fileprivate static func noFile(_ path: String) -> PlainError {
        PlainError(
            .usage, en: "\(path) is not a regular file; replace it with a text file that has lines such as 'lang = ko'",
            ko: "\(path)\(.topic) 일반 파일이 아닙니다. 'lang = ko' 같은 줄이 있는 텍스트 파일로 바꾸세요")
    }

    fileprivate static func tooLarge(_ path: String) -> PlainError {
        PlainError(
            .usage, en: "\(path) is larger than 64 KiB, too large for a configuration file; check what it is",
            ko: "\(path) 파일이 64KiB보다 커서 설정 파일로 읽지 않습니다. 어떤 파일인지 확인하세요")
    }

    /// The error for a line without `=`. The line is not repeated.
    fileprivate static func noSetting(_ place: SettingsFile.Place) -> PlainError {
        at(
            place, Words(en: "write 'name = value', or begin a comment with #", ko: "'이름 = 값'처럼 쓰거나, 주석이라면 #으로 시작하세요"))
    }

    fileprivate static func unknown(_ name: String, _ place: SettingsFile.Place) -> PlainError {
        let all = SettingName.allCases.map(\.rawValue)
        let near = Spelling.near(name, among: all).joined(separator: ", ")
        let list = SettingName.allCases.map { $0 == .url ? "url.FEED" : $0.rawValue }.joined(separator: ", ")
        let advice =
            near.isEmpty
            ? Words(en: "choose from \(list)", ko: "\(list) 가운데 하나를 쓰세요")
            : Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?")
        // A long text, or one with digits, is not a mistyped name, and may be the key.
        let isName = name.utf8.count <= 20 && name.allSatisfy { $0.isLetter || "_- ".contains($0) }
        let shown = isName ? " \"\(name)\"" : ""
        return at(
            place,
            Words(en: "unknown setting\(shown)", ko: "그런 설정은 없습니다\(isName ? ":" : "")\(shown)").followed(by: advice)
        )
    }

    static func value(_ name: String, _ advice: Words, _ place: SettingsFile.Place) -> PlainError {
        at(place, Words(en: "\(name): \(advice.en)", ko: "\(name): \(advice.ko)"))
    }

    private static func at(_ place: SettingsFile.Place, _ words: Words) -> PlainError {
        PlainError(
            .usage, en: "\(place.path), line \(place.line): \(words.en)",
            ko: "\(place.path) \(place.line)행: \(words.ko)")
    }
}
