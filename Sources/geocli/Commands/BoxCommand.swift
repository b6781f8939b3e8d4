internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli bbox W,S,E,N`: the places in a box.
struct BoxCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "bbox", en: "List the places in a box, edges included, ordered by id.",
        ko: "사각형 안의 장소를 번호순으로 보여 줍니다. 경계선에 놓인 장소도 포함합니다.",
        about: Words(
            en: """
                A box has the longitude first; a position has the latitude first:
                  bbox W,S,E,N  geocli bbox 126.90,37.54,126.94,37.57
                  near LAT,LON  geocli near 37.5563,126.9236
                If W is greater than E, the box crosses the 180° meridian.
                """,
            ko: """
                사각형은 경도부터, 위치는 위도부터 씁니다:
                  bbox W,S,E,N  geocli bbox 126.90,37.54,126.94,37.57
                  near LAT,LON  geocli near 37.5563,126.9236
                서쪽 경도가 동쪽 경도보다 크면 180도 경선을 지나는 사각형입니다.
                """),
        examples: """
            $ geocli bbox 126.90,37.54,126.94,37.57
            $ geocli bbox 126.90,37.54,126.94,37.57 --kind used --sort name
            $ geocli bbox 126.90,37.54,126.94,37.57 -o hongdae.geojson
            """)

    @Argument(BoxQuestion.box) var box: [String] = []

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let question = try question { $0.add(BoxQuestion.box, box.joined(separator: " ")) }
        try question.ask(BoxQuestion.self) { try common.sourceOfPlaces() }
    }
}
