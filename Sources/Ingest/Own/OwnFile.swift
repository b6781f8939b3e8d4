internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// A person's own file before its rows are read: what the file is, and which byte separates its columns.
struct OwnFile {
    private let columns: FileColumns
    private let name: String

    /// Creates the reader of a file; nil for the pages of a declared feed.
    init?(_ feed: Feed, name: String) {
        guard let columns = feed.columns else { return nil }
        self.columns = columns
        self.name = name
    }

    /// Returns the error to show instead of `error`. If the encoding is wrong, the returned error names the option.
    func explaining(_ error: any ExplainedError) -> any ExplainedError {
        switch error {
        case let error as CSVError where error.code == .encoding && error.text == .otherEncoding:
            PlainError.notUTF8(line: error.faultLine, byte: error.offset, in: name)
        case let error as JSONError where error.code == .encoding && error.text == .otherEncoding:
            PlainError.notUTF8(line: error.line, byte: error.offset, in: name)
        case let error as TextEncodingError where error.isUTF8: PlainError.isUTF8(error.encoding, in: name)
        default: error
        }
    }

    /// Throws an error for a table where GeoJSON is expected, and for JSON where a table is expected. `first` is the
    /// first byte that is not white space; nil in an empty file.
    func checkForm(_ first: UInt8?) throws {
        guard let first else { throw PlainError(file: name, "is empty", "비어 있습니다") }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == 0x1E
        if columns.isTable, isJSON {
            throw PlainError(
                file: name,
                "is JSON, not a table; if it is GeoJSON, leave out --lat and --lon; otherwise write a declaration with 'geocli feeds new'",
                "표가 아니라 JSON입니다. GeoJSON이면 --lat와 --lon을 빼고, 아니면 'geocli feeds new'로 선언을 만드세요")
        }
        if first == UInt8(ascii: "<") { throw PlainError.markup(in: name) }
        if !columns.isTable, !isJSON {
            throw PlainError(
                file: name,
                "is not GeoJSON; if the file is a table, also name the columns of the point: --lat COLUMN --lon COLUMN, or only --address COLUMN for a file called .csv",
                "GeoJSON이 아닙니다. 표라면 좌표가 있는 열도 지정하세요: --lat 열 --lon 열. 이름이 .csv로 끝나는 파일은 --address 열만 지정해도 됩니다")
        }
    }

    /// Finds the line of names: the one that has all columns that the command line names.
    func start(of source: ByteSource) throws -> TableStart {
        let wanted = columns.required.map(\.column)
        // Numbers may be values.
        let areNumbers = wanted.allSatisfy { Int($0) != nil }
        return try TableStart(source) { row in
            let names = row.map { $0.trimmingBlanks() }
            return !areNumbers && wanted.allSatisfy(names.contains) ? 1 : 0
        }
    }

    /// Returns the numbers of the columns, if the command line names columns by numbers and the first line does not have
    /// these numbers as names; nil otherwise.
    ///
    /// - Parameter first: the fields of the first line.
    func numbers(_ first: [String]) -> [String]? {
        let wanted = columns.required.map(\.column)
        let numbers = first.indices.map { String($0 + 1) }
        guard wanted.allSatisfy(numbers.contains), !wanted.allSatisfy(first.contains) else { return nil }
        return numbers
    }

    /// Whether the first line of a table whose columns have numbers is a row, and not the names of the columns: where the
    /// point should be, it has numbers or nothing.
    func isRow(_ first: [String]) -> Bool {
        [columns.latitude, columns.longitude].allSatisfy { column in
            guard let number = column.flatMap({ Int($0) }), first.indices.contains(number - 1) else { return false }
            return first[number - 1].isEmpty || DecimalText.number(first[number - 1]) != nil
        }
    }

    private func noNames(_ first: [String], _ column: String, _ option: String) -> PlainError {
        let (shown, line) = (DisplayText.shown(column, columns: 40), first.shownStart)
        return PlainError(
            file: name,
            "has no column \(shown) (\(option)): its first line has values, not names (\(line)); add a line of names, or give all columns by their numbers, such as --id 1",
            "\(shown) 열이 없습니다(\(option)). 첫 줄에 열 이름이 아니라 값이 있습니다(\(line)). 열 이름 줄을 넣거나 모든 열을 --id 1처럼 번호로 지정하세요")
    }

