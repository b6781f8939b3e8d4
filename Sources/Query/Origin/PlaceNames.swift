internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

struct PlaceNames: NamedPlaces {
    let prefix = "name"

    /// The maximum number of blanks and punctuation marks by which a name may differ from the text.
    private static let maximumSigns = 8

    /// The places with this name: the listed ones or, if there are none, those that the last good run missed.
    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        guard let text = SearchText(name) else { return [] }
        for includesClosed in [false, true] {
            var filter = PlaceFilter()
            filter.includesClosed = includesClosed
            var ids = try ids(text, filter, limit: limit, in: source)
            if ids.isEmpty { ids = try idsWithoutSigns(text, filter, in: source) }
            guard !ids.isEmpty else { continue }
            return try Self.ofShops(Self.candidates(ids: ids.sorted().prefix(limit), in: source), in: source)
        }
        return []
    }

    /// Returns the places whose folded name is the text.
    private func ids(
        _ text: SearchText, _ filter: PlaceFilter, limit: Int, in source: some PlaceSource
    ) throws -> [Int64] {
        let reading = SearchReading(text)
        var ids: [Int64] = []
        try source.search(filter) { search in
            for pass in reading.passes where pass.kind == .exact {
                try search.forEachMatch(reading, in: pass) { match in
                    ids.append(match.id)
                    return ids.count < limit
                }
            }
        }
        return ids
    }

    /// Returns the places whose name equals the text if blanks and punctuation are ignored in both.
    private func idsWithoutSigns(_ text: SearchText, _ filter: PlaceFilter, in source: some PlaceSource) throws
        -> [Int64]
    {
        let wanted = Folding.squeezed(text.folded)
        guard !wanted.isEmpty else { return [] }
        let most = wanted.unicodeScalars.count + Self.maximumSigns
        let reading = SearchReading(text)
        var near: [Int64] = []
        try source.search(filter) { search in
            for pass in reading.passes where [.prefix, .substring, .spacing].contains(pass.kind) {
                try search.forEachMatch(reading, in: pass) { match in
                    if match.nameLength <= most { near.append(match.id) }
                    return match.nameLength <= most
                }
            }
        }
        var ids: [Int64] = []
        try source.forEachEntry(ids: near) { entry in
            let folded = Folding.folded(entry.place.name)
            if Folding.squeezed(folded) == wanted { ids.append(entry.id) }
        }
        return ids
    }

    /// Returns places whose name contains the text, the shortest names first. If there are none, returns the
    /// matches of the first guess that a search makes.
    func similar(to name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        guard let text = SearchText(name) else { return [] }
        var ids: [Int64] = []
        try source.search(PlaceFilter()) { search in
            func take(_ reading: SearchReading) throws {
                try search.forEachMatch(reading, in: reading.everything) { match in
                    if reading.guess != nil || match.kind <= .words { ids.append(match.id) }
                    return ids.count < limit
                }
            }
            try take(SearchReading(text))
            if ids.isEmpty, let guess = try search.guess(text, original: name) { try take(guess) }
        }
        return try Self.candidates(ids: ids, in: source)
    }

    /// Returns one candidate for each shop that several feeds have: its first row with a point.
    private static func ofShops(
        _ candidates: [OriginCandidate], in source: some PlaceSource
    ) throws -> [OriginCandidate] {
        guard candidates.count > 1 else { return candidates }
        let ids = candidates.compactMap(\.placeID)
        // A server may lack the links. Then each row is a place of its own.
        let shops = try (source as? any PlaceArchive).map { try $0.sameShops(of: ids) } ?? (try? source.sameShops())
        var numbers: [Int64: Int] = [:]
        for (number, members) in (shops?.all ?? []).enumerated() {
            for member in members { numbers[member.id] = number }
        }
        var chosen: [Int: Int64] = [:]
        for hasPoint in [true, false] {
            for candidate in candidates where ((try? candidate.location.get()) != nil) == hasPoint {
                if let id = candidate.placeID, let number = numbers[id], chosen[number] == nil { chosen[number] = id }
            }
        }
        return candidates.filter { one in
            one.placeID.flatMap { numbers[$0] }.map { chosen[$0] == one.placeID } ?? true
        }
    }

    static func candidate(id: Int64, in source: some PlaceSource) throws -> OriginCandidate? {
        try candidates(ids: [id], in: source).first
    }

    private static func candidates(ids: some Sequence<Int64>, in source: some PlaceSource) throws -> [OriginCandidate] {
        var candidates: [OriginCandidate] = []
        try source.forEachEntry(ids: ids) { candidates.append(candidate($0)) }
        return candidates
    }

    private static func candidate(_ entry: CatalogEntry) -> OriginCandidate {
        let name = DisplayText.shown(entry.place.name, columns: 40)
        let district = DisplayText.shown(entry.place.district ?? "", columns: 20)
        let noPoint = OriginError(
            .notFound, en: "place \(entry.id) (\(name)) has no point; write latitude,longitude",
            ko: "\(entry.id)번 장소(\(name))에는 좌표가 없습니다. 위도,경도를 쓰세요")
        let location: Result<Coordinate, OriginError> = entry.coordinate.map { .success($0) } ?? .failure(noPoint)
        return OriginCandidate(
            title: district.isEmpty ? name : "\(name), \(district)", spelling: String(entry.id), placeID: entry.id,
            location: location)
    }
}

/// The names of districts. The position of a district is a point well inside its outline.
struct DistrictNames: NamedPlaces {
    let prefix = "district"

    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        // Only a complete catalog has outlines of districts.
        let archive = source as? any PlaceArchive
        let found = try archive?.outlines(meantBy: name) ?? []
        if !found.isEmpty {
            return found.prefix(limit).map { Self.candidate($0.name, .success($0.area.innerPosition)) }
        }
        let known = DistrictName(name)
        guard known.isKnown else { return [] }
        return [Self.candidate(known.text, .failure(Self.missing(known.text, try archive?.knownOutlines())))]
    }

    private static func candidate(_ name: String, _ location: Result<Coordinate, OriginError>) -> OriginCandidate {
        let shown = DisplayText.shown(name, columns: 40)
        return OriginCandidate(title: shown, spelling: "district:\(shown)", location: location)
    }

    func similar(to name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] { [] }

    private static func missing(_ name: String, _ outlines: [DistrictOutline]?) -> OriginError {
        guard let outlines else {
            return OriginError(
                .notFound,
                en:
                    "the outline of \(name) is not on the server; use --db with the path of the catalog file, or write latitude,longitude",
                ko: "\(name) 경계는 서버에 없습니다. --db로 카탈로그 파일을 지정하거나 위도,경도를 쓰세요")
        }
        return outlines.isEmpty
            ? OriginError(
                .notFound,
                en:
                    "the catalog has no outline of \(name); import one with 'geocli layers import FILE.geojson --role districts'",
                ko: "카탈로그에 \(name) 경계가 없습니다. 'geocli layers import FILE.geojson --role districts'로 가져오세요")
            : OriginError(
                .notFound, en: "the imported outlines do not include \(name); list them with 'geocli layers districts'",
                ko: "가져온 자치구 경계에 \(name) 경계가 없습니다. 'geocli layers districts'로 확인하세요")
    }
}
