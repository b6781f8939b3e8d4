internal import GeocliText

/// The errors that name a coordinate system.
extension ProjectionError {
    static func unknownCRS(_ crs: CRS) -> ProjectionError {
        ProjectionError(
            .unknownCRS,
            en:
                "PROJ does not know the coordinate system \(crs); for Korea, choose EPSG:5174, 5178, 5179, 5181 or 5186",
            ko: "PROJ에 \(crs) 좌표계가 없습니다. 쓸 수 있는 한국 좌표계: EPSG:5174, 5178, 5179, 5181, 5186")
    }

    static func unsupportedCRS(_ crs: CRS) -> ProjectionError {
        ProjectionError(
            .unsupportedCRS,
            en: "\(crs) is not a two-dimensional coordinate system; choose one in meters or in degrees, "
                + "such as EPSG:5186",
            ko: "\(crs)\(.topic) 2차원 좌표계가 아닙니다. EPSG:5186처럼 미터 또는 경위도 좌표계를 지정하세요")
    }

    static func noTransformation(from source: CRS, to target: CRS) -> ProjectionError {
        ProjectionError(
            .noTransformation,
            en: "PROJ has no datum shift between \(source) and \(target); add +towgs84 to the PROJ definition, "
                + "or use another coordinate system",
            ko: "PROJ에 \(source)\(.with) \(target) 사이의 변환이 없습니다. PROJ 정의에 +towgs84를 더하거나 다른 좌표계를 지정하세요")
    }

    static func outsideDomain(x: Double, y: Double, of crs: CRS) -> ProjectionError {
        ProjectionError(
            .outsideDomain, en: "the point x \(x), y \(y) is outside the area of use of \(crs)",
            ko: "점 x \(x), y \(y)\(.topic) \(crs) 좌표계의 범위를 벗어납니다")
    }

    static func outsideDomain(longitude: Double, latitude: Double, of crs: CRS) -> ProjectionError {
        ProjectionError(
            .outsideDomain, en: "longitude \(longitude), latitude \(latitude) is outside the area of use of \(crs)",
            ko: "경도 \(longitude), 위도 \(latitude)\(.topic) \(crs) 좌표계의 범위를 벗어납니다")
    }
}
