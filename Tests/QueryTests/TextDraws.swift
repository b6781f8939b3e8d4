internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText
internal import TestSupport

/// Texts that people may type, drawn from the fields of places.
struct TextDraws {
    private let places: [Place]
    private var random: SeededGenerator

    init(_ places: [Place], seed: UInt64) {
        self.places = places
        random = SeededGenerator(seed: seed)
    }

    /// A part of a field, unchanged or in another form that must also be found.
    mutating func next() -> String {
        let place = places[draw(places.count)]
        let name = place.name
        switch draw(12) {
        case 0: return part(name, 1)
        case 1, 2: return part(name, 2)
        case 3: return part(name, 1 + draw(6))
        case 4: return part(place.address ?? name, 1 + draw(8))
        case 5: return initials(part(name, 1 + draw(4)), share: 1)
        case 6: return initials(part(name, 2 + draw(4)), share: 2)
        case 7: return part(name, 2 + draw(5)).filter { $0 != " " }
        case 8: return part(name, 4).map(String.init).joined(separator: " ")
        case 9: return part(name, 2) + " " + part(place.address ?? name, 3)
        case 10: return part(place.phoneRaw ?? "02-325", 2 + draw(7))
        default: return (place.district ?? "mapo") + " " + part(name, 2 + draw(2))
        }
    }

    /// A part of a name with a typing mistake.
    mutating func spoiled() -> String {
        let text = part(places[draw(places.count)].name, 2 + draw(4))
        var scalars = Array(text.unicodeScalars)
        let place = draw(scalars.count)
        guard var syllable = Hangul.Syllable(scalars[place]) else { return text + "z" }
        switch draw(4) {
        case 0: syllable.vowel = draw(21)
        case 1: syllable.initial = draw(19)
        case 2:
            scalars = Array(scalars[...place])
            syllable.final = 0
        default: return Self.keys(text)
        }
        scalars[place] = syllable.scalar
        return String(String.UnicodeScalarView(scalars))
    }

    /// The keys of simple syllables on a keyboard that is set to Latin letters.
    static func keys(_ text: String) -> String {
        let initials = ["r", "R", "s", "e", "E", "f", "a", "q", "Q", "t", "T", "d", "w", "W", "c", "z", "x", "v", "g"]
        let vowels = [
            "k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl", "y", "n", "nj", "np", "nl", "b", "m", "ml",
            "l",
        ]
        let finals = [
            "", "r", "R", "rt", "s", "sw", "sg", "e", "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a", "q", "qt",
            "t",
            "T", "d", "w", "c", "z", "x", "v", "g",
        ]
        return text.unicodeScalars.map { scalar in
            guard let syllable = Hangul.Syllable(scalar) else { return String(scalar) }
            return initials[syllable.initial] + vowels[syllable.vowel] + finals[syllable.final]
        }.joined()
    }

    private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

    private mutating func part(_ text: String, _ length: Int) -> String {
        let characters = Array(text)
        let start = draw(characters.count - length + 1)
        return String(characters[start..<min(characters.count, start + length)])
    }

    private mutating func initials(_ text: String, share: Int) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { draw(share) == 0 ? Hangul.initial($0) ?? $0 : $0 }))
    }
}
