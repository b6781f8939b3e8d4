internal import GeocliGeo
package import GeocliPlaces
package import GeocliText

extension ListingSchema where Row == ListedIssue {
    /// The issues of a catalog, each with a sentence in `language` and, if a position was given, a distance.
    package static func issues(hasDistance: Bool, _ language: Language) -> ListingSchema<ListedIssue> {
        let distance = Column<ListedIssue>(
            "distance_m", en: "distance", ko: "거리", type: .number,
            about:
                "With --near: the distance to the nearest point of the issue's places, in meters on the WGS 84 ellipsoid."
        ) { $0.distanceMeters.map(OutputValue.meters) ?? .null }
        let columns = IssueColumns.all(language).map { $0.of { (row: ListedIssue) in row.issue } }
        return ListingSchema(
            columns: columns + (hasDistance ? [distance] : []),
            tableKeys: ["number"] + (hasDistance ? ["distance_m"] : [])
                + ["severity", "state", "name", "district", "text", "labels"],
            feature: { IssueColumns.feature($0.issue) }
        ).withIssueWords(\.issue)
    }
}

extension ListingSchema where Row == IssueSheet {
    /// One issue with everything that the catalog stores about it.
    package static func issue(_ language: Language) -> ListingSchema<IssueSheet> {
        ListingSchema(
            columns: IssueColumns.all(language).map { $0.of { (row: IssueSheet) in row.issue } } + IssueColumns.further,
            tableKeys: [], feature: { IssueColumns.feature($0.issue) }
        ).withIssueWords(\.issue)
    }
}

extension ListingSchema {
    /// Returns the same listing, but its tables show words instead of the codes of issues.
    fileprivate func withIssueWords(_ issue: @escaping (Row) -> StoredIssue) -> ListingSchema {
        speaking("state") { IssueWords.text(issue($0).state, $1) }
            .speaking("severity") { row, language in issue(row).severity.map { IssueWords.text($0, language) } }
            .speaking("rule") { row, language in issue(row).rule?.title.text(language) }
            .speaking("title") { issue($0).title.text($1) }
            .speaking("evidence") { IssueSentence.values(issue($0).evidence, $1) }
            .speaking("labels") { row, _ in
                issue(row).labels.isEmpty ? nil : issue(row).labels.joined(separator: ", ")
            }
    }
}

enum IssueColumns {
    static func feature(_ issue: StoredIssue) -> FeatureParts {
        FeatureParts(id: issue.number, coordinate: issue.place?.coordinate)
    }

    static func all(_ language: Language) -> [Column<StoredIssue>] { identity + place(language) }

    private static var identity: [Column<StoredIssue>] {
        [
            Column(
                "number", en: "number", ko: "번호", type: .integer, about: "The issue's permanent number."
            ) {
                .integer($0.number)
            },
            Column(
                "rule", en: "rule", ko: "규칙", orNull: true,
                about:
                    "The rule that found the issue, such as district-point; null for an issue that a person reported."
            ) { .code($0.ruleID) },
            Column(
                "severity", en: "severity", ko: "심각도", type: .codes(IssueRule.Severity.allCases.map(\.rawValue)),
                orNull: true, about: "How much the issue matters; null for an issue that a person reported."
            ) { .code($0.severity?.rawValue) },
            Column(
                "state", en: "state", ko: "상태", type: .codes(IssueState.allCases.map(\.rawValue)),
                about:
                    "open, accepted (right as it is), fixed (a good run no longer found it), reopened, or closed by a person."
            ) { .code($0.state.rawValue) },
            Column(
                "title", en: "title", ko: "제목",
                about: "The title that a person gave, or the English title of the rule."
            ) { .text($0.title.en) },
            Column(
                "refs", en: "refs", ko: "참조", type: .list(of: .text),
                about: "The places of the issue: for each, the feed and the place's id in the feed."
            ) { .list($0.places.map(\.ref)) },
            Column(
                "field", en: "field", ko: "항목", orNull: true,
                about: "The key of the value that is wrong; null for the place as a whole."
            ) { .code($0.field.isEmpty ? nil : $0.field) },
            Column(
                "labels", en: "labels", ko: "라벨", type: .list(of: .text),
                about: "The labels that people put on the issue."
            ) { .list($0.labels) },
            Column(
                "opened_run", en: "opened in run", ko: "열린 실행", type: .integer,
                about: "The latest run at the time when the issue was opened."
            ) { .integer($0.openedRun) },
            Column(
                "changed_run", en: "changed in run", ko: "바뀐 실행", type: .integer,
                about: "The latest run at the time when the state last changed."
            ) { .integer($0.changedRun) },
        ]
    }

