internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The JSON of an issue's parts.
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
                "closed_on", .date,
                "The closing date: from a correction, or the day of the first of three or more good runs in a row without the place.",
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
            .init("longitude", degrees(place.coordinate?.longitude)), .init("closed_on", text(entry.closedOn)),
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
