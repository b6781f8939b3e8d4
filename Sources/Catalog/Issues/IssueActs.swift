internal import GeocliDatabase
package import GeocliPlaces
internal import GeocliText

extension CatalogWriter {
    /// Judges all listed rows with the rules for issues, in one transaction. The findings belong to the last good run.
    ///
    /// - Parameter time: the time of the events; nil for the time of the last good run.
    /// - Throws: `CatalogError`; `.busy` while an ingest publishes.
    /// - Complexity: O(n log n), n listed rows.
    @discardableResult
    package func scanIssues(at time: SeoulTime? = nil) throws -> IssueCounts {
        try changeTables { try IssueScan(db: $0).scan(moment: time?.timestamp) }
    }

    /// Performs one act of a person on several issues, in one transaction. If the act fails on one issue, it is
    /// performed on none. Each change is stored as an event with its author.
    ///
    /// - Parameter numbers: the numbers of the issues; a repeated number counts once.
    /// - Returns: the numbers of the issues that the act changed, in the order of `numbers`. The act would have changed
    ///   nothing in the other issues.
    /// - Throws: `CatalogError`: `.notFound` for an unknown number; `.refusedAct` if the state of an issue does not
    ///   allow the act; `.busy` while an ingest publishes. If it throws, nothing is changed.
    @discardableResult
    package func perform(_ act: IssueAct, on numbers: [Int64], by author: IssueAuthor) throws -> [Int64] {
        try changeTables { db in
            var seen: Set<Int64> = []
            let desk = try IssueDesk(db, path: path, author)
            return try numbers.filter { seen.insert($0).inserted }.filter { try desk.perform(act, on: $0) }
        }
    }

    /// Adds an issue that a person reports, in one transaction.
    ///
    /// - Parameters:
    ///   - place: the id of the place, listed or not.
    ///   - title: a text that is not empty.
    /// - Returns: the number of the new issue.
    /// - Throws: `CatalogError`: `.notFound` for an unknown id, `.busy`.
    package func reportIssue(
        about place: Int64, _ title: String, text: String?, labels: [String], by author: IssueAuthor
    ) throws -> Int64 {
        try changeTables { db in
            guard try db.flag("SELECT EXISTS (SELECT 1 FROM place WHERE id = ?)", [.integer(place)]) else {
                throw CatalogError(
                    .notFound, en: "\(path) has no place \(place); list all with 'geocli list --fields id,ref,name'",
                    ko: "\(path)에 \(place)번 장소가 없습니다. 'geocli list --fields id,ref,name'으로 확인하세요")
            }
            let desk = try IssueDesk(db, path: path, author)
            return try desk.open(title, about: place, text: text, labels: labels)
        }
    }
}

private struct IssueDesk {
    private let db: Database
    private let path: String
    private let author: IssueAuthor
    private let lastRun: Int64

    init(_ db: Database, path: String, _ author: IssueAuthor) throws {
        self.db = db
        self.path = path
        self.author = author
        lastRun = try db.integer("SELECT max(id) FROM run") ?? 0
    }

    /// Performs an act on one issue, and returns whether the act changed the issue.
    func perform(_ act: IssueAct, on number: Int64) throws -> Bool {
        guard let issue = try IssueReader(db, where: "i.number = ?", [.integer(number)]).next() else {
            throw CatalogError.noIssue(String(number), in: path)
        }
        switch act {
        case .accept(let reason): return try accept(issue, because: reason)
        case .reopen(let reason): return try reopen(issue, because: reason)
        case .close(let reason): return try close(issue, because: reason)
        case .comment(let text):
            try record("comment", of: number, text)
            return true
        case .label(let labels):
            let new = labels.filter { !issue.labels.contains($0) }
            for label in new { try add(label, to: number) }
            return !new.isEmpty
        case .unlabel(let labels):
            let old = labels.filter(issue.labels.contains)
            for label in old {
                try db.execute("DELETE FROM issue_label WHERE issue = ? AND label = ?", [number, label])
                try record("unlabeled", of: number, label)
            }
            return !old.isEmpty
        }
    }

    func open(_ title: String, about place: Int64, text: String?, labels: [String]) throws -> Int64 {
        var numbers = try IssueNumbers(db)
        let number = try numbers.next()
        try db.execute(
            """
            INSERT INTO issue (number, identity, state, title, evidence, opened_run, changed_run)
            VALUES (?, ?, 'open', ?, '{}', ?, ?);
            INSERT INTO issue_place (issue, place) VALUES (?, ?);
            """, [number, "reported \(number)", title, lastRun, lastRun, number, place])
        try record("opened", of: number, text)
        for label in labels { try add(label, to: number) }
        return number
    }

