internal import GeocliPlaces

/// The SQL expressions that read the feed's own values from `place b LEFT JOIN upstream u ON u.id = b.id`.
enum FeedValues {
    /// The columns that a correction can change, and the columns that depend on them.
    static let columns = [
        "name", "kind", "district", "address", "phone", "phone_raw", "website", "website_raw", "sns", "latitude",
        "longitude", "point_source", "folded", "last_run", "missing_run",
    ]

    /// The SQL for all places, joined with the feed's values for the corrected places.
    static let joined = "place b LEFT JOIN upstream u ON u.id = b.id"

    /// The SQL for the feed's value of a column.
    static func column(_ name: String) -> String { "iif(u.id IS NULL, b.\(name), u.\(name))" }

    /// The SQL for the feed's value of the field that `correction c` changes, as text in the form of the `change`
    /// table.
    ///
    /// - Parameter coming: the key of the feed whose run is being published and is not counted yet; nil if there is no
    ///   such run.
    static func ofCorrection(coming: Int64? = nil) -> String {
        let texts = CorrectionField.allCases.filter { $0 != .point && $0 != .closed }.map { field in
            // If a phone or a website can't be parsed, its original text is the feed's value.
            let raw = field == .phone || field == .website ? column(field.rawValue + "_raw") : "NULL"
            return "WHEN '\(field.rawValue)' THEN coalesce(\(column(field.rawValue)), \(raw))"
        }
        return """
            CASE c.field \(texts.joined(separator: " "))
            WHEN 'point' THEN \(point(column("latitude"), column("longitude")))
            ELSE \(closedOn(coming: coming)) END
            """
    }

    /// The SQL condition that is true if `correction c` is about a point that was filled from an address. In this case,
    /// the feed itself has no point.
    static let isFilled = "(c.field = 'point' AND \(column("point_source")) IS NOT NULL)"

    /// The SQL for a point as text.
    static func point(_ latitude: String, _ longitude: String) -> String {
        "CASE WHEN \(latitude) IS NOT NULL THEN format('%!.17g,%!.17g', \(latitude), \(longitude)) END"
    }

    /// The SQL for the day on which the feed closed the place; null if the feed has not closed it.
    private static func closedOn(coming: Int64?) -> String {
        """
        (SELECT m.date FROM run m JOIN feed f ON f.key = b.feed WHERE m.id = \(column("missing_run"))
            AND f.good_runs + \(coming.map { "(f.key = \($0))" } ?? "0") - m.good_run + 1 >= \(CatalogEntry.closingMisses))
        """
    }
}
