internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The zooms at which bookstores are visible and hidden on the page, among all bookstores or those of one kind, and
/// which marker hides each. The values are those of `geocli cluster --mode stable --tile-size 256` at every whole zoom.
struct PageLevels {
    /// The lowest zoom at which each bookstore is shown; `never` if it is shown at none, nil if it has no point.
    private(set) var lowestZooms: [Int?]
    /// For each bookstore the runs of its hiders below that zoom: (first zoom, index of the hider).
    private(set) var hiders: [[(zoom: Int, place: Int)]]

    /// A value above every zoom.
    static let never = 99

    /// Computes the levels of the bookstores at the indices `places`; those without a point take no part.
    ///
    /// - Parameter template: the marker for each bookstore, before its id and position are set.
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

    /// Writes the levels in the form that the page reads.
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