    private func accept(_ issue: StoredIssue, because reason: String) throws -> Bool {
        switch issue.state {
        case .accepted: return false
        case .fixed: throw CatalogError.fixedIssue(issue.number, run: issue.changedRun)
        case .closed:
            throw CatalogError.refusedAct(
                en: "issue \(issue.number) is closed; open it again first: geocli issues reopen \(issue.number)",
                ko: "이슈 \(issue.number)\(.topic) 닫혀 있습니다. 먼저 다시 여세요: geocli issues reopen \(issue.number)")
        case .open, .reopened: break
        }
        try db.execute(
            """
            UPDATE issue SET state = 'accepted', accepted_evidence = evidence, changed_run = ? WHERE number = ?
            """, [lastRun, issue.number])
        try record("accepted", of: issue.number, reason, withEvidence: true)
        return true
    }

    private func reopen(_ issue: StoredIssue, because reason: String?) throws -> Bool {
        switch issue.state {
        case .open, .reopened: return false
        case .fixed: throw CatalogError.fixedIssue(issue.number, run: issue.changedRun)
        case .accepted, .closed: break
        }
        try db.execute(
            "UPDATE issue SET state = 'reopened', accepted_evidence = NULL, changed_run = ? WHERE number = ?",
            [lastRun, issue.number])
        try record("reopened", of: issue.number, reason, withEvidence: true)
        return true
    }

    private func close(_ issue: StoredIssue, because reason: String?) throws -> Bool {
        guard issue.isReported else {
            throw CatalogError.refusedAct(
                en:
                    "issue \(issue.number) was found by a rule, and only issues that people reported can be closed; accept the issue ('geocli issues accept \(issue.number) --because TEXT'), correct the value ('geocli corrections add') or wait until the feed is right",
                ko:
                    "이슈 \(issue.number)\(.topic) 규칙이 찾은 이슈라 닫을 수 없습니다. 사람이 등록한 이슈만 닫을 수 있습니다. 이슈를 그대로 두거나('geocli issues accept \(issue.number) --because 문구') 값을 정정하거나('geocli corrections add') 피드의 값이 바로잡힐 때까지 기다리세요"
            )
        }
        guard issue.state != .closed else { return false }
        try db.execute(
            "UPDATE issue SET state = 'closed', accepted_evidence = NULL, changed_run = ? WHERE number = ?",
            [lastRun, issue.number])
        try record("closed", of: issue.number, reason)
        return true
    }

    private func add(_ label: String, to number: Int64) throws {
        try db.execute("INSERT INTO issue_label (issue, label) VALUES (?, ?)", [number, label])
        try record("labeled", of: number, label)
    }

    private func record(_ what: String, of number: Int64, _ text: String?, withEvidence: Bool = false) throws {
        try db.execute(
            """
            INSERT INTO issue_event (issue, what, author, happened_at, text, evidence)
            VALUES (?, ?, ?, ?, ?, CASE WHEN ? THEN (SELECT evidence FROM issue WHERE number = ?) END)
            """, [number, what, author.name, author.moment.timestamp, text, withEvidence, number])
    }
}

extension CatalogError {
    /// - Parameter number: the number as the person wrote it.
    package static func noIssue(_ number: String, in path: String) -> CatalogError {
        CatalogError(
            .notFound, en: "\(path) has no issue \(number); list all with 'geocli issues list --state all'",
            ko: "\(path)에 이슈 \(number)\(.subject) 없습니다. 'geocli issues list --state all'로 확인하세요")
    }

    /// - Parameter en: what the state does not allow, and what to do instead.
    static func refusedAct(en: String, ko: String) -> CatalogError { CatalogError(.refusedAct, en: en, ko: ko) }

    static func fixedIssue(_ number: Int64, run: Int64) -> CatalogError {
        refusedAct(
            en:
                "issue \(number) was fixed in run #\(run), so there is nothing to decide; if a run finds the issue again, it opens again; report another problem with 'geocli issues new'",
            ko:
                "이슈 \(number)\(.topic) 실행 #\(run)에서 해결되어 결정할 것이 없습니다. 수집할 때 다시 발견되면 이슈가 다시 열립니다. 다른 문제는 'geocli issues new'로 등록하세요"
        )
    }
}
