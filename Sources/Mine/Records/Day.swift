internal import GeocliPlaces

/// Days as numbers.
public enum Day {
    /// Returns the days since 1970-01-01; nil for a text that is not a day.
    public static func number(_ day: String) -> Int? {
        SeoulTime(timestamp: day + "T00:00:00Z").map { Int($0.unixSeconds / 86_400) }
    }

    /// Returns the text of a day.
    public static func text(_ number: Int) -> String {
        String(SeoulTime(unixSeconds: Int64(number) * 86_400).timestamp.prefix(10))
    }

    /// Returns the Monday of the week. 1970-01-01 was a Thursday.
    public static func monday(_ number: Int) -> Int { number - ((number + 3) % 7 + 7) % 7 }
}