    private static func place(_ language: Language) -> [Column<StoredIssue>] {
        Column.position(
            north: "The latitude of the first place, in degrees on WGS 84.",
            east: "The longitude of the first place, in degrees on WGS 84."
        ) { $0.place?.coordinate } + [
            Column("name", en: "name", ko: "이름", orNull: true, about: "The name of the first place.") {
                .text($0.place?.place.name)
            },
            Column("district", en: "district", ko: "자치구", orNull: true, about: "The district of the first place.") {
                .text($0.place?.place.district)
            },
            Column(
                "shared", en: "shared", ko: "공유 값", orNull: true,
                about:
                    "The value that the places of a group share, such as a phone number; the group has one issue for each place."
            ) { .text($0.shared) },
            Column(
                "evidence", en: "evidence", ko: "근거", type: .anyObject,
                about: "The values that the rule last checked, each under its name."
            ) { .json(.object($0.evidence)) },
            Column(
                "text", en: "what", ko: "내용",
                about: "The issue in one sentence, in the language of --lang."
            ) { .text(IssueSentence.text($0, language)) },
        ]
    }

    static var further: [Column<IssueSheet>] {
        [
            Column(
                "accepted_evidence", en: "accepted for", ko: "그대로 둔 근거", type: .anyObject, orNull: true,
                about: "The values for which a person accepted the issue."
            ) { $0.issue.acceptedEvidence.map { .json(.object($0)) } ?? .null },
            Column(
                "places", en: "places", ko: "장소", type: .list(of: .object(IssueShapes.place)),
                about: "The places of the issue, with links that open their points."
            ) { .json(.array($0.issue.places.map(IssueShapes.place))) },
            Column(
                "group", en: "group", ko: "같은 묶음", type: .list(of: .object(IssueShapes.member)),
                about: "The other issues of the group, which have the same rule and the same shared value."
            ) { .json(.array($0.group.map(IssueShapes.member))) },
            Column(
                "history", en: "history", ko: "이력", type: .list(of: .object(IssueShapes.event)),
                about: "What happened, earliest first."
            ) { .json(.array($0.events.map(IssueShapes.event))) },
            Column(
                "raw", en: "rows of the feed", ko: "피드 원본 행", type: .list(of: .text),
                about: "The feed's rows for the places, from the last pages that were kept; empty if no pages are kept."
            ) { .list($0.rawRows) },
        ]
    }
}

enum IssueShapes {
    static let place: [ShapeMember] =
        [
            .init("id", .integer, "The number of the place in the catalog."),
            .init("ref", .text, "The feed and the place's id in the feed."),
            .init("name", .text, "The name of the place."),
            .init("district", .text, "The district that the place states.", orNull: true),
            .init("address", .text, "The address of the place.", orNull: true),
            .init("phone", .text, "The phone number, in E.164 form.", orNull: true),
            .init("website", .text, "The web address.", orNull: true),
            .init("latitude", .number, "Degrees north on WGS 84.", orNull: true),
            .init("longitude", .number, "Degrees east on WGS 84.", orNull: true),
            .init(
                "removed_on", .date,
                "The day since which the place is no longer in its feed; null while the feed has it.",
                orNull: true),
            .init(
                "closed_on", .date,
                "The closing date: from a correction, or the day of the run in which the source said that the place is closed.",
                orNull: true),
        ]
        + MapService.allCases.map {
            .init(
                LinkColumns.key(of: $0), .link, "Opens the point in \($0.name.en); null without a point.", orNull: true)
        }

    static let member: [ShapeMember] = [
        .init("number", .integer, "The number of the issue."),
        .init("ref", .text, "The feed and the place's id in the feed.", orNull: true),
        .init("name", .text, "The name of the place.", orNull: true),
        .init("state", .codes(IssueState.allCases.map(\.rawValue)), "The state of the issue."),
    ]

