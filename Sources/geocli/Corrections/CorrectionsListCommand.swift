internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

enum CorrectionRows: RowsWithoutPlace { static let someKeys = "ref,field,value" }

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
        given.common.note(
            en:
                "imported records whose place or issue is not in the catalog yet (not listed here): \(waiting); see 'geocli corrections export'",
            ko: "장소나 이슈가 아직 카탈로그에 없어 이 목록에 나오지 않는 기록: \(waiting)건. 'geocli corrections export'로 볼 수 있습니다")
    }
}

struct CorrectionsShowSource: RowSource {
    static let configuration = CommandConfiguration(
        "show", en: "Show one correction, or all corrections of one place.", ko: "정정 하나를 보여 주거나, 장소 하나의 정정을 모두 보여 줍니다.",
        examples: """
            $ geocli corrections show 1
            $ geocli corrections show sample/1001 --format table
            $ geocli corrections show 1 --fields field,seen,value,upstream
            """)

    @Argument(
        help: ArgumentHelp(
            "The number of a correction, or the reference of a place, such as seoul-bookstores/2283.",
            ko: "정정 번호 또는 장소의 참조(예: seoul-bookstores/2283)", value: .argument("N|REF")))
    var wanted: String

    func write(_ given: ListingArguments<CorrectionRows>) throws {
        let listing = try given.checked()
        let argument = try PlaceReference(wanted)
        let limit = try given.output.limitCount()
        let catalog = try given.common.catalog()
        var filter = CorrectionFilter()
        switch argument {
        case .id(let number): filter.number = try catalog.correction(number).number
        case .ref, .name: filter.place = try argument.entry(in: catalog).id
        }
        var sheets: [CorrectionSheet] = []
        try catalog.forEachCorrection(filter, limit: limit) { correction in
            sheets.append(CorrectionSheet(correction, events: try catalog.events(of: correction)))
        }
        let options = listing.options
        guard options.format == .table, options.fields == nil, !sheets.isEmpty else {
            return try Listing.write(.correctionSheets, listing) { writer in try sheets.forEach(writer.write) }
        }
        let text = CorrectionText(sheets, options.language, columns: options.terminalColumns)
        try Listing.write(text: text.text, listing)
    }
}

struct CorrectionsCheckSource: RowSource {
    static let configuration = CommandConfiguration(
        "check", en: "List the corrections that conflict with the feed. Exit with 65 if there are any.",
        ko: "피드와 충돌하는 정정을 보여 줍니다. 하나라도 있으면 종료 코드 65로 끝냅니다.",
        examples: """
            $ geocli corrections check
            $ geocli corrections check --format table
            $ geocli corrections check -q --fields number,ref,field,value,upstream
            """)

    func write(_ given: ListingArguments<CorrectionRows>) throws {
        let listing = try given.checked()
        let limit = try given.output.limitCount()
        let catalog = try given.common.catalogOfPlaces()
        var counts: [StoredCorrection.State: Int] = [:]
        try Listing.write(.corrections, listing) { writer in
            try catalog.forEachCorrection(CorrectionFilter()) { correction in
                counts[correction.state, default: 0] += 1
                guard correction.state == .conflict, counts[.conflict, default: 0] <= limit ?? .max else { return }
                try writer.write(correction)
            }
        }
        let all = StoredCorrection.State.allCases.map { (state: $0, count: counts[$0] ?? 0) }
        let waiting = try catalog.pendingCount()
        given.common.note(
            en: all.map { "\($0.state.rawValue) \($0.count)" }.joined(separator: ", ")
                + (waiting > 0
                    ? "; imported records whose place or issue is not in the catalog yet: \(waiting)" : ""),
            ko: all.map { "\($0.state.korean) \($0.count)" }.joined(separator: ", ")
                + (waiting > 0 ? ". 장소나 이슈가 아직 카탈로그에 없는 기록: \(waiting)건" : ""))
        if counts[.conflict] != nil { throw ExitStatus.data }
    }
}
