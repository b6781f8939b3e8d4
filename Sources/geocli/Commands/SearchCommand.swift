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
struct SearchCommand: ParsableCommand {
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

    @Argument(
        help: ArgumentHelp(
            "A part of a name, an address, a district or a phone number.", ko: "이름, 주소, 자치구, 전화번호의 일부",
            value: .argument("TEXT")),
        completion: .placeNames)
    var text: [String] = []

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Search while you type, and choose one place from the list.", ko: "입력하는 대로 검색하고, 목록에서 장소 하나를 고릅니다."))
    var interactive = false

    @Option(
        help: ArgumentHelp(
            "Sort equal matches by distance from this place. Write the place as in 'geocli near'.",
            ko: "일치하는 정도가 같으면 이곳에서 가까운 순서로 보여 줍니다. 위치를 쓰는 방법은 'geocli near'와 같습니다.", value: Words(en: "where", ko: "위치")
        ),
        completion: .origins)
    var near: String?

    @Flag(help: ArgumentHelp("Say why each row matches.", ko: "행마다 무엇이 일치하는지 알려 줍니다."))
    var explain = false

    @Flag(
        help: ArgumentHelp(
            "Search all places without the index, to check the index. Similar spellings are not tried.",
            ko: "색인을 쓰지 않고 모든 장소를 검색합니다. 색인을 검증할 때 씁니다. 결과가 없어도 비슷한 철자로 다시 찾지 않습니다."))
    var scan = false

    @OptionGroup(title: HelpSection.filters) var filters: Filters<SearchListing>
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [], isPrivate: filters.marked != nil).with(
            links: sorting.links)
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
        let order = try sorting.order(
            withoutDistance: near == nil ? Words(en: "add --near LAT,LON", ko: "--near 위도,경도를 추가하세요") : nil)
        let place = try near.map { try OriginArgument([$0], named: "--near") }
        if var served = try sorting.served(filters, common) {
            try ServedListing.refuse("--interactive", if: interactive)
            served.add("text", text.joined(separator: " "))
            served.add("near", near)
            served.add("explain", flag: explain)
            served.add("scan", flag: scan)
            served.add("limit", output.limit)
            return try served.write(["search"], to: listing)
        }
        try search(try common.sourceOfPlaces(), near: place, order, listing)
    }

    private func search(
        _ catalog: some PlaceSource, near place: OriginArgument?, _ order: PlaceOrder?, _ listing: ListingOutput
    ) throws {
        let origin = try place?.origin(in: catalog, common).coordinate
        let filter = try filters.filter(catalog, common)
        let shops = try ShopRows(catalog, isUnique: sorting.unique)
        let schema = ListingSchema.hits(hasPlace: near != nil, isExplained: explain, language: Console.language)
        if interactive {
            guard let catalog = catalog as? Catalog else {
                throw UsageError(
                    en:
                        "--interactive searches at each key press, which is too slow on a server; give --db the path of the catalog file",
                    ko: "--interactive는 글자를 입력할 때마다 검색하므로 서버에서는 쓸 수 없습니다. --db로 카탈로그 파일을 지정하세요")
            }
            return try choose(from: catalog, shops.shown(schema) { $0.entry.id }, listing) {
                SearchQuery($0, filter).map { configured($0, origin, order, shops.unique) }
            }
        }
        let query = configured(
            try SearchQuery.of(text.joined(separator: " "), filter), origin, order, shops.unique)
        let limit = try output.limitCount()
        try Listing.write(schema, of: catalog, shops, listing, id: \.entry.id) { writer in
            let reading = try query.forEachHit(in: catalog, limit: limit, body: writer.write)
            if let note = reading.note { Console.note(note, isQuiet: common.quiet) }
        }
    }

    private func configured(
        _ query: SearchQuery, _ origin: Coordinate?, _ order: PlaceOrder?, _ unique: UniqueShops?
    ) -> SearchQuery {
        var query = query
        query.unique = unique
        query.origin = origin
        query.order = order
        query.isExplained = explain
        query.usesIndex = !scan
        return query
    }
}
