internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension Endpoint {
    private static let title = Words(en: "One place", ko: "장소 하나")

    static let show = Endpoint(path: ["show", "{id}"], title: title, parameters: ParameterShape.form) { asked in
        try asked.show(asked.request.path[1])
    }

    static let showRef = Endpoint(path: ["show", "{feed}", "{id}"], title: title, parameters: ParameterShape.form) {
        asked in
        try asked.show(asked.request.path.dropFirst().joined(separator: "/"))
    }
}

extension Asked {
    fileprivate func show(_ word: String) throws -> Response {
        let options = try listing(isSingle: true)
        let entry = try entry(word)
        var corrections: [StoredCorrection] = []
        var inForce = CorrectionFilter()
        inForce.place = entry.id
        inForce.states = [.applied, .conflict]
        try catalog.forEachCorrection(inForce) { corrections.append($0) }
        let schema = ListingSchema.place(others: try catalog.otherRows(of: entry)).withCorrections(corrections)
        return try rows(schema, options) { try $0.write(entry) }
    }

    private func entry(_ word: String) throws -> CatalogEntry {
        do {
            return try Problem.naming("id") { try PlaceReference(word, named: "id") }.entry(in: catalog)
        } catch let error as CatalogError where error.code == .notFound {
            // The error's message names the catalog's path, so clients get a different message.
            let shown = Problem.shown(word)
            throw Problem.notFound(
                Words(
                    en: "the catalog has no place \(shown); /list?fields=id,ref,name lists all places",
                    ko: "장소 \(shown)\(.subject) 없습니다. 전체 목록은 /list?fields=id,ref,name에서 확인하세요"))
        }
    }
}
