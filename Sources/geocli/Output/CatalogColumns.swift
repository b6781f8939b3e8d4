internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery

// The columns of a catalog's rows are compiled for the type `CatalogRow`, because this makes them 10 to 20 % faster
// than generic columns.

extension ListingSchema where Row == CatalogRow {
    fileprivate static var placeRows: ListingSchema { ofPlaces }
}

extension ListingSchema where Row: ListedPlace {
    /// The columns of listed places.
    static var listed: ListingSchema { (ListingSchema<CatalogRow>.placeRows as? ListingSchema) ?? ofPlaces }
}

extension ListingSchema where Row == NeighborRow<CatalogRow> {
    /// Returns the columns of a place with its distance, read directly from the catalog.
    static func neighborRows(ofSeveral: Bool) -> ListingSchema {
        ofNeighbors(ofSeveral: ofSeveral, distanceMeters: \.distanceMeters, query: \.query, rank: \.rank)
    }
}
