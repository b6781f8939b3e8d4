internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections check`: the corrections about which a person must decide.
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
        Console.note(
            Words(
                en: all.map { "\($0.state.rawValue) \($0.count)" }.joined(separator: ", ")
                    + (waiting > 0
                        ? "; imported records whose place or issue is not in the catalog yet: \(waiting)" : ""),
                ko: all.map { "\($0.state.korean) \($0.count)" }.joined(separator: ", ")
                    + (waiting > 0 ? ". 장소나 이슈가 아직 카탈로그에 없는 기록: \(waiting)건" : "")),
            isQuiet: given.common.quiet)
        if counts[.conflict] != nil { throw ExitStatus.data }
    }
}
