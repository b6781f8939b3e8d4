internal import ArgumentParser
internal import GeocliAddresses
internal import GeocliExport
internal import GeocliGeo
internal import GeocliText

/// `geocli addresses find ADDRESS…`: looks addresses up, as an ingest does.
struct AddressesFindSource: RowSource {
    static let configuration = CommandConfiguration(
        "find",
        en: "Look up addresses in the same way as an ingest. Print the exact match, or the reason why there is none.",
        ko: "수집할 때와 같은 방식으로 주소를 찾습니다. 정확히 맞는 주소가 없으면 이유를 알려 줍니다.",
        examples: """
            $ geocli addresses find "서울 종로구 자하문로 94"
            $ geocli addresses find "서울 종로구 자하문로 94" "한누리대로 1811" --format json
            $ geocli addresses find "세종시 한누리대로 1811" --fields latitude,longitude --csv
            """)

    @Argument(help: ArgumentHelp("Addresses, each in quotes.", ko: "따옴표로 묶은 주소", value: .argument("ADDRESS")))
    var texts: [String]

    @OptionGroup var addresses: AddressOptions

    func write(_ given: ListingArguments<FoundAddressRows>) throws {
        let path = try addresses.path()
        let listing = try given.checked(reading: [path])
        guard let book = try AddressBook(path: path) else { throw AddressBook.missing(path) }
        let limit = try given.output.limitCount() ?? texts.count
        try Listing.write(.found(Console.language), listing) { writer in
            for text in texts.prefix(limit) { try writer.write(FoundAddress(text: text, answer: try book.find(text))) }
        }
    }
}

/// An address and what was found for it.
struct FoundAddress {
    let text: String
    let answer: AddressAnswer

    fileprivate var hit: AddressHit? {
        guard case .found(let hit) = answer else { return nil }
        return hit
    }

    fileprivate var miss: AddressMiss? {
        guard case .none(let miss) = answer else { return nil }
        return miss
    }
}

extension ListingSchema where Row == FoundAddress {
    /// Returns the columns for found addresses, with reasons in `language`.
    static func found(_ language: Language) -> ListingSchema {
        ListingSchema(
            columns: [
                Column("address", en: "address", ko: "주소", about: "The address that was looked up.") {
                    .text($0.text)
                },
                Column(
                    "found", en: "found", ko: "찾은 주소", orNull: true, about: "The matching address in the imported file."
                ) {
                    .text($0.hit?.address)
                },
                Column(
                    "latitude", en: "latitude", ko: "위도", type: .number, orNull: true, about: "Degrees north on WGS 84."
                ) { $0.hit.map { .degrees($0.coordinate.latitude) } ?? .null },
                Column(
                    "longitude", en: "longitude", ko: "경도", type: .number, orNull: true,
                    about: "Degrees east on WGS 84."
                ) { $0.hit.map { .degrees($0.coordinate.longitude) } ?? .null },
                Column(
                    "point_source", en: "source of the point", ko: "좌표 출처", orNull: true,
                    about: "The source of the point: juso and the month of the imported file."
                ) { .code($0.hit?.source) },
                Column(
                    "no_match", en: "no match", ko: "찾지 못한 이유", type: .codes(AddressMiss.allCases.map(\.rawValue)),
                    orNull: true, about: "Why no address matches."
                ) { .code($0.miss?.rawValue) },
                Column(
                    "text", en: "reason", ko: "설명", orNull: true,
                    about: "The reason why no address matches, as a sentence."
                ) {
                    .text($0.miss?.words.text(language))
                },
            ],
            tableKeys: ["address", "found", "latitude", "longitude", "point_source", "text"])
    }
}
