public import GeocliText

/// A name in `--fields` that the listing has no column for.
public struct UnknownFieldError: ExplainedError, Equatable {
    /// The name.
    public let field: String
    /// The names of all columns.
    public let known: [String]

    /// What happened and what to try.
    public var words: Words {
        Words(
            en:
                "--fields: there is no field \"\(DisplayText.singleLine(field))\"; choose from \(known.joined(separator: ", "))",
            ko: "--fields: \"\(DisplayText.singleLine(field))\" 필드는 없습니다; \(known.joined(separator: ", ")) 가운데 고르세요")
    }
}
