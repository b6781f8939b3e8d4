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
            if regions.isEmpty { Console.note(AddressError.missing(path).words, isQuiet: given.common.quiet) }
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
