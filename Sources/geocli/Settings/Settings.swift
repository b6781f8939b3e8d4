internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import Glibc

#if PostGIS
internal import GeocliPostGIS
#endif

enum Settings {
    /// The error in the language setting. It is not thrown when the language is chosen, because its message needs a
    /// language.
    nonisolated(unsafe) private static var languageError: (any ExplainedError)?

    /// Chooses the language of the program. `Main` calls this once, at the start.
    static func language(_ arguments: [String]) -> (language: Language, origin: SettingOrigin) {
        if let language = Language(arguments: arguments) { return (language, .option("--lang")) }
        if let name = Environment.variable("GEOCLI_LANG"), !name.isEmpty {
            if let language = Language(rawValue: name) { return (language, .environment("GEOCLI_LANG")) }
            languageError = UsageError(
                en: "GEOCLI_LANG is \"\(name)\"; set it to ko or en, or unset it",
                ko: "GEOCLI_LANG 값이 \"\(name)\"입니다. ko나 en으로 두거나 지우세요")
        }
        do {
            if let file = try SettingsFile.own.get(), let entry = file[.lang],
                let language = Language(rawValue: entry.value)
            {
                return (language, .file(file.path, line: entry.line))
            }
        } catch {
            if languageError == nil { languageError = error as? PlainError }
        }
        // These variables have the same precedence as in the C library.
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].first { !(Environment.variable($0) ?? "").isEmpty }
        let isKorean = locale.flatMap(Environment.variable)?.hasPrefix("ko") ?? false
        return (isKorean ? .korean : .english, .usual(locale))
    }

    /// Throws the error in the language setting, if there is one.
    static func checkLanguage() throws { if let languageError { throw languageError } }

    /// Returns the location of the catalog from `--db`, `$GEOCLI_DB` or `db` in the configuration file. The first of
    /// these that is set counts; nil if none is set.
    static func catalog(_ option: String?) throws -> (text: String, origin: SettingOrigin)? {
        try checkLanguage()
        if let option {
            guard !option.isEmpty else {
                throw UsageError(
                    en: "--db is empty; give it the path of a catalog", ko: "--db 값이 비어 있습니다. 카탈로그 경로를 쓰세요")
            }
            return (option, .option("--db"))
        }
        if let path = Environment.variable("GEOCLI_DB"), !path.isEmpty { return (path, .environment("GEOCLI_DB")) }
        guard let file = try SettingsFile.own.get(), let entry = file[.db] else { return nil }
        return (try expanded(entry.value, entry.line, file.path), .file(file.path, line: entry.line))
    }

    /// Returns the format of a listing on a terminal: the value of `format` in the configuration file if these rows
    /// have that format, otherwise a table.
    static func terminalFormat(among formats: [ListingFormat]) throws -> ListingFormat {
        let format = try SettingsFile.own.get()?[.format].flatMap { ListingFormat(rawValue: $0.value) }
        return format.flatMap { formats.contains($0) ? $0 : nil } ?? .table
    }

    /// Returns the preferred feeds, in order: the value of `feeds` in the configuration file; empty if it has none. If
    /// several feeds have a row for a shop, the row of the most preferred feed is shown.
    static func preferredFeeds() throws -> [String] {
        let value = try SettingsFile.own.get()?[.feeds]?.value ?? ""
        return value.split(separator: ",").map { String($0).trimmingBlanks() }
    }

    /// Returns the words for the place where `near` starts if the user gives none, and the name of these words in
    /// messages. The words are the value of `here` in the configuration file.
    static func here() throws -> (words: [String], name: String) {
        if let file = try SettingsFile.own.get(), let entry = file[.here] {
            return ([entry.value], "\(file.path), line \(entry.line): here")
        }
        throw UsageError(
            en:
                "WHERE is missing; write latitude,longitude in degrees, such as 37.5563,126.9236, or a name, or set 'here' in the configuration file (see 'geocli config --help')",
            ko:
                "WHERE가 없습니다. 37.5563,126.9236처럼 위도,경도를 도 단위로 쓰거나 이름을 쓰세요. 또는 설정 파일에 'here'를 적어 두세요('geocli config --help' 참고)"
        )
    }

    /// The variable that holds the key of the Seoul Open Data Plaza. The key can also be in the configuration file.
    static let seoulKeyVariable = "SEOUL_OPENAPI_KEY"

    /// Returns the key of the Seoul Open Data Plaza: `$SEOUL_OPENAPI_KEY`, or `seoul_openapi_key` in the configuration
    /// file if that is not set; nil if neither has a key.
    static func key() throws -> (key: APIKey, origin: SettingOrigin)? {
        if let text = Environment.variable(seoulKeyVariable), !text.trimmingBlanks().isEmpty {
            return (try APIKey(text), .environment(seoulKeyVariable))
        }
        guard let file = try SettingsFile.own.get(), let entry = file[.key] else { return nil }
        return (try APIKey(entry.value), .file(file.path, line: entry.line))
    }

    /// Returns the key in the variable that a declaration names; the key of the Seoul Open Data Plaza may be in the
    /// configuration file instead. Nil if the key is missing, and for a service that needs none.
    static func key(_ variable: String?) throws -> (key: APIKey, origin: SettingOrigin)? {
        guard let variable else { return nil }
        if variable == seoulKeyVariable { return try key() }
        guard let text = Environment.variable(variable), !text.trimmingBlanks().isEmpty else { return nil }
        // data.go.kr also shows each key in percent-encoded form.
        return (try APIKey.decoding(text), .environment(variable))
    }

    /// Returns what the configuration file says about the proxy for a feed: its line `proxy.FEED`, or else the line
    /// `proxy`; nil for neither.
    static func proxy(for feed: String) throws -> ProxySetting? {
        let file = try SettingsFile.own.get()
        return (file?[.proxy, feed: feed] ?? file?[.proxy]).flatMap { ProxySetting($0.value) }
    }

    /// Returns the line `url.FEED` of the configuration file; nil for none.
    static func url(of feed: String) throws -> SettingsFile.Entry? { try SettingsFile.own.get()?[.url, feed: feed] }

    /// Returns the address from which a feed is fetched if the user names no source: that of the settings, or else that
    /// of its declaration.
    static func address(of feed: Feed) throws -> ServiceURL? {
        try (url(of: feed.id)?.value ?? feed.serviceAddress).map { try ServiceURL($0) }
    }

    /// Warns if the configuration file has the key or the proxy's password and other users of this machine could read
    /// it, even if it is not used now. Commands that may use the key call this once.
    static func warnIfSecretIsReadable() {
        // A file that can't be read shows nothing. A command that needs the file reports the error.
        guard let file = try? SettingsFile.own.get(), let secret = file.shownSecret else { return }
        Console.complain(
            en: "warning: other users can read \(secret.en) in \(file.path); run 'chmod 600 \(file.path)'",
            ko:
                "주의: 다른 사용자가 \(file.path)의 \(secret.ko)\(.object) 읽을 수 있습니다. 'chmod 600 \(file.path)'\(.object) 실행하세요")
    }

    private static func expanded(_ path: String, _ line: Int, _ file: String) throws -> String {
        guard path.hasPrefix("~/") else { return path }
        guard let home = Environment.variable("HOME"), !home.isEmpty else {
            throw PlainError.value(
                SettingName.db.rawValue,
                Words(en: "HOME is not set; write an absolute path", ko: "환경 변수 HOME이 없습니다. 절대 경로로 쓰세요"),
                SettingsFile.Place(path: file, line: line))
        }
        return home + path.dropFirst()
    }
}

