internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections add REF FIELD=VALUE…`: corrects values of one place.
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
        Console.note(
            Words(
                en: "correction \(made.number): \(made.field.rawValue) of \(ref)\(replaced?.en ?? "")",
                ko: "정정 \(made.number)번: \(ref)의 \(made.field.rawValue)\(replaced?.ko ?? "")"), isQuiet: common.quiet)
    }
}

extension CorrectionField {
    /// The name of the field in the Korean help.
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

/// `geocli corrections withdraw N…`: withdraws corrections.
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
        Console.note(
            Words(en: "withdrawn: \(wanted.count == 1 ? "correction" : "corrections") \(list)", ko: "철회한 정정: \(list)번"),
            isQuiet: common.quiet)
    }
}
