internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

enum QueryKind: String, CaseIterable {
    case one = "1 syllable"
    case two = "2 syllables"
    case three = "3 syllables"
    case name = "whole name"
    case common = "common word"
    case initials
    case mixed = "mixed"
    case unspaced
    case words = "2 words"
    case district = "name+gu"
    case address
    case phone
    case typo
    case keyboard
    case nothing
}

/// Queries generated from the names, addresses and numbers of a catalog.
struct QueryDraws {
    private var random: SplitMix
    private let entries: [CatalogEntry]

    /// Draws from a thousand places, spread over the catalog.
    init(seed: UInt64, catalog: Catalog) {
        random = SplitMix(state: seed)
        var entries: [CatalogEntry] = []
        let all = (try? catalog.status().total) ?? 0
        try? catalog.forEachEntry(ids: stride(from: 1, through: Int64(all), by: max(1, all / 1000))) {
            entries.append($0)
        }
        self.entries = entries
    }

    mutating func next(_ kind: QueryKind) -> String {
        let shop = entries[draw(entries.count)].place
        let name = shop.name
        switch kind {
        case .one: return part(name, 1)
        case .two: return part(name, 2)
        case .three: return part(name, 3)
        case .name: return name
        case .common: return ["책방", "서점", "책", "서", "문고", "마포", "로", "길", "구", "1"][draw(10)]
        case .initials: return initials(part(name, 2 + draw(3)), all: true)
        case .mixed: return initials(part(name, 3 + draw(2)), all: false)
        case .unspaced: return name.filter { $0 != " " }
        case .words: return part(name, 2) + " " + part(shop.address ?? name, 3)
        case .district: return part(name, 2) + " " + (shop.district ?? "")
        case .address: return part(shop.address ?? name, 5)
        case .phone: return String((shop.phoneRaw ?? "02-000").suffix(6))
        case .typo: return typo(part(name, 4))
        case .keyboard: return "tjwja"
        case .nothing: return "뷁쀍\(draw(100))"
        }
    }

    private mutating func draw(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }

    private mutating func part(_ text: String, _ length: Int) -> String {
        let characters = Array(text)
        let start = draw(max(1, characters.count - length + 1))
        let part = String(characters[start..<min(characters.count, start + length)]).trimmingBlanks()
        return part.isEmpty ? text : part
    }

    private mutating func initials(_ text: String, all: Bool) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { all || draw(2) == 0 ? Hangul.initial($0) ?? $0 : $0 }))
    }

    /// Returns the text with a different vowel in its first syllable.
    private func typo(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        for place in scalars.indices {
            guard var syllable = Hangul.Syllable(scalars[place]) else { continue }
            syllable.vowel = (syllable.vowel + 7) % 21
            scalars[place] = syllable.scalar
            break
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// - Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
