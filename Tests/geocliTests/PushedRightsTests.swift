#if PostGIS
import Foundation
import GeocliCatalog
internal import GeocliPlaces
import TestSupport
import Testing
import GeocliPostGIS

/// A push replaces tables. Additions of the server's users to these tables are kept, or reported before any data is
/// sent.
@Suite(.postGIS) struct PushedRightsTests {
    /// The rights and rules of the three tables as the server describes them, in words that are the same for a new
    /// table.
    private static func state(_ schema: String) -> String {
        """
        SELECT relname, relowner::regrole, (SELECT string_agg(a::text, ' ' ORDER BY a::text) FROM unnest(relacl) a), relrowsecurity,
            relforcerowsecurity, relreplident, reloptions,
            (SELECT reloptions FROM pg_class t WHERE t.oid = c.reltoastrelid), obj_description(c.oid, 'pg_class'),
            (SELECT string_agg(concat_ws(' ', attname, attacl::text, col_description(c.oid, attnum)), ' ' ORDER BY attname)
                FROM pg_attribute WHERE attrelid = c.oid),
            (SELECT string_agg(concat_ws(' ', polname, polpermissive, polcmd, polroles::regrole[], pg_get_expr(polqual, polrelid),
                pg_get_expr(polwithcheck, polrelid), obj_description(p.oid, 'pg_policy')), ' ' ORDER BY polname)
                FROM pg_policy p WHERE polrelid = c.oid),
            (SELECT string_agg(pg_get_indexdef(indexrelid), ' ' ORDER BY indexrelid::regclass::text)
                FROM pg_index WHERE indrelid = c.oid)
        FROM pg_class c WHERE relnamespace = '\(schema)'::regnamespace AND relkind = 'r' AND relname <> 'push' ORDER BY 1
        """
    }

