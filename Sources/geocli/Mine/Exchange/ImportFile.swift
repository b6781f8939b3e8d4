internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliMine
internal import GeocliQuery
internal import GeocliText
internal import Glibc

/// The content of a file to import: copies of our own records, and items from other programs.
struct ImportFile {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []
    /// Whether a file is an export of geocli, which may have no records.
    private var isExport = false

    private static let maximumBytes = 256 << 20

    /// Reads a file: JSON, Markdown, CSV, GPX or KML from 'mine export', or GPX, KML, GeoJSON or CSV from another
    /// program.
    init(_ source: ByteSource) throws {
        let bytes = try Self.bytes(source)
        let start = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch start {
        case nil: throw Self.unusable(source.name, en: "it is empty", ko: "비어 있습니다")
        case UInt8(ascii: "{"), UInt8(ascii: "["): try readJSON(bytes, source.name)
        case UInt8(ascii: "<") where !Self.isMarkdown(bytes): try readXML(bytes, source.name)
        default:
            if Self.isMarkdown(bytes) { readMarkdown(bytes) } else { try readTable(bytes, source.name) }
        }
        items = items.map(\.withoutHTML).filter { !$0.name.isEmpty }
        guard !copies.isEmpty || !items.isEmpty || isExport else {
            throw Self.unusable(source.name, en: "it has no places with names", ko: "이름이 있는 장소가 없습니다")
        }
    }

    /// Reads the Markdown files of a folder that 'mine export' wrote; other files are left out.
    init(_ folder: ImportFolder) throws {
        for path in folder.markdown {
            let bytes = try Self.bytes(try .file(path: path))
            if Self.isMarkdown(bytes) { readMarkdown(bytes) }
        }
        guard isExport else {
            throw Self.unusable(
                folder.path, en: "the folder has no files from 'geocli mine export'",
                ko: "'geocli mine export'로 만든 파일이 없는 폴더입니다")
        }
    }

    private static func bytes(_ source: ByteSource) throws -> [UInt8] {
        guard var bytes = try source.readAll(limit: maximumBytes) else {
            throw unusable(source.name, en: "it is larger than 256 MiB", ko: "256MiB보다 큽니다")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        return bytes
    }

    private static func unusable(_ name: String, en: String, ko: String) -> PlainError {
        let shown = DisplayText.singleLine(name)
        return PlainError(.data, en: "\(shown) can't be imported: \(en)", ko: "\(shown)\(.object) 가져올 수 없습니다: \(ko)")
    }

    private static let comment = "<!-- geocli {"

    private static func isMarkdown(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "#") else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix(MineDocument.title) || text.contains(comment)
    }

    private mutating func readMarkdown(_ bytes: [UInt8]) {
        isExport = true
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        where line.hasPrefix(Self.comment) && line.hasSuffix(" -->") {
            if let copy = MineCopy(text: String(line.dropFirst(Self.comment.count - 1).dropLast(4))) {
                copies.append(copy)
            }
        }
    }

    private mutating func readJSON(_ bytes: [UInt8], _ name: String) throws {
        let json = try JSONValue(parsing: bytes, name: name)
        if let records = json["records"]?.arrayValue {
            copies = records.compactMap(MineCopy.init)
            isExport = records.isEmpty && json["geocli_mine"] != nil
            return
        }
        try StatedSystem.check(bytes, in: name)
        let features = json["features"]?.arrayValue ?? json.arrayValue ?? [json]
        for (index, feature) in features.enumerated() {
            let properties = feature["properties"] ?? .null
            let location = properties["location"] ?? properties["Location"]
            func text(_ keys: String...) -> String? {
                for key in keys {
                    let value = properties[key]?.stringValue ?? location?[key]?.stringValue
                    if let value, !value.trimmingBlanks().isEmpty { return value.trimmingBlanks() }
                }
                return nil
            }
            // Takeout writes the name as Title, location.name or Business Name.
            guard let title = text("name", "Title", "title", "Business Name") else { continue }
            var item = ImportItem(name: title)
            if let json = feature["geometry"], json != .null {
                item.coordinate = try PointFileError.located(name, row: index + 1, isFeature: true) {
                    try Feature(json: json).geometry?.point
                }
            }
            // Takeout writes 0,0 for a place whose point it does not know.
            if let point = item.coordinate, point.longitude == 0, point.latitude == 0 { item.coordinate = nil }
            item.text = text("Comment", "description", "note")
            item.day = ImportItem.day(text("Published", "date", "created", "time"))
            item.list = text("list", "category")
            items.append(item)
        }
        if items.isEmpty, json.arrayValue == nil { try Self.checkFeatures(bytes, name) }
    }

