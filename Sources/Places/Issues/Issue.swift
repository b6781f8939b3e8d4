package import GeocliText

package enum IssueState: String, CaseIterable, Sendable {
    /// A run found the issue, or a person reported it.
    case open
    /// A person said that the data is right. This holds only while the judged values stay the same.
    case accepted
    /// A good run no longer found the issue.
    case fixed
    /// A run found the issue again after it was fixed, or the values of an accepted issue changed.
    case reopened
    /// A person closed the issue. This state is only for issues that a person reported.
    case closed
}

package struct StoredIssue: Sendable, Equatable {
    /// Its number, 1 or more, which never changes.
    package let number: Int64
    /// The id of the rule that found the issue; nil for an issue that a person reported. A newer geocli may have
    /// written an id that this version does not know.
    package let ruleID: String?
    package let state: IssueState
    package let givenTitle: String?
    /// The key of the judged value, such as `phone`; empty if the rule judges the place as a whole.
    package let field: String
    /// The value that the places of a group share; nil if the rule is not about a group.
    package let shared: String?
    /// The values that the rule last judged.
    package let evidence: [JSONValue.Member]
    /// The values for which a person accepted the issue; nil if no person has.
    package let acceptedEvidence: [JSONValue.Member]?
    /// The run that was the latest when the issue was opened.
    package let openedRun: Int64
    /// The run that was the latest when the issue's state last changed.
    package let changedRun: Int64
    /// Its labels, in the order of their bytes.
    package let labels: [String]
    /// Its places, ordered by id.
    package let places: [CatalogEntry]

    package init(
        number: Int64, ruleID: String?, state: IssueState, givenTitle: String?, field: String, shared: String?,
        evidence: [JSONValue.Member], acceptedEvidence: [JSONValue.Member]?, openedRun: Int64, changedRun: Int64,
        labels: [String], places: [CatalogEntry]
    ) {
        self.number = number
        self.ruleID = ruleID
        self.state = state
        self.givenTitle = givenTitle
        self.field = field
        self.shared = shared
        self.evidence = evidence
        self.acceptedEvidence = acceptedEvidence
        self.openedRun = openedRun
        self.changedRun = changedRun
        self.labels = labels
        self.places = places
    }

    /// The rule that found the issue; nil for an issue that a person reported, and for a rule from a newer geocli.
    package var rule: IssueRule? { ruleID.flatMap(IssueRule.init) }

    package var isReported: Bool { ruleID == nil }

    package var severity: IssueRule.Severity? { rule?.severity }

    package var title: Words {
        if let givenTitle { return Words(en: givenTitle, ko: givenTitle) }
        return rule?.title ?? Words(en: ruleID ?? "", ko: ruleID ?? "")
    }

    package var place: CatalogEntry? { places.first }
}

/// Something that a run or a person did to an issue.
package struct IssueEvent: Sendable, Equatable {
    package enum What: String, CaseIterable, Sendable {
        /// A run found the issue, or a person reported it.
        case opened
        /// A person said that the data is right as it is.
        case accepted
        case fixed
        /// A run found the issue again, or a person opened it again.
        case reopened
        case closed
        case comment
        case labeled
        case unlabeled
    }

    /// What happened, as a word of `What`. A newer geocli may have written another word.
    package let what: String
    /// The run that did it; nil for an act of a person.
    package let run: Int64?
    package let author: String?
    package let moment: SeoulTime
    /// What the person wrote, or what changed; nil for nothing.
    package let text: String?
    /// The values that were judged at that time; nil if they did not matter.
    package let evidence: [JSONValue.Member]?

    package init(
        what: String, run: Int64?, author: String?, moment: SeoulTime, text: String?,
        evidence: [JSONValue.Member]?
    ) {
        self.what = what
        self.run = run
        self.author = author
        self.moment = moment
        self.text = text
        self.evidence = evidence
    }
}

/// Why a run changed the state of an issue, as the event stores it: a code and, if the values changed, the accepted
/// values.
package enum IssueCause: Sendable, Equatable {
    /// The run no longer found the contradiction.
    case absent
    /// A place of the issue is no longer listed.
    case unlisted
    case corrected
    /// Ten good runs have passed since the event.
    case expired
    case foundAgain
    /// The values differ from those for which the issue was accepted. `old` has the accepted values as a JSON object.
    case valuesChanged(old: String)
    /// The run takes back the runs that had changed the state.
    case takenBack

    package var text: String {
        switch self {
        case .absent: "absent"
        case .unlisted: "unlisted"
        case .corrected: "corrected"
        case .expired: "expired"
        case .foundAgain: "found-again"
        case .valuesChanged(let old): "values-changed \(old)"
        case .takenBack: "taken-back"
        }
    }

    package init?(text: String) {
        let prefix = "values-changed "
        switch text {
        case "absent": self = .absent
        case "unlisted": self = .unlisted
        case "corrected": self = .corrected
        case "expired": self = .expired
        case "found-again": self = .foundAgain
        case "taken-back": self = .takenBack
        case _ where text.hasPrefix(prefix): self = .valuesChanged(old: String(text.dropFirst(prefix.count)))
        default: return nil
        }
    }

    package var words: Words {
        switch self {
        case .absent: Words(en: "the problem is gone", ko: "문제가 해결되었습니다")
        case .unlisted: Words(en: "the feed no longer lists the place", ko: "피드에 이 장소가 더는 없습니다")
        case .corrected: Words(en: "a correction fixed the value", ko: "잘못된 값을 정정했습니다")
        case .expired: Words(en: "ten good runs have passed", ko: "그 뒤 실행이 열 번 성공했습니다")
        case .foundAgain: Words(en: "found again", ko: "다시 발견되었습니다")
        case .valuesChanged(let old):
            Words(
                en: "the values changed after the issue was accepted; the accepted values were \(old)",
                ko: "그대로 두기로 한 뒤 값이 바뀌었습니다. 바뀌기 전의 값: \(old)")
        case .takenBack:
            Words(en: "as before the runs that were taken back", ko: "되돌린 실행 이전의 상태로 돌아갔습니다")
        }
    }
}

package struct IssueSheet: Sendable, Equatable {
    package let issue: StoredIssue
    /// Earliest first.
    package let events: [IssueEvent]
    /// The other issues of its group, ordered by number.
    package let group: [StoredIssue]
    /// The rows of its places as the feed last sent them; empty if the catalog no longer has the pages with these rows.
    package let rawRows: [String]

    package init(_ issue: StoredIssue, events: [IssueEvent], group: [StoredIssue], rawRows: [String]) {
        self.issue = issue
        self.events = events
        self.group = group
        self.rawRows = rawRows
    }
}

package enum IssueAct: Sendable, Equatable {
    /// The data is right, for this reason. This holds as long as the judged values stay the same.
    case accept(because: String)
    case reopen(because: String?)
    /// The issue is done. This is possible only for issues that people reported.
    case close(because: String?)
    case comment(String)
    case label([String])
    case unlabel([String])
}

package struct IssueAuthor: Sendable, Equatable {
    /// Not empty.
    package let name: String
    package let moment: SeoulTime

    package init(_ name: String, at moment: SeoulTime) {
        self.name = name
        self.moment = moment
    }
}

/// What a run or a scan did to the issues of a catalog.
package struct IssueCounts: Sendable, Equatable {
    package var new = 0
    package var fixed = 0
    /// Issues that were fixed or accepted and are open again.
    package var reopened = 0
    /// All issues that are open or reopened after the run or scan, including those that people reported.
    package var open = 0

    package init() {}
}
