internal import GeocliText

/// Reads the TOML of a declaration, and records the line of each value.
///
/// It reads keys (bare, quoted, dotted), tables, inline tables, lists, texts on one line, numbers, true and false. It
/// refuses forms that no declaration needs: dates, texts of several lines, lists of tables (`[[…]]`), NaN and infinity.
/// A text that it accepts means the same to every reader of TOML.
///
/// - Source: TOML 1.0.0, https://toml.io/en/v1.0.0
struct DeclarationText {
    typealias Entries = [(key: String, value: DeclaredValue)]

    private let name: String
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1

    /// The maximum depth of a value. No declaration needs a deeper value, and a very deep value would use up the stack.
    private static let maximumDepth = 16

    /// Throws `DeclarationError` with the line of the mistake.
    static func entries(_ text: String, name: String) throws -> Entries {
        var reader = DeclarationText(name: name, text: text)
        return try reader.document().entries()
    }

    private init(name: String, text: String) {
        self.name = name
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        self.scalars = scalars
    }

    // MARK: The document

    private mutating func document() throws -> OpenTable {
        let root = OpenTable(line: 1)
        var table = root
        while let scalar = skipLines() {
            if scalar == "[" {
                table = try header(in: root)
            } else {
                try entry(into: table)
            }
            try endOfLine()
        }
        return root
    }

    private mutating func header(in root: OpenTable) throws -> OpenTable {
        index += 1
        if peek == "[" {
            throw error("a list of tables ([[…]]) is not allowed; write one table", "[[…]]는 쓸 수 없습니다. 테이블 하나로 쓰세요")
        }
        let keys = try keys()
        guard take("]") else { throw error("the table name has no closing ]", "테이블 이름 끝에 ]가 없습니다") }
        var table = root
        for key in keys.dropLast() {
            guard let inner = table.inner(key, line: line) else { throw taken(key) }
            table = inner
        }
        guard let last = keys.last, let found = table.inner(last, line: line), !found.isDefined else {
            throw taken(keys.joined(separator: "."))
        }
        found.isDefined = true
        found.line = line
        return found
    }

    private mutating func entry(into table: OpenTable, depth: Int = 0) throws {
        let start = line
        let keys = try keys()
        guard take("=") else { throw error("write KEY = VALUE", "'키 = 값'처럼 쓰세요") }
        skipBlanks()
        let value = try value(depth: depth)
        var table = table
        for key in keys.dropLast() {
            guard let inner = table.inner(key, line: start), !inner.isDefined else { throw taken(key) }
            table = inner
        }
        guard let last = keys.last, table.add(last, value, line: start) else {
            throw taken(keys.joined(separator: "."))
        }
    }

    private mutating func keys() throws -> [String] {
        var keys: [String] = []
        repeat {
            skipBlanks()
            keys.append(try key())
            guard keys.count <= Self.maximumDepth else { throw error("the key has too many parts", "키의 단계가 너무 많습니다") }
            skipBlanks()
        } while take(".")
        return keys
    }

    private mutating func key() throws -> String {
        guard let first = peek else { throw error("a key is missing", "키가 없습니다") }
        if first == "\"" || first == "'" { return try short(try text()) }
        var word = String.UnicodeScalarView()
        while let scalar = peek, Self.isBare(scalar) {
            word.append(scalar)
            index += 1
        }
        guard !word.isEmpty else {
            throw error(
                "\"\(first)\" can't begin a key; use letters, digits, - and _, or put the key in quotes",
                "키는 \"\(first)\"\(.by) 시작할 수 없습니다. 영문, 숫자, -, _로 쓰거나 따옴표로 감싸세요")
        }
        return try short(String(word))
    }

