import TestSupport
import Testing

/// A damaged catalog whose index holds a place that has no row: the others keep their own distances.
@Suite struct LostRowTests {
    @Test func aPlaceWithoutARowIsLeftOutAndShiftsNoOther() throws {
        let place = try Workplace.sample.get().copy()
        try place.write(
            "latitude,longitude\n" + String(repeating: "37.5663,126.9779\n", count: 20), to: "points.csv")
        let lines = [
            "near 37.5663,126.9779 -k 6 --format csv --fields id,distance_m",
            "near --from points.csv -k 6 --format csv --fields id,distance_m -q",
            "near 37.5663,126.9779 -k 6 --sort name --format csv --fields id,distance_m",
        ]
        let before = try lines.map { try place.succeed($0).text.split(separator: "\n") }
        let lost = try #require(before[0].dropFirst(2).first)
        let id = lost.prefix { $0 != "," }
        #expect(try place.shell("sqlite3 catalog.sqlite 'DELETE FROM place WHERE id = \(id)'").status == 0)
        for (line, former) in zip(lines, before) {
            let now = try place.succeed(line).text.split(separator: "\n")
            #expect(now == former.filter { $0 != lost }, "\(line)")
            #expect(now.count < former.count)
        }
    }
}
