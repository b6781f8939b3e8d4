internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText

/// A text with which a person names a place: an id, a reference, or a name. A name may be limited to one kind of place.
package enum OriginName: Sendable, Equatable {
    /// A place's id. A text that consists only of digits, perhaps after a `#`, is always read as an id. The digits stay as they were
    /// written, because station 0150 is not station 150.
    case id(Int64, digits: String)
    /// A text with a slash: a reference such as `seoul-bookstores/2283`, or else a name.
    case refOrName(String)
    case name(String)
    /// A name of one kind of place, such as `name:1984` and `district:마포`.
    case nameOfKind(String, prefix: String)

    package init(_ text: String) {
        let text = text.trimmingBlanks()
        if let own = Self(certain: text) {
            self = own
        } else {
            self = text.contains("/") ? .refOrName(text) : .name(text)
        }
    }

    /// Reads a text that can only be an id or a name of one kind; nil for other texts, which may be positions.
    package init?(certain text: String) {
        let text = text.trimmingBlanks()
        let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        if !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // No catalog has an id beyond 64 bits.
            self = .id(Int64(digits) ?? .max, digits: digits)
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let prefix = text[..<colon].lowercased()
        guard !OriginKinds.named(prefix).isEmpty else { return nil }
        self = .nameOfKind(String(text[colon...].dropFirst()).trimmingBlanks(), prefix: prefix)
    }

    /// The address that the text is; nil if it is none.
    fileprivate var address: TypedAddress? {
        if case .nameOfKind(let text, let prefix) = self, AddressNames().prefixes.contains(prefix) {
            return TypedAddress(text)
        }
        return plainName.flatMap(TypedAddress.init)
    }

    /// The text if it may name a place of any kind; nil for an id and for a name of one kind.
    fileprivate var plainName: String? {
        switch self {
        case .name(let text), .refOrName(let text): text
        case .id, .nameOfKind: nil
        }
    }
}

