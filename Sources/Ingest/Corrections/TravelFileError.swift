public import GeocliText

/// The error for a file that can't be imported: it is too large, is from another program, or has wrong records.
public struct TravelFileError: ExplainedError, Equatable {
    /// The message: which file, and what is wrong with it.
    public let words: Words

    init(_ name: String, en: String, ko: String) {
        let shown = DisplayText.singleLine(name)
        words = Words(en: "\(shown): \(en)", ko: "\(shown): \(ko)")
    }

    static func foreign(_ name: String) -> TravelFileError {
        TravelFileError(
            name, en: "this file was not written by 'geocli corrections export'",
            ko: "'geocli corrections export'로 만든 파일이 아닙니다")
    }

    /// Returns the error for a file with wrong records, which earlier messages have named.
    public static func wrong(_ name: String, count: Int) -> TravelFileError {
        TravelFileError(
            name, en: "wrong records: \(count); nothing was imported", ko: "잘못된 기록이 \(count)건 있어 아무것도 가져오지 않았습니다")
    }
}
