internal import ArgumentParser
internal import GeocliAddresses
internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

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
        // A missing folder in a path that the user wrote is probably a typing error, so it is not created.
        let importer = AddressImport(
            into: path, day: try Environment.now().date, makesFolder: addresses.addressesDb == nil
        ) { progress.report($0, of: nil) }
        let summaries = try importer.run(files)
        Console.clearProgress()
        for summary in summaries { tell(summary) }
    }

    private func tell(_ summary: AddressImportSummary) {
        let (regions, shown) = (summary.regions.joined(separator: ", "), DisplayText.singleLine(summary.path))
        Console.note(
            Words(
                en:
                    "\(shown): \(summary.addressCount) \(summary.addressCount == 1 ? "address" : "addresses") in \(regions), juso \(summary.month) (lines without a point: \(summary.withoutPointCount))",
                ko:
                    "\(shown): \(regions) 주소 \(summary.addressCount)개, juso \(summary.month)(좌표 없는 행 \(summary.withoutPointCount)개)"
            ), isQuiet: common.quiet)
        guard summary.unusableCount > 0 else { return }
        Console.complain(
            Words(
                en:
                    "warning: \(shown): lines left out because they are not entrances: \(summary.unusableCount) (the first is line \(summary.firstUnusable))",
                ko:
                    "주의: \(shown): 출입구 데이터가 아닌 행 \(summary.unusableCount)개를 뺐습니다(맨 처음은 \(summary.firstUnusable)행)"))
    }
}
