internal import GeocliAsking
internal import GeocliSearch
internal import GeocliText

extension Given {
    /// Reads the parameters of a query, `a=1&b=2`, and decodes them; nil for a broken escape.
    init?(query: Substring) {
        self.init(.parameter)
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decoded(parts[0], plusIsBlank: true),
                let value = PercentCoding.decoded(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
            else { return nil }
            add(name, value)
        }
    }

    /// Refuses parameters that an address does not have, and numbers outside of their ranges.
    ///
    /// - Throws: `Problem` 400 or `UsageError`, with the name of the parameter.
    func check(areAmong parameters: [Parameter]) throws {
        let known = parameters.map(\.name)
        if let unknown = items.first(where: { !known.contains($0.name) }) {
            throw Self.unknown(unknown.name, among: known)
        }
        for item in items { try parameters.first { $0.name == item.name }?.check(item.value) }
    }

    private static func unknown(_ name: String, among known: [String]) -> Problem {
        let near = Spelling.near(name, among: known).joined(separator: ", ")
        let names = known.sorted().joined(separator: ", ")
        let advice =
            near.isEmpty
            ? known.isEmpty
                ? Words(en: "this address has no parameters", ko: "이 주소에는 매개변수가 없습니다")
                : Words(en: "the parameters are \(names)", ko: "쓸 수 있는 매개변수: \(names)")
            : Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?")
        let shown = Problem.shown(name)
        return .parameter(
            name,
            Words(
                en: "there is no parameter \"\(shown)\"; \(advice.en)",
                ko: "\"\(shown)\"\(.topic) 없는 매개변수입니다. \(advice.ko)"))
    }
}

extension Problem {
    /// Returns the problem with its `parameter` set to the first word of its message, if the address has a parameter of
    /// that name. The functions that read values begin their messages with the name, such as `kind "x": …`.
    func naming(_ endpoint: Endpoint?) -> Problem {
        guard status == 400, parameter == nil, let endpoint else { return self }
        var named = self
        let first = String(detail.en.prefix { $0 != " " && $0 != ":" })
        let names = endpoint.parameters.map(\.name) + [ShowQuestion.place.name]
        named.parameter = names.contains(first) ? first : nil
        return named
    }
}
