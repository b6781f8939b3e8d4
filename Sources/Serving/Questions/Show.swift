internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension Endpoint {
    private static let title = Words(en: "One place", ko: "장소 하나")
    private static let shownRows = ParameterShape.rows.filter { $0.name != "limit" }

    static let show = Endpoint(path: ["show", "{id}"], title: title, parameters: shownRows) { asked in
        try asked.show(asked.request.path[1])
    }

    static let showRef = Endpoint(path: ["show", "{feed}", "{id}"], title: title, parameters: shownRows) { asked in
        try asked.show(asked.request.path.dropFirst().joined(separator: "/"))
    }
}

extension Asked {
    fileprivate func show(_ word: String) throws -> Response {
        let options = try listing(isSingle: true)
        let entry = try BookstoreArgument(word).entry(in: catalog)
        var corrections: [StoredCorrection] = []
        var inForce = CorrectionFilter()
        inForce.place = entry.id
        inForce.states = [.applied, .conflict]
        try catalog.forEachCorrection(inForce) { corrections.append($0) }
        let schema = ListingSchema.bookstore(others: try catalog.otherRows(of: entry)).withCorrections(corrections)
        return try rows(schema, options) { try $0.write(entry) }
    }
}
