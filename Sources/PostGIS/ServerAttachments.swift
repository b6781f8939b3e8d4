#if PostGIS
internal import GeocliPlaces
internal import GeocliText

/// What users of a server have added to the catalog's tables: rights, policies, indexes, views and more. A push
/// replaces the tables. For this reason, each addition is either copied to the new tables or reported before any data
/// is sent. Every object that depends on a table is in `pg_depend`, so an addition of an unknown kind is also reported
/// and not lost.
struct ServerAttachments {
    private let connection: Connection
    private let layout: ServerLayout
    private static let maximumNamed = 6

    init(_ connection: Connection, _ layout: ServerLayout) { (self.connection, self.layout) = (connection, layout) }

    private var tables: [ServerValue] { [.text(layout.address.schema), .texts(ServerLayout.tables)] }

    /// The SQL for the tables in use (`ours`) and the tables that will replace them (`staged`).
    private static let tablesInUse = """
        WITH ours AS (
            SELECT c.*, s.oid AS staged, s.relacl AS staged_acl, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name,
                quote_ident(n.nspname) || '.' || quote_ident(c.relname || '_staged') AS staged_name
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_class s ON s.relnamespace = n.oid AND s.relname = c.relname || '_staged'
            WHERE n.nspname = $1 AND c.relname = ANY ($2)
        )
        """

    // MARK: What can't be kept

    /// Checks that new tables can replace the tables in use without any loss.
    /// - Precondition: the staged tables exist.
    /// - Throws: `ServerError(.foreign)`, which names what would be lost.
    func checkNothingIsLost() throws {
        let found = try connection.rows(Self.tablesInUse + ", " + Self.lost, tables)
        let names = (0..<found.count).compactMap { found.text($0, 0) }
        guard !names.isEmpty else { return }
        let shown = DisplayText.singleLine(names.prefix(Self.maximumNamed).joined(separator: ", "))
        let more = names.count - Self.maximumNamed
        throw ServerError(
            .foreign,
            en:
                "\(connection.name): objects depend on the catalog's tables and would be lost: \(shown)\(more > 0 ? " and \(more) more" : ""); drop them, push, and create them again",
            ko:
                "\(connection.name): 카탈로그 테이블에 의존하는 객체가 있어 올릴 수 없습니다: \(shown)\(more > 0 ? " 외 \(more)개" : ""). 이 객체를 지우고 카탈로그를 올린 뒤 객체를 다시 만드세요"
        )
    }