    /// Throws what the reader of GeoJSON says about a file of another kind, such as TopoJSON.
    private static func checkFeatures(_ bytes: [UInt8], _ name: String) throws {
        var reader = FeatureReader(ByteSource(name: name, bytes: bytes))
        do { _ = try reader.next() } catch let error as GeoError {
            throw unusable(name, en: error.words.en, ko: error.words.ko)
        }
    }

    private mutating func readXML(_ bytes: [UInt8], _ name: String) throws {
        var reader = WaypointReader()
        try reader.read(ByteSource(name: name, bytes: bytes))
        (copies, items) = (reader.copies, reader.items)
    }

    private mutating func readTable(_ bytes: [UInt8], _ name: String) throws {
        var reader = CSVReader(ByteSource(name: name, bytes: bytes))
        let header = (try reader.next() ?? []).map { $0.trimmingBlanks() }
        let titles = header.map { title in
            title.lowercased().filter { !" _-".contains($0) }
        }
        let columns = TableColumns(titles)
        guard columns.record != nil || columns.name != nil else {
            throw Self.unusable(
                name, en: "it has no column with names (store name, name or title)",
                ko: "이름 열(store name, name, title)이 없습니다")
        }
        isExport = columns.record != nil
        var number = 0
        while let row = try reader.next() {
            number += 1
            // Two files were joined.
            if row.count == header.count, row.count > 1, row.repeats(header, at: Array(header.indices)) { continue }
            if let copy = TableColumns.cell(columns.record, of: row).flatMap(MineCopy.init(text:)) {
                copies.append(copy)
            } else if let item = try PointFileError.located(
                name, row: number, isFeature: false, { try columns.item(of: row) })
            {
                items.append(item)
            }
        }
    }
}

/// The positions of the columns of a table to import; nil for a column that the table does not have.
private struct TableColumns {
    let record: Int?
    let name: Int?
    private let title: Int?
    private let text: Int?
    private let list: Int?
    private let day: Int?
    private let latitude: Int?
    private let longitude: Int?
    /// Whether the rows are notes about places. Such a table has a column with the name of the store.
    private let areNotes: Bool

    /// Finds the columns by their titles, in lower case and without blanks, `_` and `-`.
    init(_ titles: [String]) {
        func column(_ names: String...) -> Int? {
            for name in names { if let found = titles.firstIndex(of: name) { return found } }
            return nil
        }
        let store = column("storename", "store", "가게이름", "책방이름")
        areNotes = store != nil
        record = column("record")
        name = store ?? column("name", "title", "이름", "제목")
        title = store == nil ? nil : column("title", "제목")
        text = column("note", "comment", "text", "memo", "메모")
        list = column("category", "list", "tags", "분류")
        day = column("created", "createdat", "date", "날짜")
        latitude = column("latitude", "lat", "위도")
        longitude = column("longitude", "lon", "lng", "경도")
    }

    /// Returns the item of a row; nil for a row without a name. Throws `GeoError` for numbers that are not a position.
    func item(of row: [String]) throws -> ImportItem? {
        func cell(_ position: Int?) -> String? { Self.cell(position, of: row) }
        guard let name = cell(name) else { return nil }
        var item = ImportItem(name: name)
        item.isNote = areNotes
        item.text = areNotes ? cell(title) ?? cell(text) : cell(text)
        item.list = cell(list)
        item.day = ImportItem.day(cell(day))
        guard let north = cell(latitude), let east = cell(longitude) else { return item }
        if let latitude = DecimalText.number(north), let longitude = DecimalText.number(east) {
            try Coordinate.checkDegrees(latitude: latitude, longitude: longitude)
            item.coordinate = try Coordinate(longitude: longitude, latitude: latitude)
        } else {
            item.coordinate = WrittenPosition.ofColumns(latitude: north, longitude: east)?.coordinate
        }
        return item
    }

