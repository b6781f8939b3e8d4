package import GeocliPlaces
internal import GeocliText

extension ListingSchema where Row == StoredLink {
    /// Links between rows of different feeds that are the same shop.
    package static var sameShops: ListingSchema<StoredLink> {
        ListingSchema(
            columns: sides + [
                Column(
                    "rule", en: "rule", ko: "규칙", type: .codes(LinkRule.allCases.map(\.rawValue)), orNull: true,
                    about:
                        "The surest rule that links the two rows; null if a person linked them and no rule holds."
                ) { .code($0.rule?.rawValue) },
                Column(
                    "state", en: "state", ko: "상태", type: .codes(StoredLink.State.allCases.map(\.rawValue)),
                    about: "What a person decided; found means no decision yet, and rejected rows are not linked."
                ) { .code($0.state.rawValue) },
                Column(
                    "distance_m", en: "distance", ko: "거리", type: .number, orNull: true,
                    about: "How far apart the two points are, in meters to a tenth; null without two points."
                ) { $0.meters.map(OutputValue.meters) ?? .null },
                Column(
                    "evidence", en: "evidence", ko: "근거", type: .object(SameShopShapes.evidence),
                    about: "The values that agree."
                ) { .json(.object($0.evidenceMembers)) },
                Column(
                    "contradicts", en: "contradicts", ko: "차이", type: .list(of: .object(SameShopShapes.contradiction)),
                    about: "The values that contradict each other; empty if there are none."
                ) { .json(SameShopShapes.contradictions($0)) },
                Column(
                    "run_id", en: "run", ko: "실행", type: .integer, orNull: true,
                    about: "The last run in which this evidence linked the two rows; null for rejected rows."
                ) { .integer($0.run.map(Int.init)) },
                Column(
                    "decided_on", en: "decided on", ko: "결정일", type: .date, orNull: true,
                    about: "The day in Asia/Seoul on which a person decided."
                ) { .code($0.decidedOn) },
            ], tableKeys: ["ref", "name", "other_ref", "other_name", "rule", "state", "distance_m", "contradicts"]
        ).speaking("contradicts") { link, language in SameShopWords.contradictions(link, language) }
    }

    private static var sides: [Column<StoredLink>] {
        [
            Column("id", en: "id", ko: "번호", type: .integer, about: "The number of one row in the catalog.") {
                .integer($0.one.id)
            },
            Column("ref", en: "ref", ko: "참조", about: "The feed and the row's id in the feed.") { .code($0.one.ref) },
            Column("name", en: "name", ko: "이름", about: "The name, from the feed or from a correction.") {
                .text($0.one.place.name)
            },
            Column(
                "other_id", en: "other id", ko: "다른 번호", type: .integer,
                about: "The number of the other row in the catalog."
            ) { .integer($0.other.id) },
            Column("other_ref", en: "other ref", ko: "다른 참조", about: "The feed and the other row's id in the feed.") {
                .code($0.other.ref)
            },
            Column("other_name", en: "other name", ko: "다른 이름", about: "The name of the other row.") {
                .text($0.other.place.name)
            },
        ]
    }
}

extension ListingSchema {
    /// Returns the same listing with one more column, also in tables: the references of the other rows that are the
    /// same shop, or nil.
    package func withOthers(_ others: @escaping (Row) -> [String]?) -> ListingSchema {
        appending(
            Column(
                "also", en: "also", ko: "같은 가게", type: .list(of: .text), orNull: true,
                about:
                    "With --unique: the references of the other rows that are the same shop. In CSV and TSV, blanks separate them; if a reference contains a blank, they are a JSON array."
            ) { others($0).map(Self.references) ?? .null }, inTables: true)
    }

    /// CSV separates the texts of a list by blanks, so references with a blank, as a feed's id may have, are one JSON
    /// array.
    private static func references(_ refs: [String]) -> OutputValue {
        let isPlain = refs.allSatisfy { !$0.unicodeScalars.contains(where: \.properties.isWhitespace) }
        return isPlain ? .list(refs) : .json(.array(refs.map(JSONValue.string)))
    }
}

extension ListingSchema where Row == CatalogEntry {
    /// One place with all its known values, and the rows of other feeds that are the same shop.
    package static func place(others: [OtherRow]) -> ListingSchema<CatalogEntry> {
        let column = Column<CatalogEntry>(
            "same_as", en: "same shop", ko: "같은 가게", type: .list(of: .object(SameShopShapes.other)), orNull: true,
            about:
                "The rows of other feeds that are the same shop, with the values that contradict each other; null if there are none."
        ) { _ in others.isEmpty ? .null : .json(.array(others.map(SameShopShapes.other))) }
        return place.appending(column, inTables: false).speaking("same_as") { _, language in
            others.isEmpty ? nil : others.map { SameShopWords.other($0, language) }.joined(separator: "; ")
        }
    }
}

