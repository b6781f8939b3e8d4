internal import GeocliPlaces
internal import GeocliSearch
public import GeocliText

/// A value of a declaration, with its line.
///
/// It is a class because a value may contain values: with a struct, the compiler reports a circular reference in some
/// orders of files.
final class DeclaredValue {
    /// The maximum length of a text, a key or a number, in characters. A license or an address is shorter.
    static let maximumLength = 1000
    static let tooLong = Words(
        en: "longer than \(maximumLength) characters; shorten it", ko: "\(maximumLength)자를 넘습니다. 짧게 줄이세요")

    enum Content {
        case text(String)
        case number(Double)
        case truth(Bool)
        case list([DeclaredValue])
        case table([(key: String, value: DeclaredValue)])
    }

    let content: Content
    /// The line, from 1.
    let line: Int

    init(content: Content, line: Int) {
        self.content = content
        self.line = line
    }

    var kind: Words {
        switch content {
        case .text: Words(en: "text", ko: "텍스트")
        case .number: Words(en: "a number", ko: "숫자")
        case .truth: Words(en: "true or false", ko: "참/거짓 값")
        case .list: Words(en: "a list", ko: "목록")
        case .table: Words(en: "a table", ko: "테이블")
        }
    }
}

/// A table of a declaration. It remembers the keys that were asked for: the reader of the declaration asks for each key
/// that it knows, and any other key is a mistake.
final class DeclaredTable {
    /// The path of the table, such as `point`; empty for the whole declaration.
    let path: String
    let line: Int
    let name: String
    let entries: [(key: String, value: DeclaredValue)]
    private let indices: [String: Int]
    private var requested: [String] = []

    init(_ entries: [(key: String, value: DeclaredValue)], path: String, line: Int, name: String) {
        self.entries = entries
        indices = Dictionary(
            entries.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
        self.path = path
        self.line = line
        self.name = name
    }

    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    func value(_ key: String) -> DeclaredValue? {
        requested.append(key)
        return indices[key].map { entries[$0].value }
    }

    /// Returns a text that is not blank; nil if the table has no such key.
    func text(_ key: String) throws -> String? {
        guard let value = value(key) else { return nil }
        return try text(value, key)
    }

    func requiredText(_ key: String) throws -> String {
        guard let text = try text(key) else { throw missing(key) }
        return text
    }

    func texts(_ key: String) throws -> [String] {
        guard let value = value(key) else { return [] }
        return try texts(value, key)
    }

    func texts(_ value: DeclaredValue, _ key: String) throws -> [String] {
        guard case .list(let values) = value.content else { return [try text(value, key)] }
        guard !values.isEmpty else { throw wrong(key, value.line, Words(en: "is an empty list", ko: "빈 목록입니다")) }
        return try values.map { try text($0, key) }
    }

    /// Returns a list of texts; an empty list if the table has no such key. The list may contain an empty text.
    func plainTexts(_ key: String) throws -> [String] {
        guard let value = value(key) else { return [] }
        let values: [DeclaredValue]
        if case .list(let list) = value.content { values = list } else { values = [value] }
        return try values.map { value in
            guard case .text(let text) = value.content else { throw wrongKind(key, value, wanted: DeclaredTable.text) }
            return try short(text, key, value)
        }
    }

    func number(_ key: String) throws -> (number: Double, line: Int)? {
        guard let value = value(key) else { return nil }
        guard case .number(let number) = value.content else {
            throw wrongKind(key, value, wanted: Words(en: "a number", ko: "숫자"))
        }
        return (number, value.line)
    }

    func truth(_ key: String) throws -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .truth(let truth) = value.content else {
            throw wrongKind(key, value, wanted: Words(en: "true or false", ko: "true나 false"))
        }
        return truth
    }

    func numbers(_ key: String) throws -> (numbers: [Double], line: Int)? {
        guard let value = value(key) else { return nil }
        let wanted = Words(en: "a list of numbers", ko: "숫자 목록")
        guard case .list(let values) = value.content else { throw wrongKind(key, value, wanted: wanted) }
        return (
            try values.map {
                guard case .number(let number) = $0.content else { throw wrongKind(key, $0, wanted: wanted) }
                return number
            }, value.line
        )
    }