    /// Returns the note about the first line of a table whose columns have numbers.
    static func note(first: [String], isRow: Bool) -> Words {
        let shown = first.shownStart
        return Words(
            en: "the first line (\(shown)) was read as \(isRow ? "a row" : "the names of the columns, not as a row")",
            ko: "첫 줄(\(shown))을 \(isRow ? "데이터 행으로" : "데이터 행이 아니라 열 이름으로") 읽었습니다")
    }

    /// Checks that `header` (the columns of a table, or the properties of all Features) has all columns that the
    /// command line names.
    func check(_ header: [String]) throws {
        for (option, column) in columns.required where !header.contains(column) {
            if columns.isTable, header.areValues { throw noNames(header, column, option) }
            throw PlainError.noColumn(column, option, among: header, in: name)
        }
        for (option, column) in columns.required + [("--kind", columns.kind ?? "")]
        where header.count(where: { $0 == column }) > 1 {
            throw PlainError.columnTwice(column, option, in: name)
        }
    }

    /// Returns the kind of all places; nil if the file has a column of this name, or if the command line gives no kind.
    /// Throws a `PlainError` for a word that is neither a column nor a kind, or that looks like a column.
    func kindOfAll(_ header: [String]) throws -> String? {
        guard let kind = columns.kind, !header.contains(kind) else { return nil }
        guard columns.isKindWord, Spelling.near(kind, among: header).isEmpty else {
            throw PlainError.noColumn(kind, "--kind", among: header, in: name)
        }
        return kind
    }

    static func note(kindOfAll kind: String) -> Words {
        Words(en: "the kind of all places is \(kind)", ko: "모든 장소의 종류는 \(kind)입니다")
    }
}

extension PlainError {
    /// Creates the error for a page that says that it has only some of its rows.
    init(part name: String, because text: String) {
        let shown = DisplayText.shown(text, columns: 120)
        self.init(
            file: name,
            "has only a part of the rows: \(shown); ask for less at once, such as a smaller area, or try later",
            "일부 행만 있습니다: \(shown). 영역을 줄이는 등 한 번에 요청하는 양을 줄이거나 나중에 다시 받으세요")
    }

    /// Creates the error for a person's own file that can't be read with the columns that the command line names.
    init(file name: String, _ en: String, _ ko: String) {
        let shown = DisplayText.singleLine(name)
        self.init(.data, en: "\(shown) \(en)", ko: "\(shown): \(ko)")
    }

    /// Returns the error for a column that the file does not have; the message lists the columns that it has.
    fileprivate static func noColumn(_ column: String, _ option: String, among columns: [String], in name: String)
        -> PlainError
    {
        let shown = DisplayText.shown(column, columns: 40)
        let near = Spelling.near(column, among: columns)
        guard near.isEmpty else {
            let list = near.map { DisplayText.shown($0, columns: 40) }.joined(separator: ", ")
            return PlainError(
                file: name, "has no column \(shown) (\(option)); did you mean \(list)?",
                "\(shown) 열이 없습니다(\(option)). 혹시 \(list)인가요?")
        }
        let known = columns.filter { !$0.isEmpty }
        let list =
            known.prefix(12).map { DisplayText.shown($0, columns: 40) }.joined(separator: ", ")
            + (known.count > 12 ? ", …" : "")
        return PlainError(
            file: name, "has no column \(shown) (\(option)); it has \(list.isEmpty ? "none" : list)",
            "\(shown) 열이 없습니다(\(option)). 있는 열: \(list.isEmpty ? "없음" : list)")
    }

    fileprivate static func columnTwice(_ column: String, _ option: String, in name: String) -> PlainError {
        PlainError(
            file: name,
            "has the column \(DisplayText.shown(column, columns: 40)) twice (\(option)); rename one of them",
            "\(DisplayText.shown(column, columns: 40)) 열이 두 번 있습니다(\(option)). 한쪽의 이름을 바꾸세요")
    }

    /// Returns the error for a file with the stated encoding CP949 that is UTF-8.
    fileprivate static func isUTF8(_ encoding: TextEncoding, in name: String) -> PlainError {
        PlainError(
            file: name, "is not \(encoding.rawValue) but UTF-8; leave out --encoding",
            "\(encoding.rawValue)\(.subject) 아니라 UTF-8입니다. --encoding을 빼세요")
    }

