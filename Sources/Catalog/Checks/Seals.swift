internal import GeocliDatabase
internal import GeocliText

/// The seals of the catalog's rows: for each part of a table, the number of its rows and the sum of their hashes.
///
/// Every connection that writes a catalog keeps them (`watch`), whatever statement changes a row. `verify` sums the
/// rows again, so it finds each value that something else changed, such as a flipped bit or another program.
///
/// A seal only follows what geocli writes: a write removes the hash of the row that it finds and adds that of the new
/// row. So a seal stays wrong if a damaged row is written again, and no write can make damage look right.
enum Seals {
    /// The tables with seals, and the check that reports a wrong seal. All other tables of a catalog follow from these,
    /// or have hashes of their own, and `verify` compares them.
    private static let tables: [(name: String, division: RowSums.Division, check: String)] = [
        ("place", .numbers, values), ("feed", .none, values), ("removed_feed", .none, values), ("run", .none, values),
        ("change", .none, values),
        ("reported_point", .none, values),
        ("reject", .none, values), ("page", .none, values),
        ("outline_source", .none, "outlines"), ("district_outline", .none, "outlines"),
        ("base_layer", .values(of: 0), "ground"), ("base_feature", .values(of: 1), "ground"),
        ("landmark", .values(of: 1), "landmarks"),
        ("link", .none, "links"), ("link_decision", .none, values), ("link_state", .none, "links"),
        ("upstream", .none, "corrections"), ("correction", .none, "corrections"), ("pending", .none, "corrections"),
        ("issue", .none, "issues"), ("issue_place", .none, "issues"), ("issue_label", .none, "issues"),
        ("issue_rule", .none, "issues"), ("issue_crowd", .none, "issues"), ("issue_event", .none, "issues"),
    ]

    /// The name of the check that reports the values of tables without a check of their own.
    static let values = "values"

    static var names: [String] { tables.map(\.name) }

    static func part(ofPlace id: Int64) -> RowSums.Part {
        RowSums.Part(table: "place", number: RowSums.Division.part(of: id))
    }

    /// Keeps the seals of everything that a connection writes from now on.
    static func watch(_ db: Database) throws {
        guard db.sums == nil else { return }
        let divisions = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.division) })
        try db.watch(divisions) { [unowned db] in try store(db, $0) }
    }

    private static func store(_ db: Database, _ changes: [RowSums.Part: RowSums.Sum]) throws {
        let former = try Statement(db, "SELECT count, hash FROM main.seal WHERE name = ? AND part = ?")
        let put = try Statement(db, "INSERT OR REPLACE INTO main.seal (name, part, count, hash) VALUES (?, ?, ?, ?)")
        let drop = try Statement(db, "DELETE FROM main.seal WHERE name = ? AND part = ?")
        for (part, change) in changes {
            var sum = change
            bind(part, to: former)
            if try former.step() { sum += self.sum(former, 0) }
            former.reset()
            let write = sum == RowSums.Sum() ? drop : put
            bind(part, to: write)
            if write === put {
                put.bind(3, sum.count)
                put.bind(4, Int64(bitPattern: sum.hash))
            }
            try write.run()
        }
    }

    private static func bind(_ part: RowSums.Part, to statement: Statement) {
        statement.bind(1, part.table)
        statement.bind(2, part.number)
    }

    private static func sum(_ row: Statement, _ column: Int32) -> RowSums.Sum {
        RowSums.Sum(count: row.integer(column), hash: UInt64(bitPattern: row.integer(column + 1)))
    }

    /// Forgets the seals of the parts of tables that have no rows now: any damage is gone with the rows. Call it before
    /// rows are written again to a table that may be damaged.
    static func forgetEmptyParts(of names: [String], _ db: Database) throws {
        try db.sums?.settle()
        for (name, division, _) in tables where names.contains(name) {
            let kept = try RowSums.sums(of: name, division, db)
            for part in try sealed(name, db).keys where kept[part] == nil {
                try db.execute("DELETE FROM main.seal WHERE name = ? AND part = ?", [name, part.number])
            }
        }
    }

    private static func sealed(_ name: String, _ db: Database) throws -> [RowSums.Part: RowSums.Sum] {
        var sums: [RowSums.Part: RowSums.Sum] = [:]
        try db.forEachRow("SELECT part, count, hash FROM main.seal WHERE name = ?", [.text(name)]) { row in
            sums[RowSums.Part(table: name, number: row.integer(0))] = sum(row, 1)
        }
        return sums
    }

    /// Returns what the rows of these tables lack to fit their seals; nothing if they fit.
    /// - Complexity: O(n), n rows of the tables.
    static func differences(of names: [String] = names, _ db: Database) throws -> [RowSums.Part: RowSums.Sum] {
        try db.sums?.settle()
        var differences: [RowSums.Part: RowSums.Sum] = [:]
        for (name, division, _) in tables where names.contains(name) {
            let found = try RowSums.sums(of: name, division, db)
            let sealed = try sealed(name, db)
            for part in Set(found.keys).union(sealed.keys) {
                let difference = (sealed[part] ?? RowSums.Sum()) - (found[part] ?? RowSums.Sum())
                if difference != RowSums.Sum() { differences[part] = difference }
            }
        }
        return differences
    }

    /// Returns the checks' findings about rows that do not fit their seals, at most ten of each table.
    static func findings(_ db: Database) throws -> [String: [Words]] {
        let differences = try differences(db)
        var findings: [String: [Words]] = [:]
        for (name, _, check) in tables {
            let wrong = differences.filter { $0.key.table == name }.sorted { $0.key.number < $1.key.number }
            findings[check, default: []] += wrong.prefix(10).map { finding($0.key, $0.value) }
        }
        return findings
    }

    private static func finding(_ part: RowSums.Part, _ difference: RowSums.Sum) -> Words {
        if part.table == "place" {
            let ids = RowSums.Division.numbers(in: part.number)
            return Finding.words("changed-place", ("first", "\(ids.lowerBound)"), ("last", "\(ids.upperBound)"))
        }
        guard difference.count == 0 else {
            let code = difference.count > 0 ? "lost-rows" : "strange-rows"
            return Finding.words(code, ("table", part.table), ("count", "\(difference.count.magnitude)"))
        }
        return Finding.words("changed-row", ("table", part.table))
    }
}
