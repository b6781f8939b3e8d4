internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The landmarks of a map or a picture: small pale dots, with names where there is room.
struct DrawnLandmarks {
    /// A landmark as it is drawn. Records of the same name that are close together become one dot.
    struct Dot: Equatable {
        let name: String
        let englishName: String?
        let coordinate: Coordinate
    }

    /// Maximum number of dots. The landmarks with the most records stay: places where several lines meet.
    static let maximumCount = 500
    /// The distance in meters within which records of the same name become one dot.
    private static let reachMeters = 500.0
    private static let maximumColumns = 30

    /// The dots, ordered by the number of records (the most first), and then by name and position.
    private(set) var dots: [Dot]
    /// The ids of the feeds of the dots, each once, in alphabetical order.
    let feeds: [String]

    /// Takes those landmarks of a catalog whose positions are shown, in O(n + m²): n landmarks, m of them with one
    /// name.
    init(of catalog: some PlaceArchive, where isShown: (Coordinate) -> Bool) throws {
        guard try catalog.landmarkCount() > 0 else {
            self.init([])
            return
        }
        self.init(try catalog.landmarks().filter { $0.coordinate.map(isShown) ?? false })
    }

    /// Returns the same landmarks with their names in a language.
    func named(in language: Language) -> DrawnLandmarks {
        guard language == .english else { return self }
        var named = self
        named.dots = dots.map { Dot(name: $0.englishName ?? $0.name, englishName: nil, coordinate: $0.coordinate) }
        return named
    }

    init(_ landmarks: [Landmark]) {
        var byName: [String: [(dot: Dot, count: Int)]] = [:]
        for landmark in landmarks {
            guard let coordinate = landmark.coordinate else { continue }
            let name = DisplayText.truncated(DisplayText.singleLine(landmark.name), columns: Self.maximumColumns)
            let english = landmark.isStation ? Ground.englishName(ofStation: landmark.name) : nil
            var found = byName[name] ?? []
            // Comparing many landmarks of one name that are far apart would take too long, and no map shows them all.
            guard found.count <= Self.maximumCount else { continue }
            let index = found.firstIndex {
                Geodesic.distanceMeters(from: $0.dot.coordinate, to: coordinate) <= Self.reachMeters
            }
            if let index {
                found[index].count += 1
            } else {
                found.append((Dot(name: name, englishName: english, coordinate: coordinate), 1))
            }
            byName[name] = found
        }
        let ordered = byName.values.joined().sorted { one, other in
            if one.count != other.count { return one.count > other.count }
            if one.dot.name != other.dot.name { return one.dot.name < other.dot.name }
            let (first, second) = (one.dot.coordinate, other.dot.coordinate)
            return (first.latitude, first.longitude) < (second.latitude, second.longitude)
        }
        dots = ordered.prefix(Self.maximumCount).map(\.dot)
        feeds = Set(landmarks.map(\.feed)).sorted()
    }
}
