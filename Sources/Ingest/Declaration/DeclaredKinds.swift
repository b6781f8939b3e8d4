internal import GeocliPlaces
internal import GeocliText

/// Reads the kinds of places that a declaration names: one for all places (`kind`), or one for each code (`kinds`). It
/// also reads their titles (`kind_titles`).
struct DeclaredKinds {
    private(set) var kinds: [String: Kind] = [:]
    private(set) var only: Kind?
    /// The titles of the kinds that the bookstore feed does not have.
    private(set) var titles: [FeedWords.KindTitle] = []

    /// Reads the kinds.
    ///
    /// - Parameters:
    ///   - hasField: whether the rows have a field for the kind.
    ///   - noun: the title of the only kind, unless `kind_titles` has one.
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
