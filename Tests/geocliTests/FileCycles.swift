/// The dependency cycles among Swift files. A file leans on another one if it uses a type that the other one declares
/// at file scope, and that no further file declares.
///
/// The files are read as text: comments and strings count for nothing, and members of types are not followed.
struct FileCycles {
    private var declarers: [String: Set<Int>] = [:]
    private var words: [Set<String>] = []
    private let names: [String]

    init(_ files: [(path: String, text: String)]) {
        names = files.map(\.path)
        for (index, file) in files.enumerated() {
            let code = Self.code(of: file.text)
            for line in code.split(separator: UInt8(ascii: "\n")) {
                guard let name = Self.declared(by: line) else { continue }
                declarers[name, default: []].insert(index)
            }
            words.append(Set(Self.words(code[...]).filter { $0.first?.isUppercase == true }))
        }
    }

    /// The cycles, each with its files in order.
    func cycles() -> [[String]] {
        let arrows = words.enumerated().map { file, words in
            Set(words.compactMap { declarers[$0]?.count == 1 ? declarers[$0]?.first : nil }).subtracting([file])
        }
        var search = Search(arrows: arrows)
        for file in names.indices { search.visit(file) }
        return search.cycles.map { $0.map { names[$0] }.sorted() }
    }

    /// Tarjan's search for strongly connected components.
    private struct Search {
        let arrows: [Set<Int>]
        var cycles: [[Int]] = []
        private var order: [Int: Int] = [:]
        private var low: [Int: Int] = [:]
        private var stack: [Int] = []

        init(arrows: [Set<Int>]) { self.arrows = arrows }

        mutating func visit(_ file: Int) {
            guard order[file] == nil else { return }
            let own = order.count
            (order[file], low[file]) = (own, own)
            stack.append(file)
            for next in arrows[file] {
                visit(next)
                if stack.contains(next) { low[file] = min(low[file] ?? own, low[next] ?? own) }
            }
            guard low[file] == own, let start = stack.lastIndex(of: file) else { return }
            if stack.count - start > 1 { cycles.append(Array(stack[start...])) }
            stack.removeSubrange(start...)
        }
    }

    /// Returns the text with blanks instead of comments and strings. Line ends stay.
    private static func code(of text: String) -> [UInt8] {
        var code = Array(text.utf8)
        var position = 0
        func starts(with word: StaticString) -> Bool {
            position + word.utf8CodeUnitCount <= code.count
                && (0..<word.utf8CodeUnitCount).allSatisfy { code[position + $0] == word.utf8Start[$0] }
        }
        func blank(until isEnd: () -> Bool, closing: Int) {
            while position < code.count, !isEnd() {
                let isEscape = code[position] == UInt8(ascii: "\\") && closing > 0
                for _ in 0..<(isEscape ? 2 : 1) where position < code.count {
                    if code[position] != UInt8(ascii: "\n") { code[position] = UInt8(ascii: " ") }
                    position += 1
                }
            }
            position += closing
        }
        while position < code.count {
            if starts(with: "//") {
                blank(until: { starts(with: "\n") }, closing: 0)
            } else if starts(with: "\"\"\"") {
                position += 3
                blank(until: { starts(with: "\"\"\"") }, closing: 3)
            } else if starts(with: "\"") {
                position += 1
                blank(until: { starts(with: "\"") || starts(with: "\n") }, closing: 1)
            } else {
                position += 1
            }
        }
        return code
    }

    /// Returns the type that a line declares at file scope.
    private static func declared(by line: ArraySlice<UInt8>) -> String? {
        guard let first = line.first, first != UInt8(ascii: " ") else { return nil }
        let words = words(line)
        let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        guard let kind = words.prefix(5).firstIndex(where: kinds.contains), kind + 1 < words.count else { return nil }
        return words[kind + 1]
    }

    private static func words(_ code: ArraySlice<UInt8>) -> [String] {
        code.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                false
            default: true
            }
        }.map { String(decoding: $0, as: UTF8.self) }
    }
}
