internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import SampleFeed
internal import Testing

@testable internal import GeocliQuery

@Suite struct ClusterQueryTests {
    private func query(
        _ fixture: CatalogFixture, _ filter: PlaceFilter = PlaceFilter(), _ options: CollisionOptions
    ) throws -> ClusterQuery<CatalogEntry> {
        let template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        var members: [ClusterQuery<CatalogEntry>.Member] = []
        try fixture.catalog.forEachEntry(filter, limit: nil) { entry in
            guard let coordinate = entry.coordinate else { return }
            var marker = template
            marker.id = .integer(entry.id)
            marker.coordinate = coordinate
            members.append(ClusterQuery.Member(item: entry, marker: marker, kind: entry.place.kind))
        }
        return try ClusterQuery(members, options: options)
    }

    private func rows(
        _ query: ClusterQuery<CatalogEntry>, zoom: Double, hidden: Bool, in box: BoundingBox? = nil
    ) throws -> [ClusterRow<CatalogEntry>] {
        var rows: [ClusterRow<CatalogEntry>] = []
        try query.forEachRow(zoom: zoom, includesHidden: hidden, in: box) { rows.append($0) }
        return rows
    }

    private func sample() throws -> CatalogFixture {
        try CatalogFixture(pages: [SampleFeed.bundled.page(0)], feed: .seoulBookstores)
    }

    @Test(arguments: [CollisionOptions.Mode.faithful, .stable])
    func countsSumToThePlacesThatTakePart(mode: CollisionOptions.Mode) throws {
        let fixture = try sample()
        let all = try fixture.all()
        var options = CollisionOptions()
        options.mode = mode
        let query = try query(fixture, PlaceFilter(), options)
        for zoom in 0...22 {
            let visible = try rows(query, zoom: Double(zoom), hidden: false)
            #expect(visible.reduce(0) { $0 + $1.pointCount } == all.count { $0.coordinate != nil }, "zoom \(zoom)")
            for kind in Kind.bookstoreKinds {
                let counted = visible.reduce(0) { $0 + ($1.kinds[kind] ?? 0) }
                #expect(counted == all.count { $0.coordinate != nil && $0.place.kind == kind }, "zoom \(zoom)")
            }
        }
    }

    private func text(_ row: ClusterRow<CatalogEntry>) -> String {
        let kinds = row.kinds.map { "\($0.key) \($0.value)" }.sorted()
        return "\(row.item) \(row.id) \(row.coordinate) \(row.isVisible) \(String(describing: row.hiddenBy)) \(kinds)"
            + " \(row.pointCount) \(String(describing: row.expansionZoom)) \(String(describing: row.box))"
    }

    /// A catalog gives the same answers as a pass over rows that are all in memory, whether it looks up each shown row
    /// or scans all rows.
    @Test(arguments: [CollisionOptions.Mode.faithful, .stable])
    func aCatalogAnswersAsRowsInMemoryDo(mode: CollisionOptions.Mode) throws {
        let fixture = try sample()
        var options = CollisionOptions()
        options.mode = mode
        let template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        var used = PlaceFilter()
        used.kinds = [.used]
        let boxes = [nil, try BoundingBox(west: 126.9, south: 37.5, east: 127.1, north: 37.6)]
        var count = 0
        for filter in [PlaceFilter(), used] {
            let oracle = try query(fixture, filter, options)
            let markers = try CatalogClusters(of: fixture.catalog, filter, template: template, options: options)
            for (box, limit) in boxes.flatMap({ box in [3, Int.max].map { (box, $0) } }) {
                for (zoom, hidden) in [2.0, 11, 14.5, 22].flatMap({ zoom in [true, false].map { (zoom, $0) } }) {
                    var found: [String] = []
                    try markers.forEachRow(
                        of: fixture.catalog, zoom: zoom, includesHidden: hidden, in: box, limit: limit
                    ) { found.append(text($0)) }
                    let expected = try rows(oracle, zoom: zoom, hidden: hidden, in: box).prefix(limit).map(text)
                    #expect(found == expected, "zoom \(zoom)")
                    count += found.count
                }
                var (found, expected): ([String], [String]) = ([], [])
                try markers.forEachLevel(of: fixture.catalog, in: box, limit: limit) { found.append("\($0)") }
                try oracle.forEachLevel(in: box) { expected.append("\($0)") }
                #expect(found == Array(expected.prefix(limit)) && !found.isEmpty)
            }
        }
        #expect(count > 3000)
    }

    @Test func membersNameTheirHiderAndLieInItsBox() throws {
        let query = try query(try sample(), PlaceFilter(), CollisionOptions())
        let all = try rows(query, zoom: 11, hidden: true)
        #expect(all.map(\.item.id) == all.map(\.item.id).sorted())
        for row in all where !row.isVisible {
            let hider = try #require(all.first { $0.id == row.hiddenBy })
            #expect(hider.isVisible && hider.isCluster)
            #expect(try #require(hider.box).contains(row.coordinate))
            #expect(row.pointCount == 1 && row.box == nil && row.expansionZoom == nil)
        }
        for row in all where row.isVisible {
            #expect(row.pointCount == 1 + all.count { $0.hiddenBy == row.id })
            #expect((row.box == nil) == !row.isCluster)
        }
    }

    @Test func theExpansionZoomIsTheFirstThatShowsAMember() throws {
        let query = try query(try sample(), PlaceFilter(), CollisionOptions())
        let shown = try (0...22).map { zoom in
            Set(try rows(query, zoom: Double(zoom), hidden: false).map(\.item.id))
        }
        let hidden = Dictionary(
            grouping: try rows(query, zoom: 10, hidden: true).filter { !$0.isVisible }, by: { $0.hiddenBy })
        for row in try rows(query, zoom: 10, hidden: false) {
            let members = Set(hidden[row.id, default: []].map(\.item.id))
            #expect(row.expansionZoom == (11...22).first { !shown[$0].isDisjoint(with: members) })
        }
    }

    @Test func filtersComeBeforeThePass() throws {
        let fixture = try sample()
        var used = PlaceFilter()
        used.kinds = [.used]
        let alone = try rows(try query(fixture, used, CollisionOptions()), zoom: 10, hidden: true)
        #expect(alone.count == (try fixture.all(used)).count { $0.coordinate != nil })
        #expect(alone.allSatisfy { $0.item.place.kind == .used })
    }

    @Test func theBoxLimitsWhatIsPrintedOnly() throws {
        let query = try query(try sample(), PlaceFilter(), CollisionOptions())
        let box = BoundingBox(checkedWest: 126.9, south: 37.5, east: 127, north: 37.6)
        let wanted = try rows(query, zoom: 12, hidden: true).filter { box.contains($0.coordinate) }
        let printed = try rows(query, zoom: 12, hidden: true, in: box)
        #expect(printed.map(\.id) == wanted.map(\.id))
        #expect(printed.map(\.pointCount) == wanted.map(\.pointCount))
    }

    @Test func levelsTellWhatStableModeShows() throws {
        var options = CollisionOptions()
        options.mode = .stable
        options.maximumZoom = 16
        let query = try query(try sample(), PlaceFilter(), options)
        var levels: [Int64: (minZoom: Int, colocated: Bool)] = [:]
        try query.forEachLevel { levels[$0.item.id] = ($0.minZoom, $0.isColocated) }
        for zoom in 0...16 {
            let visible = Set(try rows(query, zoom: Double(zoom), hidden: false).map(\.item.id))
            let expected = Set(levels.filter { $0.value.minZoom <= zoom && !$0.value.colocated }.keys)
            #expect(visible == expected, "zoom \(zoom)")
        }
    }
}
