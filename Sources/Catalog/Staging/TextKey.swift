/// A text as a key: two keys are equal if their bytes are equal.
///
/// Swift normalizes a `String` before it hashes or compares it, which takes quadratic time for a hundred thousand
/// combining marks in a row.
struct TextKey: Hashable {
    let text: String

    static func == (left: TextKey, right: TextKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
