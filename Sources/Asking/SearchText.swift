package import GeocliPlaces
package import GeocliQuery
internal import GeocliText

extension SearchQuery {
    /// Returns the query for a text. The text must not be blank: every place matches an empty text, and the whole
    /// list is not a useful answer.
    ///
    /// - Parameter option: the option whose value is the text; nil for an argument.
    package static func of(_ text: String, _ filter: PlaceFilter, option: String? = nil) throws -> SearchQuery {
        // U+FFFD means that the shell's bytes were not UTF-8.
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw refusal(
                text, option, en: "the search text is not UTF-8; set the terminal to UTF-8 and type it again",
                ko: "검색어가 UTF-8이 아닙니다. 터미널을 UTF-8로 맞추고 다시 입력하세요")
        }
        guard let query = SearchQuery(text, filter) else {
            throw refusal(
                text, option, en: "the search text is empty; write a part of a name, address or phone number",
                ko: "검색어가 비어 있습니다. 이름, 주소, 전화번호의 일부를 쓰세요")
        }
        return query
    }

    private static func refusal(_ text: String, _ option: String?, en: String, ko: String) -> UsageError {
        option.map { ValueArgument.wrong($0, text, en: en, ko: ko) } ?? UsageError(en: en, ko: ko)
    }
}
