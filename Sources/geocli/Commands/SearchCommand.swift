internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// `geocli search TEXT`: the places whose name, address or phone number contains a text.
struct SearchCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "search", en: "Search places by name, address, district or phone, best match first.",
        ko: "이름, 주소, 자치구, 전화번호로 장소를 검색합니다. 일치하는 정도가 높은 순서로 보여 줍니다.",
        about: Words(
            en:
                "All words must match. Spacing, case and full-width forms do not matter. Initial consonants are enough: ㅊㅂ finds 책방.",
            ko: "여러 단어를 쓰면 모든 단어가 맞는 장소를 찾습니다. 띄어쓰기, 대소문자, 전각과 반각은 가리지 않고, ㅊㅂ처럼 초성만 써도 됩니다."),
        examples: """
            $ geocli search 책방 --district 종로
            $ geocli search 마포 ㅊㅂ --near 37.5563,126.9236
            $ geocli search books --kind used --explain
            """)

    @Argument(SearchQuestion.text, completion: .placeNames) var text: [String] = []

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Search while you type, and choose one place from the list.", ko: "입력하는 대로 검색하고, 목록에서 장소 하나를 고릅니다."))
    var interactive = false

    @Option(SearchQuestion.near, value: Words(en: "where", ko: "위치"), completion: .origins) var near: String?
    @Flag(SearchQuestion.explain) var explain = false
    @Flag(SearchQuestion.scan) var scan = false

    @OptionGroup(title: HelpSection.filters) var filters: Filters<SearchListing>
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let question = try question(local: [("--interactive", interactive)]) { given in
            try checkText()
            given.add(SearchQuestion.text, text.joined(separator: " "))
            given.add(SearchQuestion.near, near)
            given.add(SearchQuestion.explain, flag: explain)
            given.add(SearchQuestion.scan, flag: scan)
        }
        if interactive, sorting.server == nil { return try choose(try SearchQuestion(question.given), question.output) }
        try question.ask(SearchQuestion.self) { try common.sourceOfPlaces() }
    }

    private func checkText() throws {
        guard filters.match == nil else {
            throw UsageError(
                en: "give the text to search for as TEXT; leave out --match",
                ko: "검색어는 TEXT 자리에 쓰고 --match를 빼세요")
        }
        guard interactive || !text.isEmpty else {
            throw UsageError(
                en:
                    "TEXT is missing; write a part of a name, address or phone number, or type it with --interactive",
                ko: "검색어(TEXT)가 없습니다. 이름, 주소, 전화번호의 일부를 쓰거나 --interactive로 입력하세요")
        }
    }
}
