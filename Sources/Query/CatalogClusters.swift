package import GeocliGeo
package import GeocliPlaces

/// "Which markers does a map of a catalog show if it hides markers that collide?"
///
/// The rows of places are read only if their markers are shown. All reads must see the same data, so the catalog must
/// hold its snapshot from before `init` until the last call.
///
/// - Complexity: about 65 bytes of memory for each place, and 120 more during the calls.
public struct CatalogClusters {
    private let places: PlaceMarkers
    private let pass: CollisionPass

    /// The ids of the places that have a marker, ascending.
    public var ids: [Int64] { places.ids }

    /// Reads the places that `filter` admits. Places without a point get no marker.
    /// - Parameter template: the marker for each place, before its id and position are set.
    /// - Throws: `GeoError(.marker)` for a template that is not valid in the collision pass.
    /// - Complexity: O(n), n places.
    package init(
        of catalog: some PlaceArchive, _ filter: PlaceFilter, template: Marker, options: CollisionOptions
    ) throws {
        places = try PlaceMarkers(catalog, filter, needsAreas: options.mode == .areas)
        pass = try places.pass(template, options)
    }

    /// Calls `body` with the rows of one zoom, ordered by id.
    /// - Parameters:
    ///   - includesHidden: whether hidden markers get rows as well.
    ///   - box: rows outside the box are left out; markers outside it still take part in the pass.
    ///   - limit: the maximum number of rows.
    package func forEachRow(
        of catalog: some PlaceArchive, zoom: Double, includesHidden: Bool, in box: BoundingBox? = nil,
        limit: Int = .max, body: (ClusterRow<CatalogEntry>) throws -> Void
    ) throws {
        let snapshot = try pass.snapshot(zoom: zoom)
        try places.forEachRow(
            of: catalog, snapshot, expansions: pass.expansionZooms(of: snapshot), includesHidden: includesHidden,
            in: box, limit: limit, body: body)
    }

    /// Calls `body` with every place that is shown at some zoom, ordered by id, at most `limit` of them.
    package func forEachLevel(
        of catalog: some PlaceArchive, in box: BoundingBox? = nil, limit: Int = .max,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        try places.forEachLevel(of: catalog, try pass.allZooms(), in: box, limit: limit, body: body)
    }
}

/// All listed places of a catalog as markers of the usual size, with their levels in the stable mode. A program that
/// answers many questions about one state of a catalog creates these clusters once.
/// - Complexity: about 65 bytes of memory for each place.
public struct StableClusters: Sendable {
    private let places: PlaceMarkers
    private let levels: StableLevels

    /// The ids of the places, ascending.
    public var ids: [Int64] { places.ids }

    /// Reads the places that have a point, and computes their levels.
    /// - Returns: nil if more than `maximum` places have a point.
    /// - Complexity: O(n) for each of the 24 levels on average; 150 bytes of memory for each place during the call.
    package init?(_ catalog: some PlaceArchive, maximum: Int) throws {
        places = try PlaceMarkers(catalog, PlaceFilter(), maximum: maximum)
        guard places.ids.count <= maximum else { return nil }
        let template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        levels = StableLevels(try places.pass(template, CollisionOptions()))
    }

    /// Calls `body` with the rows that `CatalogClusters.forEachRow` gives for the same places in the stable mode, at
    /// most `limit` of them.
    /// - Precondition: `catalog` is in the state from which the clusters were created.
    /// - Complexity: O(n) on average, and a read of each row that `body` gets.
    package func forEachRow(
        of catalog: some PlaceArchive, zoom: Double, includesHidden: Bool, in box: BoundingBox?, limit: Int,
        options: CollisionOptions, body: (ClusterRow<CatalogEntry>) throws -> Void
    ) throws {
        let snapshot = levels.snapshot(zoom: zoom, options: options)
        try places.forEachRow(
            of: catalog, snapshot, expansions: levels.expansionZooms(of: snapshot, options: options),
            includesHidden: includesHidden, in: box, limit: limit, body: body)
    }

    /// Calls `body` with the rows that `CatalogClusters.forEachLevel` gives for the same places, at most `limit` of
    /// them.
    /// - Precondition: `catalog` is in the state from which the clusters were created.
    /// - Complexity: O(n), and a read of each row that `body` gets.
    package func forEachLevel(
        of catalog: some PlaceArchive, in box: BoundingBox?, limit: Int, options: CollisionOptions,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        try places.forEachLevel(of: catalog, levels.allZooms(options: options), in: box, limit: limit, body: body)
    }
}

/// The places of a catalog that get a marker, in little memory: only the id, the position and the kind of each. The
/// rows of the places that are shown are read afterwards.
/// - Complexity: 26 bytes of memory for each place, and 2 more with areas.
struct PlaceMarkers: Sendable {
    /// The ids of the places, ascending.
    private(set) var ids: [Int64] = []
    private var coordinates: [Coordinate] = []
    private var kindOf: [UInt16] = []
    private var kinds: [Kind] = []
    /// For each place, the number of its area and part; empty if no pass needs it.
    private var areaOf: [UInt16] = []
    private var areas: [Area] = []
    private let filter: PlaceFilter

