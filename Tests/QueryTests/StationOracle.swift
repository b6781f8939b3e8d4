internal import Foundation

/// The stations of a file, and what a typed text may mean: a definition by brute force that shares no code with the
/// program, with distances on a sphere.
struct StationOracle {
    struct Station {
        let id: String
        let name: String
        let line: String
        let latitude: Double
        let longitude: Double
    }

    let stations: [Station]
    /// The stations by each name that means them.
    private let byName: [String: [Station]]

    init(stations: [Station]) {
        self.stations = stations
        var byName: [String: [Station]] = [:]
        for station in stations {
            let names = Self.parts(station.name) + [station.name.replacing("역(", with: "(")]
            for name in Set(names.map(Self.plain)) { byName[name, default: []].append(station) }
        }
        self.byName = byName
    }

    /// The name without blanks and signs, in one width and case, without 역 at its end.
    static func plain(_ text: String) -> String {
        let one = text.precomposedStringWithCompatibilityMapping.lowercased()
        var letters = String(one.unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) }.map(Character.init))
        if letters.count > 1, letters.last == "역" { letters.removeLast() }
        return letters
    }

    /// The parts by which a name is known: the whole, the part before the bracket, the part in it.
    static func parts(_ name: String) -> [String] {
        guard let open = name.firstIndex(of: "("), let close = name.firstIndex(of: ")") else { return [name] }
        let after = name[close...].dropFirst()
        return [name, String(name[..<open] + after), String(name[open..<close].dropFirst())]
    }

    /// The stations that a name without a line may mean.
    func meant(by text: String) -> [Station] {
        byName[Self.plain(text)] ?? []
    }

    static func meters(_ one: Station, _ latitude: Double, _ longitude: Double) -> Double {
        let (a, b) = (one.latitude * .pi / 180, latitude * .pi / 180)
        let (dy, dx) = (b - a, (longitude - one.longitude) * .pi / 180)
        let h = pow(sin(dy / 2), 2) + cos(a) * cos(b) * pow(sin(dx / 2), 2)
        return 2 * 6_371_000 * asin(min(1, h.squareRoot()))
    }

    /// The number of places that these stations are, if stations at most 300 m apart are one.
    static func placeCount(_ stations: [Station]) -> Int {
        var group = Array(stations.indices)
        for i in stations.indices {
            for j in stations.indices
            where i < j && meters(stations[i], stations[j].latitude, stations[j].longitude) <= 300 {
                let (from, to) = (group[j], group[i])
                for k in group.indices where group[k] == from { group[k] = to }
            }
        }
        return Set(group).count
    }
}
