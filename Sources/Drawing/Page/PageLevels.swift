internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// Who is visible at which zoom of the page, among all bookstores or those of one kind, and who hides the others: what
/// `geocli cluster --mode stable --tile-size 256` says, written down for every whole zoom.
struct PageLevels {
    /// For each bookstore the lowest zoom at which it is shown; `never` if none shows it, nil if it takes no part.
    private(set) var lowestZooms: [Int?]
    /// For each bookstore the runs of its hiders below that zoom: (first zoom, place of the hider).
    private(set) var hiders: [[(zoom: Int, place: Int)]]

    /// Beyond every zoom.
    static let never = 99

    /// The levels of the bookstores at `places`, which have a point each.
    ///
    /// - Parameter template: the marker that each bookstore gets, its own id and position put in.
    /// - Throws: `GeoError` for an icon wider than half the world at zoom 0.
    /// - Complexity: O(n z), n bookstores, z zooms.
    init(
        of entries: [CatalogEntry], at places: [Int], template: Marker, options: CollisionOptions
    ) throws(GeoError) {
        lowestZooms = Array(repeating: nil, count: entries.count)
        hiders = Array(repeating: [], count: entries.count)
        var markers: [Marker] = []
        for place in places {
            guard let coordinate = entries[place].coordinate else { continue }
            var marker = template
            marker.id = .integer(entries[place].id)
            marker.coordinate = coordinate
            markers.append(marker)
            lowestZooms[place] = Self.never
        }
        let placed = places.filter { lowestZooms[$0] != nil }
        let pass = try CollisionPass(markers, options: options)
        try pass.forEachSnapshot(zooms: 0...options.maximumZoom) { note($0, zoom: $0.wholeZoom, placed) }
    }

    private mutating func note(_ snapshot: CollisionSnapshot, zoom: Int, _ places: [Int]) {
        for (index, place) in places.enumerated() where lowestZooms[place] == Self.never {
            guard let hider = snapshot.hider(of: index) else { continue }
            if hider == index {
                lowestZooms[place] = zoom
            } else if hiders[place].last?.place != places[hider] {
                hiders[place].append((zoom, places[hider]))
            }
        }
    }

    /// As the page reads them.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("from")
        json.beginArray()
        for zoom in lowestZooms { if let zoom { json.integer(Int64(zoom)) } else { json.null() } }
        json.endArray()
        json.name("behind")
        json.beginArray()
        for runs in hiders {
            json.beginArray()
            for run in runs {
                json.integer(Int64(run.zoom))
                json.integer(Int64(run.place))
            }
            json.endArray()
        }
        json.endArray()
        json.endObject()
    }
}
