extension String {
    /// The text with a capital first letter.
    public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// English nouns.
public enum EnglishNoun {
    /// Returns a count and the words for it: "1 row has", "2 rows have".
    public static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    /// Returns the regular plural: libraries, churches, cafes.
    public static func plural(of noun: String) -> String {
        let letters = Array(noun.lowercased())
        guard let last = letters.last else { return noun }
        let beforeLast = letters.dropLast().last
        if last == "y", let beforeLast, !"aeiou".contains(beforeLast) { return noun.dropLast() + "ies" }
        if "sxz".contains(last) || last == "h" && (beforeLast == "c" || beforeLast == "s") { return noun + "es" }
        return noun + "s"
    }
}
