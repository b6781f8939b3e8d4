internal import GeocliSearch
public import GeocliText

/// The error for a person's own file that can't be read with the columns that the command line names.
public struct FileShapeError: ExplainedError, Equatable {
    /// The name of the file.
    public let name: String
    /// The message: what is wrong and what to write.
    public let words: Words

    init(_ name: String, _ en: String, _ ko: String) {
        self.name = name
        let shown = DisplayText.singleLine(name)
        words = Words(en: "\(shown) \(en)", ko: "\(shown): \(ko)")
    }

    /// Returns the error for a column that the file does not have; the message lists the columns that it has.
    static func noColumn(_ column: String, _ option: String, among columns: [String], in name: String) -> Self {
        let shown = quoted(column)
        let near = Spelling.near(column, among: columns)
        guard near.isEmpty else {
            let list = near.map(quoted).joined(separator: ", ")
            return Self(
                name, "has no column \(shown) (\(option)); did you mean \(list)?",
                "\(shown) 열이 없습니다(\(option)). 혹시 \(list)인가요?")
        }
        let known = columns.filter { !$0.isEmpty }
        let list = known.prefix(12).map(quoted).joined(separator: ", ") + (known.count > 12 ? ", …" : "")
        return Self(
            name, "has no column \(shown) (\(option)); it has \(list.isEmpty ? "none" : list)",
            "\(shown) 열이 없습니다(\(option)). 있는 열: \(list.isEmpty ? "없음" : list)")
    }

    /// Returns the error for a column that the file has twice, so that it is not clear which one is meant.
    static func columnTwice(_ column: String, _ option: String, in name: String) -> Self {
        Self(
            name, "has the column \(quoted(column)) twice (\(option)); rename one of them",
            "\(quoted(column)) 열이 두 번 있습니다(\(option)). 한쪽의 이름을 바꾸세요")
    }

    /// Returns the error for bytes that do not fit the stated encoding.
    static func encoding(_ encoding: TextEncoding, in name: String) -> Self {
        guard encoding == .utf8 else {
            return Self(
                name, "is not \(encoding.rawValue); if the file is UTF-8, leave out --encoding",
                "\(encoding.rawValue)\(.subject) 아닙니다. UTF-8이라면 --encoding을 빼세요")
        }
        return Self(
            name, "is not UTF-8; if the file comes from Excel or a Korean portal, add --encoding CP949",
            "UTF-8이 아닙니다. Excel이나 국내 포털에서 받았다면 --encoding CP949를 붙이세요")
    }

    /// Returns a name from the file, short and without control characters.
    static func quoted(_ text: String) -> String {
        DisplayText.shown(text, columns: 40)
    }
}
