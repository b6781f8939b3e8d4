package import GeocliText

/// Lists of numbers on the command line.
package enum Numbers {
    /// Reads `count` numbers, separated by commas or blanks.
    package static func read(_ words: [String], count: Int, name: String, example: Words) throws -> [Double] {
        let text = words.joined(separator: " ")
        var pieces = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingBlanks() }
        if pieces.count == 1 { pieces = text.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard pieces.count == count, !pieces.contains("") else {
            let shown = DisplayText.singleLine(text.trimmingBlanks())
            let what =
                shown.isEmpty
                ? Words(en: "missing", ko: "값이 없습니다")
                : Words(en: "\"\(shown)\" is not \(count) numbers", ko: "숫자 \(count)개를 쓰세요(입력한 값: \"\(shown)\")")
            throw UsageError(en: "\(name): \(what.en); \(example.en)", ko: "\(name): \(what.ko). \(example.ko)")
        }
        return try pieces.map { piece in
            guard let number = DecimalText.number(piece) else {
                let shown = DisplayText.singleLine(piece)
                throw UsageError(
                    en: "\(name): \"\(shown)\" is not a number; \(example.en)",
                    ko: "\(name): \"\(shown)\"\(.topic) 숫자가 아닙니다. \(example.ko)")
            }
            return number
        }
    }

    package static func shown(_ value: Double) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
