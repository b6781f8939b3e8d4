public import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// A spelling of a landmark that begins with a typed text, for completions.
public struct LandmarkSpellings: Sendable, Equatable {
    /// A text that means one place.
    public let text: String
    /// The lines of the place; nil if it has none.
    public let note: String?

    /// Returns at most `limit` spellings that begin with `prefix`, ordered by name. Stations are written with 역, and
    /// with the line if several places have the same name.
    ///
    /// - Complexity: O(log n + limit), n landmarks.
    public static func beginning(
        with prefix: String, limit: Int, in archive: some LandmarkSource
    ) throws -> [LandmarkSpellings] {
        let kind = LandmarkNames().prefixes.map { $0 + ":" }.first { prefix.lowercased().hasPrefix($0) } ?? ""
        let typed = String(prefix.dropFirst(kind.count))
        guard let key = LandmarkKeys.key(of: typed) else { return [] }
        // A name has about four keys.
        let found = try archive.landmarks(keyPrefix: key, limit: 8 * limit)
        var spellings: [LandmarkSpellings] = []
        var names: [String] = []
        for landmark in found where !names.contains(landmark.name) { names.append(landmark.name) }
        for name in names {
            let groups = LandmarkGroup.groups(of: found.filter { $0.name == name })
            // No query can start from a place without a point.
            for group in groups where group.middle.coordinate != nil {
                // 신사역 is also a part of 새절(신사)역, so the name alone may mean several places.
                let forms = [false, true].map { written(group.middle, withLine: $0) }
                guard spellings.count < limit,
                    let form = try forms.first(where: { try LandmarkNames().means($0, group.middle, in: archive) })
                else { continue }
                let text = kind + form
                guard LandmarkKeys.key(of: text)?.hasPrefix(Folding.squeezed(kind) + key) ?? false,
                    !spellings.contains(where: { $0.text == text })
                else { continue }
                let lines = DisplayText.truncated(
                    DisplayText.singleLine(group.lines.joined(separator: "·")), columns: 40)
                spellings.append(LandmarkSpellings(text: text, note: lines.isEmpty ? nil : lines))
            }
        }
        return spellings
    }

    private static func written(_ landmark: Landmark, withLine: Bool) -> String {
        let name = DisplayText.singleLine(landmark.name)
        let needsEnding = landmark.isStation && !name.hasSuffix(LandmarkKeys.stationEnding) && !name.hasSuffix(")")
        let full = needsEnding ? name + LandmarkKeys.stationEnding : name
        guard withLine, let line = landmark.line else { return full }
        return "\(full) \(DisplayText.singleLine(line))"
    }
}
