public import GeocliGeo
public import GeocliPlaces
public import GeocliText

extension Catalog: PlaceArchive {
    /// See `PlaceSource`: as its schema says, which an ingest may change between two reads.
    public func foldingRules() throws -> FoldingRules { try read(Schema.foldingRules) }

    /// See `PlaceSource`: here candidates come one by one, so it makes no difference how many are looked for.
    public func forEachCandidate(
        near origin: Coordinate, count: Int?, withinMeters limit: Double, _ filter: PlaceFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws {
        try forEachCandidate(near: origin, withinMeters: limit, filter, body: body)
    }
}
