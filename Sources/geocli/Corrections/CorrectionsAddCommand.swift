internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

struct CorrectionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "corrections", en: "Correct wrong values of a feed. Corrections stay in effect across ingests.",
        ko: "피드의 잘못된 값을 정정하고, 다시 수집해도 정정을 유지합니다.",
        about: Words(
            en: """
                A correction also stores the feed's value. As long as the feed still has that value, every answer shows the corrected value. When the feed itself has the corrected value, the correction is retired. If the feed has a third value, that value is shown, and the correction is in conflict until a person decides.
                """,
            ko: """
                정정에는 피드의 값도 함께 저장됩니다. 피드의 값이 그대로인 동안 모든 결과에 정정한 값이 나옵니다. 피드의 값이 정정한 값과 같아지면 정정의 상태는 반영됨(retired)이 됩니다. 피드의 값이 또 다른 값으로 바뀌면 그 값을 보여 주고, 사람이 결정할 때까지 정정을 충돌(conflict) 상태로 둡니다.
                """),
        examples: """
            $ geocli corrections add sample/1001 phone=02-2633-0001 --because "Called them" --source https://example.com
            $ geocli corrections list
            $ geocli corrections withdraw 1
            """,
        subcommands: [
            CorrectionsAddCommand.self, ListingCommand<CorrectionsListSource>.self,
            ListingCommand<CorrectionsShowSource>.self,
            CorrectionsWithdrawCommand.self, ListingCommand<CorrectionsCheckSource>.self, CorrectionsExportCommand.self,
            ListingCommand<CorrectionsImportSource>.self,
        ], defaultSubcommand: ListingCommand<CorrectionsListSource>.self)
}

