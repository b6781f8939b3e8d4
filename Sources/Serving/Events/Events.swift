internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension Endpoint {
    static let events: [Endpoint] = [changes, eventStream]

    private static let changes = Endpoint(
        path: [ChangesQuestion.name], title: ChangesQuestion.title,
        parameters: ChangesQuestion.parameters + ListingOptions.parameters
    ) { context in
        let answer = try RowsResponse(context)
        let question = try ChangesQuestion(context.parameters)
        if case .past(let mark)? = question.span, try !context.catalog.holds(mark) { throw Problem.otherCatalog(mark) }
        let listed = try question.list(from: context.catalog, into: answer)
        context.notes.add(listed.words)
        var response = answer.response
        response.headers += [
            Header("X-Total-Count", String(listed.count)),
            Header("Last-Event-ID", try context.catalog.lastCursor().mark.text),
        ]
        return response
    }

    private static let eventStream = Endpoint(
        path: ["events"],
        title: Words(en: "Changes as they happen, as Server-Sent Events", ko: "변경 내역 실시간 수신(Server-Sent Events)"),
        parameters: [begin, ChangesQuestion.what] + ChangesQuestion.filters, isCached: false,
        mediaTypes: ["text/event-stream"],
        isDescribed: false
    ) { context in
        var filter = EventFilter()
        let question = try ChangesQuestion(context.parameters)
        filter.what = question.what
        filter.places = try question.filters.filter(in: context.catalog)
        // The parameter `include-closed` changes nothing here. It is cleared, so that equal filters are looked up only
        // once.
        filter.places.includesClosed = false
        var response = Response(200, "text/event-stream", [])
        response.headers += [Header("Cache-Control", "no-store"), Header("X-Accel-Buffering", "no")]
        response.body = .events(EventStream(filter, from: try context.start()))
        return response
    }

    private static let begin = Parameter(
        "since", .text,
        en: "Begin after this run number or event id, or on this day (default: now).",
        ko: "이 실행 번호나 이벤트 ID 다음부터, 또는 이 날짜부터 (기본값: 지금부터)")
}

extension RequestContext {
    /// Returns where a stream begins: after the last event that the client names, at `since`, or now.
    ///
    /// The catalog has a mark if its run has the mark's check, a hash of the run's start time and bytes
    /// (`ChangeMark`). If not, `EventReader` sends `resync` and goes on from the end, also in the middle of a stream.
    /// `/changes` answers such a mark with 410, and an id that can't be read gets 400.
    fileprivate func start() throws -> EventStream.Start {
        if let id = request.lastEventID?.trimmingBlanks(), !id.isEmpty {
            guard let mark = ChangeMark(id) else { throw Problem.badEventID }
            return try start(after: mark)
        }
        guard let word = try parameters.one("since") else { return .now }
        let span = try ChangeSpan(argument: word, .parameter)
        switch span {
        case .last: return .now
        case .past(let mark): return try start(after: mark)
        case .after, .since: return try catalog.cursor(before: span).map { .at($0) } ?? .now
        }
    }

    /// The start of a stream after a mark. The `EventReader`, which keeps positions, finds the exact position.
    private func start(after mark: ChangeMark) throws -> EventStream.Start {
        guard try catalog.holds(mark) else { return .gone(mark) }
        return .at(ChangeCursor(unread: mark))
    }
}

extension Problem {
    static func otherCatalog(_ mark: ChangeMark) -> Problem {
        var problem = Problem(
            410, title: Words(en: "Another catalog", ko: "다른 카탈로그"),
            Words(
                en: "the catalog has no change \(mark.text), because it was created again; read the listings again",
                ko: "변경 내역 \(mark.text)\(.subject) 없습니다. 카탈로그를 새로 만들었기 때문입니다. 목록을 처음부터 다시 읽으세요"))
        problem.parameter = "since"
        return problem
    }

    static let badEventID = Problem(
        400, title: Words(en: "Bad event id", ko: "잘못된 이벤트 ID"),
        Words(
            en: "Last-Event-ID is not a valid event id; send one such as 12.3.2764819",
            ko: "Last-Event-ID가 올바른 이벤트 ID가 아닙니다. 12.3.2764819 같은 값을 보내세요"))
}