    func table(_ key: String) throws -> DeclaredTable? {
        guard let value = value(key) else { return nil }
        guard case .table(let entries) = value.content else {
            throw wrongKind(key, value, wanted: Words(en: "a table", ko: "테이블"))
        }
        return DeclaredTable(entries, path: path(of: key), line: value.line, name: name)
    }

    func requiredTable(_ key: String) throws -> DeclaredTable {
        guard let table = try table(key) else { throw missing(key) }
        return table
    }

    func line(of key: String) -> Int { indices[key].map { entries[$0].value.line } ?? line }

    private static let unknown = Words(en: "unknown key", ko: "선언에 쓸 수 없는 키입니다")

    func finish() throws {
        let known = Set(requested)
        guard let (key, value) = entries.first(where: { !known.contains($0.key) }) else { return }
        let near = Spelling.near(key, among: requested)
        guard near.isEmpty else { throw misspelt(key, value.line, near) }
        let list = requested.joined(separator: ", ")
        throw wrong(
            key, value.line, Self.unknown.followed(by: Words(en: "choose from \(list)", ko: "쓸 수 있는 키: \(list)")))
    }

    private func misspelt(_ key: String, _ line: Int, _ near: [String]) -> DeclarationError {
        let near = near.joined(separator: ", ")
        return wrong(key, line, Self.unknown.followed(by: Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?")))
    }

    /// Returns the error for a key that is missing. If the table has a key with a similar spelling that was not asked
    /// for, the error names that key.
    func missing(_ key: String) -> DeclarationError {
        // A known key that begins with the whole word is longer: kind, kind_titles.
        let similar = entries.first { found, _ in
            !requested.contains(found) && abs(found.count - key.count) <= 2
                && !Spelling.near(key, among: [found]).isEmpty
        }
        if let (found, value) = similar { return misspelt(found, value.line, [key]) }
        return DeclarationError(
            name: name, line: line, path: path(of: key),
            reason: Words(en: "this key is missing; add it to the declaration", ko: "이 키가 없습니다. 선언에 추가하세요"))
    }

    func wrong(_ key: String, _ line: Int, _ reason: Words) -> DeclarationError {
        DeclarationError(name: name, line: line, path: path(of: key), reason: reason)
    }

    func wrong(_ key: String, _ reason: Words) -> DeclarationError { wrong(key, line(of: key), reason) }

    private static let text = Words(en: "text in quotes", ko: "따옴표로 감싼 텍스트")

    private func text(_ value: DeclaredValue, _ key: String) throws -> String {
        guard case .text(let text) = value.content else { throw wrongKind(key, value, wanted: DeclaredTable.text) }
        let trimmed = text.trimmingBlanks()
        guard !trimmed.isEmpty else {
            throw wrong(
                key, value.line,
                Words(en: "is empty; a declaration must state this value", ko: "값이 비어 있습니다. 선언에 꼭 써야 합니다"))
        }
        guard trimmed.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw wrong(key, value.line, Words(en: "contains control characters", ko: "제어 문자가 들어 있습니다"))
        }
        return try short(trimmed, key, value)
    }

    private func short(_ text: String, _ key: String, _ value: DeclaredValue) throws -> String {
        guard text.unicodeScalars.count <= DeclaredValue.maximumLength else {
            throw wrong(key, value.line, DeclaredValue.tooLong)
        }
        return text
    }

    private func wrongKind(_ key: String, _ value: DeclaredValue, wanted: Words) -> DeclarationError {
        wrong(
            key, value.line,
            Words(en: "is \(value.kind.en); write \(wanted.en)", ko: "\(value.kind.ko)입니다. \(wanted.ko)\(.by) 쓰세요"))
    }
}

public struct DeclarationError: ExplainedError, Equatable {
    public let name: String
    public let line: Int
    /// The path of the key, such as `point.crs`; empty for a syntax error.
    public let path: String
    /// What is wrong, and what to write.
    public let reason: Words

