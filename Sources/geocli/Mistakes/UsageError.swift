internal import GeocliText

/// An error in the command line's words.
struct UsageError: ExplainedError, Equatable {
    let words: Words

    init(en: String, ko: String) { words = Words(en: en, ko: ko) }
}

/// An error in the content of an input file.
struct InputFileError: ExplainedError, Equatable {
    let words: Words

    /// Wraps `error`, which comes from the file `name`.
    init(_ error: any ExplainedError, in name: String) {
        words = Words(en: "\(name): \(error.words.en)", ko: "\(name): \(error.words.ko)")
    }
}
