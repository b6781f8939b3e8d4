/// A text as a key: equal where its bytes are.
///
/// A `String` as a key is brought into a normal form first, which takes the square of the time for a hundred thousand
/// combining marks in a row.
struct TextKey: Hashable {
    let text: String

    static func == (left: TextKey, right: TextKey) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