    static let event: [ShapeMember] = [
        .init("at", .moment, "When it happened."),
        .init("what", .text, "What happened, such as opened, accepted, fixed, reopened, closed, comment, labeled."),
        .init("run", .integer, "The run that caused the event; null if a person caused it.", orNull: true),
        .init("author", .text, "The person; null for a run.", orNull: true),
        .init("text", .text, "What the person wrote.", orNull: true),
        .init("evidence", .anyObject, "The values checked at that time.", orNull: true),
    ]

    static func place(_ entry: CatalogEntry) -> JSONValue {
        let place = entry.place
        var members: [JSONValue.Member] = [
            .init("id", .number(String(entry.id))), .init("ref", .string(entry.ref)),
            .init("name", .string(place.name)), .init("district", text(place.district)),
            .init("address", text(place.address)), .init("phone", text(place.phone)),
            .init("website", text(place.website)), .init("latitude", degrees(place.coordinate?.latitude)),
            .init("longitude", degrees(place.coordinate?.longitude)), .init("removed_on", text(entry.removedOn)),
            .init("closed_on", text(entry.closedOn)),
        ]
        for service in MapService.allCases {
            let address = place.coordinate.map { service.address(of: place.name, at: $0) }
            members.append(.init(LinkColumns.key(of: service), text(address)))
        }
        return .object(members)
    }

    static func member(_ issue: StoredIssue) -> JSONValue {
        .object([
            .init("number", .number(String(issue.number))), .init("ref", text(issue.place?.ref)),
            .init("name", text(issue.place?.place.name)), .init("state", .string(issue.state.rawValue)),
        ])
    }

    static func event(_ event: IssueEvent) -> JSONValue {
        .object([
            .init("at", .string(event.moment.timestamp)), .init("what", .string(event.what)),
            .init("run", event.run.map { .number(String($0)) } ?? .null), .init("author", text(event.author)),
            .init("text", text(event.text)), .init("evidence", event.evidence.map(JSONValue.object) ?? .null),
        ])
    }

    private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    private static func degrees(_ value: Double?) -> JSONValue {
        value.map { .number(OutputValue.degrees($0).cell) } ?? .null
    }
}

extension ListingSchema where Row == IssueStatistics.Row {
    package static var issueStatistics: ListingSchema<IssueStatistics.Row> {
        ListingSchema(
            columns: [
                Column(
                    "by", en: "by", ko: "기준", type: .codes(IssueStatistics.Group.allCases.map(\.rawValue)),
                    about: "The group by which the issues are counted; all means all issues together."
                ) { .code($0.group.rawValue) },
                Column(
                    "value", en: "value", ko: "값", orNull: true,
                    about:
                        "The severity, the rule, the district of the first place, or the days since an open issue was opened, such as 7-29 and 365-; null for issues that have none."
                ) { .text($0.value) },
            ] + IssueState.allCases.map(count), tableKeys: ["by", "value"] + IssueState.allCases.map(\.rawValue)
        ).speaking("by") { row, language in
            switch row.group {
            case .all: Words(en: "all", ko: "전체").text(language)
            case .severity: Words(en: "severity", ko: "심각도").text(language)
            case .rule: Words(en: "rule", ko: "규칙").text(language)
            case .district: Words(en: "district", ko: "자치구").text(language)
            case .age: Words(en: "days open", ko: "열려 있는 일수").text(language)
            }
        }.speaking("value") { word($0, $1) }
    }

    private static func count(_ state: IssueState) -> Column<Row> {
        let (en, ko) = (IssueWords.text(state, .english), IssueWords.text(state, .korean))
        return Column(
            state.rawValue, en: en, ko: ko, type: .integer,
            about: "How many of these issues are in the state \(state.rawValue)."
        ) { .integer($0.count(state)) }
    }

    private static func word(_ row: Row, _ language: Language) -> String? {
        guard let value = row.value else {
            switch row.group {
            case .all: return nil
            case .district, .age: return Words(en: "none", ko: "없음").text(language)
            case .severity, .rule: return Words(en: "reported by people", ko: "사람이 등록").text(language)
            }
        }
        switch row.group {
        case .severity: return IssueRule.Severity(rawValue: value).map { IssueWords.text($0, language) }
        case .rule: return IssueRule(rawValue: value)?.title.text(language)
        case .all, .district, .age: return value
        }
    }
}
