internal import GeocliGeo
internal import GeocliPlaces
internal import Testing

@testable internal import GeocliQuery

/// Records without a point among records of one name.
@Suite struct LandmarkGroupTests {
    private func record(
        _ id: String, line: String?, longitude: Double? = nil, feed: String = "one", name: String = "신촌"
    ) -> Landmark {
        Landmark(
            feed: feed, feedID: id, name: name, kind: .station, line: line,
            coordinate: longitude.map { Coordinate(uncheckedLongitude: $0, latitude: 37.5) })
    }

    private func places(_ records: [Landmark]) -> [String] {
        LandmarkGroup.groups(of: records).map { $0.records.map(\.ref).joined(separator: " ") }
    }

    @Test func aRecordWithoutAPointIsAPlaceOfItsOwn() {
        let located = record("1", line: "2호선", longitude: 127)
        #expect(places([record("2", line: "5호선"), located]) == ["one/1", "one/2"])
        #expect(places([located, record("2", line: nil)]) == ["one/1", "one/2"])
        #expect(places([located, record("2", line: "2호선", name: "신촌(지하)")]) == ["one/1", "one/2"])
        #expect(places([located, record("0", line: "2호선", feed: "another")]) == ["one/1", "another/0"])
        #expect(places([record("1", line: nil, longitude: 127), record("2", line: nil)]) == ["one/1", "one/2"])
        #expect(
            places([record("1", line: "2호선"), record("2", line: nil), record("3", line: nil)]) == [
                "one/1 one/2 one/3"
            ])
    }

    @Test func aRecordOfTheSameLineWithoutAPointIsTheSamePlace() {
        let located = [record("2", line: "2호선", longitude: 127), record("3", line: "5호선", longitude: 127.001)]
        #expect(places(located + [record("1", line: "5호선")]) == ["one/1 one/2 one/3"])
        // Which of two places it is, nothing says.
        let far = record("4", line: "5호선", longitude: 127.1)
        #expect(places(located + [far, record("1", line: "5호선")]) == ["one/2 one/3", "one/4", "one/1"])
    }

    @Test func theSameIsTrueForMoreRecordsThanAreCompared() {
        let many = (100..<450).map { record("\($0)", line: "\($0)호선", longitude: 127) }
        let found = places(many + [record("500", line: "120호선"), record("501", line: "9호선")])
        #expect(found.count == 351 && found[20] == "one/120 one/500" && found.last == "one/501")
    }
}
