internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch

/// Judges single rows.
struct RowJudge {
    /// The outlines of districts; nil if points are not compared with them.
    let map: DistrictMap?

    /// Returns what the rules for single rows find in a row.
    func findings(_ row: IssueRow) -> [IssueFinding] {
        var findings = IssueJudge.findings(row)
        guard let map, let point = row.place.coordinate, let district = row.place.district else { return findings }
        let stated = map.name(district, address: row.place.address, at: point)
        if case .lies(let other) = map.verdict(on: point, stated: stated),
            map.isFarOut(point, stated: stated, liesIn: other),
            let finding = IssueJudge.misplaced(row, liesIn: other)
        {
            findings.append(finding)
        }
        return findings
    }
}

extension DistrictMap {
    /// Whether a point outside the stated district is too far from it for an error of the simplified outlines.
    ///
    /// - Parameter other: the district of the point; nil if it is in none. If the point is also outside the boxes of
    ///   all outlines, the result is false: such a point is in another city, which may have districts with the same
    ///   names.
    fileprivate func isFarOut(_ point: Coordinate, stated: DistrictName, liesIn other: String?) -> Bool {
        if other == nil, !covers(point) { return false }
        // Most points outside the stated district are far from it. For these, no geodesic has to be computed.
        if minimumMeters(from: point, to: stated) > IssueJudge.borderMeters + 1 { return true }
        return !stride(from: 0.0, to: 360, by: 30).contains { bearing in
            let near = Geodesic.destination(
                from: point, bearingDegrees: bearing, distanceMeters: IssueJudge.borderMeters)
            return verdict(on: near, stated: stated) == .agrees
        }
    }
}
