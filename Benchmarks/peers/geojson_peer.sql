-- The peer of 'geocli export': one Feature a line with the properties that geocli writes, made by SQLite's JSON functions.
-- sqlite3 -readonly CATALOG <geojson_peer.sql >features.geojsonl
.mode list
SELECT json_object(
    'type', 'Feature',
    'id', id,
    'geometry', json_object(
        'type', 'Point', 'coordinates', json_array(round(longitude, 7), round(latitude, 7))),
    'properties', json_object(
        'ref', feed || '/' || feed_id,
        'name', name,
        'kind', kind,
        'district', district,
        'address', address,
        'phone', phone,
        'phone_raw', phone_raw,
        'website', website,
        'sns', json(sns),
        'first_seen', first_seen,
        'last_seen', last_seen,
        'missing_runs', missing_runs,
        'closed_on', closed_on))
FROM listing
WHERE missing_run IS NULL AND latitude IS NOT NULL
ORDER BY id;
