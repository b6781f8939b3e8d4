internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// The option `--as-of DAY`: the command reads the catalog as it was at the end of that day.
struct AsOfOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the catalog as it was at the end of this day, such as 2026-09-21 (default: now).",
            ko: "이 날짜가 끝나는 시점의 카탈로그를 조회합니다. 예: 2026-09-21 (기본값: 현재)", value: .day))
    var asOf: String?

    /// The option that no service has.
    var local: [(option: String, isGiven: Bool)] { [("--as-of", asOf != nil)] }

    /// Opens the catalog for reading, as of that day.
    ///
    /// - Parameter uncorrected: whether rows have the feed's own values instead of the corrected ones.
    func catalog(_ common: CommonOptions, uncorrected: Bool = false) throws -> Catalog {
        let day = try asOf.map { try ValueArgument.date($0, option: "--as-of") }
        return try common.catalog(asOf: day, uncorrected: uncorrected)
    }

    /// Opens the catalog's file as of that day, or the server, which has only the present state.
    ///
    /// - Throws: `UsageError` if the user gave a day and a server, because a server has no history.
    func source(_ common: CommonOptions, uncorrected: Bool = false) throws -> any PlaceSource {
        guard case .server = try Environment.catalogPlace(common.db) else {
            return try catalog(common, uncorrected: uncorrected)
        }
        guard !uncorrected else {
            throw UsageError(
                en:
                    "--uncorrected needs the feed's own values, which are not on the server; give --db the path of the catalog file",
                ko: "--uncorrected에 필요한 피드의 원래 값은 서버에 없습니다. --db로 카탈로그 파일을 지정하세요")
        }
        guard asOf == nil else {
            throw UsageError(
                en: "--as-of needs the history, which is not on the server; give --db the path of the catalog file",
                ko: "--as-of에 필요한 이력은 서버에 없습니다. --db로 카탈로그 파일을 지정하세요")
        }
        return try common.source()
    }

    /// Opens the source of a listing, and tells the user if the day is before all recorded data.
    func sourceOfPlaces(_ common: CommonOptions, uncorrected: Bool = false) throws -> any PlaceSource {
        let source = try source(common, uncorrected: uncorrected)
        try tell(source, common)
        return source
    }

    /// Tells the user if the day is before all recorded data.
    func tell(_ source: any PlaceSource, _ common: CommonOptions) throws {
        guard let catalog = source as? Catalog, let day = catalog.day else { return }
        guard let first = try catalog.firstDay() else {
            return Console.note(NoRunWords.words(hasLandmarks: false), isQuiet: common.quiet)
        }
        guard day < first else { return }
        Console.note(
            Words(
                en: "there is no data for \(day); the first day on record is \(first)",
                ko: "\(day)의 데이터가 없습니다. 가장 이른 날짜는 \(first)입니다"), isQuiet: common.quiet)
    }
}
