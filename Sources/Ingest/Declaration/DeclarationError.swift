public import GeocliText

/// The reason why a text is not the declaration of a feed.
public struct DeclarationError: ExplainedError, Equatable {
    /// The name of the file.
    public let name: String
    /// The line, from 1.
    public let line: Int
    /// The path of the key, such as `point.crs`; empty for a syntax error.
    public let path: String
    /// What is wrong, and what to write.
    public let reason: Words

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .data }

    /// The message: where, what, and what to write.
    public var words: Words {
        let key = path.isEmpty ? "" : DisplayText.shown(path, columns: 80) + ": "
        return Words(
            en: "\(name), line \(line): \(key)\(DisplayText.singleLine(reason.en))",
            ko: "\(name) \(line)행: \(key)\(DisplayText.singleLine(reason.ko))")
    }
}
