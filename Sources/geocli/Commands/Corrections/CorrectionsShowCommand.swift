internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections show N|REF`: one correction, or all corrections of one place.
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
        case .ref: filter.place = try argument.entry(in: catalog).id
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
