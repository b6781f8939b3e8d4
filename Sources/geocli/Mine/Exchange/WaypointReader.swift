internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

/// Reads the waypoints of GPX and the placemarks of KML. Only their points become places.
struct WaypointReader {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []
    private(set) var leftOut = ImportLeftOut()

    private static let maximumItems = 1_000_000

    /// A waypoint or a placemark that is being read.
    private struct Mark {
        var item = ImportItem(name: "")
        var copy: MineCopy?
        var points: [Coordinate] = []
        var shapes: Set<String> = []
    }

    private final class Reading {
        var path: [String] = []
        /// The number of waypoints and placemarks so far.
        var number = 0
        var mark: Mark?
        var folders: [String?] = []
        var copies: [MineCopy] = []
        var items: [ImportItem] = []
        var leftOut = ImportLeftOut()
    }

    mutating func read(_ source: ByteSource) throws {
        let reading = Reading()
        let events = XMLEvents()
        events.onStart = { Self.start(Self.local($0), reading) }
        events.onAttributes = { attributes in
            guard reading.path.last == "wpt" else { return }
            func value(_ name: String) -> String { attributes.first { $0.name == name }?.value ?? "" }
            try PointFileError.located(source.name, row: reading.number, isFeature: true) {
                let point = try Coordinate.saved(latitude: value("lat"), longitude: value("lon"))
                if let point { reading.mark?.points.append(point) }
            }
        }
        events.onEnd = { name, text in
            try PointFileError.located(source.name, row: reading.number, isFeature: true) {
                try Self.end(Self.local(name), text, reading)
            }
        }
        try events.parse(source)
        (copies, items, leftOut) = (reading.copies, reading.items, reading.leftOut)
    }

    private static func local(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }

    private static func start(_ name: String, _ reading: Reading) {
        reading.path.append(name)
        switch name {
        case "Folder": reading.folders.append(nil)
        case "wpt", "Placemark":
            reading.number += 1
            reading.mark = Mark()
            reading.mark?.item.list = reading.folders.last ?? nil
        case "trk": reading.leftOut.tracks += 1
        case "rte": reading.leftOut.routes += 1
        case "Polygon", "LineString", "LinearRing", "Track", "MultiTrack": reading.mark?.shapes.insert(name)
        default: break
        }
    }

    private static func end(_ name: String, _ text: String, _ reading: Reading) throws {
        let parent = reading.path.dropLast().last
        defer { reading.path.removeLast() }
        let value = text.trimmingBlanks()
        switch name {
        case "Folder": reading.folders.removeLast()
        case "wpt", "Placemark": finish(reading)
        case "name" where parent == "Folder":
            if !reading.folders.isEmpty, !value.isEmpty { reading.folders[reading.folders.count - 1] = value }
        case "name" where ["wpt", "Placemark"].contains(parent): reading.mark?.item.name = value
        case "desc", "description", "cmt":
            if reading.mark?.item.text == nil, !value.isEmpty { reading.mark?.item.text = value }
        case "type" where parent == "wpt": if !value.isEmpty { reading.mark?.item.list = value }
        case "time", "when": reading.mark?.item.day = ImportItem.day(value)
        // The position of a line, an area or a view is not a place.
        case "coordinates" where parent == "Point" && !value.isEmpty: reading.mark?.points.append(try point(value))
        case "record", "value": if let copy = MineCopy(text: value) { reading.mark?.copy = copy }
        default: break
        }
    }

    /// Reads a position of KML: longitude, latitude and perhaps a height.
    private static func point(_ text: String) throws(GeoError) -> Coordinate {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            DecimalText.number(String($0).trimmingBlanks())
        }
        guard 2...3 ~= numbers.count, !numbers.contains(nil), let longitude = numbers[0], let latitude = numbers[1]
        else {
            let shown = DisplayText.shown(text, columns: 40)
            throw GeoError(
                .position, en: "the coordinates \"\(shown)\" are not a longitude, a latitude and perhaps a height",
                ko: "coordinates \"\(shown)\"\(.topic) 경도,위도 또는 경도,위도,높이가 아닙니다")
        }
        try Coordinate.checkDegrees(latitude: latitude, longitude: longitude) { "\($1),\($0)" }
        return try Coordinate(longitude: longitude, latitude: latitude)
    }

    private static func finish(_ reading: Reading) {
        guard let mark = reading.mark else { return }
        reading.mark = nil
        if let copy = mark.copy {
            reading.copies.append(copy)
        } else if mark.points.isEmpty, !mark.shapes.isEmpty {
            if mark.shapes.contains("Polygon") {
                reading.leftOut.areas += 1
            } else if mark.shapes.contains("Track") {
                reading.leftOut.tracks += 1
            } else {
                reading.leftOut.lines += 1
            }
        } else if mark.item.name.isEmpty {
            reading.leftOut.nameless += 1
        } else if reading.items.count < maximumItems {
            reading.items += mark.item.placed(at: mark.points)
        }
    }
}
