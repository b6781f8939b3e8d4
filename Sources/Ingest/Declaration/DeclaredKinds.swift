internal import GeocliPlaces
internal import GeocliText

/// Reads what kinds of places a declaration names: one for all (`kind`), or one for each code (`kinds`).
struct DeclaredKinds {
    private(set) var kinds: [String: Kind] = [:]
    private(set) var only: Kind?
    /// The names that are not yet kinds of a catalog.
    private(set) var open: [String] = []

    /// - Parameter hasField: whether the rows have a field for the kind.
    init(_ root: DeclaredTable, hasField: Bool) throws {
        let single = try root.text("kind")
        let table = try root.table("kinds")
        switch (single, table) {
        case (nil, nil): throw root.missing("kind")
        case (.some, .some):
            throw root.wrong("kind", Words(en: "write either kind or kinds", ko: "kind와 kinds 가운데 하나만 쓰세요"))
        case (let word?, nil):
            guard !hasField else {
                throw root.wrong(
                    "kind",
                    Words(
                        en: "fields.kind names a field with codes; write a table kinds",
                        ko: "fields.kind에 코드 필드가 있으니 kinds 테이블을 쓰세요"))
            }
            only = try kind(word, "kind", root)
        case (nil, let table?):
            guard hasField else {
                throw root.wrong("kinds", table.line, Words(en: "needs fields.kind", ko: "fields.kind가 필요합니다"))
            }
            for (code, _) in table.entries {
                kinds[code] = try kind(try table.requiredText(code), code, table)
            }
            guard !kinds.isEmpty else { throw root.wrong("kinds", table.line, Words(en: "is empty", ko: "비어 있습니다")) }
        }
    }

    private mutating func kind(_ word: String, _ key: String, _ table: DeclaredTable) throws -> Kind {
        let isWord =
            word.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
            && word.utf8.count <= 32
        guard isWord else {
            throw table.wrong(
                key, Words(en: "write a kind in lower-case letters, such as new or used", ko: "new, used처럼 영문 소문자로 쓰세요")
            )
        }
        if let kind = Kind(rawValue: word) { return kind }
        if !open.contains(word) { open.append(word) }
        return .other
    }
}
