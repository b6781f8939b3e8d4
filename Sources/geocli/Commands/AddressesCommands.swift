internal import ArgumentParser
internal import GeocliAddresses
internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

struct AddressesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "addresses",
        en: "Import, list, look up or remove addresses from juso.go.kr. They supply points that a feed leaves blank.",
        ko: "juso.go.kr의 주소를 가져오고, 목록을 보고, 찾고, 지웁니다. 가져온 주소로 피드에 없는 좌표를 채웁니다.",
        examples: """
            $ geocli addresses import entrc_seoul.txt --month 2606
            $ geocli addresses list
            $ geocli addresses find "서울 종로구 자하문로 94"
            """,
        subcommands: [
            AddressesImportCommand.self, ListingCommand<AddressesListSource>.self,
            ListingCommand<AddressesFindSource>.self,
            AddressesRemoveCommand.self,
        ],
        defaultSubcommand: ListingCommand<AddressesListSource>.self)
}

/// `geocli addresses import FILE…`: reads address files from juso.go.kr. They replace the addresses imported before for
/// the same provinces.
struct AddressesImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "import",
        en:
            "Import address files from juso.go.kr. The files replace earlier imports for the same provinces.",
        ko: "juso.go.kr의 주소 파일을 가져옵니다. 파일에 있는 시·도의 기존 주소를 대체합니다.",
        about: Words(
            en: """
                The command reads 위치정보요약DB (entrc_….txt) and 도로명주소 출입구 정보 (RNENTDATA_….txt). Unpack the downloaded files, but do not change them. Either all files are imported or none. The next ingest fills blank points, even if the feed's pages are unchanged.
                """,
            ko: """
                위치정보요약DB(entrc_….txt)와 도로명주소 출입구 정보(RNENTDATA_….txt)를 읽습니다. 내려받은 파일은 압축만 풀고 내용은 바꾸지 마세요. 하나라도 가져올 수 없으면 아무 파일도 가져오지 않습니다. 빈 좌표는 피드가 그대로여도 다음 수집 때 채웁니다.
                """),
        examples: """
            $ geocli addresses import entrc_seoul.txt --month 2606
            $ geocli addresses import RNENTDATA_2606_11.txt RNENTDATA_2606_41.txt
            $ geocli addresses import entrc_seoul.txt --month 2606 --addresses-db addresses.sqlite
            """)

    @Argument(
        help: ArgumentHelp(
            "The text files, unpacked from the downloaded zip file.", ko: "내려받은 zip 파일에서 꺼낸 텍스트 파일",
            value: .argument("FILE")), completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Year and month of the files, such as 2606 (default: from each file's name).",
            ko: "파일의 연월, 예: 2606 (기본값: 파일 이름에 있는 연월)", value: .month))
    var month: String?

    @OptionGroup var addresses: AddressOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try addresses.path()
        let files = try files.map { try AddressFile(path: $0, month: month) }
        try InputFile.check(files.map(\.path), db: common.db)
        for file in files where FileCheck.areSame(file.path, path) {
            let shown = DisplayText.singleLine(file.path)
            throw UsageError(
                en: "\(shown) holds the imported addresses and can't be an input; choose another file",
                ko: "\(shown)\(.topic) 가져온 주소 데이터라 입력으로 읽을 수 없습니다. 다른 파일을 지정하세요")
        }
        let progress = ProgressLine(Words(en: "lines read", ko: "읽은 행"), isAllowed: !common.quiet)
        defer { Console.clearProgress() }
        let importer = AddressImport(
            into: path, day: try Environment.now().date, makesFolder: addresses.addressesDb == nil
        ) { progress.report($0, of: nil) }
        let summaries = try importer.run(files)
        Console.clearProgress()
        for summary in summaries { tell(summary) }
    }

    private func tell(_ summary: AddressImportSummary) {
        let (regions, shown) = (summary.regions.joined(separator: ", "), DisplayText.singleLine(summary.path))
        common.note(
            en:
                "\(shown): \(summary.addressCount) \(summary.addressCount == 1 ? "address" : "addresses") in \(regions), juso \(summary.month) (lines without a point: \(summary.withoutPointCount))",
            ko:
                "\(shown): \(regions) 주소 \(summary.addressCount)개, juso \(summary.month)(좌표 없는 행 \(summary.withoutPointCount)개)"
        )
        guard summary.unusableCount > 0 else { return }
        Console.complain(
            en:
                "warning: \(shown): lines left out because they are not entrances: \(summary.unusableCount) (the first is line \(summary.firstUnusable))",
            ko:
                "주의: \(shown): 출입구 데이터가 아닌 행 \(summary.unusableCount)개를 뺐습니다(맨 처음은 \(summary.firstUnusable)행)")
    }
}

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
            common.note(en: "removed: \(list)", ko: "지웠습니다: \(list)")
        }
        guard unknown.isEmpty else {
            let words = unknown.map { DisplayText.truncated(DisplayText.singleLine($0), columns: 40) }
            Console.complain(Self.notImported(words.joined(separator: ", ")))
            throw ExitStatus.noInput
        }
        guard removed.isEmpty else { return }
        common.note(
            en: "nothing to remove; 'geocli addresses list' shows what was imported",
            ko: "지울 것이 없습니다. 가져온 시·도를 'geocli addresses list'로 확인하세요")
    }

    private static func notImported(_ names: String) -> Words {
        Words(
            en: "not imported: \(names); 'geocli addresses list' shows what was imported",
            ko: "가져오지 않은 시·도입니다: \(names). 가져온 시·도를 'geocli addresses list'로 확인하세요")
    }
}
