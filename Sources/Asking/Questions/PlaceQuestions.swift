internal import GeocliExport
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
package import GeocliText

/// `list`: all places that the filters admit, ordered by id. Other listings of places share its filters and its order.
package struct ListQuestion: Question {
    package static let name = "list"
    package static let title = Words(en: "All places, ordered by id", ko: "번호순으로 정렬한 모든 장소")

    package static let parameters =
        FilterArguments.parameters + [.limit, ShopRows.parameter, ListingOptions.links]
        + PlaceOrder.parametersWithoutDistance

    private let filters: FilterArguments
    private let order: PlaceOrder?
    private let limit: Int?
    private let isUnique: Bool
    private let style: ArgumentStyle

    package init(_ given: Given) throws {
        style = given.style
        order = try PlaceOrder(given, withoutDistance: PlaceOrder.noDistance)
        (filters, limit) = (try FilterArguments(given), try given.count(.limit))
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

    /// Writes the rows that `rows` finds: it calls `body` with the rows that the filter admits, at most `limit` of
    /// them, ordered by id. `standing` says which rows can stand for a shop.
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

/// `inside`: the places in polygons or in a district, edges included, ordered by id.
package struct InsideQuestion: Question {
    package static let name = "inside"
    package static let title = Words(
        en: "Places in a district or a polygon, ordered by id", ko: "자치구나 다각형 안의 장소(번호순)")

    package static let area = Parameter(
        "area", .text, en: "A district (마포구, 마포, mapo or mapo-gu), or a polygon in GeoJSON.",
        ko: "자치구(마포구, 마포, mapo, mapo-gu) 또는 GeoJSON 다각형", argument: "FILE|DISTRICT", isRequired: true)

    package static let parameters = [area] + ListQuestion.parameters

    package enum Area {
        case district(String)
        case polygons(ByteSource)
    }

    /// Where the places are. A command puts its file here.
    package var area: Area
    private let list: ListQuestion
    private let style: ArgumentStyle

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
            guard !error.words.en.hasPrefix(name) else { throw UsageError(error.words) }
            throw UsageError(en: "\(name): \(error.words.en)", ko: "\(name): \(error.words.ko)")
        }
    }
}

extension PlaceArchive {
    /// `style` says where the word was written. A command's argument can also be a file, a request's a polygon.
    ///
    /// - Throws: `UsageError` for a word that is not a district, or that several outlines have as their name;
    ///   `MissingOutline` for a district without an outline.
    func outline(named word: String, _ style: ArgumentStyle) throws -> DistrictOutline {
        let found = try outlines(meantBy: word)
        if found.count > 1 { throw Self.ambiguous(word, style, found.map(\.name)) }
        if let only = found.first { return only }
        let known = DistrictName(word)
        let all = try knownOutlines()
        guard known.isKnown else { throw Self.noSuchPlace(word, style, among: all.map(\.name)) }
        throw MissingOutline(name: known.text, hasOthers: !all.isEmpty)
    }

    private static func ambiguous(_ word: String, _ style: ArgumentStyle, _ names: [String]) -> UsageError {
        let shown = DisplayText.shown(word, columns: 60)
        let list = names.prefix(10).map { DisplayText.shown($0, columns: 40) }
        let more = names.count > list.count
        let prefix = style == .option ? "" : "area: "
        return UsageError(
            en:
                "\(prefix)\(names.count) districts are called \"\(shown)\": \(list.joined(separator: ", "))\(more ? ", …" : ""); choose one of them, such as '\(list[0])'",
            ko:
                "\(prefix)이름이 \"\(shown)\"인 자치구가 \(names.count)곳입니다: \(list.joined(separator: ", "))\(more ? " 등" : ""). 그중 하나를 '\(list[0])'처럼 쓰세요"
        )
    }

    private static func noSuchPlace(_ word: String, _ style: ArgumentStyle, among names: [String]) -> UsageError {
        let advice = NearDistricts(to: word, among: names).advice
        let shown = DisplayText.shown(word, columns: 60)
        return style == .option
            ? UsageError(
                en: "\"\(shown)\" is neither a file nor a district; \(advice.en)",
                ko: "\"\(shown)\": 이런 파일이나 자치구가 없습니다. \(advice.ko)")
            : UsageError(
                en: "area: \"\(shown)\" is neither a district nor GeoJSON; \(advice.en)",
                ko: "area: \"\(shown)\": 자치구도 GeoJSON도 아닙니다. \(advice.ko)")
    }
}

/// The error for a district without an outline where the command or the service looks for it.
package struct MissingOutline: ExplainedError, Equatable {
    package var exit: ExitStatus { .noInput }
    package let words: Words

    private init(words: Words) { self.words = words }

    static let onServer = MissingOutline(
        words: Words(
            en:
                "the outlines of districts are not on the server; give a GeoJSON file with polygons, or give --db the path of the catalog file",
            ko: "자치구 경계는 서버에 없습니다. 다각형이 든 GeoJSON 파일을 쓰거나, --db로 카탈로그 파일을 지정하세요"))

    fileprivate init(name: String, hasOthers: Bool) {
        words =
            hasOthers
            ? Words(
                en:
                    "the imported outlines do not include \(name); list them with 'geocli layers districts', or replace them with 'geocli layers import FILE.geojson --role districts'",
                ko:
                    "가져온 자치구 경계에 \(name) 경계가 없습니다. 'geocli layers districts'로 확인하거나 'geocli layers import FILE.geojson --role districts'로 바꾸세요"
            )
            : Words(
                en:
                    "the catalog has no district outlines; import some with 'geocli layers import FILE.geojson --role districts'",
                ko:
                    "카탈로그에 자치구 경계가 없습니다. 'geocli layers import FILE.geojson --role districts'로 가져오세요")
    }
}

