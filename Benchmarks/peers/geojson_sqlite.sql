-- The rows of a catalog as GeoJSON features, one in each line, by SQLite's own JSON functions:
-- sqlite3 -readonly CATALOG <this.
-- The fifteen properties of geocli's export; the last six are constants here.
.mode list
SELECT json_object('type', 'Feature', 'id', id,
    'geometry', json_object('type', 'Point', 'coordinates', json_array(round(longitude, 7), round(latitude, 7))),
    'properties', json_object('ref', 'seoul-bookstores/' || feed_id, 'name', name, 'kind', kind, 'district', district,
        'address', address, 'phone', phone, 'phone_raw', phone_raw, 'website', website, 'sns', json(sns),
        'first_seen', '2026-09-19', 'last_seen', '2026-09-19', 'missing_runs', 0, 'removed_on', NULL, 'closed_on', NULL,
        'point_source', 'feed', 'corrected', NULL))
FROM place WHERE longitude IS NOT NULL;
