internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// The lines of a page's head for search engines, messengers and the browser's own interface (https://ogp.me). The
/// addresses of the page and of its picture must be absolute, so they are written only if the page's is known.
struct PageHead {
    let settings: PageSettings
    let words: PlaceWords
    /// The number of places of each kind, without empty kinds.
    let counts: [(kind: Kind, count: Int)]
    let date: String?

    var html: String {
        let title = settings.title.text(settings.language)
        var lines = [
            Self.meta("name", "description", description), Self.meta("property", "og:title", title),
            Self.meta("property", "og:description", description), Self.meta("property", "og:type", "website"),
            Self.meta("property", "og:locale", settings.language == .korean ? "ko_KR" : "en_US"),
            Self.meta("property", "og:locale:alternate", settings.language == .korean ? "en_US" : "ko_KR"),
            ##"<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">"##,
            ##"<meta name="theme-color" content="#14191e" media="(prefers-color-scheme: dark)">"##,
        ]
        if let address = settings.address {
            lines.append("<link rel=\"canonical\" href=\"\(Self.escaped(address.text))\">")
            lines.append(Self.meta("property", "og:url", address.text))
        }
        if let picture = settings.address.flatMap({ address in settings.preview.map(address.beside) }) {
            lines += [
                Self.meta("property", "og:image", picture), Self.meta("property", "og:image:type", "image/png"),
                Self.meta("property", "og:image:width", String(PagePreview.width)),
                Self.meta("property", "og:image:height", String(PagePreview.height)),
                Self.meta("property", "og:image:alt", pictureText),
                Self.meta("name", "twitter:card", "summary_large_image"),
            ]
        }
        return lines.joined(separator: "\n")
    }

    private var description: String {
        let total = counts.reduce(0) { $0 + $1.count }
        let kinds = counts.map { counted($0.kind, $0.count) }
        let places = self.words.count(total)
        var words = Words(
            en: places.en
                + (kinds.isEmpty ? "" : " (\(kinds.map(\.en).joined(separator: ", ")))")
                + " on a map: search by name, address or distance.",
            ko: places.ko + (kinds.isEmpty ? "" : "(\(kinds.map(\.ko).joined(separator: ", ")))")
                + "을 지도에서 이름, 주소, 거리로 찾아보세요.")
        if let date { words = Words(en: words.en + " As of \(date).", ko: words.ko + " \(date) 기준.") }
        if !settings.credits.isEmpty {
            let titles = settings.credits.map(\.title)
            words = Words(
                en: words.en + " Source: \(titles.map(\.en).joined(separator: ", ")).",
                ko: words.ko + " 출처: \(titles.map(\.ko).joined(separator: ", ")).")
        }
        return words.text(settings.language)
    }

    private var pictureText: String {
        Words(en: "A map with a dot for each \(words.noun.en)", ko: "\(words.noun.ko)마다 점을 찍은 지도").text(
            settings.language)
    }

    private func counted(_ kind: Kind, _ count: Int) -> Words {
        switch kind {
        case .new: return Words(en: "\(count) new", ko: "새책 \(count)곳")
        case .used: return Words(en: "\(count) used", ko: "헌책 \(count)곳")
        default:
            let title = words.title(of: kind)
            return Words(en: "\(count) \(title.en)", ko: "\(title.ko) \(count)곳")
        }
    }

    private static func meta(_ key: String, _ name: String, _ content: String) -> String {
        "<meta \(key)=\"\(name)\" content=\"\(escaped(content))\">"
    }

    /// Returns text that is safe in an element and in quotes: on one line, with escaped markup.
    static func escaped(_ text: String) -> String {
        DisplayText.singleLine(text).map { character in
            switch character {
            case "<": "&lt;"
            case ">": "&gt;"
            case "&": "&amp;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}
