internal import GeocliExport
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliQuery
package import GeocliText

/// `inside`: the places in polygons or in a district, edges included, ordered by id.
package struct InsideQuestion: Question {
    package static let name = "inside"
    package static let title = Words(
        en: "Places in a district or a polygon, ordered by id", ko: "자치구나 다각형 안의 장소(번호순)")

    package static let area = Parameter(
        "area", .text, en: "A district (마포구, 마포, mapo or mapo-gu), or a polygon in GeoJSON.",
        ko: "자치구(마포구, 마포, mapo, mapo-gu) 또는 GeoJSON 다각형", argument: "FILE|DISTRICT", isRequired: true)

    package static let parameters = [area] + ListQuestion.parameters

    /// Where the places are.
    package enum Area {
        case district(String)
        case polygons(ByteSource)
    }

    /// Where the places are. A command puts its file here.
    package var area: Area
    private let list: ListQuestion
    private let style: ArgumentStyle

    /// - Throws: `UsageError`.
    package init(_ given: Given) throws {
        (style, list) = (given.style, try ListQuestion(given))
        let text = try given.required(Self.area, "mapo")
        area = .district(text)
        guard style == .parameter, text.trimmingBlanks().hasPrefix("{") else { return }
        var rest: [UInt8]? = Array(text.utf8)
        area = .polygons(
            ByteSource(name: Self.area.name) {
                defer { rest = nil }
                return rest ?? []
            })
    }

    package func answer(from source: some PlaceSource, into answer: some Answer) throws {
        try list.answer(from: source, into: answer, standing: .withPoint) { filter, limit, body in
            let ids = try ids(in: source, filter).sorted()
            try source.forEachRow(ids: ids.prefix(limit ?? ids.count), body: body)
        }
    }

    private func ids(in source: some PlaceSource, _ filter: PlaceFilter) throws -> Set<Int64> {
        switch area {
        case .district(let word):
            guard let file = source as? any PlaceArchive else { throw MissingOutline.onServer }
            return try file.ids(in: try file.outline(named: word, style).area, filter)
        case .polygons(let bytes):
            var file = PolygonFile(bytes)
            var ids: Set<Int64> = []
            while let area = try next(&file) { ids.formUnion(try source.ids(in: area, filter)) }
            return ids
        }
    }

    /// Returns the next polygons. In a request, an error names the parameter.
    private func next(_ file: inout PolygonFile) throws -> MultiPolygon? {
        do {
            return try file.nextTogether()
        } catch let error as any ExplainedError where style == .parameter {
            let name = Self.area.name
            throw UsageError(en: "\(name): \(error.words.en)", ko: "\(name): \(error.words.ko)")
        }
    }
}
