internal import GeocliSearch
public import GeocliText

/// A name in `--fields` that is not a column of the listing.
public struct UnknownFieldError: ExplainedError, Equatable {
    /// The name.
    public let field: String
    /// The names of all columns.
    public let known: [String]

    /// What happened and what to try.
    public var words: Words {
        let shown = DisplayText.shown(field, columns: 60)
        let near = Spelling.near(field, among: known).joined(separator: ", ")
        return near.isEmpty
            ? Words(
                en: "--fields: unknown field \"\(shown)\"; choose from \(known.joined(separator: ", "))",
                ko: "--fields: \"\(shown)\" 필드는 없습니다. 쓸 수 있는 필드: \(known.joined(separator: ", "))")
            : Words(
                en: "--fields: unknown field \"\(shown)\"; did you mean \(near)?",
                ko: "--fields: \"\(shown)\" 필드는 없습니다. 혹시 \(near)인가요?")
    }
}
