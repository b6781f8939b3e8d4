internal import GeocliAsking
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// A setting in force, as `config` lists it.
struct SettingRow {
    let name: SettingName
    /// The value, never the key or a password; nil for none.
    let value: String?
    let origin: SettingOrigin

    /// The text that is shown instead of the key. It is the same for every key.
    private static let mask = "****"

    /// Returns all settings, in the order of `SettingName`.
    ///
    /// - Throws: `PlainError` for a wrong configuration file or a text that can't be a key; `ByteSourceError`;
    ///   `UsageError` for an empty `--db`.
    static func all(_ common: CommonOptions) throws -> [SettingRow] {
        let file = try SettingsFile.own.get()
        let key = try Settings.key()
        func fromFile(_ name: SettingName) -> SettingRow? {
            guard let file, let entry = file[name] else { return nil }
            return SettingRow(name: name, value: entry.value, origin: .file(file.path, line: entry.line))
        }
        let language = Console.languageOrigin
        let catalog = try Environment.catalog(common.db)
        return [
            SettingRow(
                name: .db, value: catalog.map { ServerAddress.withoutPassword($0.text) },
                origin: catalog?.origin ?? .usual(nil)),
            SettingRow(name: .lang, value: Console.language.rawValue, origin: language),
            fromFile(.here) ?? SettingRow(name: .here, value: nil, origin: .usual(nil)),
            fromFile(.format) ?? SettingRow(name: .format, value: ListingFormat.table.rawValue, origin: .usual(nil)),
            fromFile(.feeds) ?? SettingRow(name: .feeds, value: nil, origin: .usual(nil)),
            SettingRow(name: .key, value: key.map { _ in mask }, origin: key?.origin ?? .usual(nil)),
        ]
    }
}

/// The rows of a listing of settings.
enum SettingRows: RowsWithoutPlace { static let someKeys = "setting,value" }

extension ListingSchema where Row == SettingRow {
    /// The columns of the settings in force.
    static var settings: ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "setting", en: "setting", ko: "설정", type: .codes(SettingName.allCases.map(\.rawValue)),
                    about: "The name in the configuration file."
                ) { .code($0.name.rawValue) },
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
