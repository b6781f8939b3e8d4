public import Geo

extension CatalogChange {
    /// Where the bookstore was before, if its point changed; nil for one that had none.
    public var formerCoordinate: Coordinate? {
        guard field == PointText.field, let old else { return nil }
        // `old` was written by `PointText.text`, so it reads back.
        return try? PointText.point(old)
    }
}