    private func short(_ word: String) throws -> String {
        guard word.unicodeScalars.count <= DeclaredValue.maximumLength else {
            throw DeclarationError(name: name, line: line, path: "", reason: DeclaredValue.tooLong)
        }
        return word
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws -> DeclaredValue.Content {
        guard depth < Self.maximumDepth else { throw error("the value is nested too deeply", "값의 중첩이 너무 깊습니다") }
        switch peek {
        case "\"", "'": return .text(try text())
        case "[": return .list(try list(depth: depth))
        case "{": return .table(try inlineTable(depth: depth))
        default: return try word()
        }
    }

    private mutating func list(depth: Int) throws -> [DeclaredValue] {
        index += 1
        var values: [DeclaredValue] = []
        while true {
            guard let scalar = skipLines() else { throw error("the list has no closing ]", "목록 끝에 ]가 없습니다") }
            if scalar == "]" {
                index += 1
                return values
            }
            let start = line
            values.append(DeclaredValue(content: try value(depth: depth + 1), line: start))
            guard let next = skipLines(), next == "," || next == "]" else {
                throw error(
                    "write a comma between the values of a list, and ] at its end", "목록의 값 사이에는 쉼표를, 끝에는 ]를 쓰세요")
            }
            if next == "," { index += 1 }
        }
    }

    private mutating func inlineTable(depth: Int) throws -> Entries {
        index += 1
        let table = OpenTable(line: line)
        skipBlanks()
        if take("}") { return [] }
        while true {
            try entry(into: table, depth: depth + 1)
            skipBlanks()
            if take("}") { return table.entries() }
            guard take(",") else {
                throw error(
                    "write a comma between the entries of { … }, on one line, and } at its end",
                    "{ … } 안의 항목은 한 줄에 쉼표로 나누고 }로 닫으세요")
            }
        }
    }

    private mutating func word() throws -> DeclaredValue.Content {
        var word = ""
        while let scalar = peek, Self.isBare(scalar) || scalar == "+" || scalar == "." || scalar == ":" {
            word.unicodeScalars.append(scalar)
            index += 1
        }
        word = try short(word)
        if word == "true" || word == "false" { return .truth(word == "true") }
        if let number = Self.number(word) { return .number(number) }
        guard !word.isEmpty else { throw error("a value is missing", "값이 없습니다") }
        let shown = DisplayText.shown(word)
        let quoted = "\"\(shown)\""
        throw error(
            "\(shown) is not a value; write text as \(quoted)", "\(shown)\(.topic) 값으로 쓸 수 없습니다. 텍스트는 \(quoted)처럼 쓰세요")
    }

    /// Returns the value of a decimal number; nil for any other word, including one with a leading zero such as `0002`.
    private static func number(_ word: String) -> Double? {
        var digits = word[...]
        if let sign = digits.first, sign == "+" || sign == "-" { digits = digits.dropFirst() }
        let whole = digits.prefix { ("0"..."9").contains($0) || $0 == "_" }
        guard let first = whole.first, first != "_", whole.count == 1 || first != "0" else { return nil }
        // Each point and each underscore must have a digit on both sides.
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "." || $0 == "e" || $0 == "E" }
        for (index, part) in parts.enumerated() {
            let unsigned = index > 0 && (part.first == "+" || part.first == "-") ? part.dropFirst() : part
            guard !unsigned.isEmpty, unsigned.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        }
        guard let value = Double(word.filter { $0 != "_" }), value.isFinite else { return nil }
        return value
    }

    private mutating func text() throws -> String {
        guard let quote = peek else { return "" }
        index += 1
        if peek == quote, index + 1 < scalars.count, scalars[index + 1] == quote {
            throw error("text can't span several lines; write it on one line", "여러 줄 텍스트는 쓸 수 없습니다. 한 줄로 쓰세요")
        }
        var text = String.UnicodeScalarView()
        while let scalar = peek {
            index += 1
            if scalar == quote { return String(text) }
            if scalar == "\\", quote == "\"" {
                text.append(try escaped())
            } else if scalar == "\t" || scalar.value >= 0x20 && scalar.value != 0x7F {
                text.append(scalar)
            } else {
                break
            }
        }
        throw error("the text has no closing quote", "텍스트의 따옴표가 닫히지 않았습니다")
    }

