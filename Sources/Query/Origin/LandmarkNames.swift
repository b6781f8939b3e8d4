internal import GeocliGeo
package import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The names of landmarks: stations, with or without 역, alone or with their line or their number.
struct LandmarkNames: NamedPlaces {
    let prefix = "station"
    let otherPrefixes = ["landmark"]

    /// Maximum number of records with one name; real stations have at most a dozen.
    private static let maximumRecords = 1000
    /// Maximum number of characters in a text that is tried as a name and a line without a blank between them.
    private static let longestText = 60
    private static let maximumNames = 20_000

    /// A text that ends in 역 means a station, even if a place has the same name.
    func decides(_ name: String) -> Bool {
        let key = LandmarkKeys.key(of: name) ?? ""
        return key.hasSuffix(LandmarkKeys.stationEnding) && key != LandmarkKeys.stationEnding
    }

    func named(_ name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        let groups = LandmarkGroup.groups(of: try records(name, in: source))
        return try groups.prefix(limit).map { try candidate($0, in: source) }
    }

    func similar(to name: String, limit: Int, in source: some PlaceSource) throws -> [OriginCandidate] {
        guard let key = LandmarkKeys.key(of: name) else { return [] }
        var found = try source.landmarks(keyPrefix: key, limit: 4 * limit)
        if found.isEmpty { found = try longestStart(of: key, in: source) }
        if found.isEmpty {
            let names = try source.landmarkNames(limit: Self.maximumNames)
            let plain = LandmarkKeys.withoutEnding(key)
            for near in Spelling.near(plain, among: names.map(LandmarkKeys.withoutEnding), limit: limit) {
                found += try records(near, in: source)
            }
        }
        var names: [String] = []
        for landmark in found where !names.contains(landmark.name) { names.append(landmark.name) }
        let groups = names.flatMap { name in LandmarkGroup.groups(of: found.filter { $0.name == name }) }
        return try groups.prefix(limit).map { try candidate($0, in: source) }
    }

    func missing(_ name: String, isChosen: Bool, in source: some PlaceSource) throws -> OriginError? {
        guard isChosen || decides(name) else { return nil }
        try source.requireLandmarks()
        if try source.landmarkCount() > 0 {
            let isGround = try source.landmarks(keyPrefix: "", limit: 1).first?.feed == Ground.stationFeed
            guard try isGround && similar(to: name, limit: 1, in: source).isEmpty else { return nil }
            return OriginError(
                .notFound,
                en:
                    "the program has only well-known stations, and not this one; get all with 'geocli ingest --feed seoul-stations', or write latitude,longitude",
                ko:
                    "프로그램에는 주요 역만 들어 있고 이 역은 없습니다. 'geocli ingest --feed seoul-stations'로 모든 역을 수집하거나 위도,경도를 쓰세요"
            )
        }
        return OriginError(
            .notFound,
            en:
                "the catalog has no stations; ingest them with 'geocli ingest --feed seoul-stations', or write latitude,longitude",
            ko: "카탈로그에 역이 없습니다. 'geocli ingest --feed seoul-stations'로 수집하거나 위도,경도를 쓰세요")
    }

    // MARK: Records

    /// Returns the records that a text means: by reference, by id, by name, or by a name with its line or id.
    private func records(_ text: String, in archive: any LandmarkSource) throws -> [Landmark] {
        let trimmed = text.trimmingBlanks()
        if let slash = trimmed.firstIndex(of: "/") {
            let feedID = String(trimmed[slash...].dropFirst())
            let found = try archive.landmarks(feedID: feedID).filter { $0.ref == trimmed }
            if !found.isEmpty { return found }
        }
        var found = try archive.landmarks(feedID: trimmed)
        guard let key = LandmarkKeys.key(of: trimmed) else { return found }
        found += try Self.landmarks(key: key, in: archive)
        if found.isEmpty { found = try withLine(key, in: archive) }
        return found.reduce(into: []) { all, one in if !all.contains(one) { all.append(one) } }
    }

