internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

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
    ///
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

    /// A description for people: the name and the lines of the place.
    var title: String {
        let name = DisplayText.shown(middle.name, columns: 40)
        let lines = DisplayText.shown(lines.joined(separator: "·"), columns: 40)
        return lines.isEmpty ? name : "\(name), \(lines)"
    }
}