enum SameShopShapes {
    static let evidence: [ShapeMember] = [
        .init("name", .text, "The name without blanks, if it is the same in both rows.", isRequired: false),
        .init(
            "core", .text,
            "The name without city, district and public body, if the two rows agree only in this part.",
            isRequired: false),
        .init("names", .list(of: .text), "Both names without blanks, if they differ.", isRequired: false),
        .init("phone", .text, "The phone number in E.164 form, if it is the same in both rows.", isRequired: false),
        .init("road", .text, "The road and the number on it, if they are the same in both rows.", isRequired: false),
        .init("distance_m", .number, "How far apart the points are, in meters to a tenth.", isRequired: false),
    ]

    static let contradiction: [ShapeMember] = [
        .init("field", .codes(LinkContradiction.Field.allCases.map(\.rawValue)), "Which value differs."),
        .init(
            "one", .text,
            "The value's text in the row that ref names ('geocli links') or in the shown row ('geocli show')."),
        .init("other", .text, "The value's text in the other row."),
        .init("distance_m", .number, "How far apart the points are, in meters to a tenth.", isRequired: false),
    ]

    static let other: [ShapeMember] = [
        .init("ref", .text, "The feed and the other row's id in the feed."),
        .init("name", .text, "The name, from the feed or from a correction."),
        .init(
            "rule", .codes(LinkRule.allCases.map(\.rawValue)),
            "The rule that links the two rows; null if a person linked them, or if they are linked only through other rows.",
            orNull: true),
        .init(
            "state", .codes(StoredLink.State.allCases.map(\.rawValue)),
            "What a person decided; found means no decision yet."),
        .init(
            "through", .list(of: .text),
            "If the two rows are linked only through other rows, the references of those rows; null otherwise.",
            orNull: true),
        .init("evidence", .object(evidence), "The values that agree."),
        .init("contradicts", .list(of: .object(contradiction)), "The values that contradict each other."),
    ]

    static func other(_ other: OtherRow) -> JSONValue {
        .object([
            .init("ref", .string(other.row.ref)), .init("name", .string(other.row.place.name)),
            .init("rule", other.link?.rule.map { .string($0.rawValue) } ?? .null),
            .init("state", .string((other.link?.state ?? .found).rawValue)),
            .init("through", other.link == nil ? .array(other.through.map(JSONValue.string)) : .null),
            .init("evidence", .object(other.link?.evidenceMembers ?? [])),
            .init("contradicts", contradictions(other.own, other.row)),
        ])
    }

    static func contradictions(_ link: StoredLink) -> JSONValue { contradictions(link.one, link.other) }

    private static func contradictions(_ one: CatalogEntry, _ other: CatalogEntry) -> JSONValue {
        .array(
            LinkContradiction.all(one, other).map { found in
                var members: [JSONValue.Member] = [
                    .init("field", .string(found.field.rawValue)), .init("one", .string(found.one)),
                    .init("other", .string(found.other)),
                ]
                if let meters = found.meters {
                    members.append(.init("distance_m", .number(DecimalText.text(meters, decimals: 1))))
                }
                return .object(members)
            })
    }
}

enum SameShopWords {
    /// Returns the contradictions in a link in words; an empty text if there are none.
    static func contradictions(_ link: StoredLink, _ language: Language) -> String? {
        contradictions(link.one, link.other, language)
    }

    static func other(_ other: OtherRow, _ language: Language) -> String {
        let contradictions = contradictions(other.own, other.row, language)
        let parts = [reason(other, language), contradictions].filter { !$0.isEmpty }
        return DisplayText.singleLine("\(other.row.ref) (\(parts.joined(separator: "; ")))")
    }

    private static func reason(_ other: OtherRow, _ language: Language) -> String {
        guard let link = other.link else {
            let rows = other.through.joined(separator: ", ")
            return Words(en: "through \(rows)", ko: "\(rows)\(.object) 통해").text(language)
        }
        return link.state == .found
            ? link.rule.map { CodeWords.text($0.rawValue, in: "rule", language) } ?? ""
            : CodeWords.text(link.state.rawValue, in: "state", language)
    }

    private static func contradictions(_ one: CatalogEntry, _ other: CatalogEntry, _ language: Language) -> String {
        LinkContradiction.all(one, other).map { text($0, language) }.joined(separator: ", ")
    }

    private static func text(_ found: LinkContradiction, _ language: Language) -> String {
        if let meters = found.meters {
            let distance = OutputValue.meters(meters).tableText
            return Words(en: "points \(distance) apart", ko: "좌표 \(distance) 차이").text(language)
        }
        let other = DisplayText.singleLine(found.other)
        switch found.field {
        case .phone: return Words(en: "phone \(other)", ko: "전화 \(other)").text(language)
        case .name: return Words(en: "name \(other)", ko: "이름 \(other)").text(language)
        case .address: return Words(en: "address \(other)", ko: "주소 \(other)").text(language)
        case .district: return Words(en: "district \(other)", ko: "자치구 \(other)").text(language)
        case .point: return other
        }
    }
}
