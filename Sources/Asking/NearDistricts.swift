internal import GeocliSearch
package import GeocliText

/// The districts that a word may mean: districts of Seoul under either name, and other districts of a catalog.
package struct NearDistricts {
    private static let limit = 4

    private let known: [District]
    private let others: [String]

    package init(to word: String, among names: [String]) {
        known = District.nearestNames(to: word, count: Self.limit)
        others = Spelling.near(word, among: names.filter { District.named($0) == nil }, limit: Self.limit - known.count)
    }

    /// What to write instead.
    package var advice: Words {
        guard !known.isEmpty || !others.isEmpty else {
            return Words(en: "write a district as 마포구, 마포 or mapo", ko: "마포구, 마포, mapo처럼 쓰세요")
        }
        let shown = others.map(DisplayText.singleLine)
        let english = known.map { "\($0.name) (\($0.romanized))" } + shown
        let korean = known.map(\.name) + shown
        return Words(
            en: "did you mean \(english.joined(separator: ", "))?", ko: "혹시 \(korean.joined(separator: ", "))인가요?")
    }
}
