internal import GeocliExport
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliQuery
package import GeocliText

/// `bbox`: the places in a box, edges included, ordered by id.
package struct BoxQuestion: Question {
    package static let name = "bbox"
    package static let title = Words(en: "Places in a box, ordered by id", ko: "사각형 안의 장소(번호순)")

    package static let box = Parameter(
        "bbox", .box, en: "West, south, east and north in degrees: 126.90,37.54,126.94,37.57",
        ko: "서쪽 경도, 남쪽 위도, 동쪽 경도, 북쪽 위도(도 단위): 126.90,37.54,126.94,37.57", argument: "W,S,E,N", isRequired: true)

    package static let parameters = [box] + ListQuestion.parameters

    private let box: BoundingBox
    private let list: ListQuestion

    /// - Throws: `UsageError`.
    package init(_ given: Given) throws {
        list = try ListQuestion(given)
        let name = given.style(Self.box)
        box = try BoundingBox(argument: [try given.required(Self.box, "126.90,37.54,126.94,37.57")], named: name)
    }

    package func answer<Source: PlaceSource>(from source: Source, into answer: some Answer) throws {
        try list.answer(from: source, into: answer, standing: .withPoint) { filter, limit, body in
            try source.forEachRow(in: box, filter, limit: limit, body: body)
        }
    }
}