    /// Returns the error for a file without a stated encoding whose bytes are mostly not UTF-8.
    fileprivate static func notUTF8(line: Int?, byte: Int, in name: String) -> PlainError {
        let place =
            line.map { (en: "line \($0), byte \(byte)", ko: "\($0)행, \(byte)바이트") }
            ?? (en: "byte \(byte)", ko: "\(byte)바이트")
        return PlainError(
            file: name,
            "is not UTF-8 (\(place.en)); if the file comes from Excel or a Korean portal, add --encoding CP949; if its language is Western European, convert it: iconv -f WINDOWS-1252 -t UTF-8",
            "UTF-8이 아닙니다(\(place.ko)). Excel이나 국내 포털에서 받았다면 --encoding CP949를 붙이고, 서유럽 언어라면 변환하세요: iconv -f WINDOWS-1252 -t UTF-8"
        )
    }
}

/// The words in the column of kinds of a person's own file, and the kind that each word becomes.
///
/// A kind has lower-case letters, digits and hyphens, because commands and data use it as a word. The kind depends only
/// on the spelling of the word, so it is the same in every run: `Public Library` becomes `public-library`, and `도서관`
/// becomes `doseogwan`. The word itself is the kind's title; `--kind` accepts it, too.
final class KindWords {
    /// The maximum number of kinds. A file with more has something else in this column, such as names or addresses.
    /// `kind_counts` and a map's legend are for a few kinds, and each kind takes memory.
    static let maximumCount = 64

    private let column: String
    private var kinds: [String: Kind] = [:]
    private var words: [Kind: String] = [:]
    /// The plain word of each kind, which is the same for all its spellings.
    private var plainWords: [Kind: String] = [:]

    init(column: String) { self.column = column }

    /// The kinds of the rows so far, with the words as their titles.
    var titles: [FeedWords.KindTitle] {
        Kind.inOrder(words.keys).map { kind in
            let word = words[kind] ?? kind.rawValue
            return FeedWords.KindTitle(kind, Words(en: word, ko: word))
        }
    }

    /// Returns the kind of a word: `other` for an empty one, and `new`, `used` or `other` for the title of one of them.
    /// Throws a `PlainError` for more words than allowed, and for two words whose kinds would be the same.
    func kind(_ word: String, in page: String) throws -> Kind {
        if let known = kinds[word] { return known }
        // Several spellings of one kind count as one kind, so their number is limited too, to keep memory bounded.
        guard kinds.count < 16 * Self.maximumCount else { throw tooMany(in: page) }
        let kind = try newKind(word, in: page)
        kinds[word] = kind
        return kind
    }

    private func newKind(_ word: String, in page: String) throws -> Kind {
        let plain = KindSpelling.plain(word)
        if plain.isEmpty { return .other }
        if let usual = PlaceWords.bookstores.kind(word.trimmingBlanks()) { return usual }
        let kind = KindSpelling.kind(plain)
        if let former = plainWords[kind] {
            guard former == plain else { throw sameKind(words[kind] ?? "", word, in: page) }
            return kind
        }
        guard words.count < Self.maximumCount else { throw tooMany(in: page) }
        plainWords[kind] = plain
        words[kind] = DisplayText.shown(word.trimmingBlanks(), columns: 40)
        return kind
    }

    private func tooMany(in page: String) -> PlainError {
        let shown = DisplayText.shown(column, columns: 40)
        return PlainError(
            file: page,
            "has more than \(Self.maximumCount) different kinds in the column \(shown) (--kind); choose a column with fewer kinds, or leave out --kind",
            "\(shown) 열(--kind)에 서로 다른 종류가 \(Self.maximumCount)가지 넘게 있습니다. 종류가 적은 열을 쓰거나 --kind를 빼세요")
    }

    private func sameKind(_ one: String, _ other: String, in page: String) -> PlainError {
        let (one, other) = (DisplayText.shown(one, columns: 40), DisplayText.shown(other, columns: 40))
        return PlainError(
            file: page, "has the kinds \(one) and \(other), which geocli can't tell apart (--kind); rename one of them",
            "종류 \(one)\(.with) \(other)\(.object) 구별할 수 없습니다(--kind). 한쪽의 이름을 바꾸세요")
    }
}
