package import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// Finds the point of an address outside of the catalog; nil if it doesn't know the address.
package typealias AddressLookup = (_ address: String) throws -> (title: String, coordinate: Coordinate)?

/// An address as a person types it: 마포구 독막로 165, 월드컵북로 4길 5-1호, 독막로 106 - 1, 망원동 385-10.
struct TypedAddress {
    /// The address in the spelling in which address books have it.
    let text: String
    /// The road or the neighborhood, and the number.
    let place: String
    let region: DistrictName

    private static let maximumBytes = 400

    init?(_ typed: String) {
        text = Self.plain(typed)
        guard let place = IssueJudge.road(text) ?? Self.lot(text) else { return nil }
        self.place = place
        region = DistrictName(address: text)
    }

    /// Returns a text with one sign for all dashes, without blanks around a dash between digits, and without the word
    /// for "number" after digits.
    private static func plain(_ typed: String) -> String {
        let text = Folding.compatible(
            String(typed.head(bytes: maximumBytes).map { dashes.contains($0) ? "-" : $0 }))
        var words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
        if words.count > 1, let first = words.first, first.utf8.count >= 5, isNumber(first[...]) { words.removeFirst() }
        var joined: [String] = []
        for word in words {
            guard let last = joined.last, last.last?.isNumber ?? false || last.hasSuffix("-"),
                word.hasPrefix("-") || last.hasSuffix("-") && word.first?.isNumber ?? false
                    || ["번길", "길", "번지", "호"].contains(word)
            else {
                joined.append(word)
                continue
            }
            joined[joined.count - 1] = last + word
        }
        return joined.map { word in
            let number = ["번지", "호", "번"].first(where: word.hasSuffix).map { word.dropLast($0.count) }
            return number.flatMap { $0.last?.isNumber ?? false ? String($0) : nil } ?? word
        }.joined(separator: " ")
    }

    private static let dashes = Set<Character>("–—−‐‑‒―ㅡ－")

    private static func isNumber(_ text: Substring) -> Bool {
        text.first?.isNumber ?? false && text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "-" }
    }

    /// Returns the neighborhood and the number of a land lot: 망원동 385-10.
    private static func lot(_ text: String) -> String? {
        let words = text.prefix { $0 != "(" }.split(separator: " ")
        return zip(words, words.dropFirst()).first { name, number in
            name.count >= 2 && ["동", "리", "가"].contains(where: name.hasSuffix) && !(name.first?.isNumber ?? true)
                && isNumber(number.hasPrefix("산") ? number.dropFirst() : number)
        }.map { "\($0) \($1)" }
    }
}

/// The addresses of the catalog's places. Several places at one address are one answer.
struct AddressNames: NamedPlaces {
    let prefix = "address"

    /// The maximum number of places whose address contains the typed words. More of them are on no street.
    private static let maximumCandidates = 5000
    /// Places farther apart are not at one address, so one of their addresses or points is wrong.
    fileprivate static let reachMeters = 200.0

    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        guard let typed = TypedAddress(name), let text = SearchText(typed.place) else { return [] }
        let reading = SearchReading(text)
        var ids: [Int64] = []
        try source.search(PlaceFilter()) { search in
            try search.forEachMatch(reading, in: reading.everything) { match in
                ids.append(match.id)
                return ids.count < Self.maximumCandidates
            }
        }
        var matches: [Match] = []
        try source.forEachEntry(ids: ids.sorted()) { entry in
            guard let address = entry.place.address.flatMap(TypedAddress.init), address.place == typed.place else {
                return
            }
            let match = Match(entry: entry, region: Self.region(of: entry, address))
            if !typed.region.differs(from: match.region) { matches.append(match) }
        }
        var found: [Match] = []
        for match in matches.filter({ $0.entry.coordinate != nil }) + matches.filter({ $0.entry.coordinate == nil })
        where !found.contains(where: match.isAtOneAddress) {
            found.append(match)
        }
        return found.prefix(limit).map { candidate($0.entry) }
    }

    private struct Match {
        let entry: CatalogEntry
        let region: DistrictName

        func isAtOneAddress(as other: Match) -> Bool {
            guard let here = entry.coordinate, let there = other.entry.coordinate else {
                return !region.differs(from: other.region)
            }
            return Geodesic.distanceMeters(from: here, to: there) <= AddressNames.reachMeters
        }
    }

    private static func region(of entry: CatalogEntry, _ address: TypedAddress) -> DistrictName {
        let stated = address.region.words.isEmpty ? entry.place.district.map { DistrictName($0) } : nil
        return (stated ?? address.region).within(address.region.province)
    }

    private func candidate(_ entry: CatalogEntry) -> OriginCandidate {
        let title = DisplayText.shown(entry.place.address ?? "", columns: 60)
        let noPoint = OriginError(
            .notFound, en: "\(title): no place at this address has a point; write latitude,longitude",
            ko: "\(title): 이 주소에 좌표가 있는 장소가 없습니다. 위도,경도를 쓰세요")
        return OriginCandidate(
            title: title, spelling: String(entry.id),
            location: entry.coordinate.map { .success($0) } ?? .failure(noPoint))
    }

    func similar(to name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] { [] }

    func missing(_ name: String, isChosen: Bool, in source: some PlaceSource) throws -> OriginError? {
        guard TypedAddress(name) != nil else { return nil }
        let shown = DisplayText.shown(name, columns: 60)
        return OriginError(
            .notFound,
            en:
                "no place has the address \"\(shown)\"; import all addresses with 'geocli addresses import FILE', or write latitude,longitude",
            ko: "주소가 \"\(shown)\"인 장소가 없습니다. 'geocli addresses import FILE'로 주소 데이터를 가져오거나 위도,경도를 쓰세요")
    }
}
