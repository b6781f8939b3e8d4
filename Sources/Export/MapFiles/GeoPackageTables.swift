/// The tables of a GeoPackage, as the standard defines them.
///
/// - Source: OGC 12-128r18, GeoPackage 1.3.1, annex C (tables), F.3 (R-tree), F.8 (metadata), F.9 (schema).
enum GeoPackageTables {
    /// "GPKG" (§1.1.1.1.1).
    static let applicationID = 0x4750_4B47
    /// 1.3.0 (§1.1.1.1.1).
    static let version = 10300

    /// The tables that every GeoPackage of features has, those of the extensions for metadata and column titles, and
    /// the one in which QGIS keeps styles.
    static let all = """
        CREATE TABLE gpkg_spatial_ref_sys (
          srs_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL PRIMARY KEY,
          organization TEXT NOT NULL,
          organization_coordsys_id INTEGER NOT NULL,
          definition TEXT NOT NULL,
          description TEXT
        );
        CREATE TABLE gpkg_contents (
          table_name TEXT NOT NULL PRIMARY KEY,
          data_type TEXT NOT NULL,
          identifier TEXT UNIQUE,
          description TEXT DEFAULT '',
          last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
          min_x DOUBLE,
          min_y DOUBLE,
          max_x DOUBLE,
          max_y DOUBLE,
          srs_id INTEGER,
          CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
        );
        CREATE TABLE gpkg_geometry_columns (
          table_name TEXT NOT NULL,
          column_name TEXT NOT NULL,
          geometry_type_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL,
          z TINYINT NOT NULL,
          m TINYINT NOT NULL,
          CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
          CONSTRAINT uk_gc_table_name UNIQUE (table_name),
          CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
          CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
        );
        CREATE TABLE gpkg_extensions (
          table_name TEXT,
          column_name TEXT,
          extension_name TEXT NOT NULL,
          definition TEXT NOT NULL,
          scope TEXT NOT NULL,
          CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
        );
        CREATE TABLE gpkg_metadata (
          id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL,
          md_scope TEXT NOT NULL DEFAULT 'dataset',
          md_standard_uri TEXT NOT NULL,
          mime_type TEXT NOT NULL DEFAULT 'text/xml',
          metadata TEXT NOT NULL DEFAULT ''
        );
        CREATE TABLE gpkg_metadata_reference (
          reference_scope TEXT NOT NULL,
          table_name TEXT,
          column_name TEXT,
          row_id_value INTEGER,
          timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
          md_file_id INTEGER NOT NULL,
          md_parent_id INTEGER,
          CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
          CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id)
        );
        CREATE TABLE gpkg_data_columns (
          table_name TEXT NOT NULL,
          column_name TEXT NOT NULL,
          name TEXT,
          title TEXT,
          description TEXT,
          mime_type TEXT,
          constraint_name TEXT,
          CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
          CONSTRAINT gdc_tn UNIQUE (table_name, name)
        );
        CREATE TABLE gpkg_data_column_constraints (
          constraint_name TEXT NOT NULL,
          constraint_type TEXT NOT NULL,
          value TEXT,
          min NUMERIC,
          min_is_inclusive BOOLEAN,
          max NUMERIC,
          max_is_inclusive BOOLEAN,
          description TEXT,
          CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value)
        );
        \(styles)
        INSERT INTO gpkg_extensions VALUES
          ('gpkg_data_columns', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec130/#extension_schema', 'read-write'),
          ('gpkg_data_column_constraints', NULL, 'gpkg_schema',
           'http://www.geopackage.org/spec130/#extension_schema', 'read-write'),
          ('gpkg_metadata', NULL, 'gpkg_metadata', 'http://www.geopackage.org/spec130/#extension_metadata', 'read-write'),
          ('gpkg_metadata_reference', NULL, 'gpkg_metadata',
           'http://www.geopackage.org/spec130/#extension_metadata', 'read-write');
        INSERT INTO gpkg_spatial_ref_sys VALUES
          ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
          ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
          ('WGS 84 geodetic', 4326, 'EPSG', 4326, '\(wgs84)',
           'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
        """

    /// The table in which QGIS keeps styles, in the form that QGIS creates.
    private static let styles = """
        CREATE TABLE layer_styles (
          id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          f_table_catalog TEXT(256),
          f_table_schema TEXT(256),
          f_table_name TEXT(256),
          f_geometry_column TEXT(256),
          styleName TEXT(30),
          styleQML TEXT,
          styleSLD TEXT,
          useAsDefault BOOLEAN,
          description TEXT,
          owner TEXT(30),
          ui TEXT(30),
          update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now'))
        );
        """

    /// EPSG:4326 in the form that GDAL writes, so that PROJ is not needed.
    private static let wgs84 = """
        GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],\
        AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
        UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],\
        AUTHORITY["EPSG","4326"]]
        """

    /// Returns the statements that create an empty index for a table of features, without triggers.
    static func index(of table: String) -> String {
        """
        CREATE VIRTUAL TABLE "\(indexName(table))" USING rtree(id, minx, maxx, miny, maxy);
        INSERT INTO gpkg_extensions VALUES
          ('\(table)', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec130/#extension_rtree', 'write-only')
        """
    }

    static func indexName(_ table: String) -> String { "rtree_\(table)_geom" }

    /// The triggers with which other programs, if they have the `ST_` functions, keep the index up to date.
    static func triggers(of table: String) -> String {
        let box = "ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)"
        let index = "\"\(indexName(table))\""
        let filled = "(NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))"
        let empty = "(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))"
        let put = "INSERT OR REPLACE INTO \(index) VALUES (NEW.fid, \(box));"
        func trigger(_ name: String, _ event: String, _ condition: String, _ action: String) -> String {
            "CREATE TRIGGER \"\(indexName(table))_\(name)\" AFTER \(event) ON \"\(table)\" WHEN \(condition) BEGIN \(action) END;"
        }
        return [
            trigger("insert", "INSERT", "(NEW.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom))", put),
            trigger("update1", "UPDATE OF geom", "OLD.fid = NEW.fid AND \(filled)", put),
            trigger(
                "update2", "UPDATE OF geom", "OLD.fid = NEW.fid AND \(empty)",
                "DELETE FROM \(index) WHERE id = OLD.fid;"),
            trigger(
                "update3", "UPDATE", "OLD.fid != NEW.fid AND \(filled)",
                "DELETE FROM \(index) WHERE id = OLD.fid; \(put)"),
            trigger(
                "update4", "UPDATE", "OLD.fid != NEW.fid AND \(empty)",
                "DELETE FROM \(index) WHERE id IN (OLD.fid, NEW.fid);"),
            trigger("delete", "DELETE", "OLD.geom NOT NULL", "DELETE FROM \(index) WHERE id = OLD.fid;"),
        ].joined(separator: "\n")
    }
}
