internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

extension Asked {
    /// Returns the filter of the collection of issues. Its parameters mean what the options of `issues list` mean.
    func issueFilter() throws -> IssueFilter {
        var filter = IssueFilter()
        filter.states = try issueStates() ?? IssueFilter.waiting
        filter.rules = Set(try ValueArgument.choices(parameters.all("rule"), option: "rule", of: IssueRule.self))
        let severities = parameters.all("severity")
        filter.severities = Set(
            try ValueArgument.choices(severities, option: "severity", of: IssueRule.Severity.self))
        let words = try FilterWords(parameters)
        guard !words.isEmpty else { return filter }
        // An issue may be about a place that is closed.
        filter.places = try words.filter(in: catalog)
        filter.places?.includesClosed = true
        return filter
    }

    /// Returns the wanted states: empty for all states, nil if the request names none.
    private func issueStates() throws -> Set<IssueState>? {
        let words = ValueArgument.list(parameters.all("state"))
        guard !words.isEmpty else { return nil }
        guard !words.contains(FeatureSet.everyState) else { return [] }
        return Set(
            try words.map { word in
                guard let state = IssueState(rawValue: word.lowercased()) else {
                    let names = IssueState.allCases.map(\.rawValue) + [FeatureSet.everyState]
                    throw ValueArgument.unknown("state", word, among: names)
                }
                return state
            })
    }
}
