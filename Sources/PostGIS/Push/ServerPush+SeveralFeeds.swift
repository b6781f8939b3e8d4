#if PostGIS
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The part of a push for a catalog of several feeds: links and landmarks.
extension ServerPush {
    /// Copies the links, and people's decisions about them.
    ///
    /// - Returns: the number of pairs of rows, and the number of pairs that are linked.
    func copyLinks(of catalog: some PlaceArchive) throws -> (all: Int, linked: Int) {
        var linked = 0
        let all = try copy(to: ServerLayout.links, columns: 7) { rows, next in
            try catalog.forEachLink(LinkFilter(), limit: nil) { link in
                if link.state != .rejected { linked += 1 }
                try next(&rows)
                rows.add(link.one.id)
                rows.add(link.other.id)
                rows.add(link.rule?.rawValue)
                rows.add(link.state.rawValue)
                rows.add(link.evidence)
                rows.add(number: link.run)
                rows.add(day: link.decidedOn)
            }
        }
        return (all, linked)
    }

    /// Copies the landmarks and their search keys.
    ///
    /// - Returns: the numbers of landmarks and of keys.
    func copyLandmarks(of catalog: some PlaceArchive) throws -> (landmarks: Int, keys: Int) {
        var ids: [String: Int64] = [:]
        let count = try copy(to: ServerLayout.landmarks, columns: 8) { rows, next in
            for landmark in try catalog.landmarks() {
                ids[landmark.ref] = Int64(ids.count + 1)
                try next(&rows)
                rows.add(ids[landmark.ref] ?? 0)
                rows.add(landmark.feed)
                rows.add(landmark.feedID)
                rows.add(landmark.name)
                rows.add(landmark.kind.rawValue)
                rows.add(landmark.line)
                rows.add(landmark.coordinate?.latitude)
                rows.add(landmark.coordinate?.longitude)
            }
        }
        var number: Int64 = 0
        let keys = try copy(to: ServerLayout.landmarkKeys, columns: 3) { rows, next in
            try catalog.forEachLandmarkKey { key, ref in
                // A key without its landmark finds nothing, so it is left out. `verify` reports it.
                guard let id = ids[ref] else { return }
                number += 1
                try next(&rows)
                rows.add(key)
                rows.add(number)
                rows.add(id)
            }
        }
        return (count, keys)
    }

    /// Copies the rows that `body` adds. `body` calls its second argument before each row.
    ///
    /// - Returns: the number of rows.
    private func copy(
        to table: String, columns: Int,
        _ body: (_ rows: inout CopyRows, _ next: (inout CopyRows) throws -> Void) throws -> Void
    ) throws -> Int {
        var count = 0
        let taken = try connection.copy("COPY \(layout.staged(table)) FROM STDIN (FORMAT binary)") { put in
            var rows = CopyRows(columns: columns, put: put)
            try body(&rows) { rows in
                try rows.begin()
                count += 1
            }
            _ = try rows.end()
        }
        guard taken == count else { throw incomplete(table, taken, of: count) }
        return count
    }

    /// Checks on the server that all rows have arrived, and that both rows of every link exist.
    func countSeveralFeeds(_ report: Report) throws {
        let place = layout.staged("place")
        let joined = try connection.rows(
            """
            SELECT count(*) FROM \(layout.staged(ServerLayout.links)) l
            JOIN \(place) a ON a.id = l.low JOIN \(place) b ON b.id = l.high
            """)
        for (table, there, wanted) in [
            (ServerLayout.links, Int(joined.integer(0, 0)), report.allLinks),
            (ServerLayout.landmarks, try count(ServerLayout.landmarks), report.landmarks),
            (ServerLayout.landmarkKeys, try count(ServerLayout.landmarkKeys), report.landmarkKeys),
        ] {
            guard there == wanted else { throw incomplete(table, there, of: wanted) }
        }
    }

    private func count(_ table: String) throws -> Int {
        Int(try connection.rows("SELECT count(*) FROM \(layout.staged(table))").integer(0, 0))
    }
}
#endif
