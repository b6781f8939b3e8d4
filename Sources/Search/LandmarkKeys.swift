internal import GeocliText

/// The texts by which people name a landmark, in the form in which they are compared: folded, without blanks and
/// punctuation.
///
/// A typed text means a landmark only if it is exactly one of the landmark's keys, or a key together with the
/// landmark's line (`LandmarkLine`). For this reason, a part of a name never finds another place.
package enum LandmarkKeys {
    /// The maximum number of bytes of a key. A landmark with a longer name is found only by its id.
    package static let maximumBytes = 200

    /// The ending that people add to the name of a station, or leave out.
    package static let stationEnding = "역"

    /// Returns the keys of a landmark, sorted by bytes, each once.
    ///
    /// A name may have brackets: `잠실(송파구청)` is found by `잠실`, by `송파구청` and by the whole name. Brackets that contain a
    /// line, as in `서면역(2호선)`, do not name a place. Each part of a station's name gives two keys, with and without 역. A
    /// name that is only 역 stays unchanged. `line` distinguishes landmarks with the same name.
    ///
    /// - Edges: the result is empty for a name without letters and digits.
    /// - Complexity: O(length); only the first 4 KiB of a name are used.
    package static func keys(of name: String, line: String?, isStation: Bool) -> [String] {
        let folded = Folding.folded(name)
        let (outer, inner) = parts(of: folded)
        let isPlace = inner.unicodeScalars.count > 1 && !isLine(inner, line)
        func forms(_ part: String) -> [String] {
            guard isStation, !part.isEmpty else { return [part] }
            let plain = withoutEnding(part)
            return [plain, plain + stationEnding]
        }
        var keys = Set(forms(Folding.squeezed(folded)))
        keys.formUnion(forms(outer))
        if isPlace || outer.isEmpty { keys.formUnion(forms(inner)) }
        if !inner.isEmpty {
            for first in forms(outer) { for last in forms(inner) { keys.insert(first + last) } }
        }
        return keys.filter { !$0.isEmpty && $0.utf8.count <= maximumBytes }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// Returns the key of a typed text; nil if the text can't be a key. Words that people add to the name of a station
    /// are left out: the exit (망원역 1번 출구, Mangwon exit 1), 앞 or 근처 after it, and 지하철 or 전철 at the start.
    package static func key(of text: String) -> String? {
        let key = withoutAdditions(Folding.squeezed(Folding.folded(text)))
        return key.isEmpty || key.utf8.count > maximumBytes ? nil : key
    }

    private static func withoutAdditions(_ whole: String) -> String {
        var key = whole[...]
        for near in ["앞", "근처", "부근", "인근"] where key.hasSuffix(near) {
            let start = key.dropLast(near.count)
            if start.hasSuffix(stationEnding) || start.hasSuffix("출구") { key = start }
        }
        for (exit, isClear) in [("번출구", true), ("출구", false)] where key.hasSuffix(exit) {
            let start = String(key.dropLast(exit.count).reversed().drop(while: \.isNumber).reversed())
            let isNumbered = start.count < key.count - exit.count && !start.isEmpty
            if isNumbered, isClear || start.hasSuffix(stationEnding) { key = start[...] }
        }
        let number = key.reversed().prefix(while: \.isNumber).count
        for exit in ["exit", "exitno"] where number > 0 && key.dropLast(number).hasSuffix(exit) {
            key = key.dropLast(number + exit.count)
        }
        for exit in ["exitno", "exit"] where key.hasPrefix(exit) {
            let rest = key.dropFirst(exit.count).drop(while: \.isNumber)
            if !rest.isEmpty, rest.count < key.count - exit.count {
                key = rest.hasPrefix("of") ? rest.dropFirst(2) : rest
            }
        }
        if key.hasSuffix("stn"), key.count > 3 { return key.dropLast(3) + "station" }
        for word in ["수도권전철", "수도권지하철", "서울지하철", "지하철", "전철"] where key.hasPrefix(word) && key != word {
            key = key.dropFirst(word.count)
            break
        }
        return String(key)
    }

    /// Returns the keys of a romanized name: with and without "station", with its short words in full, and without the
    /// reading of a number, as in Jongno 3(sam)-ga.
    package static func keys(ofRomanized name: String) -> [String] {
        var names = Set([name, name.replacing(/\(.*?\)/, with: ""), name.replacing("&", with: "and")])
        for (short, long) in [("Univ.", "University"), ("Nat'l", "National"), ("Int'l", "International")] {
            names.formUnion(names.map { $0.replacing(short, with: long) })
        }
        let keys = names.map { name in
            let key = Folding.squeezed(Folding.folded(name))
            return key.hasSuffix("station") && key != "station" ? String(key.dropLast(7)) : key
        }
        return Set(keys + keys.map { $0 + "station" }).sorted()
    }

    /// Returns a squeezed text without the ending 역. A text that is only 역 is returned unchanged.
    package static func withoutEnding(_ key: String) -> String {
        key.hasSuffix(stationEnding) && key != stationEnding ? String(key.dropLast()) : key
    }

    /// Returns the squeezed text outside of the brackets of a folded name, and the text inside of them. A bracket that
    /// is not closed ends with the name.
    private static func parts(of folded: String) -> (outer: String, inner: String) {
        var (outer, inner) = (String.UnicodeScalarView(), String.UnicodeScalarView())
        var depth = 0
        for scalar in folded.unicodeScalars {
            if "([{〔【".unicodeScalars.contains(scalar) {
                depth += 1
            } else if ")]}〕】".unicodeScalars.contains(scalar) {
                depth = max(0, depth - 1)
            } else if depth > 0 {
                inner.append(scalar)
            } else {
                outer.append(scalar)
            }
        }
        return (Folding.squeezed(String(outer)), Folding.squeezed(String(inner)))
    }

    /// Returns whether the text in brackets names a line and not a place: `2호선`, `경의선`, or a part of the landmark's
    /// line.
    private static func isLine(_ inner: String, _ line: String?) -> Bool {
        inner.hasSuffix("선") || line.map { Folding.squeezed(Folding.folded($0)).contains(inner) } ?? false
    }
}

/// The ways in which people write the line of a landmark.
package enum LandmarkLine {
    /// Maximum number of words in a line whose words may be left out one by one.
    private static let maximumWords = 5
    /// The lines that were joined, and their former names.
    private static let joined = ["경의중앙선": ["경의선", "중앙선"], "수인분당선": ["수인선", "분당선"]]

    /// Returns the texts that mean a line, folded and squeezed. `서울 도시철도 2호선` gives `2호선`, `서울2호선` and `도시철도2호선`.
    /// `9호선(연장)` also gives `9호선`, `공항철도1호선` also gives `공항철도`, and `에버라인선` also gives `에버라인`.
    ///
    /// - Edges: the result is empty for a line without letters and digits.
    package static func forms(of line: String) -> Set<String> {
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
            forms.formUnion(joined[form] ?? [])
            let number = form.prefix(while: \.isNumber)
            if !number.isEmpty, form == number + "호선" { forms.insert("line" + number) }
            if form.hasSuffix("라인선") { forms.insert(String(form.dropLast())) }
            let start = String(form.reversed().drop { !$0.isNumber }.drop { $0.isNumber }.reversed())
            if form.hasSuffix("호선"), start.hasSuffix("철도") { forms.insert(start) }
        }
        return forms.filter { !$0.isEmpty }
    }
}