    /// Returns the records that have this key. A feed may lack the other names of a station, such as Hongik Univ. and
    /// 홍대, but the program's own stations have them.
    private static func landmarks(key: String, in archive: any LandmarkSource) throws -> [Landmark] {
        let found = try archive.landmarks(key: key, limit: maximumRecords)
        guard found.isEmpty, let name = Ground.stationNames[key] else { return found }
        return try archive.landmarks(key: name, limit: maximumRecords).filter(\.isStation)
    }

    /// Returns the records whose name and line, or name and id, make up the text, in either order.
    private func withLine(_ key: String, in archive: any LandmarkSource) throws -> [Landmark] {
        let letters = Array(key.unicodeScalars)
        // In a catalog without landmarks, the queries below are skipped.
        guard letters.count <= Self.longestText, try !archive.landmarks(keyPrefix: "", limit: 1).isEmpty else {
            return []
        }
        func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: part)
            return String(text)
        }
        var found: [Landmark] = []
        for middle in letters.indices.dropFirst() {
            let (first, last) = (text(letters[..<middle]), text(letters[middle...]))
            for (name, line) in [(first, last), (last, first)] {
                found += try Self.landmarks(key: name, in: archive).filter { record in
                    LandmarkKeys.key(of: record.feedID) == line
                        || record.line.map { LandmarkLine.forms(of: $0).contains(line) } ?? false
                }
            }
        }
        return found
    }

    /// Returns the records of the longest name at the start of a text, such as 홍대입구역 in 홍대입구역 2번 출구.
    private func longestStart(of key: String, in archive: any LandmarkSource) throws -> [Landmark] {
        var start = String(key.unicodeScalars.prefix(Self.longestText))
        while start.unicodeScalars.count > 2 {
            start.unicodeScalars.removeLast()
            let found = try archive.landmarks(key: start, limit: Self.maximumRecords)
            if !found.isEmpty { return found }
        }
        return []
    }

    // MARK: Candidates

    private func candidate(_ group: LandmarkGroup, in archive: any LandmarkSource) throws -> OriginCandidate {
        let noPoint = OriginError(
            .notFound, en: "\(group.title): the landmark has no point; write latitude,longitude",
            ko: "\(group.title): 기준점에 좌표가 없습니다. 위도,경도를 쓰세요")
        return OriginCandidate(
            title: group.title, spelling: try spelling(of: group, in: archive),
            location: group.middle.coordinate.map { .success($0) } ?? .failure(noPoint))
    }

    /// A text that means only this place: the number of its middle record, else its name and line, else its reference.
    private func spelling(of group: LandmarkGroup, in archive: any LandmarkSource) throws -> String {
        let middle = group.middle
        let isPlain =
            middle.feedID.utf8.count <= 12
            && middle.feedID.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-")
            }
        if isPlain, try means(middle.feedID, middle, in: archive) { return "\(prefix):\(middle.feedID)" }
        if let line = middle.line {
            let text = DisplayText.singleLine("\(middle.name) \(line)")
            if text.utf8.count <= 60, try means(text, middle, in: archive) { return "\"\(prefix):\(text)\"" }
        }
        return "\(prefix):\(DisplayText.shown(middle.ref, columns: 60))"
    }

    /// Returns whether a text means exactly one place and this record is a part of that place.
    func means(_ text: String, _ record: Landmark, in archive: any LandmarkSource) throws -> Bool {
        let groups = LandmarkGroup.groups(of: try records(text, in: archive))
        return groups.count == 1 && groups[0].records.contains(record)
    }
}