/// The location of the catalog: the one in the settings, or the usual path if the settings have none.
extension Environment {
    /// Returns the location of the catalog: a path or a server's address.
    static func catalogPlace(_ option: String?) throws -> CatalogLocation {
        try CatalogLocation(try someCatalog(option).text)
    }

    static func isUsualCatalog(_ option: String?) throws -> Bool {
        guard case .usual = try someCatalog(option).origin else { return false }
        return true
    }

    /// Returns the path of the catalog's file.
    ///
    /// - Throws: `UsageError`, also for a server, because a caller that needs the path needs data that servers do not
    ///   hold.
    static func catalogPath(_ option: String?) throws -> String {
        guard case .file(let path) = try catalogPlace(option) else {
            throw UsageError(
                en:
                    "a server answers only the commands near, bbox, inside, list, search, show, links and export; for other commands, give --db the path of a catalog file",
                ko:
                    "서버 카탈로그에는 near, bbox, inside, list, search, show, links, export만 쓸 수 있습니다. 다른 명령에는 --db로 카탈로그 파일을 지정하세요"
            )
        }
        return path
    }

    /// Returns the path in the settings. If they have none, returns `$XDG_DATA_HOME/geocli/catalog.sqlite`, or the path
    /// under `~/.local/share` if that variable is not set; nil without a home folder.
    static func catalog(_ option: String?) throws -> (text: String, origin: SettingOrigin)? {
        if let set = try Settings.catalog(option) { return set }
        return folder("XDG_DATA_HOME", ".local/share").map { ($0.path + "/catalog.sqlite", .usual($0.variable)) }
    }