    private mutating func escaped() throws -> Unicode.Scalar {
        let plain: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
        ]
        guard let letter = peek else { throw error("the text has no closing quote", "텍스트의 따옴표가 닫히지 않았습니다") }
        index += 1
        if let scalar = plain[letter] { return scalar }
        let count = letter == "u" ? 4 : 8
        if letter == "u" || letter == "U", index + count <= scalars.count {
            var digits = ""
            digits.unicodeScalars.append(contentsOf: scalars[index..<index + count])
            if digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }), let value = UInt32(digits, radix: 16),
                let scalar = Unicode.Scalar(value)
            {
                index += count
                return scalar
            }
        }
        throw error(
            "\\\(letter) is not an escape; write \\\\ for a backslash",
            "\\\(letter)\(.topic) 쓸 수 없는 표기입니다. 역슬래시는 \\\\로 쓰세요"
        )
    }

    // MARK: Characters

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() { while peek == " " || peek == "\t" { index += 1 } }

    private mutating func skipRemark() { while let scalar = peek, scalar != "\n" { index += 1 } }

    /// Moves past blanks, line ends and remarks, and returns the next character.
    private mutating func skipLines() -> Unicode.Scalar? {
        while let scalar = peek {
            switch scalar {
            case " ", "\t", "\r": index += 1
            case "\n":
                index += 1
                line += 1
            case "#": skipRemark()
            default: return scalar
            }
        }
        return nil
    }

    private mutating func endOfLine() throws {
        skipBlanks()
        if peek == "#" { skipRemark() }
        if peek == "\r" { index += 1 }
        guard peek == nil || peek == "\n" else {
            throw error(
                "text follows a value; write one key on each line, and put text in quotes",
                "값 뒤에 글자가 있습니다. 한 줄에 키 하나만 쓰고 텍스트는 따옴표로 감싸세요")
        }
    }

    private func taken(_ name: String) -> DeclarationError {
        let key = DisplayText.shown(name)
        return error("\(key) appears twice", "\(key)\(.subject) 두 번 있습니다")
    }

    private func error(_ en: String, _ ko: String) -> DeclarationError {
        DeclarationError(name: name, line: line, path: "", reason: Words(en: en, ko: ko))
    }
}

/// A table that is being read. It is a class because a later line may add to the table.
private final class OpenTable {
    private enum Item {
        case value(DeclaredValue)
        case table(OpenTable)
    }

    var line: Int
    var isDefined = false
    private var items: [(key: String, item: Item)] = []
    private var indices: [String: Int] = [:]

    init(line: Int) { self.line = line }

    /// Returns the table of a key, and creates it if the key is new; nil if the key has a value instead of a table.
    func inner(_ key: String, line: Int) -> OpenTable? {
        switch indices[key].map({ items[$0].item }) {
        case .table(let table)?: return table
        case .value?: return nil
        case nil:
            let table = OpenTable(line: line)
            append(key, .table(table))
            return table
        }
    }

    func add(_ key: String, _ content: DeclaredValue.Content, line: Int) -> Bool {
        guard indices[key] == nil else { return false }
        append(key, .value(DeclaredValue(content: content, line: line)))
        return true
    }

    private func append(_ key: String, _ item: Item) {
        indices[key] = items.count
        items.append((key, item))
    }

    func entries() -> DeclarationText.Entries {
        items.map { key, item in
            switch item {
            case .value(let value): (key, value)
            case .table(let table): (key, DeclaredValue(content: .table(table.entries()), line: table.line))
            }
        }
    }
}

extension DeclarationText {
    /// Returns a text in quotes, in a form that the reader of declarations reads back as the same text. Characters that
    /// are invisible, or that change the direction of text, are escaped, so that an editor shows what is there.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case _ where DisplayText.isInvisible(scalar):
                let digits = String(scalar.value, radix: 16)
                let (mark, count) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
                quoted += mark + String(repeating: "0", count: count - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
