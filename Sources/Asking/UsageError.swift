package import GeocliText

/// An error in the arguments of a command or a request.
package struct UsageError: ExplainedError, Equatable {
    package var exit: ExitStatus { .usage }
    package let words: Words

    package init(en: String, ko: String) { words = Words(en: en, ko: ko) }

    package init(_ words: Words) { self.words = words }
}

/// An error in the content of an input file.
package struct InputFileError: ExplainedError, Equatable {
    package var exit: ExitStatus { .data }
    package let words: Words

    /// Wraps `error`, which comes from the file `name`.
    package init(_ error: any ExplainedError, in name: String) {
        words = Words(en: "\(name): \(error.words.en)", ko: "\(name): \(error.words.ko)")
    }
}
