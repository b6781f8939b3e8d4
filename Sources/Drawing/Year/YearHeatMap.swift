public import GeocliText

/// A chart of a year for print and for pages, with a square for each day. Days with more visits are darker, or lighter
/// in the dark theme. Each column is a week that begins on Monday.
///
/// The chart is SVG that depends only on these values. It has its own style sheet for light and dark, and no references
/// to other files.
public struct YearHeatMap: Sendable {
    /// The year, 1 to 9999. A column may begin or end with days of the neighboring years, which are not drawn.
    public var year: Int
    /// The number of visits on each day, by date (YYYY-MM-DD). Days of other years are left out; a negative number
    /// counts as 0.
    public var counts: [String: Int]
    /// The language of all words.
    public var language = Language.korean

    /// The possible years.
    public static let years = 1...9999
    /// The number of shades, including the one for days without visits.
    static let shades = 5

    /// Makes a chart of a year.
    public init(year: Int, counts: [String: Int]) {
        (self.year, self.counts) = (year, counts)
    }

    /// Returns the largest number of visits for each shade except the last, beginning with 0.
    ///
    /// With at most four visits a day, each number has its own shade. Otherwise each shade covers about a quarter of
    /// the numbers.
    ///
    /// For the same shades in a terminal, use `shade(of:most:)`.
    static func limits(most: Int) -> [Int] {
        (0..<shades - 1).map { max($0, (most * $0 + shades - 2) / (shades - 1)) }
    }

    /// Returns the shade of a number of visits: 0 for none, up to 4 for the most.
    ///
    /// - Parameter most: the largest number of visits on one day.
    public static func shade(of count: Int, most: Int) -> Int {
        let limits = limits(most: most)
        return limits.firstIndex { count <= $0 } ?? shades - 1
    }
}
