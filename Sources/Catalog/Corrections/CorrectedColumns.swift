internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The columns of `place` that a correction sets, and their values.
enum CorrectedColumns {
    /// The value of `point_source` for a corrected point.
    static let pointSource = "correction"

    /// Returns the assignments of an UPDATE that applies these corrections, and the values of its parameters.
    static func assignments(
        _ values: [(field: CorrectionField, value: String?)]
    ) -> (sql: [String], values: [any SQLBindable]) {
        var sql: [String] = []
        var bound: [any SQLBindable] = []
        for (field, value) in values {
            switch field {
            case .name, .kind, .district, .address, .sns:
                sql.append("\(field.rawValue) = ?")
                bound.append(value)
            case .phone:
                sql += ["phone = ?", "phone_raw = ?"]
                bound += [value, value.map { NationalPhone.text(e164: $0) ?? $0 }] as [any SQLBindable]
            case .website:
                sql += ["website = ?", "website_raw = ?"]
                bound += [value, value] as [any SQLBindable]
            case .point:
                let point = value.flatMap(PointText.point)
                sql += ["latitude = ?", "longitude = ?", "point_source = ?"]
                bound += [point?.latitude, point?.longitude, point.map { _ in pointSource }] as [any SQLBindable]
            case .closed:
                // Any earlier run is correct here, because these columns only need to name a run (see
                // `Schema.corrections`).
                sql += ["last_run = first_run", "missing_run = first_run"]
            }
        }
        return (sql, bound)
    }

    /// Returns the columns that a correction of a field sets.
    static func columns(of field: CorrectionField) -> [String] {
        switch field {
        case .name, .kind, .district, .address, .sns: [field.rawValue]
        case .phone: ["phone", "phone_raw"]
        case .website: ["website", "website_raw"]
        case .point: ["latitude", "longitude", "point_source"]
        case .closed: ["last_run", "missing_run"]
        }
    }

    /// Returns the keys of the fields as the `corrected` column stores them, in the order of `CorrectionField`.
    static func keys(_ fields: [CorrectionField]) -> String {
        let keys = CorrectionField.allCases.filter(fields.contains).map { "\"\($0.rawValue)\"" }
        return "[\(keys.joined(separator: ","))]"
    }
}