struct CorrectionsAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "add", en: "Correct values of one place. Every answer shows the corrected values immediately.",
        ko: "장소 하나의 값을 정정합니다. 정정한 값은 모든 결과에 바로 나옵니다.",
        about: Words(
            en: """
                Fields: \(CorrectionField.allCases.map(\.rawValue).joined(separator: ", ")). 'phone=' means that the place has no phone number. 'point' takes LAT,LON, as copied from a map app; 'closed' takes a day, or 'today'. A correction of the point does not change the district.
                """,
            ko: """
                필드: \(CorrectionField.allCases.map { "\($0.rawValue)(\($0.korean))" }.joined(separator: ", ")). 'phone='처럼 비우면 값이 없다는 뜻입니다. point에는 지도 앱에서 복사한 위도,경도를, closed에는 폐점한 날짜나 today를 씁니다. 좌표를 정정해도 자치구는 피드에 적힌 값을 그대로 씁니다.
                """),
        examples: """
            $ geocli corrections add sample/1001 phone=02-2633-0001 --because "Called them" --source https://example.com
            $ geocli corrections add 12 point=37.5563,126.9236 --because "Moved" --source https://example.com/12
            $ geocli corrections add 12 closed=2026-09-21 --because "Shut" --source https://example.com/12 -q
            """)

    @Argument(help: .placeReference, completion: .places) var place: String

    @Argument(
        help: ArgumentHelp(
            "A field and its right value, such as phone=02-123-4567. You can give several.",
            ko: "필드와 올바른 값. 예: phone=02-123-4567. 여러 개를 쓸 수 있습니다.", value: .argument("FIELD=VALUE")),
        completion: .words(CorrectionField.allCases.map { "\($0.rawValue)=" }))
    var values: [String]

    @Option(help: ArgumentHelp("Why the value is right.", ko: "이 값이 맞는 이유", value: .text))
    var because: String

    @Option(
        help: ArgumentHelp(
            "Address (http or https) of a page that proves the value.",
            ko: "근거가 되는 웹 페이지 주소(http, https)", value: .address))
    var source: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let wanted = try PlaceReference(place)
        let arguments = try values.map(CorrectionArgument.init)
        if let twice = CorrectionField.allCases.first(where: { field in arguments.count { $0.field == field } > 1 }) {
            throw UsageError(
                en: "\(twice.rawValue) is given twice; write each field once",
                ko: "\(twice.rawValue) 필드를 두 번 썼습니다. 한 번만 쓰세요")
        }
        let because = DisplayText.singleLine(self.because).trimmingBlanks()
        guard !because.isEmpty else {
            throw UsageError(
                en: "--because is empty; write why the value is right", ko: "--because가 비어 있습니다. 이 값이 맞는 이유를 쓰세요")
        }
        try CorrectionCheck.reason(because, named: "--because")
        let author = try Environment.author()
        try CorrectionCheck.author(author, named: "GEOCLI_AUTHOR")
        guard source.utf8.count <= 4096, CorrectionCheck.isWebAddress(source) else {
            throw ValueArgument.wrong(
                "--source", source, en: "write the address of a page, such as https://example.com/hours",
                ko: "https://example.com/hours 같은 웹 페이지 주소를 쓰세요")
        }
        let path = try Environment.catalogPath(common.db)
        let now = try Environment.now()
        let (entry, checked, remarks) = try checked(arguments, of: wanted, inCatalogAt: path, today: now.date)
        let note = EditNote(author: author, time: now, text: because)
        let made = try CatalogWriter(path: path).correct(entry.id, checked, source: source, by: note)
        for correction in made { tell(correction, entry) }
        for remark in remarks { Console.note(remark, isQuiet: common.quiet) }
    }

    /// Returns the place, the values, and what a person should know about them. The catalog is closed again before it
    /// is edited: the connection that is closed last must copy SQLite's log into the file, and a read-only connection
    /// can't do this.
    private func checked(
        _ arguments: [CorrectionArgument], of wanted: PlaceReference, inCatalogAt path: String, today: String
    ) throws -> (entry: CatalogEntry, values: [CorrectedValue], remarks: [Words]) {
        let catalog = try Catalog(path: path)
        let entry = try wanted.entry(in: catalog)
        let gate = CorrectionGate(catalog)
        let given = arguments.first { $0.field == .point }
        let point = try given.map { try $0.point() } ?? entry.coordinate
        let values = try arguments.map { try $0.value(for: entry, at: point, gate, in: catalog, today: today) }
        return (entry, values, try values.compactMap(gate.remark))
    }

    private func tell(_ made: CatalogWriter.MadeCorrection, _ entry: CatalogEntry) {
        let ref = DisplayText.singleLine(entry.ref)
        let replaced = made.replaced.map {
            Words(en: "; it replaces correction \($0), which is withdrawn", ko: ". 정정 \($0)번은 철회했습니다")
        }
        common.note(
            en: "correction \(made.number): \(made.field.rawValue) of \(ref)\(replaced?.en ?? "")",
            ko: "정정 \(made.number)번: \(ref)의 \(made.field.rawValue)\(replaced?.ko ?? "")")
    }
}

extension CorrectionField {
    fileprivate var korean: String {
        switch self {
        case .name: "이름"
        case .kind: "종류"
        case .district: "자치구"
        case .address: "주소"
        case .phone: "전화번호"
        case .website: "웹사이트"
        case .sns: "소셜 미디어"
        case .point: "좌표"
        case .closed: "폐점일"
        }
    }
}

struct CorrectionsWithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "withdraw", en: "Withdraw corrections. The feed's values are shown again immediately.",
        ko: "정정을 철회합니다. 피드의 값이 바로 다시 나옵니다.",
        examples: """
            $ geocli corrections withdraw 1
            $ geocli corrections withdraw 1 2 --because "The shop moved back"
            $ geocli corrections withdraw 1 -q
            """)

    @Argument(
        help: ArgumentHelp("The numbers of corrections.", ko: "정정 번호", value: .argument("N")))
    var numbers: [String]

    @Option(help: ArgumentHelp("Why the corrections are withdrawn.", ko: "철회하는 이유", value: .text))
    var because: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        var wanted: [Int64] = []
        for number in try numbers.map({ Int64(try ValueArgument.count($0, option: "N", minimum: 1)) })
        where !wanted.contains(number) { wanted.append(number) }
        let path = try Environment.catalogPath(common.db)
        // If the catalog does not exist, this throws the usual error.
        _ = try Catalog(path: path)
        let because = because.map { DisplayText.singleLine($0).trimmingBlanks() }.flatMap { $0.isEmpty ? nil : $0 }
        if let because { try CorrectionCheck.reason(because, named: "--because") }
        let author = try Environment.author()
        try CorrectionCheck.author(author, named: "GEOCLI_AUTHOR")
        let note = EditNote(author: author, time: try Environment.now(), text: because)
        try CatalogWriter(path: path).withdrawCorrections(wanted, by: note)
        let list = wanted.map(String.init).joined(separator: ", ")
        common.note(
            en: "withdrawn: \(wanted.count == 1 ? "correction" : "corrections") \(list)", ko: "철회한 정정: \(list)번")
    }
}

