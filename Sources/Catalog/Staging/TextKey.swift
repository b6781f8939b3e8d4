/// A text as a key of a dictionary. Two keys are equal if their bytes are equal.
///
/// Swift normalizes a `String` before it hashes or compares it. For a text with many combining marks in a row, such as
/// a hundred thousand, this takes quadratic time.
struct TextKey: Hashable {
    let text: String

    static func == (left: TextKey, right: TextKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