    private static func someCatalog(_ option: String?) throws -> (text: String, origin: SettingOrigin) {
        if let catalog = try catalog(option) { return catalog }
        throw UsageError(
            en: "the path of the catalog is unknown: neither GEOCLI_DB nor HOME is set; give --db PATH",
            ko: "카탈로그 위치를 알 수 없습니다(GEOCLI_DB와 HOME이 모두 없음). --db로 경로를 지정하세요")
    }
}

enum CatalogLocation {
    case file(String)
    case server(ServerAddress)

    /// Reads the location from the text of `--db` or `GEOCLI_DB`.
    ///
    /// - Throws: `ServerAddressError`, also for any other text that may hold a server's password, because a message
    ///   about a missing file would repeat it.
    init(_ text: String) throws {
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//") || FileCheck.exists(text)
        guard isPath || !ServerAddress.mayHoldPassword(text) else { throw ServerAddressError.password }
        self = ServerAddress.isAddress(text) ? .server(try ServerAddress(text)) : .file(text)
    }
}

extension ServerAddress {
    static let unsupported = PlainError(
        .usage,
        en:
            "this geocli was built without PostgreSQL support; rebuild it with 'swift build -c release --traits PostGIS --product geocli'",
        ko:
            "이 geocli는 PostgreSQL 지원 없이 빌드되었습니다. 'swift build -c release --traits PostGIS --product geocli'로 다시 빌드하세요")

    /// Opens the catalog on the server.
    ///
    /// - Throws: `ServerError`; `unsupported` in a build without the PostGIS trait.
    func open() throws -> any PlaceSource {
        #if PostGIS
        return try ServerCatalog(self)
        #else
        throw Self.unsupported
        #endif
    }
}

/// The feeds that settings name, compared with the known feeds.
enum PreferredFeeds {
    /// Returns the preferred feeds, and warns of names that neither the source nor a declaration has.
    static func checked(in source: some PlaceSource) throws -> [String] {
        let feeds = try Settings.preferredFeeds()
        try warnOfUnknown(in: source, [.feeds])
        return feeds
    }

    /// Warns about names in these settings that neither the catalog nor a declaration has. Such a name has no effect in
    /// this catalog. It may be right for another one, because all catalogs share the configuration file.
    ///
    /// - Parameter catalog: opened only if the setting exists. Without a catalog, the user gets no warning, because
    ///   any name may be right.
    static func warnOfUnknown(
        in catalog: @autoclosure () -> (any PlaceSource)?, _ settings: Set<SettingName>
    ) throws {
        guard let file = try SettingsFile.own.get() else { return }
        let lines = file.lines(settings).filter { $0.line.name == .feeds || $0.line.feed != nil }
        guard !lines.isEmpty, let catalog = catalog() else { return }
        let known = try catalog.lastGoodRuns().map(\.feed)
        // The folders of declarations are read only if a name is not in the catalog.
        lazy var declared = FeedShelf.all().compactMap { try? $0.feed.get().id }
        for (line, entry) in lines {
            let names = try line.feed.map { [$0] } ?? Settings.preferredFeeds()
            let unknown = names.filter { !known.contains($0) && !declared.contains($0) }
            if !unknown.isEmpty { warn(of: unknown, among: known + declared, line, entry, file.path) }
        }
    }

    private static func warn(
        of unknown: [String], among known: [String], _ line: SettingLine, _ entry: SettingsFile.Entry, _ path: String
    ) {
        let names = unknown.map { DisplayText.truncated($0, columns: 40) }.joined(separator: ", ")
        let near = Set(unknown.flatMap { Spelling.near($0, among: known) }).sorted().joined(separator: ", ")
        let words = Words(
            en: "warning: \(path), line \(entry.line): \(line.text): no feed is called \(names)",
            ko: "주의: \(path) \(entry.line)행: \(line.text): 그런 피드가 없습니다: \(names)")
        let advice =
            near.isEmpty
            ? Words(en: "'geocli feeds' lists the feeds", ko: "피드 이름은 'geocli feeds'로 확인하세요")
            : Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?")
        Console.complain(words.followed(by: advice))
    }
}