    private struct Area: Hashable {
        let name: String?
        let part: String?
    }

    /// If more than one in this many places is shown, all rows are read in one scan instead of one lookup for each.
    private static let placesPerShown = 8

    /// Reads the places that `filter` admits and that have a point, at most `maximum` + 1, in O(n), n places.
    init(
        _ catalog: some PlaceArchive, _ filter: PlaceFilter, maximum: Int = .max, needsAreas: Bool = false
    ) throws {
        self.filter = filter
        var numbers: [Kind: UInt16] = [:]
        var areaNumbers: [Area: UInt16] = [:]
        var drawn = DrawnAreas(needsAreas ? try catalog.districtOutlines() : [])
        try catalog.forEachRow(filter, limit: nil) { row in
            guard let coordinate = row.coordinate, ids.count <= maximum else { return }
            ids.append(row.id)
            coordinates.append(coordinate)
            let kind = row.kind
            if numbers[kind] == nil {
                numbers[kind] = UInt16(kinds.count)
                kinds.append(kind)
            }
            kindOf.append(numbers[kind] ?? 0)
            guard needsAreas else { return }
            let found = drawn.find(row.text(.district), at: coordinate)
            let area = Area(name: found.area, part: found.part)
            let number = areaNumbers[area] ?? UInt16(clamping: areas.count)
            if number == areas.count {
                areaNumbers[area] = number
                areas.append(area)
            }
            areaOf.append(number)
        }
    }

    func pass(_ template: Marker, _ options: CollisionOptions) throws(GeoError) -> CollisionPass {
        try CollisionPass(count: ids.count, options: options) { index in
            var marker = template
            marker.id = .integer(ids[index])
            marker.coordinate = coordinates[index]
            if !areaOf.isEmpty {
                let area = areas[Int(areaOf[index])]
                (marker.area, marker.part) = (area.name, area.part)
            }
            return marker
        }
    }

    /// Calls `body` with the rows of a snapshot, ordered by id, at most `limit` of them.
    /// - Parameters:
    ///   - expansions: the zoom that splits each cluster, in the order of `snapshot.visible`.
    ///   - includesHidden: whether hidden markers get rows as well.
    ///   - box: rows outside the box are left out.
    /// - Complexity: O(n), and a read of each row that `body` gets.
    func forEachRow(
        of catalog: some PlaceArchive, _ snapshot: CollisionSnapshot, expansions: [Int?], includesHidden: Bool,
        in box: BoundingBox?, limit: Int, body: (ClusterRow<CatalogEntry>) throws -> Void
    ) throws {
        var expansion: [Int: Int] = [:]
        for (index, zoom) in zip(snapshot.visible, expansions) { expansion[index] = zoom }
        let shown = ids.indices.lazy.filter { index in
            (includesHidden || snapshot.isVisible(index)) && box?.contains(coordinates[index]) ?? true
        }.prefix(limit)
        try forEachEntry(of: catalog, Array(shown)) { index, entry in
            let hider = snapshot.hider(of: index).flatMap { $0 == index ? nil : MarkerID.integer(ids[$0]) }
            try body(
                ClusterRow(
                    entry, id: .integer(entry.id), member(index), hiddenBy: hider,
                    members: snapshot.members(of: index).map(member), expansionZoom: expansion[index]))
        }
    }

    /// Calls `body` with every place that some zoom shows, ordered by id, at most `limit` of them.
    /// - Complexity: O(n), and a read of each row that `body` gets.
    func forEachLevel(
        of catalog: some PlaceArchive, _ levels: CollisionLevels, in box: BoundingBox?, limit: Int,
        body: (LevelRow<CatalogEntry>) throws -> Void
    ) throws {
        let shown = ids.indices.lazy.filter { index in
            levels.minZoom(of: index) != nil && box?.contains(coordinates[index]) ?? true
        }.prefix(limit)
        try forEachEntry(of: catalog, Array(shown)) { index, entry in
            guard let minZoom = levels.minZoom(of: index) else { return }
            try body(
                LevelRow(
                    item: entry, id: .integer(entry.id), coordinate: coordinates[index], minZoom: minZoom,
                    isColocated: levels.isColocated(index)))
        }
    }

    private func member(_ index: Int) -> (coordinate: Coordinate, kind: Kind) {
        (coordinates[index], kinds[Int(kindOf[index])])
    }

    /// Calls `body` with the places at these indices, which are in ascending order.
    private func forEachEntry(
        of catalog: some PlaceArchive, _ indices: [Int], body: (Int, CatalogEntry) throws -> Void
    ) throws {
        var left = indices[...]
        func take(_ entry: CatalogEntry) throws {
            // A damaged catalog may lack a row.
            while let index = left.first, ids[index] < entry.id { left.removeFirst() }
            guard let index = left.first, ids[index] == entry.id else { return }
            left.removeFirst()
            try body(index, entry)
        }
        guard indices.count > ids.count / Self.placesPerShown else {
            return try catalog.forEachEntry(ids: indices.lazy.map { ids[$0] }, body: take)
        }
        try catalog.forEachEntry(filter, limit: nil, body: take)
    }
}
