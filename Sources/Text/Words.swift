/// A language of the messages that people read. Keys, codes and values never depend on it.
public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case korean = "ko"
}

/// One sentence in both languages, written together so that neither is forgotten.
public struct Words: Sendable, Equatable {
    /// The English sentence, without a full stop.
    public let en: String
    /// The Korean sentence.
    public let ko: String

    /// Creates a sentence from both languages.
    public init(en: String, ko: String) {
        self.en = en
        self.ko = ko
    }

    /// Returns these sentences followed by those of `next`: after a semicolon in English, as a new sentence in Korean.
    public func followed(by next: Words) -> Words { Words(en: "\(en); \(next.en)", ko: "\(ko). \(next.ko)") }

    /// Returns the sentence in `language`.
    public func text(_ language: Language) -> String {
        switch language {
        case .english: en
        case .korean: ko
        }
    }
}
