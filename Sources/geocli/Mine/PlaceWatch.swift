internal import GeocliGeo
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// The state of a remembered place in the present catalog.
struct PlaceStanding {
    enum State: String, CaseIterable {
        /// The place is in the catalog and unchanged.
        case listed
        case moved
        case renamed
        /// The place is no longer in its feed.
        case missing
        /// A person or the source says that the place is closed.
        case closed
        /// Its reference is gone or belongs to another place, but one place has exactly its name and address.
        case followed
        /// Its reference is gone or belongs to another place, and no single place has its name and address.
        case gone
        /// No catalog can be read.
        case unknown
    }

    let state: State
    var entry: CatalogEntry?
    /// The distance between the old and the new point, if the place moved.
    var movedMeters: Double?
    /// The places of the catalog that may be this place, if its reference is gone.
    var candidates: [CatalogEntry] = []

    var words: Words {
        switch state {
        case .listed: Words(en: "listed", ko: "있음")
        case .moved: Words(en: "moved", ko: "이전")
        case .renamed: Words(en: "renamed", ko: "이름 변경")
        case .missing, .closed: entry?.absence ?? Words(en: state.rawValue, ko: state.rawValue)
        case .followed: Words(en: "new reference", ko: "참조 변경")
        case .gone: Words(en: "gone", ko: "사라짐")
        case .unknown: Words(en: "unknown", ko: "알 수 없음")
        }
    }
}

/// Finds remembered places in the catalog.
final class PlaceWatch {
    private let source: (any PlaceSource)?
    private var names: [String: [CatalogEntry]]?
    private var known: [String: PlaceStanding] = [:]

    /// If the old and the new point are closer than this, the point was measured again and the place did not move.
    private static let leastMoveMeters = 30.0
    private static let maximumCandidates = 5

    init(_ source: (any PlaceSource)?) { self.source = source }

    /// Opens the catalog. Without a catalog, records are shown as they were written, and the user is told.
    convenience init(opening common: CommonOptions) {
        do {
            self.init(try common.source())
        } catch let error as any ExplainedError {
            common.note(
                en: "the catalog can't be read, so the current state of your places is unknown: \(error.words.en)",
                ko: "카탈로그를 읽을 수 없어 장소의 현재 상태를 알 수 없습니다: \(error.words.ko)")
            self.init(nil)
        } catch {
            self.init(nil)
        }
    }

    /// Returns the present state of a place.
    ///
    /// A source may give one shop's reference to another shop. So the place that has the reference now is the
    /// remembered place only if it still has the remembered name or address.
    func standing(of place: MinePlace) throws -> PlaceStanding {
        guard let source else { return PlaceStanding(state: .unknown) }
        let words = [place.ref ?? "", place.name, place.address ?? "", Self.point(place.coordinate)]
        let key = words.joined(separator: "\n")
        if let standing = known[key] { return standing }
        let standing = try found(place, in: source)
        known[key] = standing
        return standing
    }

    func lists(ref: String) throws -> Bool { try source?.id(ref: ref) != nil }

    /// Returns a text that is the same for all records of one place: its present reference. If the catalog does not
    /// have the place, the text consists of the remembered values.
    func identity(of place: MinePlace) throws -> String {
        let standing = try standing(of: place)
        if let entry = standing.entry { return entry.ref }
        return standing.state == .unknown ? place.key : Self.key(place)
    }

    static func key(_ place: MinePlace) -> String { "\(place.key)\n\(place.name)\n\(place.address ?? "")" }

    private func found(_ place: MinePlace, in source: some PlaceSource) throws -> PlaceStanding {
        let entry = try place.ref.flatMap { try source.id(ref: $0) }.map { try source.entry(id: $0) }
        let differences = entry.map { Self.differences(place, $0) } ?? []
        if let entry, differences.isEmpty { return Self.standing(place, entry) }
        let named = try named(place.name, in: source)
        var same = named.filter { place.address != nil && $0.place.address == place.address }
        guard let entry else {
            if same.count == 1 { return PlaceStanding(state: .followed, entry: same[0]) }
            return Self.gone(named)
        }
        let isAnother = differences.count == 2
        if !isAnother {
            // This shop has moved or has a new name, unless its own feed lists the remembered name and address under a
            // different reference. In that case the feed has given its shops new references.
            same = same.filter { Self.feed($0.ref) == Self.feed(entry.ref) }
        }
        if same.count == 1, same[0].id != entry.id { return PlaceStanding(state: .followed, entry: same[0]) }
        return isAnother ? Self.gone(named) : Self.standing(place, entry)
    }

