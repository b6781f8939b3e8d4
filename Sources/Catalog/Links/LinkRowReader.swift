internal import GeocliDatabase
internal import GeocliPlaces

/// Reads the rows that are compared to find links.
struct LinkRowReader {
    private let row: Statement
    private let name: Statement

    init(_ db: Database) throws {
        // The query starts with the index of link_key, because a block has few rows.
        row = try Statement(
            db,
            """
            SELECT b.id, b.feed, b.name, b.phone, b.address, b.district, b.longitude, b.latitude
            FROM link_key k CROSS JOIN place b ON b.id = k.place WHERE k.block = ?
            """)
        name = try Statement(db, "SELECT name FROM place WHERE id = ?")
    }

    /// Returns the block of a place, even if the place is missing; nil if the catalog has no such place, or
    /// if its name is not compared.
    func block(of id: Int64) throws -> Int64? {
        name.bind(1, id)
        defer { name.reset() }
        return try name.step() ? name.text(0).flatMap(LinkName.init)?.block : nil
    }

    /// Returns the rows of these blocks.
    func rows(of blocks: [Int64]) throws -> [LinkRow] {
        var rows: [LinkRow] = []
        for block in blocks {
            row.bind(1, block)
            defer { row.reset() }
            while try row.step() {
                let values = LinkRow.Values(
                    name: try row.filled(2, "place.name"), phone: row.text(3), address: row.text(4),
                    district: row.text(5), point: try row.point(longitude: 6, latitude: 7, id: 0))
                if let found = LinkRow(id: try row.placeID(0), feed: row.integer(1), values) { rows.append(found) }
            }
        }
        return rows
    }
}
