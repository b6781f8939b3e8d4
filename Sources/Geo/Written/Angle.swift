/// One angle of a position: degrees, or degrees with minutes and seconds.
struct Angle {
    /// The value in degrees; north and east are positive.
    let degrees: Double
    /// The axis that a letter, a word or a label names; nil if the text names no axis.
    let axis: AngleToken.Axis?

    /// Creates the angle that tokens without a separator form; nil if they do not form exactly one angle.
    ///
    /// - Throws: `GeoError(.position)` for minutes or seconds of 60 or more, and for a sign together with a letter,
    ///   such as `-37N`.
    init?(_ tokens: some Collection<AngleToken>) throws(GeoError) {
        var parts = Parts()
        for token in tokens { guard parts.take(token) else { return nil } }
        guard let value = try parts.value() else { return nil }
        let isNegative = parts.hemisphere?.isNegative ?? parts.isNegative
        degrees = isNegative ? -value : value
        if let hemisphere = parts.hemisphere {
            guard parts.label.map({ $0 == hemisphere.axis }) ?? true else { return nil }
            axis = hemisphere.axis
        } else {
            axis = parts.label
        }
    }

    /// Returns whether a plain text is exactly one angle.
    static func isAny(_ text: String) -> Bool {
        guard let tokens = AngleToken.tokens(of: text) else { return false }
        // An angle with too many minutes counts as an angle here, so that the error about its minutes is shown.
        do { return try Angle(tokens) != nil } catch { return true }
    }
}

/// The parts of an angle, in the order in which they are written.
private struct Parts {
    /// Degrees, minutes, seconds.
    private var numbers: [Double] = []
    private var areWhole: [Bool] = []
    /// Whether at least one number has a mark after it, such as `°`, `'` or `:`.
    private var hasMarks = false
    private var isSigned = false
    private(set) var isNegative = false
    private(set) var hemisphere: AngleToken.Hemisphere?
    private(set) var label: AngleToken.Axis?
    /// Whether the last number already has its mark.
    private var isMarked = false
    /// Whether a letter after the numbers has ended the angle.
    private var isEnded = false

    /// Takes the next token; returns false if the token can't follow the tokens before it.
    mutating func take(_ token: AngleToken) -> Bool {
        if isEnded { return false }
        switch token {
        case .number(let value, let isNegative, let isSigned, let isWhole):
            return takeNumber(value, isNegative, isSigned, isWhole)
        case .degrees: return mark(1)
        case .minutes: return mark(2)
        case .seconds: return mark(3)
        case .colon: return numbers.isEmpty ? hemisphere != nil || label != nil : mark(numbers.count)
        case .hemisphere(let half):
            guard hemisphere == nil else { return false }
            hemisphere = half
            isEnded = !numbers.isEmpty
            return true
        case .label(let axis):
            guard numbers.isEmpty, label == nil, hemisphere == nil else { return false }
            label = axis
            return true
        case .separator: return false
        }
    }

    private mutating func takeNumber(_ value: Double, _ isNegative: Bool, _ isSigned: Bool, _ isWhole: Bool) -> Bool {
        guard numbers.count < 3, numbers.isEmpty || !isSigned else { return false }
        if numbers.isEmpty { (self.isSigned, self.isNegative) = (isSigned, isNegative) }
        numbers.append(value)
        areWhole.append(isWhole)
        isMarked = false
        return true
    }

    /// Marks the last number as degrees (1), minutes (2) or seconds (3).
    private mutating func mark(_ place: Int) -> Bool {
        guard numbers.count == place, !isMarked else { return false }
        isMarked = true
        hasMarks = true
        return true
    }

    /// Returns the value without its sign; nil if the numbers are not an angle.
    func value() throws(GeoError) -> Double? {
        // If only blanks separate two numbers, the second number may be minutes or another angle. A mark or a letter
        // shows that it is minutes.
        guard !numbers.isEmpty, numbers.count == 1 || hasMarks || hemisphere != nil else { return nil }
        // Only the last part can have decimals.
        guard areWhole.dropLast().allSatisfy({ $0 }) else { return nil }
        if numbers.count > 1, numbers[1] >= 60 { throw .sixty(numbers[1], en: "minutes", ko: "분") }
        if numbers.count > 2, numbers[2] >= 60 { throw .sixty(numbers[2], en: "seconds", ko: "초") }
        if let hemisphere, isSigned { throw .signAndLetter(isSouthOrNorth: hemisphere.axis == .latitude) }
        if numbers.count == 1 { return numbers[0] }
        let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
        return seconds / 3600
    }
}
