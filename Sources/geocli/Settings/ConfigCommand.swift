internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliText

struct ConfigSource: RowSource {
    static let configuration = CommandConfiguration(
        "config", en: "Show the settings in force and where each one comes from.",
        ko: "지금 적용되는 설정과 그 출처를 보여 줍니다.",
        about: Words(
            en: """
                An option takes precedence over the environment, and the environment over the configuration file ~/.config/geocli/config. A line that starts with # is a comment. All of these lines are optional:
                  db = ~/places/catalog.sqlite  catalog: a path or a server's address
                  lang = ko                     language of messages: ko or en
                  here = 37.5563,126.9236       where 'geocli near' starts
                  format = json                 format of listings on a terminal
                  feeds = seoul-culture, mine   feeds that --unique prefers, in order
                  proxy = http://proxy:3128     proxy of 'geocli ingest'; none uses no proxy
                  url.FEED = http://mirror:8088 address of a feed's service, such as a mirror
                  seoul_openapi_key = KEY       key of the live service
                A line such as 'proxy.seoul-bookstores = none' is for one feed. A proxy from the environment (https_proxy, http_proxy, all_proxy, no_proxy) never gets a key that is not encrypted; a proxy in this file does. The key and passwords are never shown. Only you should be able to read the file (chmod 600).
                """,
            ko: """
                옵션, 환경 변수, 설정 파일(~/.config/geocli/config) 순으로 우선합니다. #으로 시작하는 줄은 주석입니다. 설정 파일에는 아래 줄 가운데 필요한 것만 씁니다.
                  db = ~/places/catalog.sqlite  카탈로그: 파일 경로나 서버 주소
                  lang = ko                     메시지의 언어: ko 또는 en
                  here = 37.5563,126.9236       'geocli near'의 기준 위치
                  format = json                 터미널에 출력할 목록의 형식
                  feeds = seoul-culture, mine   --unique에서 우선할 피드(앞의 것부터)
                  proxy = http://proxy:3128     'geocli ingest'의 프록시. none이면 쓰지 않음
                  url.FEED = http://mirror:8088 피드 서비스의 주소(미러 등)
                  seoul_openapi_key = KEY       서비스의 인증키
                'proxy.seoul-bookstores = none'처럼 쓰면 그 피드에만 적용됩니다. 환경 변수(https_proxy, http_proxy, all_proxy, no_proxy)의 프록시에는 암호화되지 않은 인증키를 보내지 않지만, 이 파일에 쓴 프록시에는 보냅니다. 인증키와 비밀번호는 화면에 나오지 않습니다. 설정 파일은 본인만 읽을 수 있게 하세요(chmod 600).
                """),
        examples: """
            $ geocli config
            $ geocli config --format table
            $ geocli config --fields setting,value,source
            """)

    func write(_ given: ListingArguments<SettingRows>) throws {
        try given.list(.settings) { try SettingRow.all(given.common) }
        Settings.warnIfSecretIsReadable()
        try PreferredFeeds.warnOfUnknown(in: Self.catalog(given.common), [.feeds, .proxy, .url])
        guard try SettingsFile.own.get() == nil, let path = SettingsFile.usualPath else { return }
        given.common.note(
            en: "the configuration file \(path) does not exist; 'geocli config --help' shows what it can contain",
            ko: "설정 파일이 없습니다(\(path)). 쓸 수 있는 내용은 'geocli config --help'로 확인하세요")
    }

    /// Returns the catalog that commands use. Returns nil for a server, for a missing catalog, and for a catalog that
    /// can't be opened, because the settings are shown in any case.
    private static func catalog(_ common: CommonOptions) -> Catalog? {
        guard let place = try? Environment.catalogPlace(common.db), case .file(let path) = place else { return nil }
        return try? Catalog(path: path)
    }
}

struct SettingRow {
    let line: SettingLine
    /// The value, never the key or a password; nil for none.
    let value: String?
    let origin: SettingOrigin

    /// The text that is shown instead of the key. It is the same for every key.
    private static let mask = "****"

    private init(_ line: SettingLine, _ value: String?, _ origin: SettingOrigin) {
        (self.line, self.value, self.origin) = (line, value, origin)
    }

    /// Returns all settings, in the order of `SettingName`.
    static func all(_ common: CommonOptions) throws -> [SettingRow] {
        let file = try SettingsFile.own.get()
        let key = try Settings.key()
        func row(_ name: SettingName, usually usual: String? = nil) -> SettingRow {
            guard let file, let entry = file[name] else { return SettingRow(SettingLine(name), usual, .usual(nil)) }
            return SettingRow(SettingLine(name), entry.value, .file(file.path, line: entry.line))
        }
        let language = Console.languageOrigin
        let catalog = try Environment.catalog(common.db)
        let place = catalog.map { ServerAddress.withoutPassword($0.text) }
        return [
            SettingRow(SettingLine(.db), place, catalog?.origin ?? .usual(nil)),
            SettingRow(SettingLine(.lang), Console.language.rawValue, language),
            row(.here), row(.format, usually: ListingFormat.table.rawValue), row(.feeds),
        ] + network(file, key?.key) + [SettingRow(SettingLine(.key), key.map { _ in mask }, key?.origin ?? .usual(nil))]
    }

    /// Returns the proxies and the addresses of services. Without a line `proxy`, the environment may name a proxy.
    private static func network(_ file: SettingsFile?, _ key: APIKey?) -> [SettingRow] {
        let rows = file.map { file in
            file.lines([.proxy, .url]).map { line, entry in
                let value = line.name == .proxy ? ProxySetting(entry.value)?.description ?? mask : entry.value
                let isSecret = key?.isIn(value) == true
                return SettingRow(line, isSecret ? mask : value, .file(file.path, line: entry.line))
            }
        }
        if let rows, rows.first?.line == SettingLine(.proxy) { return rows }
        // One variable may be for https, another one for http.
        var found = [true, false].compactMap { Proxy.variable(isEncrypted: $0, environment: Environment.variable) }
        if found.count == 2, found[0].name == found[1].name { found.removeLast() }
        let usual = found.map { name, value in
            SettingRow(SettingLine(.proxy), Proxy(value)?.description ?? mask, .environment(name))
        }
        return (usual.isEmpty ? [SettingRow(SettingLine(.proxy), nil, .usual(nil))] : usual) + (rows ?? [])
    }
}

enum SettingRows: RowsWithoutPlace { static let someKeys = "setting,value" }

extension ListingSchema where Row == SettingRow {
    static var settings: ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "setting", en: "setting", ko: "설정",
                    about: "The name in the configuration file; for one feed, such as proxy.seoul-bookstores."
                ) { .text($0.line.text) },
                Column(
                    "value", en: "value", ko: "값", orNull: true,
                    about: "The value in force; **** for the key, and for what may be a password."
                ) {
                    .text($0.value)
                },
                Column(
                    "source", en: "source", ko: "출처", type: .codes(SettingOrigin.codes),
                    about: "Where the value comes from."
                ) { .code($0.origin.code) },
                Column(
                    "from", en: "from", ko: "위치", orNull: true,
                    about: "The option, the variable, or the file and its line."
                ) { .text($0.origin.place) },
            ],
            tableKeys: ["setting", "value", "source", "from"])
    }
}
