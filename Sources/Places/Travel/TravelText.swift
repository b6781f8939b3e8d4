internal import GeocliText

/// Texts in files that carry records from one catalog to another.
public enum TravelText {
    /// Returns texts as a JSON array.
    static func list(_ texts: [String]) -> String {
        var json = JSONWriter()
        json.value(.array(texts.map(JSONValue.string)))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Returns whether a text comes before another one in the order of bytes, which is the same on every machine.
    public static func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