    /// The SQL that finds what would be lost. It reads the texts of constraints only for these tables, because the
    /// server opens a constraint's table to make the text, and another session may be dropping any other table.
    private static let lost = """
        rule AS MATERIALIZED (
            SELECT k.oid, conrelid, conname, contype, pg_get_constraintdef(k.oid) AS text FROM pg_constraint k
            WHERE conrelid IN (SELECT oid FROM ours UNION ALL SELECT staged FROM ours)
        ), own AS (
            SELECT 'pg_class'::regclass AS class, oid FROM ours
            UNION ALL SELECT 'pg_type'::regclass, reltype FROM ours
            UNION ALL SELECT 'pg_type'::regclass, t.typarray FROM ours JOIN pg_type t ON t.oid = reltype
            UNION ALL SELECT 'pg_class'::regclass, reltoastrelid FROM ours
            UNION ALL SELECT 'pg_class'::regclass, indexrelid FROM pg_index JOIN ours ON indrelid IN (oid, reltoastrelid)
            UNION ALL SELECT 'pg_policy'::regclass, p.oid FROM pg_policy p JOIN ours ON polrelid = ours.oid
            UNION ALL SELECT 'pg_trigger'::regclass, t.oid FROM pg_trigger t WHERE tgisinternal
            UNION ALL SELECT 'pg_constraint'::regclass, k.oid FROM rule k JOIN ours ON conrelid = ours.oid
                WHERE contype = 'n' OR contype = 'p' AND conname = relname || '_pkey' OR EXISTS (
                    SELECT FROM rule s WHERE s.conrelid = staged AND s.conname = k.conname AND s.text = k.text)
        ), lost (what) AS (
            -- Views by their own names, not by the names of their rules.
            SELECT coalesce(pg_describe_object('pg_class'::regclass, ev_class, 0), pg_describe_object(d.classid, d.objid, 0))
            FROM pg_depend d JOIN own ON d.refclassid = own.class AND d.refobjid = own.oid
            LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
                AND ev_class NOT IN (SELECT oid FROM ours)
            WHERE (d.classid, d.objid) NOT IN (SELECT class, oid FROM own)
                AND d.classid <> 'pg_publication_rel'::regclass AND NOT d.deptype = ANY ('{e,x}')
            -- The table belongs to an extension or a parent.
            UNION SELECT pg_describe_object(refclassid, refobjid, 0) FROM pg_depend JOIN ours ON objid = oid
                WHERE classid = 'pg_class'::regclass AND deptype = ANY ('{e,x}')
            UNION SELECT 'parent ' || inhparent::regclass FROM pg_inherits JOIN ours ON inhrelid = oid
            -- Subscribers would receive rows of another table, and none of this one.
            UNION SELECT 'publication ' || quote_ident(pubname) FROM pg_publication_tables
                WHERE schemaname = $1 AND tablename IN (SELECT unnest($2) UNION SELECT unnest($2) || '_staged')
            UNION SELECT 'subscription of table ' || name FROM pg_subscription_rel JOIN ours ON srrelid = oid
            UNION SELECT 'security label of table ' || name FROM pg_seclabel JOIN ours ON objoid = oid
                WHERE classoid = 'pg_class'::regclass
            UNION SELECT 'comment of ' || pg_describe_object(classoid, objoid, 0) FROM pg_description
                WHERE classoid <> 'pg_policy'::regclass AND (classoid, objoid) IN (SELECT class, oid FROM own)
                AND objoid NOT IN (SELECT oid FROM ours)
            UNION SELECT 'rights on table ' || name || ' from ' || grantor::regrole
                FROM ours, (SELECT oid AS owner, relacl AS acl FROM pg_class UNION ALL SELECT attrelid, attacl FROM pg_attribute) a,
                    aclexplode(acl) WHERE owner = oid AND grantor <> relowner
            UNION SELECT 'replica identity of table ' || name FROM ours WHERE relreplident = 'i'
            UNION SELECT 'column ' || quote_ident(a.attname) || ' of table ' || name FROM ours
                JOIN pg_attribute a ON a.attrelid = oid AND a.attnum > 0 AND NOT a.attisdropped
                LEFT JOIN pg_attribute s ON s.attrelid = staged AND s.attname = a.attname AND NOT s.attisdropped
                WHERE (a.atttypid, a.atttypmod, a.attnotnull, a.attcollation, a.atthasdef, a.attidentity, a.attstorage,
                    a.attstattarget, \(options("a"))) IS DISTINCT FROM (s.atttypid, s.atttypmod, s.attnotnull,
                    s.attcollation, s.atthasdef, s.attidentity, s.attstorage, s.attstattarget, \(options("s")))
        )
        SELECT what FROM lost WHERE what IS NOT NULL ORDER BY what COLLATE "C"
        """

    /// The SQL for those options of a column that a person has set. Since the minor version 15.20, PostgreSQL also
    /// stores a number of its own among the options: `pg_attver`, which differs from table to table.
    private static func options(_ column: String) -> String {
        "ARRAY(SELECT o FROM unnest(\(column).attoptions) o WHERE o NOT LIKE 'pg\\_%' ORDER BY o)"
    }

    // MARK: What is kept

    /// The staged tables get the owner, tablespace and settings of those in use; they are empty, so this takes no time.
    func keepSettings() throws { try run(Self.settings) }

    private static let settings = """
        SELECT format('ALTER TABLE %s %s', staged_name, change) FROM ours, LATERAL (
            SELECT format('OWNER TO %s', relowner::regrole) WHERE relowner <> (SELECT relowner FROM pg_class WHERE oid = staged)
            UNION ALL SELECT format('SET TABLESPACE %I', spcname) FROM pg_tablespace t WHERE t.oid = reltablespace
            UNION ALL SELECT 'SET UNLOGGED' WHERE relpersistence = 'u'
            UNION ALL SELECT 'REPLICA IDENTITY ' || CASE relreplident WHEN 'f' THEN 'FULL' ELSE 'NOTHING' END
                WHERE relreplident IN ('f', 'n')
            UNION ALL SELECT format('SET (%s%I = %L)', prefix, split_part(option, '=', 1), split_part(option, '=', 2))
            FROM (
                SELECT '' AS prefix, unnest(reloptions) AS option
                UNION ALL SELECT 'toast.', unnest(t.reloptions) FROM pg_class t WHERE t.oid = ours.reltoastrelid
            ) o
        ) changes (change)
        """

