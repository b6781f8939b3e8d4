internal import GeocliText

/// The ways in which people write the line of a landmark.
public enum LandmarkLine {
    /// Maximum number of words in a line whose words may be left out one by one.
    private static let maximumWords = 5

    /// Returns the texts that mean a line, folded and squeezed. `서울 도시철도 2호선` gives `2호선`, `서울2호선` and `도시철도2호선`.
    /// `9호선(연장)` also gives `9호선`, `공항철도1호선` also gives `공항철도`, and `에버라인선` also gives `에버라인`.
    ///
    /// - Edges: the result is empty for a line without letters and digits.
    public static func forms(of line: String) -> Set<String> {
        let folded = Folding.folded(line)
        let plain = folded.prefix { $0 != "(" }
        let words = plain.split(separator: " ").map { Folding.squeezed(String($0)) }.filter { !$0.isEmpty }
        var forms: Set<String> = [Folding.squeezed(folded)]
        if let last = words.last {
            let others = words.count <= maximumWords ? Array(words.dropLast()) : []
            for chosen in 0..<(1 << others.count) {
                forms.insert(others.indices.filter { chosen >> $0 & 1 == 1 }.map { others[$0] }.joined() + last)
            }
            forms.insert(words.joined())
        }
        for form in forms {
            if form.hasSuffix("라인선") { forms.insert(String(form.dropLast())) }
            let start = String(form.reversed().drop { !$0.isNumber }.drop { $0.isNumber }.reversed())
            if form.hasSuffix("호선"), start.hasSuffix("철도") { forms.insert(start) }
        }
        return forms.filter { !$0.isEmpty }
    }
}
