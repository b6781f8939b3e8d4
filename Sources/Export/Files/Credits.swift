package import GeocliText

/// What a map says about the source of its data, in both languages.
package struct Credit: Sendable, Equatable {
    package let feed: String
    package let title: Words
    /// The publisher, without the address of the page.
    package let publisher: Words
    /// The address of the publisher's page for the data; nil if the publisher states none.
    package let page: String?
    /// The name of the license; nil if the source states none.
    package let license: Words?
    /// The day of the data, in Asia/Seoul.
    package let dataDate: String
    private let statement: SourceStatement

    package init(_ statement: SourceStatement) {
        (feed, dataDate, self.statement) = (statement.feed, statement.dataDate, statement)
        title = Words(en: statement.englishTitle ?? statement.title, ko: statement.title)
        let parts = statement.publisher.split(separator: " ").map(String.init)
        func isAddress(_ part: String) -> Bool { part.hasPrefix("https://") || part.hasPrefix("http://") }
        func bare(_ text: String) -> String { text.hasSuffix(",") ? String(text.dropLast()) : text }
        page = parts.first(where: isAddress).map(bare)
        let name = bare(parts.filter { !isAddress($0) }.joined(separator: " "))
        publisher = Words(en: name, ko: Self.publishers[name] ?? name)
        license = Self.license(statement.license)
    }

    /// A line such as `Source: Seoul Open Data Plaza, "Bookstores in Seoul" · KOGL Type 1 · as of 2026-12-06 · https://…`.
    package var line: Words {
        let publisher = Words(
            en: publisher.en.isEmpty ? "" : "\(publisher.en), ", ko: publisher.ko.isEmpty ? "" : "\(publisher.ko) ")
        func joined(_ parts: [String?]) -> String { parts.compactMap(\.self).joined(separator: " · ") }
        return Words(
            en: joined(["Source: \(publisher.en)\"\(title.en)\"", license?.en, "as of \(dataDate)", page]),
            ko: joined(["출처: \(publisher.ko)'\(title.ko)'", license?.ko, "\(dataDate) 기준", page]))
    }

    /// The object in a page's data. The files that the page saves have its member `statement` (`Provenance.members`).
    package var json: JSONValue {
        func both(_ words: Words) -> JSONValue {
            .object(Language.allCases.map { .init($0.rawValue, .string(words.text($0))) })
        }
        return .object([
            .init("feed", .string(feed)), .init("title", both(title)), .init("line", both(line)),
            .init("date", .string(dataDate)), .init("statement", statement.json),
        ])
    }

    private static let publishers = [
        "Seoul Open Data Plaza": "서울 열린데이터광장",
        "Korea Culture Information Service Agency": "한국문화정보원",
        "Ministry of the Interior and Safety": "행정안전부",
    ]

    /// The parts of the Korea Open Government License: what each of its four types asks for.
    /// - Source: https://www.kogl.or.kr/info/license.do
    private static let openGovernmentTypes = [
        Words(en: "attribution", ko: "출처표시"),
        Words(en: "attribution, no commercial use", ko: "출처표시+상업적 이용금지"),
        Words(en: "attribution, no changes", ko: "출처표시+변경금지"),
        Words(en: "attribution, no commercial use, no changes", ko: "출처표시+상업적 이용금지+변경금지"),
    ]

    /// Returns the name of the license that a source states; nil if it only refers to a page, or states nothing.
    private static func license(_ stated: String) -> Words? {
        for (index, terms) in openGovernmentTypes.enumerated() where stated.contains("KOGL Type \(index + 1)") {
            return Words(en: "KOGL Type \(index + 1) (\(terms.en))", ko: "공공누리 제\(index + 1)유형(\(terms.ko))")
        }
        guard !stated.isEmpty, stated != "unknown", stated != "not stated", !stated.hasPrefix("as stated") else {
            return nil
        }
        return Words(en: stated, ko: stated)
    }
}