    /// Returns the statements that give the new tables the rights, policies, comments and indexes of the old tables.
    /// The statements use the final names of the tables.
    /// - Precondition: nothing would be lost (`checkNothingIsLost`), and other sessions can no longer change the
    ///   tables.
    func keepers() throws -> [String] { try texts(Self.rights) + texts(Self.policies) + texts(Self.additions) }

    /// SQL for the statements about rights. A new table has the server's default rights, which are revoked first.
    private static let rights = """
        SELECT statement FROM ours, LATERAL (
            SELECT DISTINCT 1, format('REVOKE ALL ON TABLE %s FROM %s', name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
            FROM aclexplode(coalesce(staged_acl, acldefault('r', relowner)))
            WHERE relacl IS NOT NULL OR staged_acl IS NOT NULL
            UNION ALL
            SELECT 2, format('GRANT %s%s ON TABLE %s TO %s%s', privilege_type, ' (' || quote_ident(attname) || ')', name,
                CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
                CASE WHEN is_grantable AND grantee <> relowner THEN ' WITH GRANT OPTION' END)
            FROM (
                SELECT NULL::name AS attname, coalesce(relacl, acldefault('r', relowner)) AS acl
                    WHERE relacl IS NOT NULL OR staged_acl IS NOT NULL
                UNION ALL SELECT attname, attacl FROM pg_attribute WHERE attrelid = ours.oid AND NOT attisdropped
            ) a, aclexplode(acl)
        ) r (step, statement)
        ORDER BY name, step, statement
        """

    private static let policies = """
        SELECT format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', polname, name,
            CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
            CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END,
            (SELECT string_agg(CASE role WHEN 0 THEN 'PUBLIC' ELSE role::regrole::text END, ', ') FROM unnest(polroles) role))
            || coalesce(' USING (' || pg_get_expr(polqual, polrelid) || ')', '')
            || coalesce(' WITH CHECK (' || pg_get_expr(polwithcheck, polrelid) || ')', '')
        FROM ours JOIN pg_policy ON polrelid = ours.oid
        UNION ALL SELECT format('COMMENT ON POLICY %I ON %s IS %L', polname, name, description)
        FROM ours JOIN pg_policy p ON polrelid = ours.oid JOIN pg_description d ON d.classoid = 'pg_policy'::regclass AND objoid = p.oid
        UNION ALL SELECT format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name) FROM ours WHERE relrowsecurity
        UNION ALL SELECT format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name) FROM ours WHERE relforcerowsecurity
        """

    /// The SQL for the statements about comments, except the mark, and about indexes that are not part of the layout.
    private static let additions = """
        SELECT format('COMMENT ON %s IS %L', CASE objsubid WHEN 0 THEN 'TABLE ' || name
            ELSE 'COLUMN ' || name || '.' || quote_ident(attname) END, description)
        FROM ours JOIN pg_description ON classoid = 'pg_class'::regclass AND objoid = oid
        LEFT JOIN pg_attribute ON attrelid = oid AND attnum = objsubid
        WHERE objsubid > 0 OR relname <> ($2)[1]
        UNION ALL SELECT pg_get_indexdef(indexrelid) FROM ours JOIN pg_index ON indrelid = ours.oid JOIN pg_class i ON i.oid = indexrelid
        WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
            AND NOT EXISTS (SELECT FROM pg_class s JOIN pg_index x ON x.indexrelid = s.oid
                WHERE x.indrelid = staged AND s.relname = regexp_replace(i.relname, '_', '_staged_'))
        """

    private func run(_ statements: String) throws { for sql in try texts(statements) { try connection.run(sql) } }

    private func texts(_ query: String) throws -> [String] {
        let rows = try connection.rows(Self.tablesInUse + query, tables)
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }
}
#endif
