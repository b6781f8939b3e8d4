internal import GeocliGeo
internal import GeocliText

/// Reads the waypoints of GPX and the placemarks of KML.
struct WaypointReader {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []

    /// Maximum number of waypoints in a file.
    private static let maximumItems = 1_000_000

    /// What is known so far about the element that is being read.
    private final class Reading {
        var path: [String] = []
        var item: ImportItem?
        var copy: MineCopy?
        var point: Coordinate?
        var folders: [String?] = []
        var found: [(ImportItem?, MineCopy?)] = []
    }

    /// - Throws: `XMLError`.
    mutating func read(_ source: ByteSource) throws {
        let reading = Reading()
        let events = XMLEvents()
        events.onStart = { name in
            let name = Self.local(name)
            reading.path.append(name)
            if name == "Folder" { reading.folders.append(nil) }
            if name == "wpt" || name == "Placemark" {
                reading.item = ImportItem(name: "")
                reading.item?.list = reading.folders.last ?? nil
                (reading.copy, reading.point) = (nil, nil)
            }
        }
        events.onAttributes = { attributes in
            guard reading.path.last == "wpt", let latitude = attributes["lat"].flatMap(DecimalText.number),
                let longitude = attributes["lon"].flatMap(DecimalText.number)
            else { return }
            reading.point = try? Coordinate(longitude: longitude, latitude: latitude)
        }
        events.onEnd = { name, text in Self.end(Self.local(name), text, reading) }
        try events.parse(source)
        for (item, copy) in reading.found {
            if let copy { copies.append(copy) } else if let item { items.append(item) }
        }
    }

    private static func local(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }

    private static func end(_ name: String, _ text: String, _ reading: Reading) {
        let parent = reading.path.dropLast().last
        defer { reading.path.removeLast() }
        let value = text.trimmingBlanks()
        switch name {
        case "Folder": reading.folders.removeLast()
        case "wpt", "Placemark":
            guard var item = reading.item else { return }
            item.coordinate = reading.point
            reading.item = nil
            guard reading.found.count < maximumItems, !item.name.isEmpty || reading.copy != nil else { return }
            reading.found.append((item, reading.copy))
        case "name" where parent == "Folder":
            if !reading.folders.isEmpty, !value.isEmpty { reading.folders[reading.folders.count - 1] = value }
        case "name" where ["wpt", "Placemark"].contains(parent): reading.item?.name = value
        case "desc", "description", "cmt":
            if reading.item?.text == nil, !value.isEmpty { reading.item?.text = value }
        case "type" where parent == "wpt": if !value.isEmpty { reading.item?.list = value }
        case "time", "when": reading.item?.day = ImportItem.day(value)
        case "coordinates":
            let numbers = value.split(separator: ",").compactMap { DecimalText.number(String($0).trimmingBlanks()) }
            guard numbers.count >= 2, reading.item != nil else { return }
            reading.point = try? Coordinate(longitude: numbers[0], latitude: numbers[1])
        case "record", "value": if let copy = MineCopy(text: value) { reading.copy = copy }
        default: break
        }
    }
}
