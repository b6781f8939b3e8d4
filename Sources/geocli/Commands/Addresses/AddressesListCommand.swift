internal import ArgumentParser
internal import GeocliAddresses
internal import GeocliExport
internal import GeocliText

/// `geocli addresses list`: what was imported.
struct AddressesListSource: RowSource {
    static let configuration = CommandConfiguration(
        "list", en: "List the imported provinces, each with the month of its file.",
        ko: "가져온 시·도를 파일의 연월과 함께 보여 줍니다.",
        examples: """
            $ geocli addresses list
            $ geocli addresses list --format csv
            $ geocli addresses list --fields region,month
            """)

    @OptionGroup var addresses: AddressOptions

    func write(_ given: ListingArguments<AddressRows>) throws {
        let path = try addresses.path()
        try given.list(.addresses, reading: [path]) {
            let regions = try AddressBook(path: path)?.regions() ?? []
            if regions.isEmpty { Console.note(AddressBook.missing(path).words, isQuiet: given.common.quiet) }
            return regions
        }
    }
}

extension ListingSchema where Row == AddressRegion {
    /// Imported provinces.
    static var addresses: ListingSchema {
        ListingSchema(
            columns: [
                Column("region", en: "province", ko: "시·도", about: "The province, as the file names it.") {
                    .text($0.region)
                },
                Column("month", en: "month", ko: "연월", about: "Year and month of the file: 2606 for June 2026.") {
                    .code($0.month)
                },
                Column(
                    "kind", en: "file kind", ko: "파일 종류", type: .codes(["summary", "entrances"]),
                    about: "summary for 위치정보요약DB, entrances for 출입구 정보."
                ) { .code($0.kind) },
                Column(
                    "addresses", en: "addresses", ko: "주소", type: .integer,
                    about: "The number of addresses with a point."
                ) { .integer($0.addressCount) },
                Column(
                    "districts", en: "districts", ko: "시군구", type: .integer,
                    about: "The number of cities, counties and districts with addresses."
                ) { .integer($0.districtCount) },
                Column(
                    "without_point", en: "without point", ko: "좌표 없음", type: .integer,
                    about: "The number of lines in the file without a point."
                ) { .integer($0.withoutPointCount) },
                Column(
                    "unusable", en: "unusable", ko: "쓸 수 없음", type: .integer,
                    about: "The number of lines in the file that are not entrances."
                ) { .integer($0.unusableCount) },
                Column("file", en: "file", ko: "파일", about: "The name of the file.") { .text($0.file) },
                Column(
                    "imported_on", en: "imported on", ko: "가져온 날", type: .date,
                    about: "The day of the import in Asia/Seoul."
                ) { .code($0.importedOn) },
                Column("sha256", en: "SHA-256", ko: "SHA-256", about: "The SHA-256 of the file.") {
                    .code($0.sha256)
                },
            ],
            tableKeys: ["region", "month", "kind", "addresses", "districts", "without_point", "file", "imported_on"])
    }
}

/// `geocli addresses remove PROVINCE…`: deletes imported addresses. Points that were filled in from these
/// addresses stay in the catalogs.
struct AddressesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "remove",
        en: "Remove the imported addresses of provinces. Points that were already filled from these addresses stay.",
        ko: "가져온 시·도의 주소를 지웁니다. 이미 채운 좌표는 그대로 둡니다.",
        examples: """
            $ geocli addresses remove 서울
            $ geocli addresses remove 경기도 인천
            $ geocli addresses remove all
            """)

    @Argument(
        help: ArgumentHelp(
            "Provinces, such as 서울 or 경기도, or all.", ko: "시·도(서울, 경기도 등) 또는 all(모두)", value: .argument("PROVINCE")))
    var provinces: [String]

    @OptionGroup var addresses: AddressOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try addresses.path()
        let names = provinces.map { $0.trimmingBlanks() }
        let (removed, unknown) = try AddressBook.remove(names, from: path)
        let list = removed.map { DisplayText.singleLine($0) }.joined(separator: ", ")
        if !removed.isEmpty {
            Console.note(Words(en: "removed: \(list)", ko: "지웠습니다: \(list)"), isQuiet: common.quiet)
        }
        guard unknown.isEmpty else {
            let words = unknown.map { DisplayText.truncated(DisplayText.singleLine($0), columns: 40) }
            Console.complain(Self.notImported(words.joined(separator: ", ")))
            throw ExitStatus.noInput
        }
        guard removed.isEmpty else { return }
        Console.note(
            Words(
                en: "nothing to remove; 'geocli addresses list' shows what was imported",
                ko: "지울 것이 없습니다. 가져온 시·도를 'geocli addresses list'로 확인하세요"), isQuiet: common.quiet)
    }

    private static func notImported(_ names: String) -> Words {
        Words(
            en: "not imported: \(names); 'geocli addresses list' shows what was imported",
            ko: "가져오지 않은 시·도입니다: \(names). 가져온 시·도를 'geocli addresses list'로 확인하세요")
    }
}
