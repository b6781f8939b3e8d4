internal import GeocliText

/// Errors for GeoJSON that people or other programs have written.
extension GeoError {
    /// An object that violates RFC 7946.
    static func json(en: String, ko: String) -> GeoError {
        GeoError(.geojson, en: "not valid GeoJSON: \(en)", ko: "올바른 GeoJSON이 아닙니다: \(ko)")
    }

    /// An object or a geometry without a type.
    static func noType(_ what: String, ko: String) -> GeoError {
        json(
            en: "\(what) has no \"type\"; add \"type\": \"FeatureCollection\", \"Feature\" or \"Polygon\"",
            ko: "\"type\"이 없는 \(ko) 있습니다. \"type\"에 \"FeatureCollection\", \"Feature\", \"Polygon\" 등을 쓰세요")
    }

    /// A FeatureCollection in the place of a Feature.
    package static let innerCollection: GeoError = {
        let program = #"jq '{type: "FeatureCollection", features: [.. | objects | select(.type == "Feature")]}'"#
        return json(
            en:
                "a FeatureCollection is in the place of a Feature; take the Features out: \(program) OLD.json > NEW.geojson",
            ko: "피처 자리에 FeatureCollection이 있습니다. 피처를 꺼내세요: \(program) 파일.json > 새파일.geojson")
    }()

    /// A type that RFC 7946 does not define.
    static func unknownType(_ type: String) -> GeoError {
        guard type != "FeatureCollection" else { return innerCollection }
        guard type != "Topology" else {
            return json(
                en: "this is TopoJSON; convert it to GeoJSON, for example with ogr2ogr -f GeoJSON OUT.geojson IN.json",
                ko: "TopoJSON 파일입니다. 'ogr2ogr -f GeoJSON 새파일.geojson 파일.json' 등으로 변환하세요")
        }
        let shown = DisplayText.shown(type, columns: 40)
        return json(
            en:
                "\"\(shown)\" is not a geometry type of RFC 7946; use Polygon, MultiPolygon or another type of that standard",
            ko: "\"\(shown)\"\(.topic) RFC 7946의 도형 유형이 아닙니다. Polygon, MultiPolygon 등을 쓰세요")
    }

    /// A position that is valid if its two numbers are swapped.
    static func swapped(longitude: Double, latitude: Double) -> GeoError {
        GeoError(
            .latitude,
            en:
                "latitude \(latitude) of [\(longitude), \(latitude)] is not between -90 and 90; the numbers seem to be swapped, so write longitude first",
            ko: "[\(longitude), \(latitude)]의 위도 \(latitude)\(.topic) -90에서 90 사이여야 합니다. 위도와 경도가 바뀐 듯하니 경도를 먼저 쓰세요")
    }

    /// A latitude beyond a pole.
    static func latitude(_ latitude: Double) -> GeoError {
        GeoError(
            .latitude, en: "latitude \(latitude) is not between -90 and 90; write degrees, longitude first",
            ko: "위도 \(latitude)\(.topic) -90에서 90 사이여야 합니다. 도 단위로 경도를 먼저 쓰세요")
    }

    /// A longitude beyond ±`most`.
    static func longitude(_ longitude: Double, most: Int) -> GeoError {
        GeoError(
            .longitude,
            en: "longitude \(longitude) is not between -\(most) and \(most); write degrees, longitude first",
            ko: "경도 \(longitude)\(.topic) -\(most)에서 \(most) 사이여야 합니다. 도 단위로 경도를 먼저 쓰세요")
    }

    /// Numbers that are too large for degrees.
    static func meters(longitude: Double, latitude: Double) -> GeoError {
        GeoError(
            .longitude,
            en:
                "the numbers [\(longitude), \(latitude)] are not degrees (beyond ±360); if they are meters, convert the file with ogr2ogr -t_srs EPSG:4326",
            ko:
                "[\(longitude), \(latitude)]\(.topic) 도 단위가 아닙니다(±360을 넘음). 미터라면 ogr2ogr -t_srs EPSG:4326으로 변환하세요")
    }
}