    public var exit: ExitStatus { .data }

    public var words: Words {
        let key = path.isEmpty ? "" : DisplayText.shown(path, columns: 80) + ": "
        return Words(
            en: "\(name), line \(line): \(key)\(DisplayText.singleLine(reason.en))",
            ko: "\(name) \(line)행: \(key)\(DisplayText.singleLine(reason.ko))")
    }
}

/// Reads the kinds of places that a declaration names: one for all places (`kind`), or one for each code (`kinds`). It
/// also reads their titles (`kind_titles`).
struct DeclaredKinds {
    private(set) var kinds: [String: Kind] = [:]
    private(set) var only: Kind?
    /// The titles of the kinds that the bookstore feed does not have.
    private(set) var titles: [FeedWords.KindTitle] = []

    /// Reads the kinds. `noun` is the title of the only kind, unless `kind_titles` has one; `hasField` says that the
    /// rows have a field for the kind.
    init(_ root: DeclaredTable, hasField: Bool, noun: Words) throws {
        let single = try root.text("kind")
        let table = try root.table("kinds")
        switch (single, table) {
        case (nil, nil): throw root.missing("kind")
        case (.some, .some):
            throw root.wrong(
                "kind", Words(en: "write either \"kind\" or \"kinds\", not both", ko: "kind와 kinds 가운데 하나만 쓰세요"))
        case (let word?, nil):
            guard !hasField else {
                throw root.wrong(
                    "kind",
                    Words(
                        en: "fields.kind names a field with codes; add the [kinds] table",
                        ko: "fields.kind에 코드 필드가 있으니 kinds 테이블을 쓰세요"))
            }
            only = try kind(word, "kind", root)
        case (nil, let table?):
            guard hasField else {
                throw root.wrong(
                    "kinds", table.line,
                    Words(
                        en: "this table needs fields.kind, the field that has the code",
                        ko: "fields.kind도 필요합니다. 코드가 있는 필드를 쓰세요"
                    ))
            }
            for (code, _) in table.entries {
                kinds[code] = try kind(try table.requiredText(code), code, table)
            }
            guard !kinds.isEmpty else { throw root.wrong("kinds", table.line, Words(en: "is empty", ko: "비어 있습니다")) }
        }
        titles = try titles(root, noun)
    }

    private func kind(_ word: String, _ key: String, _ table: DeclaredTable) throws -> Kind {
        guard let kind = Kind(rawValue: word) else {
            throw table.wrong(
                key, Words(en: "write a kind in lower-case letters, such as new or used", ko: "new, used처럼 영문 소문자로 쓰세요")
            )
        }
        return kind
    }

    /// Reads the titles. A kind without a title is called by its word, or by the noun of the feed if it is the only
    /// kind. Each title must be for a kind that the declaration names, so that typing errors are found.
    private func titles(_ root: DeclaredTable, _ noun: Words) throws -> [FeedWords.KindTitle] {
        let named = Kind.inOrder([only].compactMap { $0 } + Array(kinds.values))
        let table = try root.table("kind_titles")
        var titles: [Kind: Words] = [:]
        for (word, _) in table?.entries ?? [] {
            guard let table, let title = try table.table(word) else { continue }
            guard let kind = named.first(where: { $0.rawValue == word }) else {
                throw table.wrong(
                    word,
                    Words(
                        en: "this kind is not in \"kind\" or \"kinds\"; choose from \(Self.list(named))",
                        ko: "kind나 kinds에 없는 종류입니다. 있는 종류: \(Self.list(named))"))
            }
            titles[kind] = Words(en: try title.requiredText("en"), ko: try title.requiredText("ko"))
            try title.finish()
        }
        return named.compactMap { kind in
            let word = kind.isUsual ? nil : kind == only ? noun : Words(en: kind.rawValue, ko: kind.rawValue)
            return (titles[kind] ?? word).map { FeedWords.KindTitle(kind, $0) }
        }
    }

    private static func list(_ kinds: [Kind]) -> String {
        DisplayText.shown(kinds.map(\.rawValue).joined(separator: ", "), columns: 200)
    }
}