/// Finds the one place that an id, a reference or an exact name means. It never guesses: if several places fit, the
/// error lists them; if none fits, the error proposes similar names.
package enum OriginFinder {
    private static let maximumListed = 10
    /// Maximum number of similar names of each kind that are looked up for an error.
    private static let maximumProposed = 3

    /// Returns the place's position.
    /// - Parameter addresses: finds the addresses that no place of the source has; nil if none are imported.
    /// - Throws: `OriginError` if no place fits, if several places fit, or if the place has no point; read
    ///   errors.
    /// - Complexity: O(log n) for an id; O(c) for a name, c places whose names contain it.
    package static func origin(
        _ name: OriginName, in source: some PlaceSource, addresses: AddressLookup? = nil
    ) throws -> Origin {
        do {
            let found = try candidate(name, in: source)
            return Origin(found, at: try found.location.get())
        } catch let error as OriginError where error.code == .notFound {
            guard let typed = name.address, let found = try addresses?(typed.text) else { throw error }
            return Origin(
                OriginCandidate(title: found.title, spelling: "", location: .success(found.coordinate)),
                at: found.coordinate)
        }
    }

    /// Returns the id of the place that a name means, even if the place has no point; nil if only a district or a
    /// landmark has the name. A name of one place is not ambiguous if a district or a landmark has it, too.
    /// - Throws: the same errors as `origin`.
    package static func place(_ name: OriginName, in source: some PlaceSource) throws -> Int64? {
        do {
            return try candidate(name, onlyPlaces: true, in: source).placeID
        } catch let error as OriginError where error.code == .notFound {
            let others = OriginKinds.all.filter { !($0 is PlaceNames || $0 is AddressNames) }
            guard let text = name.plainName,
                try others.contains(where: { try !$0.named(text, limit: 1, in: source).isEmpty })
            else { throw error }
            return nil
        }
    }

    /// - Parameter onlyPlaces: whether a name without a prefix can't mean a district or a landmark.
    private static func candidate(
        _ name: OriginName, onlyPlaces: Bool = false, in source: some PlaceSource
    ) throws -> OriginCandidate {
        switch name {
        case .id(let id, let digits):
            guard let found = try PlaceNames.candidate(id: id, in: source) else {
                let landmark = try LandmarkNames().named(digits, limit: 2, in: source).first
                throw notFound(id, shown(digits), landmark, try source.placeWords())
            }
            return found
        case .refOrName(let text):
            if let id = try source.id(ref: text), let found = try PlaceNames.candidate(id: id, in: source) {
                return found
            }
            return try candidate(named: text, onlyPlaces: onlyPlaces, in: source)
        case .name(let text): return try candidate(named: text, onlyPlaces: onlyPlaces, in: source)
        case .nameOfKind(let text, let prefix):
            return try candidate(
                named: text, of: OriginKinds.named(prefix), onlyPlaces: onlyPlaces, in: source)
        }
    }

    private static func candidate(
        named text: String, of chosen: [any NamedPlaces]? = nil, onlyPlaces: Bool, in source: some PlaceSource
    ) throws -> OriginCandidate {
        let kinds = chosen ?? (onlyPlaces ? Array(OriginKinds.all.prefix(1)) : OriginKinds.all)
        // U+FFFD replaces bytes from the shell that are not UTF-8.
        guard !text.isEmpty, !text.unicodeScalars.contains("\u{FFFD}") else { throw noName(text) }
        for kind in kinds where kind.decides(text) {
            let found = try kind.named(text, limit: maximumListed + 1, in: source)
            if found.count > 1 { throw ambiguous(text, found) }
            if let only = found.first { return only }
        }
        // A text is an address only if it is no name.
        var found: [OriginCandidate] = []
        for ofAddresses in [false, true] where found.isEmpty {
            found = try kinds.filter { $0 is AddressNames == ofAddresses }
                .flatMap { try $0.named(text, limit: maximumListed + 1, in: source) }
        }
        guard let first = found.first else {
            for kind in kinds {
                if let why = try kind.missing(text, isChosen: kinds.count == 1, in: source) { throw why }
            }
            let similar = try kinds.flatMap { try $0.similar(to: text, limit: maximumProposed, in: source) }
            throw notFound(text, similar, takesPosition: !onlyPlaces)
        }
        guard found.count == 1 else { throw ambiguous(text, found) }
        return first
    }

    // MARK: Sentences

    private static func shown(_ text: String) -> String {
        DisplayText.shown(text, columns: 60)
    }

    private static func noName(_ text: String) -> OriginError {
        text.isEmpty
            ? OriginError(.wrong, en: "the name is empty; write the name of a place", ko: "이름이 비어 있습니다. 장소의 이름을 쓰세요")
            : OriginError(
                .wrong, en: "the name is not UTF-8; set the terminal to UTF-8 and type the name again",
                ko: "이름이 UTF-8이 아닙니다. 터미널을 UTF-8로 맞추고 다시 입력하세요")
    }

    /// - Parameters:
    ///   - shown: the number as the user wrote it.
    ///   - landmark: a landmark with this number, which the user may mean.
    private static func notFound(
        _ id: Int64, _ shown: String, _ landmark: OriginCandidate?, _ words: PlaceWords
    ) -> OriginError {
        // `OriginName` reads every number that does not fit into 64 bits as `Int64.max`.
        guard id < .max else {
            return OriginError(
                .notFound,
                en: "an id has at most 19 digits; if a name is a number, put 'name:' before it, as in name:1984",
                ko: "번호는 19자리까지입니다. 숫자로 된 이름은 name:1984처럼 쓰세요")
        }
        if let landmark {
            return OriginError(
                .notFound, en: "no \(words.noun.en) has the id \(shown); did you mean \(landmark.listed)?",
                ko: "번호가 \(shown)인 \(words.noun.ko)\(.subject) 없습니다. 혹시 \(landmark.listed)인가요?")
        }
        return OriginError(
            .notFound,
            en:
                "no \(words.noun.en) has the id \(shown); find ids with 'geocli search TEXT' (if \(shown) is a name, write name:\(shown))",
            ko:
                "번호가 \(shown)인 \(words.noun.ko)\(.subject) 없습니다. 번호는 'geocli search 이름'으로 찾으세요(\(shown)\(.subject) 이름이라면 name:\(shown))"
        )
    }

    /// - Parameter takesPosition: whether the user may write a position instead.
    private static func notFound(
        _ text: String, _ similar: [OriginCandidate], takesPosition: Bool
    ) -> OriginError {
        let shown = shown(text)
        let (en, ko) = ("no place is called \"\(shown)\"", "이름이 \"\(shown)\"인 장소가 없습니다")
        guard !similar.isEmpty else {
            let search = "\(en); search for a part of the name with 'geocli search'"
            return takesPosition
                ? OriginError(
                    .notFound, en: "\(search), or write latitude,longitude",
                    ko: "\(ko). 'geocli search'로 이름의 일부를 검색하거나 위도,경도를 쓰세요")
                : OriginError(.notFound, en: search, ko: "\(ko). 'geocli search'로 이름의 일부를 검색하세요")
        }
        let list = similar.prefix(maximumProposed).map(\.listed).joined(separator: ", ")
        return OriginError(.notFound, en: "\(en); did you mean \(list)?", ko: "\(ko). 혹시 \(list)인가요?")
    }

    private static func ambiguous(_ text: String, _ found: [OriginCandidate]) -> OriginError {
        let list = found.prefix(maximumListed).map(\.listed).joined(separator: ", ")
        let isMore = found.count > maximumListed
        let (count, spelling) = (isMore ? "more than \(maximumListed)" : "\(found.count)", found[0].spelling)
        return OriginError(
            .ambiguous,
            en:
                "\(count) places are called \"\(shown(text))\": \(list)\(isMore ? ", …" : ""); choose one of them, such as \(spelling)",
            ko: "이름이 \"\(shown(text))\"인 곳이 \(isMore ? "\(maximumListed)곳이 넘습니다" : "\(found.count)곳입니다"): "
                + "\(list)\(isMore ? " 등" : ""). 그중 하나를 \(spelling)처럼 쓰세요")
    }
}

enum OriginKinds {
    /// All kinds, the places of the catalog first. An error lists the places of the first kind first.
    static let all: [any NamedPlaces] = [PlaceNames(), AddressNames(), DistrictNames(), LandmarkNames()]

    /// Returns the kind that a prefix chooses, as in `district:마포`; none for an unknown prefix.
    /// - Parameter prefix: the word before the colon, in lower case.
    static func named(_ prefix: String) -> [any NamedPlaces] {
        all.filter { $0.prefixes.contains(prefix) }
    }
}
