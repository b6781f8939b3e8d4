internal import GeocliSearch
internal import GeocliText

/// An error in the configuration file. Its message does not repeat a value, which may be the key.
struct SettingsError: ExplainedError, Equatable {
    /// A line of the file.
    struct Place {
        let path: String
        let line: Int
    }

    let words: Words

    static func noFile(_ path: String) -> SettingsError {
        SettingsError(
            words: Words(
                en: "\(path) is not a regular file; replace it with a text file that has lines such as 'lang = ko'",
                ko: "\(path)\(.topic) 일반 파일이 아닙니다. 'lang = ko' 같은 줄이 있는 텍스트 파일로 바꾸세요"))
    }

    static func tooLarge(_ path: String) -> SettingsError {
        SettingsError(
            words: Words(
                en: "\(path) is larger than 64 KiB, too large for a configuration file; check what it is",
                ko: "\(path) 파일이 64KiB보다 커서 설정 파일로 읽지 않습니다. 어떤 파일인지 확인하세요"))
    }

    /// The error for a line without `=`. The line is not repeated.
    static func noSetting(_ place: Place) -> SettingsError {
        at(
            place, Words(en: "write 'name = value', or begin a comment with #", ko: "'이름 = 값'처럼 쓰거나, 주석이라면 #으로 시작하세요"))
    }

    static func unknown(_ name: String, _ place: Place) -> SettingsError {
        let all = SettingName.allCases.map(\.rawValue)
        let near = Spelling.near(name, among: all).joined(separator: ", ")
        let list = all.joined(separator: ", ")
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

    static func value(_ name: SettingName, _ advice: Words, _ place: Place) -> SettingsError {
        at(place, Words(en: "\(name.rawValue): \(advice.en)", ko: "\(name.rawValue): \(advice.ko)"))
    }

    private static func at(_ place: Place, _ words: Words) -> SettingsError {
        SettingsError(
            words: Words(
                en: "\(place.path), line \(place.line): \(words.en)", ko: "\(place.path) \(place.line)행: \(words.ko)"
            ))
    }
}
