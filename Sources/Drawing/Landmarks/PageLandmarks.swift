internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText

/// The landmarks of a page: those near the places that it shows.
package struct PageLandmarks: Sendable {
    /// The ids of the feeds whose landmarks the page shows, in alphabetical order; empty for none.
    package let feeds: [String]
    private let names: [(korean: String, english: String?)]
    private let points: [Coordinate]

    /// Takes the landmarks in the box around the places that `filter` admits, which is extended on each side by a
    /// quarter of its size, but by at least 0.02°. Without landmarks in the catalog, the page does not change.
    package init(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws {
        guard try catalog.landmarkCount() > 0 else {
            (feeds, names, points) = ([], [], [])
            return
        }
        var extent = PlotExtent()
        try extent.addPlaces(of: catalog, filter)
        let box = extent.box?.padded(by: 0.25, atLeast: 0.02)
        let drawn = try DrawnLandmarks(of: catalog) { box?.contains($0) ?? false }
        feeds = drawn.feeds
        names = drawn.dots.map { ($0.name, $0.englishName) }
        points = drawn.dots.map(\.coordinate)
    }

    var isEmpty: Bool { names.isEmpty }

    /// Writes a list of names, a list of English names (an empty text if unknown), a list of latitudes and longitudes
    /// in hundred-thousandths of a degree, and for the stations of the program's ground a note on their source.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.name("names")
        json.value(.array(names.map { .string($0.korean) }))
        json.name("english")
        json.value(.array(names.map { .string($0.english ?? "") }))
        json.name("points")
        json.beginArray()
        for point in points {
            json.integer(Int64((point.latitude * 1e5).rounded()))
            json.integer(Int64((point.longitude * 1e5).rounded()))
        }
        json.endArray()
        if feeds.contains(Ground.stationFeed) {
            json.name("note")
            json.beginObject()
            json.name("en")
            json.string(Ground.stationNote.en)
            json.name("ko")
            json.string(Ground.stationNote.ko)
            json.endObject()
        }
        json.endObject()
    }
}
