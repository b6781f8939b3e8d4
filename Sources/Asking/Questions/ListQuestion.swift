internal import GeocliExport
package import GeocliPlaces
internal import GeocliQuery
package import GeocliText

/// `list`: all places that the filters admit, ordered by id. Other listings of places share its filters and its order.
package struct ListQuestion: Question {
    package static let name = "list"
    package static let title = Words(en: "All places, ordered by id", ko: "번호순으로 정렬한 모든 장소")

    package static let parameters =
        FilterWords.parameters + [.limit, ShopRows.parameter, ListingOptions.links]
        + PlaceOrder.parametersWithoutDistance

    private let filters: FilterWords
    private let order: PlaceOrder?
    private let limit: Int?
    private let isUnique: Bool
    private let style: ArgumentStyle

    /// - Throws: `UsageError`.
    package init(_ given: Given) throws {
        style = given.style
        order = try PlaceOrder(given, withoutDistance: PlaceOrder.noDistance)
        (filters, limit) = (try FilterWords(given), try given.count(.limit))
        isUnique = try given.flag(ShopRows.parameter)
    }

    package func answer<Source: PlaceSource>(from source: Source, into answer: some Answer) throws {
        let shops = try answer.shops(in: source, isUnique: isUnique, style)
        let filter = try narrowed(source, answer, shops, .any)
        // A service leaves its other threads to other clients.
        guard order == nil, !answer.isLimited else {
            return try write(source, answer, shops, filter) { filter, limit, body in
                try source.forEachRow(filter, limit: limit, body: body)
            }
        }
        try answer.write(CatalogColumns.places(), of: source, shops, id: \.id) { writer in
            try PlacePieces.writeAll(of: source, filter, limit: limit, shops, to: writer)
        }
    }

    /// Writes the rows that `rows` finds.
    ///
    /// - Parameters:
    ///   - standing: which rows can stand for a shop.
    ///   - rows: calls `body` with the rows that the filter admits, at most `limit` of them, ordered by id.
    func answer<Source: PlaceSource>(
        from source: Source, into answer: some Answer, standing: UniqueShops.Standing,
        rows: @escaping (_ filter: PlaceFilter, _ limit: Int?, _ body: (Source.Listed) throws -> Void) throws -> Void
    ) throws {
        let shops = try answer.shops(in: source, isUnique: isUnique, style)
        try write(source, answer, shops, try narrowed(source, answer, shops, standing), rows)
    }

    private func narrowed(
        _ source: some PlaceSource, _ answer: some Answer, _ shops: ShopRows, _ standing: UniqueShops.Standing
    ) throws -> PlaceFilter {
        try shops.narrowed(try answer.filter(filters, in: source), in: source, standing: standing)
    }

    private func write<Source: PlaceSource>(
        _ source: Source, _ answer: some Answer, _ shops: ShopRows, _ filter: PlaceFilter,
        _ rows: @escaping (_ filter: PlaceFilter, _ limit: Int?, _ body: (Source.Listed) throws -> Void) throws -> Void
    ) throws {
        try answer.write(CatalogColumns.places(), of: source, shops, id: \.id) { writer in
            guard let order else { return try rows(filter, limit, writer.write) }
            let ids = try order.ids(limit: limit, isLimited: answer.isLimited) { try rows(filter, nil, $0) }
            try source.forEachRow(ids: ids, body: writer.write)
        }
    }
}
