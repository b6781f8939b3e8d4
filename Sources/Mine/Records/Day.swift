internal import GeocliPlaces

/// Converts days to numbers and back.
public enum Day {
    /// Returns the number of days since 1970-01-01; nil for a text that is not a day.
    public static func number(_ day: String) -> Int? {
        SeoulTime(timestamp: day + "T00:00:00Z").map { Int($0.unixSeconds / 86_400) }
    }

    /// Returns the text of a day, `YYYY-MM-DD`.
    public static func text(_ number: Int) -> String {
        String(SeoulTime(unixSeconds: Int64(number) * 86_400).timestamp.prefix(10))
    }

    /// Returns the Monday of the day's week. 1970-01-01 was a Thursday.
    public static func monday(_ number: Int) -> Int { number - ((number + 3) % 7 + 7) % 7 }
}
