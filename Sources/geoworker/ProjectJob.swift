internal import GeocliGeo
internal import GeocliText

/// `geoworker project`: the positions of points on the plane of the collision pass.
///
/// A line is `longitude latitude` and any further fields. The answer is `x y` and the further fields unchanged, line by
/// line.
struct ProjectJob {
    private let reader: RecordReader
    private let writer: RecordWriter

    init(_ reader: RecordReader, _ writer: RecordWriter) { (self.reader, self.writer) = (reader, writer) }

    /// Answers all lines.
    func run() throws(PlainError) {
        while try reader.next() {
            let coordinate = try reader.coordinate()
            let point = PlanePoint(coordinate)
            writer.add(point.x)
            writer.add(point.y)
            try writer.endRecord(reader.rest())
        }
    }
}

extension RecordReader {
    /// Reads two fields: a longitude and a latitude.
    func coordinate() throws(PlainError) -> Coordinate {
        let longitude = try number("longitude")
        let latitude = try number("latitude")
        do {
            return try Coordinate(longitude: longitude, latitude: latitude)
        } catch {
            throw .line(line, en: "has no valid position: \(error.words.en)", ko: error.words.ko)
        }
    }
}
