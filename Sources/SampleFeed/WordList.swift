/// A list of words, stored as one sequence of UTF-8 bytes.
///
///     bytes   달 빛 구 름 고 래
///     starts  0     6     12   18
struct WordList: Sendable {
    private var bytes: [UInt8] = []
    private var starts = [0]

    /// The number of words.
    var count: Int { starts.count - 1 }

    /// Makes a list of the words in `text`, which are separated by blanks or line breaks.
    init(_ text: String) {
        self.init(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Makes a list of these words, which may contain blanks.
    init(_ words: [String]) {
        for word in words {
            bytes += word.utf8
            starts.append(bytes.count)
        }
    }

    /// Returns the bytes of one word.
    subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[starts[index]..<starts[index + 1]]
    }
}

extension [UInt8] {
    /// Adds the bytes of a word.
    mutating func append(_ word: ArraySlice<UInt8>) {
        append(contentsOf: word)
    }
}