    /// Returns the text at a position without blanks at its ends; nil if the row has no text there.
    static func cell(_ position: Int?, of row: [String]) -> String? {
        guard let position, position < row.count else { return nil }
        let text = row[position].trimmingBlanks()
        return text.isEmpty ? nil : text
    }
}

/// Reads the waypoints of GPX and the placemarks of KML.
struct WaypointReader {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []

    private static let maximumItems = 1_000_000

    private final class Reading {
        var path: [String] = []
        /// The number of waypoints and placemarks so far.
        var number = 0
        var item: ImportItem?
        var copy: MineCopy?
        var point: Coordinate?
        var folders: [String?] = []
        var found: [(ImportItem?, MineCopy?)] = []
    }

    mutating func read(_ source: ByteSource) throws {
        let reading = Reading()
        let events = XMLEvents()
        events.onStart = { name in
            let name = Self.local(name)
            reading.path.append(name)
            if name == "Folder" { reading.folders.append(nil) }
            if name == "wpt" || name == "Placemark" {
                reading.number += 1
                reading.item = ImportItem(name: "")
                reading.item?.list = reading.folders.last ?? nil
                (reading.copy, reading.point) = (nil, nil)
            }
        }
        events.onAttributes = { attributes in
            func number(_ name: String) -> Double? {
                attributes.first { $0.name == name }.flatMap { DecimalText.number($0.value) }
            }
            guard reading.path.last == "wpt", let latitude = number("lat"), let longitude = number("lon") else {
                return
            }
            try PointFileError.located(source.name, row: reading.number, isFeature: true) {
                try Coordinate.checkDegrees(latitude: latitude, longitude: longitude)
                reading.point = try Coordinate(longitude: longitude, latitude: latitude)
            }
        }
        events.onEnd = { name, text in
            try PointFileError.located(source.name, row: reading.number, isFeature: true) {
                try Self.end(Self.local(name), text, reading)
            }
        }
        try events.parse(source)
        for (item, copy) in reading.found {
            if let copy { copies.append(copy) } else if let item { items.append(item) }
        }
    }

    private static func local(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }

    private static func end(_ name: String, _ text: String, _ reading: Reading) throws {
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
        // A line or an area is not a position.
        case "coordinates" where parent == "Point":
            let numbers = value.split(separator: ",").map { DecimalText.number(String($0).trimmingBlanks()) }
            guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1], reading.item != nil else {
                return
            }
            try Coordinate.checkDegrees(latitude: latitude, longitude: longitude) { "\($1),\($0)" }
            reading.point = try Coordinate(longitude: longitude, latitude: latitude)
        case "record", "value": if let copy = MineCopy(text: value) { reading.copy = copy }
        default: break
        }
    }
}

/// A folder that 'mine export' wrote, with logs or with Markdown files.
struct ImportFolder {
    let path: String
    /// The names in the folder, in order.
    private let names: [String]

    /// Reads the names in a folder; nil if the path does not lead to a folder.
    init?(_ path: String) throws {
        var facts = stat()
        guard path != "-", stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return nil }
        guard let folder = opendir(path) else {
            let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(errno))
            throw PlainError(
                .inputOutput, en: "cannot read the folder \(shown): \(reason.en); check its permissions",
                ko: "폴더 \(shown)\(.object) 읽을 수 없습니다: \(reason.ko). 권한을 확인하세요")
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        self.path = path
        self.names = names.sorted()
    }

    /// Whether the folder has logs, so that it can be merged. The merge itself names the logs that it refuses.
    var hasLogs: Bool { names.contains { $0.lowercased().contains(".jsonl") } }

    /// The paths of the folder's Markdown files. Links are not followed.
    var markdown: [String] {
        names.filter { $0.lowercased().hasSuffix(".md") }.map { "\(path)/\($0)" }.filter { file in
            var facts = stat()
            return lstat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        }
    }

    var photos: MinePhotos { MinePhotos(of: MineFolder(path, devices: "", machine: "")) }
}