    private static func gone(_ named: [CatalogEntry]) -> PlaceStanding {
        PlaceStanding(state: .gone, candidates: Array(named.prefix(maximumCandidates)))
    }

    private static func feed(_ ref: String) -> Substring { ref.prefix { $0 != "/" } }

    private static func point(_ point: Coordinate?) -> String { point.map { "\($0.latitude),\($0.longitude)" } ?? "" }

    private enum Difference { case name, address }

    /// Returns how the place that has the reference now differs from the remembered place. Spelling does not count. If
    /// one of the addresses is not known, the points are compared instead.
    private static func differences(_ place: MinePlace, _ entry: CatalogEntry) -> [Difference] {
        func squeezed(_ text: String) -> String { Folding.squeezed(Folding.folded(text)) }
        var differences: [Difference] = []
        if squeezed(entry.place.name) != squeezed(place.name) { differences.append(.name) }
        if let before = place.address, let now = entry.place.address {
            if squeezed(before) != squeezed(now) { differences.append(.address) }
        } else if let before = place.coordinate, let now = entry.coordinate {
            if Geodesic.distanceMeters(from: before, to: now) > leastMoveMeters { differences.append(.address) }
        }
        return differences
    }

    private static func standing(_ place: MinePlace, _ entry: CatalogEntry) -> PlaceStanding {
        var standing = PlaceStanding(state: .listed, entry: entry)
        if let before = place.coordinate, let now = entry.coordinate {
            let meters = Geodesic.distanceMeters(from: before, to: now)
            if meters > leastMoveMeters { standing.movedMeters = meters }
        }
        let state: PlaceStanding.State =
            entry.closedOn != nil
            ? .closed
            : entry.missingRuns > 0
                ? .missing
                : standing.movedMeters != nil ? .moved : entry.place.name != place.name ? .renamed : .listed
        return PlaceStanding(state: state, entry: entry, movedMeters: standing.movedMeters)
    }

    /// Returns the places with this name. The first call reads all places once. This function is not
    /// called if the catalog still has every remembered place, unchanged, under its remembered reference.
    private func named(_ name: String, in source: some PlaceSource) throws -> [CatalogEntry] {
        if names == nil {
            var found: [String: [CatalogEntry]] = [:]
            var filter = PlaceFilter()
            filter.includesClosed = true
            try source.forEachRow(filter, limit: nil) { row in
                let entry = row.entry
                found[entry.place.name, default: []].append(entry)
            }
            names = found
        }
        return names?[name] ?? []
    }

    static func tell(_ found: [(place: MinePlace, standing: PlaceStanding)], _ common: CommonOptions) {
        var seen: Set<String> = []
        for (place, standing) in found where seen.insert("\(place.key)\n\(place.name)").inserted {
            switch (standing.state, standing.entry) {
            case (.followed, let entry?):
                let ref = DisplayText.singleLine(entry.ref)
                common.note(
                    en: "\(place.told.en) is now \(ref), which has the same name and address",
                    ko: "\(place.told.ko)의 참조가 \(ref)\(.by) 바뀌었습니다. 이름과 주소는 그대로입니다")
            case (.gone, _) where place.ref != nil:
                let list = standing.candidates.map { entry in
                    let district = entry.place.district.map { ", \(DisplayText.singleLine($0))" } ?? ""
                    return "\(entry.id) (\(DisplayText.singleLine(entry.place.name))\(district))"
                }.joined(separator: ", ")
                Console.note(
                    list.isEmpty
                        ? Words(
                            en: "the catalog no longer has \(place.told.en)",
                            ko: "카탈로그에 \(place.told.ko) 장소가 더 이상 없습니다")
                        : Words(
                            en:
                                "the catalog no longer has \(place.told.en); if the place is now one of \(list), mark that one, or edit the note with --place",
                            ko:
                                "카탈로그에 \(place.told.ko) 장소가 더 이상 없습니다. \(list) 가운데 하나가 같은 장소라면 그곳을 표시하거나 --place로 기록을 고치세요"
                        ),
                    isQuiet: common.quiet)
            default: break
            }
        }
    }
}
