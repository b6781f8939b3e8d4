public import GeocliGeo
public import GeocliPlaces

extension Catalog: PlaceArchive {
    /// See `PlaceSource`. `count` has no effect, because the candidates come one by one.
    public func forEachCandidate(
        near origin: Coordinate, count: Int?, withinMeters limit: Double, _ filter: PlaceFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws {
        try forEachCandidate(near: origin, withinMeters: limit, filter, body: body)
    }
}