/// `show`: one place with all that is known about it.
package struct ShowQuestion: Question {
    package static let name = "show"
    package static let title = Words(en: "One place", ko: "장소 하나")

    /// A part of the path in an address.
    package static let place = Parameter(
        "id", .text, en: "An id such as 12, a reference such as seoul-bookstores/2283, or the exact name of a place.",
        ko: "12 같은 번호, seoul-bookstores/2283 같은 참조, 또는 장소의 정확한 이름", argument: "PLACE", isRequired: true)

    package static let parameters = [ListingOptions.links]

    private let place: PlaceReference

    package init(_ given: Given) throws {
        place = try PlaceReference(orName: try given.one(Self.place) ?? "", named: given.style(Self.place))
    }

    package func answer(from source: some PlaceSource, into answer: some Answer) throws {
        let entry = try place.entry(in: source)
        let archive = source.day == nil ? source as? any PlaceArchive : nil
        let corrections = try archive?.correctionsInForce(ofPlace: entry.id) ?? []
        let schema = ListingSchema.place(others: try source.otherRows(of: entry)).withCorrections(corrections)
        try answer.write(schema, of: source) { try $0.write(entry) }
    }
}

/// The argument for one place.
package enum PlaceReference {
    case id(Int64)
    case ref(String)
    /// A name, or any other text that `OriginName` reads. Errors begin with the name of the argument.
    case name(String, argument: String)

    /// Reads an id, or a reference, which contains a slash.
    package init(_ word: String, named name: String = "ID|REF") throws {
        let wanted = word.trimmingBlanks()
        if wanted.contains("/") {
            self = .ref(wanted)
        } else if let id = Int64(wanted) ?? Self.marked(wanted) {
            self = .id(id)
        } else {
            throw ValueArgument.wrong(
                name, wanted, en: "write an id such as 12, or a reference such as seoul-bookstores/2283",
                ko: "12 같은 번호나 seoul-bookstores/2283 같은 참조를 쓰세요")
        }
    }

    /// Reads an id, a reference or an exact name: the argument of `show` and `open`. A number is always an id.
    package init(orName word: String, named name: String = ShowQuestion.place.argument ?? "") throws {
        let wanted = word.trimmingBlanks()
        guard !wanted.isEmpty else {
            throw UsageError(
                en: "\(name) is missing; write an id such as 12, a reference such as seoul-bookstores/2283, or a name",
                ko: "\(name): 값이 없습니다. 12 같은 번호, seoul-bookstores/2283 같은 참조, 또는 이름을 쓰세요")
        }
        self = try Int64(wanted).map { .id($0) } ?? .named(wanted, argument: name)
    }

    /// Reads an id with a number sign, as in `#12`. With `name:` before it, the same text is a name.
    private static func marked(_ word: String) -> Int64? {
        let digits = word.dropFirst()
        guard word.hasPrefix("#") || word.hasPrefix("＃"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int64(digits)
    }

    /// Reads a text as `near` does.
    ///
    /// - Throws: `UsageError` for a position, which is not one place.
    package static func named(_ text: String, argument name: String) throws -> PlaceReference {
        if let id = marked(text) { return .id(id) }
        // A text that only resembles a position may be a name, so an error in its numbers is not reported.
        let position = OriginName(certain: text) == nil ? try? WrittenPosition.readIfPosition(text, named: name) : nil
        guard position == nil else {
            throw ValueArgument.wrong(
                name, text,
                en: "this is a position; write the id or the name of a place ('geocli near' lists the nearest places)",
                ko: "위치만으로는 장소를 정할 수 없습니다. 장소의 번호나 이름을 쓰세요('geocli near'로 가까운 장소를 볼 수 있습니다)")
        }
        return .name(text, argument: name)
    }

    /// - Throws: the source's error if the catalog has no place with the id or the reference; `OriginError`, with the
    ///   messages of `near`, for a name; `UsageError` for a district and a landmark.
    package func entry(in catalog: some PlaceSource) throws -> CatalogEntry {
        switch self {
        case .id(let id): try catalog.entry(id: id)
        case .ref(let ref): try catalog.entry(ref: ref)
        case .name(let text, let argument): try Self.entry(named: text, argument, in: catalog)
        }
    }

    private static func entry(
        named text: String, _ argument: String, in catalog: some PlaceSource
    ) throws -> CatalogEntry {
        do {
            if let id = try OriginFinder.place(OriginName(text), in: catalog) { return try catalog.entry(id: id) }
        } catch let error as OriginError {
            // A text with a slash that is not a name was meant as a reference.
            if error.code == .notFound, text.contains("/") { return try catalog.entry(ref: text) }
            throw error.naming(argument)
        } catch let error as any ExplainedError where error.exit == .software {
            // The index of names has the present and the corrected values.
            throw ValueArgument.wrong(
                argument, text, en: "with --as-of or --uncorrected, write the id or the reference of the place",
                ko: "--as-of나 --uncorrected를 쓸 때는 장소의 번호나 참조를 쓰세요")
        }
        throw ValueArgument.wrong(
            argument, text, en: "this is a district or a landmark; write the id or the name of a place",
            ko: "자치구나 기준점입니다. 장소의 번호나 이름을 쓰세요")
    }
}
