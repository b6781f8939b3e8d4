package import GeocliGeo
package import GeocliText

/// The job `collide`: the collision pass at one whole zoom, in the faithful mode, with the result of one process.
package struct CollidePlan: Sendable {
    package var zoom: Int
    /// The options. Only the tile size and the padding are used.
    package var options = CollisionOptions()
    /// A marker with the values for the columns that the file does not have.
    package var template: Marker
    /// The columns of the file that describe markers.
    package var columns: [MarkerColumn] = []
    /// The binary logarithm of the size of a tile, which is 2^`tileBits` pt wide and high.
    package var tileBits = 11
    /// Maximum number of markers that one process handles alone: those of highest rank before the rounds, if the world
    /// is small, and at every zoom those that the rounds have left undecided.
    package var aloneCount = 500_000
    package var places: PointTable
    /// Columns of the places that are joined to the answer.
    package var fields: [String] = []
    package var format = BatchPlan.RowFormat.csv
    /// The known paths of inputs. The keys are the variables.
    package var paths: [String: String] = [:]

    /// Makes a pass at `zoom` over markers that have the values of `template`, except where the file has a column.
    package init(zoom: Int, template: Marker, places: PointTable) {
        (self.zoom, self.template, self.places) = (zoom, template, places)
    }

    /// Up to this level the world is small, at most 16,384 pt wide: a single tile may contain much of the data.
    private static let lastSmallLevel = 6
    /// The parts in which the others are compared with the visible ones, after those of highest rank are decided.
    private static let partCount = 64

    /// Throws `PlainError` for tiles that are too small for a marker that looks like `template`.
    package func plan() throws(PlainError) -> BatchPlan {
        let columns = ["id", "visible", "hidden_by", "point_count"]
        let body =
            opening + reading + tiles + (level <= Self.lastSmallLevel ? first : "") + rounds + proof
            + PlanText.output(format, columns, fields: fields, order: "a.id")
        return BatchPlan(
            job: .collide, format: format, columns: columns + fields, paths: paths,
            inputs: ["places": .init(form: places.form, columns: placeColumns)], body: body)
    }

    private var placeColumns: [String] { BatchPlan.Input.pointColumns + columns.map(\.rawValue) + fields }

    /// The level of the zoom. At level 0, the world is 256 pt wide.
    private var level: Int { zoom + (options.tileSize == .points512 ? 1 : 0) }

    /// The binary logarithm of a tile's width in units. The world is 2^40 units wide, which is 2^(8 + level) pt.
    private var tileUnitBits: Int { min(32 - level + tileBits, 40) }
    private var tilesAcross: Int64 { 1 << Int64(40 - tileUnitBits) }

    /// The columns that are sent to the worker, in the worker's order.
    private var sent: [MarkerColumn] { MarkerColumn.atOneZoom.filter(columns.contains) }
    private var extra: [String] { sent.map(\.rawValue) }
    private var extraList: String { extra.map { ", \($0)" }.joined() }

    private var job: String {
        var words = "collide --zoom \(zoom) --tile-size \(options.tileSize.rawValue)"
        words += " --icon \(template.width)x\(template.height) --anchor \(template.anchorX),\(template.anchorY)"
        words += " --padding \(options.paddingPoints)"
        return extra.isEmpty ? words : words + " --columns \(extra.joined(separator: ","))"
    }

    private var opening: String {
        PlanText.opening(
            of: .collide,
            """
            -- The markers that a map shows at zoom \(zoom) when overlapping markers are hidden, and the marker that hides each
            -- hidden one. 'geocli cluster --zoom \(zoom) --mode faithful --members' gives the same answer for the same file.
            --
            -- The map is divided into tiles. Each tile is decided together with the markers within reach of its border. A
            -- marker is hidden if it collides with a visible marker of higher rank. It is visible if it collides with no marker
            -- that may still become visible. Other markers wait for the next round, when more is known. At the end, all markers
            -- are compared again with all visible ones. This proves the answer and finds the marker that hides each hidden one.
            --
            """)
    }

    private var reading: String {
        """

        -- The file. Rows without a point are left out and counted; bad rows stop the job.
        \(places.view(of: "places", columns: placeColumns))\
        \(places.rows(of: "places", read: placeColumns, columns: columns.map { ($0.rawValue, sql(of: $0)) }))
        \(places.checks(of: "places", canBeEmpty: false))
        -- The positions of markers on the plane of the pass, 2^40 units wide: whole numbers, the same on every machine.
        CREATE TABLE marker USING parquet AS
        \(PlanText.transform(
            ["longitude", "latitude", "id"] + extra, job: "project",
            answers: (["x BIGINT", "y BIGINT", "id BIGINT"] + sent.map { "\($0.rawValue) \(Self.type(of: $0))" })
                .joined(separator: ", "),
            from: "(SELECT * FROM places_row WHERE \(isActive))"));
        SELECT assert_true(count(*) = (SELECT count(*) FROM places_row WHERE \(isActive)) AND count_if(x IS NULL OR y IS NULL OR id IS NULL) = 0,
          'geocli: geoworker project lost some places; look for the reason in the Spark log') FROM marker;
        INSERT INTO progress SELECT 'markers at this zoom', count(*) FROM marker;

        """
    }

    /// The SQL condition for the rows that take part in the pass.
    private var isActive: String {
        var conditions = ["problem IS NULL"]
        if columns.contains(.minZoom) { conditions.append("min_zoom <= \(zoom)") }
        if columns.contains(.maxZoom) { conditions.append("max_zoom >= \(zoom)") }
        return conditions.joined(separator: " AND ")
    }

    private static func type(of column: MarkerColumn) -> String {
        switch column {
        case .globalZIndex, .zIndex: "BIGINT"
        case .force, .hides: "INT"
        default: "DOUBLE"
        }
    }

    /// Returns SQL for the value of a column: that of the template if the cell is empty, NULL if it is invalid.
    private func sql(of column: MarkerColumn) -> String {
        let name = column.rawValue
        let value: String =
            switch column {
            case .globalZIndex, .zIndex: "try_cast(\(PointTable.number(name)) AS BIGINT)"
            case .force, .hides:
                "CASE lower(trim(CAST(\(name) AS STRING))) WHEN 'true' THEN 1 WHEN '1' THEN 1 WHEN 'yes' THEN 1 "
                    + "WHEN 'false' THEN 0 WHEN '0' THEN 0 WHEN 'no' THEN 0 END"
            default: PointTable.number(name)
            }
        return "if(\(PointTable.isEmpty(name)), \(defaultValue(column)), \(value))"
    }

    private func defaultValue(_ column: MarkerColumn) -> String {
        switch column {
        case .width: "CAST(\(template.width) AS DOUBLE)"
        case .height: "CAST(\(template.height) AS DOUBLE)"
        case .anchorX: "CAST(\(template.anchorX) AS DOUBLE)"
        case .anchorY: "CAST(\(template.anchorY) AS DOUBLE)"
        case .globalZIndex: "\(template.globalZIndex)L"
        case .zIndex: "\(template.zIndex)L"
        case .priority: "CAST(\(template.priority) AS DOUBLE)"
        case .force: template.force ? "1" : "0"
        case .hides: template.hides ? "1" : "0"
        case .minZoom: "CAST(0 AS DOUBLE)"
        case .maxZoom: "CAST(\(CollisionOptions.highestZoom) AS DOUBLE)"
        }
    }

    /// Returns the column's name if the column is sent to the worker; otherwise the template's value as SQL.
    private func value(_ column: MarkerColumn) -> String {
        sent.contains(column) ? column.rawValue : defaultValue(column)
    }

    private var tiles: String {
        let unitBits = 26 - level
        let (width, height) = (value(.width), value(.height))
        let (anchorX, anchorY) = (value(.anchorX), value(.anchorY))
        let padding = "2 * \(options.paddingPoints)"
        return """

            -- Tiles of \(1 << tileBits) pt, 2^\(tileUnitBits) units. A marker belongs to the tile around it, and is a neighbor in all tiles
            -- within the size of one marker. \(tilesAcross) tiles go around the world, and the last tile is next to the first.
            CREATE TABLE seen USING parquet AS
            WITH reach AS (
              -- In units of 1/64 pt. The extents are rounded, so 4 units are added.
              SELECT shiftleft(CAST(ceil((max(\(width) * \(anchorX)) + max(\(width) * (1 - \(anchorX))) + \(padding)) * 64) + 4 AS BIGINT), \(unitBits)) AS dx,
                shiftleft(CAST(ceil((max(\(height) * \(anchorY)) + max(\(height) * (1 - \(anchorY))) + \(padding)) * 64) + 4 AS BIGINT), \(unitBits)) AS dy
              FROM marker
            ), spread AS (
              SELECT m.*, least(m.y, 1099511627775L) AS row_y, reach.dx, reach.dy FROM marker m CROSS JOIN reach
            ), within AS (
              SELECT *, shiftright(x - dx, \(tileUnitBits)) AS first_column, shiftright(x + dx, \(tileUnitBits)) AS last_column,
                greatest(shiftright(row_y - dy, \(tileUnitBits)), 0) AS first_row,
                least(shiftright(row_y + dy, \(tileUnitBits)), \(tilesAcross - 1)) AS last_row
              FROM spread
            )
            SELECT r * \(tilesAcross) + pmod(c, \(tilesAcross)) AS tile,
              if(r = shiftright(row_y, \(tileUnitBits)) AND pmod(c, \(tilesAcross)) = shiftright(x, \(tileUnitBits)), 1, 0) AS role,
              id, x, y\(extraList)
            FROM within
              LATERAL VIEW explode(sequence(first_column, least(last_column, first_column + \(tilesAcross - 1)))) AS c
              LATERAL VIEW explode(sequence(first_row, last_row)) AS r;

            -- The decisions: the hider of each marker (a visible marker is its own hider; tag 0), and the workers' counts (tag 1).
            CREATE TABLE decision (round INT, tag INT, id BIGINT, hider BIGINT) USING parquet;
            CREATE TABLE sent (tile BIGINT, role INT, visible INT, id BIGINT, x BIGINT, y BIGINT\(sent.map { ", \($0.rawValue) \(Self.type(of: $0))" }.joined())) USING parquet;
            CREATE TABLE sent_count (round INT, n BIGINT) USING parquet;

            """
    }

    private func decide(round: String, into table: String = "decision", indent: String = "") -> String {
        let transform = PlanText.transform(
            ["tile", "role", "visible", "id", "x", "y"] + extra, job: job, answers: "tag INT, id BIGINT, hider BIGINT",
            from: "(SELECT * FROM sent DISTRIBUTE BY tile SORT BY tile)", indent: indent + "  ")
        return """
            \(indent)INSERT INTO sent_count SELECT \(round), count(*) FROM sent;
            \(indent)INSERT INTO \(table) SELECT \(round), tag, id, hider FROM (
            \(indent)  \(transform)
            \(indent));

            """
    }

    /// The rank order of `RankTier` (Geo/Collision/MarkerIntake.swift), without the columns that are the same for all markers.
    private var rankOrder: String {
        let tiers = [MarkerColumn.globalZIndex, .zIndex, .priority].filter(sent.contains)
        return tiers.map { "\($0.rawValue) DESC, " }.joined() + "y DESC, x, id"
    }

    private var first: String {
        """

        -- At this zoom the world is so small that one tile may hold much of the data. So one process first decides the
        -- \(aloneCount) markers of highest rank, which no other marker can hide. Then all others are compared with the visible
        -- ones of these, in parts that need not be neighborhoods (role 2: hidden, or not decided).
        INSERT INTO sent
        SELECT 0, 1, 0, id, x, y\(extraList) FROM marker
        ORDER BY \(rankOrder)
        LIMIT \(aloneCount);
        \(decide(round: "-1"))
        INSERT OVERWRITE sent
        SELECT pmod(m.id, \(Self.partCount)), 2, 0, m.id, m.x, m.y\(extra.map { ", m.\($0)" }.joined())
        FROM marker m LEFT ANTI JOIN (SELECT id FROM decision WHERE tag = 0) d ON d.id = m.id
        UNION ALL
        SELECT part, 0, 1, m.id, m.x, m.y\(extra.map { ", m.\($0)" }.joined())
        FROM marker m JOIN decision d ON d.tag = 0 AND d.id = m.id AND d.hider = m.id
          LATERAL VIEW explode(sequence(0, \(Self.partCount - 1))) AS part
        WHERE (SELECT count(*) FROM marker) > \(aloneCount);
        \(decide(round: "0"))
        INSERT INTO progress SELECT 'decided by the first', count(*) FROM decision WHERE tag = 0;

        """
    }

    private var rounds: String {
        """

        -- The rounds. A round takes all tiles that have undecided markers of their own. With each tile, it takes the
        -- visible and undecided markers in the tile. When at most \(aloneCount) markers are undecided, the last round
        -- begins: one process takes all of them and the visible markers around them.
        BEGIN
          DECLARE this_round INT DEFAULT 1;
          DECLARE undecided BIGINT DEFAULT 0;
          DECLARE before BIGINT DEFAULT 0;
          SET undecided = (SELECT count(*) FROM marker) - (SELECT count(*) FROM decision WHERE tag = 0);
          SET before = undecided + 1;
          WHILE undecided > 0 AND undecided < before DO
            IF undecided <= \(aloneCount) THEN
              INSERT OVERWRITE sent
              WITH known AS (
                SELECT id, hider FROM decision WHERE tag = 0
              ), waiting AS (
                SELECT DISTINCT s.tile FROM seen s LEFT ANTI JOIN known k ON k.id = s.id WHERE s.role = 1
              )
              SELECT DISTINCT 0, if(k.id IS NULL, 1, 0), if(k.id IS NULL, 0, 1), s.id, s.x, s.y\(extra.map { ", s.\($0)" }.joined())
              FROM seen s LEFT SEMI JOIN waiting w ON w.tile = s.tile LEFT JOIN known k ON k.id = s.id
              WHERE k.id IS NULL OR k.hider = k.id;
            ELSE
              INSERT OVERWRITE sent
              WITH known AS (
                SELECT id, hider FROM decision WHERE tag = 0
              ), waiting AS (
                SELECT DISTINCT s.tile FROM seen s LEFT ANTI JOIN known k ON k.id = s.id WHERE s.role = 1
              )
              SELECT s.tile, s.role, if(k.id IS NULL, 0, 1), s.id, s.x, s.y\(extra.map { ", s.\($0)" }.joined())
              FROM seen s LEFT SEMI JOIN waiting w ON w.tile = s.tile LEFT JOIN known k ON k.id = s.id
              WHERE k.id IS NULL OR k.hider = k.id;
            END IF;
        \(decide(round: "this_round", indent: "    "))\
            SET before = undecided;
            SET undecided = (SELECT count(*) FROM marker) - (SELECT count(*) FROM decision WHERE tag = 0);
            INSERT INTO progress SELECT concat('undecided after round ', this_round), undecided;
            SET this_round = this_round + 1;
          END WHILE;
        END;

        """
    }

    private var proof: String {
        """

        -- The proof: each hidden marker is compared with all visible ones near it. The worker refuses visible markers that
        -- collide.
        INSERT OVERWRITE sent
        SELECT s.tile, s.role, if(k.hider = k.id, 1, 0), s.id, s.x, s.y\(extra.map { ", s.\($0)" }.joined())
        FROM seen s JOIN decision k ON k.tag = 0 AND k.id = s.id
        WHERE k.hider = k.id OR s.role = 1;
        CREATE TABLE proof (round INT, tag INT, id BIGINT, hider BIGINT) USING parquet;
        \(decide(round: "1000000", into: "proof"))
        CREATE TABLE answer USING parquet AS
        WITH member AS (
          SELECT hider, count(*) AS members FROM proof WHERE tag = 0 GROUP BY hider
        )
        SELECT d.id, true AS visible, CAST(NULL AS BIGINT) AS hidden_by, 1 + coalesce(m.members, 0) AS point_count
        FROM decision d LEFT JOIN member m ON m.hider = d.id WHERE d.tag = 0 AND d.hider = d.id
        UNION ALL
        SELECT id, false, hider, NULL FROM proof WHERE tag = 0;

        -- Checks. A worker's last line says how many lines it has read and how many decisions it gave. So the sums show
        -- whether a worker ended early, or rows were lost on the way.
        SELECT assert_true(count(*) = (SELECT count(*) FROM marker) AND count(DISTINCT id) = count(*), concat(
          'geocli: ', count(DISTINCT id), ' of ', (SELECT count(*) FROM marker), ' markers were decided, in ', count(*), ' decisions; look for the reason in the Spark log'))
        FROM decision WHERE tag = 0;
        SELECT assert_true(sent.n = back.was_read AND back.decisions = back.was_written, concat(
          'geocli: in round ', sent.round, ' the workers read ', back.was_read, ' of ', sent.n, ' lines, and ', back.decisions, ' of ', back.was_written,
          ' decisions came back; look for the reason in the Spark log'))
        FROM sent_count sent JOIN (
          SELECT round, coalesce(sum(id) FILTER (WHERE tag = 1), 0) AS was_read, coalesce(sum(hider) FILTER (WHERE tag = 1), 0) AS was_written,
            count_if(tag = 0) AS decisions
          FROM (SELECT * FROM decision UNION ALL SELECT * FROM proof) GROUP BY round
        ) back ON back.round = sent.round;
        SELECT assert_true(count(*) = 0, concat('geocli: ', count(*), ' rounds returned no counts; look for the reason in the Spark log'))
        FROM sent_count sent LEFT ANTI JOIN (SELECT * FROM decision UNION ALL SELECT * FROM proof) back ON back.tag = 1 AND back.round = sent.round
        WHERE sent.n > 0;
        SELECT assert_true(count(*) = (SELECT count(*) FROM decision WHERE tag = 0 AND hider <> id) AND count_if(hider = id) = 0,
          'geocli: the last round contradicts the earlier rounds; look for the reason in the Spark log')
        FROM proof WHERE tag = 0;
        INSERT INTO progress SELECT 'visible', count(*) FROM answer WHERE visible;
        INSERT INTO progress SELECT 'hidden', count(*) FROM answer WHERE NOT visible;

        """
    }
}
