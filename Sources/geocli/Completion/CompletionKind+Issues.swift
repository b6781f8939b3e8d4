internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

extension CompletionKind {
    /// Numbers of issues in the catalog, with their titles.
    static var issues: CompletionKind { .answer { try NameCompletion.issues($0) } }

    /// Labels of issues in the catalog: one label, or several with commas between them.
    static var issueLabels: CompletionKind {
        .answer { request in
            CompletionKind.parts(request.prefix, of: try NameCompletion.issueLabels(request).map { ($0, nil) })
        }
    }

    /// Numbers of issues, or labels if the typed text is not a number.
    static var issuesAndLabels: CompletionKind {
        .answer { request in
            let labels = try NameCompletion.issueLabels(request).filter { $0.hasPrefix(request.prefix) }
            return try NameCompletion.issues(request) + labels.map { Candidate($0) }
        }
    }
}

extension NameCompletion {
    private static let issueLimit = 50

    /// Returns the issue numbers that start with the typed text. Issues that wait for a person come first.
    static func issues(_ request: CompletionRequest) throws -> [Candidate] {
        guard GivenWords.isNumber(request.prefix) || request.prefix.isEmpty else { return [] }
        var waiting: [Candidate] = []
        var others: [Candidate] = []
        try catalog(request).forEachIssue(IssueFilter()) { row in
            let number = String(row.issue.number)
            guard number.hasPrefix(request.prefix), waiting.count < issueLimit else { return }
            let name = row.issue.place.map { DisplayText.singleLine($0.place.name) + ": " } ?? ""
            let note = name + DisplayText.singleLine(row.issue.title.text(Console.language))
            let candidate = Candidate(number, note: note)
            if IssueFilter.waiting.contains(row.issue.state) {
                waiting.append(candidate)
            } else {
                others.append(candidate)
            }
        }
        return Array((waiting + others).prefix(issueLimit))
    }

    /// Returns the labels of all issues.
    static func issueLabels(_ request: CompletionRequest) throws -> [String] { try catalog(request).issueLabels() }
}
