package import GeocliText

/// The job `nearest`: the exact nearest places of each query. Any number of machines can share the work.
package struct NearestPlan: Sendable {
    /// Maximum number of answers for each query.
    package var count = 10
    /// Maximum number of places in a cell. A cell that is one square of the finest grid may have more.
    package var cellPlaces = 50_000
    /// The finest grid is 2^`depth` squares wide and high.
    package var depth = 12
    package var places: PointTable
    package var queries: PointTable
    /// Columns of the places that are joined to the answer.
    package var fields: [String] = []
    package var format = BatchPlan.RowFormat.csv
    /// The known paths of inputs. The keys are the variables.
    package var paths: [String: String] = [:]

    /// Makes a job for the ten nearest places of each query.
    package init(places: PointTable, queries: PointTable) { (self.places, self.queries) = (places, queries) }

    /// The size of a region, in full cells. Because of regions, only a few boxes are compared with each query.
    private static let regionCells = 256

    /// Throws `PlainError` if cells are too small for the number of answers.
    package func plan() throws(PlainError) -> BatchPlan {
        guard cellPlaces >= 4 * count else {
            throw PlainError(
                .usage,
                en: "cells of \(cellPlaces) places are too small for \(count) answers; use \(4 * count) or more",
                ko: "장소 \(cellPlaces)개까지 담는 칸은 결과 \(count)개를 찾기에 너무 작습니다. \(4 * count)개 이상으로 지정하세요")
        }
        let columns = ["query", "rank", "id", "distance_m"]
        let body =
            opening + reading + cells + first + second + checks
            + PlanText.output(format, columns, fields: fields, order: "a.query, a.rank")
        return BatchPlan(
            job: .nearest, format: format, columns: columns + fields, paths: paths,
            inputs: [
                "places": .init(form: places.form, columns: placeColumns),
                "queries": .init(form: queries.form, columns: BatchPlan.Input.pointColumns),
            ], body: body)
    }

    private var placeColumns: [String] { BatchPlan.Input.pointColumns + fields }

    private var opening: String {
        PlanText.opening(
            of: .nearest,
            """
            -- The \(count) nearest places of each query, ordered by distance on the WGS 84 ellipsoid, then by id.
            --
            -- Places are divided into cells. (1) Each query asks the cell with the nearest box. The distance of its farthest
            -- answer is the radius of its circle. (2) A query asks every other cell with a box that meets its circle. (3) The
            -- answers are merged by distance and id. Boxes are in earth-centered coordinates. A straight line is never longer
            -- than the way on the ground, so no cell that matters is missed, even at ±180° and at the poles.
            --
            """)
    }

    private var reading: String {
        """

        -- The files. Rows without a point are left out and counted; bad rows stop the job.
        \(places.view(of: "places", columns: placeColumns))\
        \(queries.view(of: "queries", columns: BatchPlan.Input.pointColumns))
        \(places.rows(of: "places", read: placeColumns, columns: []))
        \(queries.rows(of: "queries", read: BatchPlan.Input.pointColumns, columns: []))
        \(places.checks(of: "places", canBeEmpty: false))\(queries.checks(of: "queries", canBeEmpty: true))
        """
    }

    /// Cells are the leaves of a quadtree over longitude and latitude. Regions are leaves with a higher limit.
    private var cells: String {
        let side = 1 << depth
        return """

            -- Cells. Places are counted on a grid of \(side) × \(side) squares. A cell is the largest square of a quadtree
            -- that has at most \(cellPlaces) places. A region has at most \(cellPlaces * Self.regionCells) places. The limits
            -- do not change the answer.
            CREATE TABLE gridded USING parquet AS
            SELECT id, longitude, latitude,
              least(CAST(floor((longitude + 180) / 360 * \(side)) AS BIGINT), \(side - 1)) AS gx,
              least(CAST(floor((latitude + 90) / 180 * \(side)) AS BIGINT), \(side - 1)) AS gy,
              \(Self.earthCentred)
            FROM places_row WHERE problem IS NULL;

            CREATE TABLE leaf USING parquet AS
            WITH square AS (
              SELECT gx, gy, count(*) AS places FROM gridded GROUP BY gx, gy
            ), step AS (
              SELECT gx, gy, places, CAST(level AS INT) AS level,
                shiftright(gx, \(depth) - CAST(level AS INT)) AS nx, shiftright(gy, \(depth) - CAST(level AS INT)) AS ny
              FROM square LATERAL VIEW explode(sequence(0, \(depth))) AS level
            ), node AS (
              SELECT level, nx, ny, sum(places) AS places FROM step GROUP BY level, nx, ny
            ), chosen AS (
              SELECT s.gx, s.gy,
                min(s.level) FILTER (WHERE n.places <= \(cellPlaces) OR s.level = \(depth)) AS cell_level,
                min(s.level) FILTER (WHERE n.places <= \(cellPlaces * Self.regionCells) OR s.level = \(depth)) AS region_level
              FROM step s JOIN node n ON n.level = s.level AND n.nx = s.nx AND n.ny = s.ny
              GROUP BY s.gx, s.gy
            )
            SELECT gx, gy, \(name(of: "cell_level")) AS cell, \(name(of: "region_level")) AS region
            FROM chosen;

            CREATE TABLE placed USING parquet AS
            SELECT l.cell, l.region, g.id, g.longitude, g.latitude, g.x, g.y, g.z
            FROM gridded g JOIN leaf l ON l.gx = g.gx AND l.gy = g.gy;

            CREATE TABLE cell USING parquet AS
            SELECT cell, region, count(*) AS places, \(Self.box("", "")) FROM placed GROUP BY cell, region;
            CREATE TABLE region USING parquet AS
            SELECT region, sum(places) AS places, \(Self.box("0", "1")) FROM cell GROUP BY region;
            INSERT INTO progress SELECT 'cells', count(*) FROM cell;

            """
    }

    /// SQL for the number of the node on `level` around the square `gx`, `gy` of the finest grid: level, column, row.
    private func name(of level: String) -> String {
        "shiftleft(CAST(\(level) AS BIGINT), 40) + shiftleft(shiftright(gx, \(depth) - \(level)), 20) "
            + "+ shiftright(gy, \(depth) - \(level))"
    }

    /// Earth-centered coordinates in meters, computed from the normal n (NIMA TR8350.2, §4).
    private static let earthCentred = """
        6378137 / sqrt(1 - 0.0066943799901413165 * pow(sin(radians(latitude)), 2)) AS n,
          n * cos(radians(latitude)) * cos(radians(longitude)) AS x,
          n * cos(radians(latitude)) * sin(radians(longitude)) AS y,
          n * (1 - 0.0066943799901413165) * sin(radians(latitude)) AS z
        """

    /// Returns SQL for the box around points, or around boxes whose columns end in `low` and `high`.
    private static func box(_ low: String, _ high: String) -> String {
        ["x", "y", "z"].map { "min(\($0)\(low)) AS \($0)0, max(\($0)\(high)) AS \($0)1" }.joined(separator: ", ")
    }

    private static func gap(_ box: String) -> String {
        ["x", "y", "z"].map { "pow(greatest(\(box).\($0)0 - q.\($0), q.\($0) - \(box).\($0)1, 0), 2)" }
            .joined(separator: " + ")
    }

    /// Returns SQL for the nearest box. If several boxes are equally near, the box with the nearest middle is taken.
    private static func nearest(_ box: String, _ name: String) -> String {
        let middle = ["x", "y", "z"].map { "pow((\(box).\($0)0 + \(box).\($0)1) / 2 - q.\($0), 2)" }
            .joined(separator: " + ")
        return "min_by(\(box).\(name), struct(\(gap(box)), \(middle), \(box).\(name)))"
    }

    private var first: String {
        """

        -- (1) Each query asks one cell: the cell with the nearest box in the region with the nearest box. Regions and cells
        -- with too few places are left out.
        CREATE TABLE query USING parquet AS
        SELECT id, longitude, latitude,
          \(Self.earthCentred)
        FROM queries_row WHERE problem IS NULL;

        CREATE TABLE ask USING parquet AS
        WITH needed AS (
          SELECT least(\(count), count(*)) AS answers FROM placed
        ), towards AS (
          SELECT q.id, q.longitude, q.latitude, q.x, q.y, q.z, \(Self.nearest("r", "region")) AS region
          FROM query q CROSS JOIN region r CROSS JOIN needed
          WHERE r.places >= needed.answers
          GROUP BY q.id, q.longitude, q.latitude, q.x, q.y, q.z
        )
        SELECT q.id, q.longitude, q.latitude, q.x, q.y, q.z, \(Self.nearest("c", "cell")) AS cell
        FROM towards q JOIN cell c ON c.region = q.region CROSS JOIN needed
        WHERE c.places >= needed.answers
        GROUP BY q.id, q.longitude, q.latitude, q.x, q.y, q.z;

        CREATE TABLE sent1 USING parquet AS
        SELECT p.cell, 0 AS kind, p.id, p.longitude, p.latitude
        FROM placed p LEFT SEMI JOIN ask a ON a.cell = p.cell
        UNION ALL
        SELECT cell, 1, id, longitude, latitude FROM ask;

        CREATE TABLE answer1 USING parquet AS
        \(PlanText.transform(
            ["cell", "kind", "id", "longitude", "latitude"], job: "nearest -k \(count)",
            answers: "tag INT, query BIGINT, place BIGINT, meters STRING, position DOUBLE",
            from: "(SELECT * FROM sent1 DISTRIBUTE BY cell SORT BY cell, kind)"));
        INSERT INTO progress SELECT 'answers of one cell', count(*) FROM answer1 WHERE tag = 0;

        """
    }

    private var second: String {
        """

        -- (2) Queries with a circle that meets the box of another cell ask these cells, and their own cell again, for
        -- distances exact to the last bit. The worker's first answer is rounded to a millimeter, so 2 mm are added.
        CREATE TABLE again USING parquet AS
        WITH reach AS (
          SELECT query, max(CAST(meters AS DOUBLE)) + 0.002 AS meters FROM answer1 WHERE tag = 0 GROUP BY query
        ), towards AS (
          SELECT q.id, q.longitude, q.latitude, q.x, q.y, q.z, q.cell, reach.meters, r.region
          FROM ask q JOIN reach ON reach.query = q.id CROSS JOIN region r
          WHERE \(Self.gap("r")) <= pow(reach.meters, 2)
        ), other AS (
          SELECT c.cell, q.id, q.longitude, q.latitude, q.meters
          FROM towards q JOIN cell c ON c.region = q.region
          WHERE c.cell <> q.cell AND \(Self.gap("c")) <= pow(q.meters, 2)
        )
        SELECT cell, id, longitude, latitude, meters FROM other
        UNION ALL
        SELECT DISTINCT a.cell, a.id, a.longitude, a.latitude, o.meters FROM ask a JOIN other o ON o.id = a.id;

        CREATE TABLE sent2 USING parquet AS
        SELECT p.cell, 0 AS kind, p.id, p.longitude, p.latitude, CAST(0 AS DOUBLE) AS meters
        FROM placed p LEFT SEMI JOIN again a ON a.cell = p.cell
        UNION ALL
        SELECT cell, 1, id, longitude, latitude, meters FROM again;

        CREATE TABLE answer2 USING parquet AS
        \(PlanText.transform(
            ["cell", "kind", "id", "longitude", "latitude", "meters"], job: "nearest -k \(count) --merge",
            answers: "tag INT, query BIGINT, place BIGINT, meters STRING, position DOUBLE",
            from: "(SELECT * FROM sent2 DISTRIBUTE BY cell SORT BY cell, kind)"));
        INSERT INTO progress SELECT 'queries at borders', count(DISTINCT id) FROM again;

        -- (3) The answers of several cells, merged by distance and id.
        CREATE TABLE answer USING parquet AS
        SELECT * FROM (
          SELECT query, CAST(row_number() OVER (PARTITION BY query ORDER BY position, place) AS INT) AS rank,
            place AS id, meters AS distance_m
          FROM (
            SELECT f.query, f.place, f.meters, f.position FROM answer1 f LEFT ANTI JOIN again a ON a.id = f.query WHERE f.tag = 0
            UNION ALL
            SELECT query, place, meters, position FROM answer2 WHERE tag = 0
          )
        ) WHERE rank <= \(count);

        """
    }

    private var checks: String {
        """

        -- Checks. A worker's last line says how many lines it has read and how many answers it gave. So the sums show
        -- whether a worker ended early, or rows were lost on the way.
        \(["1", "2"].map(Self.countCheck).joined())\
        SELECT assert_true(
          found.least = wanted.answers AND found.most = wanted.answers AND found.queries = wanted.queries, concat(
          'geocli: ', found.queries, ' of ', wanted.queries, ' queries have answers, ', found.least, ' to ', found.most,
          ' each instead of ', wanted.answers, '; look for the reason in the Spark log'))
        FROM (
          SELECT count(*) AS queries, coalesce(min(n), 0) AS least, coalesce(max(n), 0) AS most
          FROM (SELECT query, count(*) AS n FROM answer GROUP BY query)
        ) found CROSS JOIN (
          SELECT if(p.n = 0, 0, q.n) AS queries, if(q.n = 0, 0, least(\(count), p.n)) AS answers
          FROM (SELECT count(*) AS n FROM placed) p CROSS JOIN (SELECT count(*) AS n FROM query) q
        ) wanted;
        SELECT assert_true(count(*) = (SELECT count(*) FROM places_row WHERE problem IS NULL),
          'geocli: some places were lost when they were assigned to cells; look for the reason in the Spark log') FROM placed;
        INSERT INTO progress SELECT 'answers', count(*) FROM answer;

        """
    }

    private static func countCheck(_ step: String) -> String {
        """
        SELECT assert_true(sent.n = back.was_read AND back.answers = back.was_written, concat(
          'geocli: the workers of step \(step) read ', back.was_read, ' of ', sent.n, ' lines, and ', back.answers, ' of ', back.was_written,
          ' answers came back; look for the reason in the Spark log'))
        FROM (SELECT count(*) AS n FROM sent\(step)) sent CROSS JOIN (
          SELECT coalesce(sum(query) FILTER (WHERE tag = 1), 0) AS was_read, coalesce(sum(place) FILTER (WHERE tag = 1), 0) AS was_written,
            count_if(tag = 0) AS answers
          FROM answer\(step)
        ) back;

        """
    }
}