/// A spelling of a landmark that begins with a typed text, for completions.
package struct LandmarkSpellings: Sendable, Equatable {
    package let text: String
    /// The lines of the place; nil if it has none.
    package let note: String?

    /// Returns at most `limit` spellings that begin with `prefix`, ordered by name. Stations are written with 역, and
    /// with the line if several places have the same name.
    /// - Complexity: O(log n + limit), n landmarks.
    package static func beginning(
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

/// One place that several records of landmarks describe, such as a station with a record for each line.
struct LandmarkGroup {
    /// The maximum distance between two neighboring records of one place, in meters.
    static let reachMeters = 300.0
    /// The maximum distance of a record from the place's point, in meters. A longer chain of records is not one place.
    static let maximumSpreadMeters = 500.0
    /// The maximum number of records that are compared. If there are more, each record is a place of its own.
    private static let maximumRecords = 300

    /// The records, ordered by feed and id.
    let records: [Landmark]
    /// The record that gives the place its point.
    let middle: Landmark

    /// Returns the places that these records describe, each record in one of them.
    ///
    /// Records that are at most `reachMeters` apart are one place. A chain of such records is also one place; 서울역 is a
    /// chain of 510 m. The point of the place is the point of its middle record: the record with the smallest distance
    /// to the record that is farthest from it. If this distance is equal for several records, the middle record is the
    /// first of them by feed and id. There are two exceptions in which each record is a place of its own: a chain with
    /// a record more than `maximumSpreadMeters` from that point, and a chain in which two records of one line are more
    /// than `reachMeters` apart.
    /// - Edges: a record without a point is part of the place that has another record with the same feed, name and
    ///   line. If no place has such a record, if several have one, or if the record has no line, the record is a place
    ///   of its own, because it may be anywhere. If no record has a point, all records are one place.
    /// - Complexity: O(n²), n records.
    static func groups(of records: [Landmark]) -> [LandmarkGroup] {
        let records = ordered(records)
        var located = records.filter { $0.coordinate != nil }
        let others = records.filter { $0.coordinate == nil }
        guard !located.isEmpty else { return others.first.map { [LandmarkGroup(records: others, middle: $0)] } ?? [] }
        var groups: [LandmarkGroup] = []
        if located.count > maximumRecords {
            groups = located.map { LandmarkGroup(records: [$0], middle: $0) }
            located = []
        }
        while let first = located.first {
            var chain = [first]
            located.removeFirst()
            var next = 0
            while next < chain.count {
                let near = located.filter { meters($0, chain[next]) <= reachMeters }
                located.removeAll { record in near.contains { $0.ref == record.ref } }
                chain += near
                next += 1
            }
            groups += places(in: ordered(chain))
        }
        return adding(others, to: groups)
    }

    /// Adds records without a point to places that have a point.
    private static func adding(_ others: [Landmark], to located: [LandmarkGroup]) -> [LandmarkGroup] {
        var groups = located
        var alone: [LandmarkGroup] = []
        for record in others {
            let same = located.indices.filter { index in
                located[index].records.contains {
                    record.line != nil && ($0.feed, $0.name, $0.line) == (record.feed, record.name, record.line)
                }
            }
            if same.count == 1 {
                let group = groups[same[0]]
                groups[same[0]] = LandmarkGroup(records: ordered(group.records + [record]), middle: group.middle)
            } else {
                alone.append(LandmarkGroup(records: [record], middle: record))
            }
        }
        return groups + alone
    }

    private static func ordered(_ records: [Landmark]) -> [Landmark] {
        records.sorted { ($0.feed, $0.feedID) < ($1.feed, $1.feedID) }
    }

    /// Returns a chain of records as one place or, in the two exceptions of `groups`, each record as a place.
    private static func places(in chain: [Landmark]) -> [LandmarkGroup] {
        let spreads = chain.map { one in chain.map { meters(one, $0) }.max() ?? 0 }
        guard let least = spreads.min(), let index = spreads.firstIndex(of: least) else { return [] }
        let isTorn = chain.contains { one in
            chain.contains { one.line != nil && one.line == $0.line && meters(one, $0) > reachMeters }
        }
        guard least <= maximumSpreadMeters, !isTorn else {
            return chain.map { LandmarkGroup(records: [$0], middle: $0) }
        }
        return [LandmarkGroup(records: chain, middle: chain[index])]
    }

    private static func meters(_ one: Landmark, _ other: Landmark) -> Double {
        guard let from = one.coordinate, let to = other.coordinate else { return .infinity }
        return Geodesic.distanceMeters(from: from, to: to)
    }

    /// The lines of the records, each once, in the order of the records.
    var lines: [String] {
        records.compactMap(\.line).reduce(into: []) { lines, line in if !lines.contains(line) { lines.append(line) } }
    }

    var title: String {
        let name = DisplayText.shown(middle.name, columns: 40)
        let lines = DisplayText.shown(lines.joined(separator: "·"), columns: 40)
        return lines.isEmpty ? name : "\(name), \(lines)"
    }
}