struct CorrectionArgument {
    let field: CorrectionField
    private let text: String

    init(_ word: String) throws {
        guard let sign = word.firstIndex(of: "=") else {
            throw ValueArgument.wrong(
                "FIELD=VALUE", word, en: "write a field, '=' and the right value, such as phone=02-123-4567",
                ko: "phone=02-123-4567처럼 필드, '=', 올바른 값을 이어 쓰세요")
        }
        let name = String(word[..<sign]).trimmingBlanks().lowercased()
        guard let field = CorrectionField(rawValue: name) else {
            throw ValueArgument.unknown("FIELD", name, among: CorrectionField.allCases.map(\.rawValue))
        }
        self.field = field
        text = String(word[word.index(after: sign)...])
    }

    /// Returns the point that the argument gives; nil for none, and for an argument of another field.
    func point() throws -> Coordinate? {
        let word = text.trimmingBlanks()
        return field == .point && !word.isEmpty ? try Coordinate(argument: [word], named: "point") : nil
    }

    /// Returns the checked value for a place.
    ///
    /// - Parameter point: the place's point after the corrections.
    func value(
        for place: CatalogEntry, at point: Coordinate?, _ gate: CorrectionGate, in catalog: Catalog, today: String
    ) throws -> CorrectedValue {
        let word = text.trimmingBlanks()
        let feed = gate.feed(place.feed)
        switch field {
        case .kind where !word.isEmpty:
            let value = CorrectedValue(unchecked: field, try kind(word, feed, in: catalog).rawValue)
            try CorrectionCheck.check(value, in: feed)
            return value
        case .district where !word.isEmpty: return try district(word, gate)
        case .closed where !word.isEmpty: return CorrectedValue(unchecked: field, try day(word, today))
        default:
            if let point = try self.point() { return try CorrectionCheck.value(of: point, in: feed) }
            let country = try catalog.lastGoodRuns().first { $0.feed == place.feed }?.words?.country
            let inKorea = PlaceCountry.isKorea(feed: country, point: point, address: place.place.address)
            return try CorrectionCheck.value(field, text, inKorea: inKorea)
        }
    }

    private func kind(_ word: String, _ feed: Feed?, in catalog: Catalog) throws -> Kind {
        let words = try catalog.placeWords()
        guard let kind = words.kind(word) ?? PlaceWords.bookstores.kind(word) else {
            let kinds = feed.flatMap(CorrectionCheck.kinds) ?? words.kinds
            throw ValueArgument.unknown("kind", word, among: kinds.map(\.rawValue))
        }
        return kind
    }

    /// Returns the district in the spelling of the catalog, or in the usual spelling if the catalog has no place in the
    /// district. Any other text is accepted as a district too, as it is in a feed.
    private func district(_ word: String, _ gate: CorrectionGate) throws -> CorrectedValue {
        let names = try gate.districts()
        if names.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
            return CorrectedValue(unchecked: field, word)
        }
        let wanted = Folding.squeezed(Folding.folded(word))
        if let found = names.first(where: { Folding.squeezed(Folding.folded($0)) == wanted }) {
            return CorrectedValue(unchecked: field, found)
        }
        if let district = District.named(word) { return CorrectedValue(unchecked: field, district.name) }
        return try CorrectionCheck.value(field, word, inKorea: false)
    }

    private func day(_ word: String, _ today: String) throws -> String {
        let day = DayWord.day(word, today: today) ?? word
        guard SeoulTime.isDate(day), day <= today else {
            throw ValueArgument.wrong(
                "closed", word, en: "write today's date or an earlier one, such as 2026-09-21",
                ko: "2026-09-21 같은 지난 날짜나 today를 쓰세요")
        }
        return day
    }
}
