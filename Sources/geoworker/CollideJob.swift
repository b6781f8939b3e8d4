internal import GeocliGeo
internal import GeocliText

/// `geoworker project`: the positions of points on the plane of the collision pass. A line is `longitude latitude` and
/// any further fields. The answer is `x y` and the further fields unchanged, line by line.
struct ProjectJob {
    private let reader: RecordReader
    private let writer: RecordWriter

    init(_ reader: RecordReader, _ writer: RecordWriter) { (self.reader, self.writer) = (reader, writer) }

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

/// `geoworker collide`: one round of the collision pass for each tile.
///
/// A line is `tile role visible id x y` and the columns of `--columns`. Role 0 is a neighbor; 1 is the tile's own
/// marker; 2 is the tile's own marker too, but some of its neighbors may be missing. `visible` is 1 if an earlier round
/// found that the marker is visible. `x` and `y` are those that `geoworker project` gave. A decision is `0 id hider`; a
/// visible marker is its own hider. The last line is `1 lines decisions`.
/// - Complexity: memory for the markers of one tile, about 130 bytes each.
struct CollideJob {
    private let reader: RecordReader
    private let writer: RecordWriter
    private let options: CollideOptions
    private var order = KeyOrder()
    private var tile: CollisionTile
    private var ids: [Int64] = []

    init(_ reader: RecordReader, _ writer: RecordWriter, _ options: CollideOptions) throws(PlainError) {
        (self.reader, self.writer, self.options) = (reader, writer, options)
        tile = try Self.emptyTile(options)
    }

    mutating func run() throws(PlainError) {
        var marker = options.template
        while try reader.next() {
            if try order.take(try reader.integer("tile"), line: reader.line) { try finishTile() }
            let role = CollisionTile.Role(rawValue: Int(try reader.integer("role", in: 0...2))) ?? .neighbor
            let isVisible = try reader.integer("visible", in: 0...1) == 1
            let id = try reader.integer("id")
            let point = try point()
            marker.id = .integer(id)
            for column in options.columns { try column.read(from: reader, into: &marker) }
            try reader.endRecord()
            do {
                try tile.add(marker, at: point, role: role, isVisible: isVisible)
            } catch {
                throw .line(reader.line, en: "can't be placed: \(error.words.en)", ko: error.words.ko)
            }
            ids.append(id)
        }
        try finishTile()
    }

    private func point() throws(PlainError) -> PlanePoint {
        let x = try reader.integer("x")
        let y = try reader.integer("y")
        guard let point = PlanePoint(checkedX: x, y: y) else {
            throw .line(
                reader.line,
                en:
                    "has x \(x) and y \(y), which are outside the plane; use the values that 'geoworker project' writes",
                ko: "x \(x), y \(y)\(.topic) 평면을 벗어납니다. 'geoworker project'가 출력한 값을 쓰세요")
        }
        return point
    }

    private mutating func finishTile() throws(PlainError) {
        guard tile.count > 0 else { return }
        for decision in try decisions() {
            writer.add(0)
            writer.add(ids[decision.index])
            writer.add(ids[decision.hider])
            try writer.endRecord()
        }
        tile = try Self.emptyTile(options)
        ids.removeAll(keepingCapacity: true)
    }

    private func decisions() throws(PlainError) -> [CollisionTile.Decision] {
        do {
            return try tile.decisions()
        } catch {
            throw .line(
                reader.line, en: "comes after a tile that can't be computed: \(error.words.en)", ko: error.words.ko)
        }
    }

    private static func emptyTile(_ options: CollideOptions) throws(PlainError) -> CollisionTile {
        do {
            return try CollisionTile(zoom: options.zoom, options: options.pass)
        } catch {
            throw .usage(en: error.words.en, ko: error.words.ko)
        }
    }
}

extension MarkerColumn {
    func read(from reader: RecordReader, into marker: inout Marker) throws(PlainError) {
        switch self {
        case .width: marker.width = try reader.number("width")
        case .height: marker.height = try reader.number("height")
        case .anchorX: marker.anchorX = try reader.number("anchor_x")
        case .anchorY: marker.anchorY = try reader.number("anchor_y")
        case .globalZIndex: marker.globalZIndex = Int(try reader.integer("global_z_index"))
        case .zIndex: marker.zIndex = Int(try reader.integer("z_index"))
        case .priority: marker.priority = try reader.number("priority")
        case .force: marker.force = try reader.integer("force", in: 0...1) == 1
        case .hides: marker.hides = try reader.integer("hides", in: 0...1) == 1
        case .minZoom, .maxZoom: preconditionFailure("--columns takes no limits of zooms")
        }
    }
}