    @Test func whatWasAddedStays() throws {
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "kept")
        try server.server.psql(
            """
            CREATE ROLE kept_reader LOGIN PASSWORD 'right'; CREATE ROLE "kept ""other"; CREATE ROLE kept_owner;
            GRANT USAGE ON SCHEMA kept TO kept_reader; GRANT CREATE, USAGE ON SCHEMA kept TO kept_owner;
            ALTER TABLE kept.posting OWNER TO kept_owner; REVOKE INSERT ON kept.posting FROM kept_owner;
            GRANT SELECT ON ALL TABLES IN SCHEMA kept TO kept_reader;
            GRANT SELECT (id, name) ON kept.place TO "kept ""other" WITH GRANT OPTION;
            GRANT SELECT, REFERENCES ON kept.feed TO "kept ""other" WITH GRANT OPTION; GRANT SELECT ON kept.feed TO PUBLIC;
            CREATE POLICY none ON kept.place USING (false);
            CREATE POLICY "the 1st" ON kept.posting AS RESTRICTIVE FOR SELECT TO kept_reader, "kept ""other"
                USING (EXISTS (SELECT FROM kept.place b WHERE b.id = first));
            CREATE POLICY own ON kept.feed FOR INSERT WITH CHECK (run > 0); COMMENT ON POLICY own ON kept.feed IS 'it''s mine';
            ALTER TABLE kept.place ENABLE ROW LEVEL SECURITY; ALTER TABLE kept.posting FORCE ROW LEVEL SECURITY;
            COMMENT ON COLUMN kept.place.name IS 'the name'; COMMENT ON TABLE kept.feed IS 'feeds';
            CREATE INDEX place_mine ON kept.place (district, lower(name)) WHERE kind = 'used';
            ALTER TABLE kept.posting SET (fillfactor = 70, toast.autovacuum_enabled = false);
            ALTER TABLE kept.feed REPLICA IDENTITY FULL;
            ALTER DEFAULT PRIVILEGES IN SCHEMA kept GRANT ALL ON TABLES TO "kept ""other"
            """)
        let state = try server.server.psql(Self.state("kept"))
        #expect(
            state.contains("place_mine") && state.contains("the 1st") && state.contains("id {\"\\\"kept"),
            "\(state)")
        let reader = server.server.address("kept", user: "kept_reader")
        for _ in 0..<2 {
            try server.push()
            #expect(try server.server.psql(Self.state("kept")) == state)
            // The policy hides all rows from this reader.
            let run = try server.place.geocli(["list", "--db", reader], environment: ["PGPASSWORD": "right"])
            #expect(run.status == 0 && run.output.isEmpty, "\(run.errorText)")
            try server.expectSame("list")
        }
    }

    @Test(arguments: [
        (
            "CREATE VIEW %.v AS SELECT name FROM %.place; CREATE MATERIALIZED VIEW %.w AS SELECT FROM %.feed",
            "materialized view %.w, view %.v"
        ),
        ("CREATE TABLE %.other (id bigint REFERENCES %.place)", "constraint other_id_fkey on table %.other"),
        ("CREATE TABLE %.other (b %.place, f %.feed[])", "table %.other"),
        ("CREATE FUNCTION %.f(%.place) RETURNS int LANGUAGE sql AS 'SELECT 1'", "function %.f(%.place)"),
        (
            "CREATE FUNCTION %.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'; CREATE TRIGGER tr BEFORE UPDATE ON %.posting EXECUTE FUNCTION %.f()",
            "trigger tr on table %.posting"
        ),
        ("CREATE RULE ru AS ON DELETE TO %.feed DO INSTEAD NOTHING", "rule ru on table %.feed"),
        ("CREATE TABLE %.child () INHERITS (%.place)", "table %.child"),
        ("CREATE TABLE %.base (feed text NOT NULL); ALTER TABLE %.feed INHERIT %.base", "parent %.base"),
        ("CREATE STATISTICS %.st ON kind, district FROM %.place", "statistics object %.st"),
        ("ALTER TABLE %.place ADD extra int", "column extra of table %.place"),
        ("ALTER TABLE %.place ADD CONSTRAINT ck CHECK (id > 0)", "constraint ck on table %.place"),
        (
            "ALTER TABLE %.place REPLICA IDENTITY USING INDEX place_pkey",
            "replica identity of table %.place"
        ),
        ("COMMENT ON INDEX %.place_point IS 'mine'", "comment of index %.place_point"),
        ("CREATE PUBLICATION % FOR TABLE %.place (id, name) WHERE (id > 5)", "publication %"),
        ("CREATE PUBLICATION % FOR TABLES IN SCHEMA %", "publication %"),
        (
            "CREATE TABLE %.other (x int); CREATE POLICY po ON %.other USING (EXISTS (SELECT FROM %.place))",
            "policy po on table %.other"
        ),
        (
            "CREATE ROLE %_a; CREATE ROLE %_b; GRANT USAGE ON SCHEMA % TO %_a; GRANT SELECT ON %.feed TO %_a WITH GRANT OPTION; SET ROLE %_a; GRANT SELECT ON %.feed TO %_b",
            "rights on table %.feed from %_a"
        ),
    ])
    func whatCannotStayIsNamedFirst(sql: String, name: String) throws {
        let schema = "lost_\(UInt32.random(in: 0...UInt32.max))"
        func named(_ text: String) -> String { text.replacingOccurrences(of: "%", with: schema) }
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: schema)
        defer { _ = try? server.server.psql("DROP SCHEMA \(schema) CASCADE; DROP PUBLICATION IF EXISTS \(schema)") }
        try server.server.psql(named(sql))
        // If anything were copied, the error would be another one.
        try server.server.psql(
            """
            CREATE FUNCTION \(schema).stop() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                IF current_query() LIKE 'CREATE INDEX%"\(schema)"%' THEN RAISE EXCEPTION 'too late'; END IF; END $$;
            CREATE EVENT TRIGGER \(schema) ON ddl_command_start EXECUTE FUNCTION \(schema).stop()
            """)
        let state = try server.server.psql(Self.state(schema))
        let run = try server.place.geocli(["push", server.address])
        try server.server.psql("DROP EVENT TRIGGER \(schema)")
        #expect(run.status == 65, "\(run.errorText)")
        #expect(
            run.errorText.contains("depend on the catalog's tables and would be lost: ")
                && run.errorText.contains(named(name)),
            "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1)
        #expect(try server.server.psql(Self.state(schema)) == state)
        #expect(try server.server.psql("SELECT count(*) FROM \(schema).push") == "1")
    }

    @Test func aListingThatIsLeftInTheMiddleClosesItsCursor() throws {
        struct Enough: Error {}
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "cursor")
        let catalog = try ServerCatalog(ServerAddress(server.address))
        for _ in 0..<3 {
            #expect(throws: Enough.self) {
                try catalog.forEachRow(PlaceFilter(), limit: nil) { _ in throw Enough() }
            }
        }
        var count = 0
        try catalog.forEachRow(PlaceFilter(), limit: nil) { _ in count += 1 }
        #expect(count == 601)
    }
}
#endif
