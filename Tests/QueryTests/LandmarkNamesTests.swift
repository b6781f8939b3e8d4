internal import Foundation
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import TestSupport
internal import Testing

@testable internal import GeocliIngest
@testable internal import GeocliQuery

/// The real stations of Seoul and of the country, by every name under which people know them.
@Suite(.enabled(if: StationFiles.folder != nil)) struct LandmarkNamesTests {
    /// What became of a text.
    private enum Answer {
        case at(Coordinate)
        case refused(String)
    }

    private func answer(_ text: String, _ catalog: Catalog) throws -> Answer {
        do {
            return .at(try OriginFinder.origin(OriginName(text), in: catalog).coordinate)
        } catch let error as OriginError {
            return .refused(error.words.en)
        }
    }

    /// The ways in which people type a name.
    private static func typed(_ name: String) -> [String] {
        let bare = name.hasSuffix("역") ? String(name.dropLast()) : name
        let parts = StationOracle.parts(bare).filter { !$0.hasSuffix("역") && !$0.hasSuffix("선") }
        let names = Set(parts.flatMap { [$0, $0 + "역", $0 + " 역"] } + [name])
        return names.sorted().flatMap { name in
            [
                name, " \(name) ", name.map(String.init).joined(separator: " "),
                name.decomposedStringWithCanonicalMapping, name.replacing("(", with: "（").replacing(")", with: "）"),
                name.replacing(".", with: "·"), name.replacing("(", with: " ("), name.lowercased(), "station:\(name)",
            ]
        }
    }

    /// Asks for every station in every way, and counts the texts that lead to it and that are refused with it among the
    /// candidates.
    private func ask(
        _ oracle: StationOracle, _ catalog: Catalog, isStrict: Bool = true
    ) throws -> (
        right: Int, refused: Int, names: Set<String>
    ) {
        var (right, refused) = (0, 0)
        var names: Set<String> = []
        var known: [String: Answer] = [:]
        for station in oracle.stations {
            for text in Self.typed(station.name) where !text.trimmingCharacters(in: .whitespaces).allSatisfy(\.isNumber)
            {
                let found = try known[text] ?? answer(text, catalog)
                known[text] = found
                let meant = oracle.meant(by: text.replacing("station:", with: ""))
                #expect(!isStrict || meant.contains { $0.id == station.id }, "\(text) \(station)")
                switch found {
                case .at(let point):
                    // Never another place: the point is near every station that the text may mean.
                    for one in meant {
                        let meters = StationOracle.meters(one, point.latitude, point.longitude)
                        #expect(meters < 510, "\(text) is \(meters) m from \(one)")
                    }
                    #expect(StationOracle.placeCount(meant) == 1, "\(text)")
                    right += 1
                case .refused(let words):
                    refused += 1
                    // The bracket of 수원(분당)역 is no place of its own.
                    guard isStrict else { continue }
                    #expect(words.contains(" places are called "), "\(text): \(words)")
                    // 마포 is a district, too.
                    if !words.contains("district:") { names.insert(station.name) }
                    // One of the spellings in the message leads to this station.
                    let spellings = words.matches(of: /("station:[^"]*"|station:\S+) \(/).map { String($0.output.1) }
                    let reached = try spellings.contains { spelling in
                        guard case .at(let point) = try answer(spelling.replacing("\"", with: ""), catalog) else {
                            return false
                        }
                        return StationOracle.meters(station, point.latitude, point.longitude) < 510
                    }
                    #expect(reached || words.contains("more than 10"), "\(text): \(words)")
                }
            }
        }
        return (right, refused, names)
    }

    /// Asks for every station by its name and line, and by its number.
    private func askByLine(_ oracle: StationOracle, _ catalog: Catalog) throws -> (right: Int, refused: Int) {
        var (right, refused) = (0, 0)
        for station in oracle.stations {
            let texts = [
                "\(station.line) \(station.name)",
                "\(station.name.hasSuffix("역") ? station.name : station.name + "역") \(station.line)",
                "\(station.name)\(station.line)",
            ]
            for text in texts + ["station:\(station.id)", "\(station.name) \(station.id)"] {
                switch try answer(text, catalog) {
                case .at(let point):
                    let meters = StationOracle.meters(station, point.latitude, point.longitude)
                    #expect(meters < 510, "\(text) is \(meters) m from \(station)")
                    right += 1
                case .refused(let words):
                    #expect(words.contains(" places are called "), "\(text): \(words)")
                    refused += 1
                }
            }
        }
        return (right, refused)
    }

    @Test func the786StationsOfSeoul() throws {
        let (oracle, fixture) = try StationFiles.master()
        #expect(oracle.stations.count == 786)
        let found = try ask(oracle, fixture.catalog)
        print("786: right \(found.right), refused \(found.refused)")
        #expect(Set(oracle.stations.map(\.name)).count == 652)
        // 신사 is also the name in the bracket of 새절(신사), 13 km away.
        #expect(
            found.names == ["신당", "신촌", "양평", "운정", "잠실(송파구청)", "청량리(서울시립대입구)", "신사", "새절(신사)"])
        for start in Set(oracle.stations.map { String($0.name.prefix(2)) }) {
            let offered = try LandmarkSpellings.beginning(with: start, limit: 50, in: fixture.catalog).map(\.text)
            #expect(Set(offered).count == offered.count, "offered twice: \(offered)")
            for text in offered {
                if case .refused(let words) = try answer(text, fixture.catalog) { Issue.record("\(text): \(words)") }
            }
        }
        let byLine = try askByLine(oracle, fixture.catalog)
        print("786 by line: \(byLine)")
        #expect(byLine.refused == 0)
    }

    @Test func the909RowsOfTheFile() throws {
        let (oracle, fixture) = try StationFiles.file909()
        #expect(oracle.stations.count == 909)
        let found = try ask(oracle, fixture.catalog)
        print("909: \(found)")
        #expect(found.names.isSubset(of: ["신촌", "양평", "운정", "신사", "새절(신사)"]))
    }

    @Test func the1015RowsOfTheCountry() throws {
        let (oracle, fixture) = try StationFiles.national()
        #expect(oracle.stations.count > 900)
        let found = try ask(oracle, fixture.catalog, isStrict: false)
        print("1015: \(oracle.stations.count) rows, \(found)")
        #expect(found.right > 3 * found.refused)
    }
}
