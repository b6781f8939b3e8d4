internal import TestSupport
internal import Testing

@testable internal import GeocliGeo

/// Removing and adding positions, compared with an index that is written anew.
@Suite struct PageUpdateTests {
    private func sorted(_ points: [PagedPoint]) -> [PagedPoint] { points.sorted { $0.id < $1.id } }

    private func search(_ book: PageBook, _ origin: Coordinate) throws -> [IndexedNeighbor] {
        var search = PageSearch()
        try search.nearest(to: origin, in: book, count: 10)
        return search.neighbors
    }

    @Test(arguments: [1, 2] as [UInt64]) func aChangedIndexAnswersAsANewOne(seed: UInt64) throws {
        var draws = IndexDraws(seed: seed)
        var points = PagedPoint.all(seed % 2 == 0 ? draws.city(3000) : draws.world(3000) + draws.awkward(50))
        let book = try PageBook(points)
        var nextID = Int64(points.count) + 1
        var writesAgain = 0
        for round in 0..<30 {
            var stale: Set<Int64> = []
            var fresh: [PagedPoint] = []
            for _ in 0..<draws.integer(in: 0...60) {
                let index = draws.integer(in: 0...points.count - 1)
                guard stale.insert(points[index].id).inserted else { continue }
                // A third vanishes, a third moves, a third gets other traits.
                if round % 3 == 0 {
                    points[index].traits = -1
                } else {
                    points[index].traits += 1
                    if round % 3 == 1 { points[index].longitude = draws.coordinate().longitude }
                    fresh.append(points[index])
                }
            }
            points.removeAll { $0.traits == -1 }
            for _ in 0..<draws.integer(in: 0...40) {
                let place = round == 20 ? points[0].coordinate : draws.coordinate()
                let new = PagedPoint(id: nextID, longitude: place.longitude, latitude: place.latitude, traits: 5)
                nextID += 1
                points.append(new)
                fresh.append(new)
            }
            let isDone = try PageUpdate.run(in: book, adding: fresh, removing: stale.contains) {
                #expect(book.pages[$0] != nil, "no page is new")
                book.pages[$0] = [UInt8]($1)
            }
            if !isDone {
                writesAgain += 1
                let next = try PageBook()
                next.pages = [:]
                var writer = PageWriter { next.pages[$0] = [UInt8]($1) }
                try PageUpdate.write(again: book, adding: fresh, removing: stale.contains, into: &writer)
                book.pages = next.pages
            }
            #expect(try sorted(book.points()) == sorted(points), "seed \(seed), round \(round)")
            let new = try PageBook(points)
            for origin in [draws.coordinate(), points[draws.integer(in: 0...points.count - 1)].coordinate] {
                #expect(
                    try search(book, origin).map(\.index) == search(new, origin).map(\.index),
                    "seed \(seed), round \(round), \(origin)")
            }
        }
        #expect(writesAgain < 30)
    }

    @Test func onlyPagesThatChangeAreWritten() throws {
        var draws = IndexDraws(seed: 5)
        let points = PagedPoint.all(draws.city(5000))
        let book = try PageBook(points)
        var written: [Int64] = []
        _ = try PageUpdate.run(in: book, adding: [], removing: { $0 == 7 }) { number, _ in written.append(number) }
        // One leaf, and the root above it.
        #expect(written.count == 2 && written.last == 1)
    }

    @Test func anEmptyIndexTakesPositionsAndGivesThemBack() throws {
        let book = try PageBook()
        let point = PagedPoint(id: 9, longitude: 127, latitude: 37.5, traits: 0)
        let isDone = try PageUpdate.run(in: book, adding: [point], removing: { _ in false }) {
            book.pages[$0] = [UInt8]($1)
        }
        #expect(try isDone && book.points() == [point])
        _ = try PageUpdate.run(in: book, adding: [], removing: { $0 == 9 }) { book.pages[$0] = [UInt8]($1) }
        #expect(try book.points().isEmpty && search(book, point.coordinate).isEmpty)
    }

    @Test func leavesWhosePositionsAreAllGoneStayAndFillAgain() throws {
        var draws = IndexDraws(seed: 6)
        let points = PagedPoint.all(draws.city(1000))
        let book = try PageBook(points)
        _ = try PageUpdate.run(in: book, adding: [], removing: { _ in true }) { book.pages[$0] = [UInt8]($1) }
        #expect(try book.points().isEmpty && search(book, points[0].coordinate).isEmpty)
        let few = Array(points.prefix(100))
        let isDone = try PageUpdate.run(in: book, adding: few, removing: { _ in false }) {
            book.pages[$0] = [UInt8]($1)
        }
        #expect(try isDone && sorted(book.points()) == few)
        #expect(try search(book, points[3].coordinate).first?.index == 4)
    }

    @Test func aFullLeafSaysSo() throws {
        let place = Coordinate(uncheckedLongitude: 127, latitude: 37.5)
        let book = try PageBook(PagedPoint.all([Coordinate](repeating: place, count: 120)))
        let more = (1000..<1130).map { PagedPoint(id: $0, longitude: 127, latitude: 37.5, traits: 0) }
        #expect(try !PageUpdate.run(in: book, adding: more, removing: { _ in false }) { _, _ in })
    }
}
