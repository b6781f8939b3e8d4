internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// The rows of a listing of corrections.
enum CorrectionRows: RowsWithoutPlace { static let someKeys = "ref,field,value" }

/// `geocli corrections list`: the corrections of the catalog.
struct CorrectionsListSource: RowSource {
    static let configuration = CommandConfiguration(
        "list", en: "List the corrections, ordered by number.", ko: "정정을 번호순으로 보여 줍니다.",
        examples: """
            $ geocli corrections list
            $ geocli corrections list --state conflict --format table
            $ geocli corrections list --fields ref,field,seen,value -o corrections.csv
            """)

    @Option(
        help: ArgumentHelp(
            "Only corrections in this state: applied, retired, conflict or withdrawn. Repeat the option for several states.",
            ko: "이 상태의 정정만: applied(적용), retired(반영됨), conflict(충돌), withdrawn(철회). 여러 번 쓸 수 있습니다.",
            value: .state), completion: .list(of: StoredCorrection.State.allCases.map(\.rawValue)))
    var state: [String] = []

    @OptionGroup(title: HelpSection.filters) var places: Filters<HistoryListing>

    func write(_ given: ListingArguments<CorrectionRows>) throws {
        let listing = try given.checked(isPrivate: places.marked != nil)
        var filter = CorrectionFilter()
        filter.states = Set(try ValueArgument.choices(state, option: "--state", of: StoredCorrection.State.self))
        let limit = try given.output.limitCount()
        let catalog = try given.common.catalogOfPlaces()
        if !places.isEmpty {
            var wanted = try places.filter(catalog, given.common)
            // A correction may belong to a closed place, and the correction itself may have closed the place.
            wanted.includesClosed = true
            filter.places = wanted
        }
        try Listing.write(.corrections, listing) { writer in
            try catalog.forEachCorrection(filter, limit: limit, body: writer.write)
        }
        let waiting = state.isEmpty && places.isEmpty ? try catalog.pendingCount() : 0
        guard waiting > 0 else { return }
        Console.note(
            Words(
                en:
                    "imported records whose place or issue is not in the catalog yet (not listed here): \(waiting); see 'geocli corrections export'",
                ko: "장소나 이슈가 아직 카탈로그에 없어 이 목록에 나오지 않는 기록: \(waiting)건. 'geocli corrections export'로 볼 수 있습니다"),
            isQuiet: given.common.quiet)
    }
}
