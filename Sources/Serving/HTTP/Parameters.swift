internal import GeocliAsking
internal import GeocliSearch
internal import GeocliText

/// The parameters of a query, decoded, in their order.
public struct Parameters: Sendable, Equatable {
    /// The names and values.
    public private(set) var items: [(name: String, value: String)] = []

    /// Reads `a=1&b=2`; nil for a broken escape.
    init?(query: Substring) {
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decoded(parts[0], plusIsBlank: true),
                let value = PercentCoding.decoded(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
            else { return nil }
            items.append((name, value))
        }
    }

    /// Returns all values of a parameter.
    func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Returns the value of a parameter that may be given once; nil if it is missing.
    ///
    /// - Throws: `Problem` 400 if it is given twice.
    func one(_ name: String) throws(Problem) -> String? {
        let values = all(name)
        guard values.count <= 1 else {
            throw .parameter(
                name, Words(en: "\(name) is given \(values.count) times; give it once", ko: "\(name)\(.topic) 한 번만 쓰세요")
            )
        }
        return values.first
    }

    /// Returns the value of a parameter that is true or false; false if the parameter is missing, and true if it has no
    /// value.
    ///
    /// - Throws: `Problem` 400 for any other value.
    func flag(_ name: String) throws(Problem) -> Bool {
        guard let value = try one(name) else { return false }
        switch value.lowercased() {
        case "", "true", "1": return true
        case "false", "0": return false
        default:
            throw .parameter(
                name,
                Words(
                    en: "\(name) \"\(Problem.shown(value))\": write true or false",
                    ko: "\(name) \"\(Problem.shown(value))\": true나 false를 쓰세요"))
        }
    }

    /// Refuses parameters that are not declared in `shapes`, and numbers outside of their declared ranges.
    ///
    /// - Throws: `Problem` 400 or `UsageError`, with the name of the parameter.
    func check(areAmong shapes: [ParameterShape]) throws {
        let known = shapes.map(\.name)
        if let unknown = items.first(where: { !known.contains($0.name) }) {
            throw Self.unknown(unknown.name, among: known)
        }
        for item in items { try shapes.first { $0.name == item.name }?.check(item.value) }
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

    /// Whether both have the same names and values in the same order.
    public static func == (left: Parameters, right: Parameters) -> Bool {
        left.items.elementsEqual(right.items) { $0 == $1 }
    }
}

extension Problem {
    /// Returns the problem with its `parameter` set to the first word of its message, if the request has a parameter of
    /// that name. The functions that read values begin their messages with the name, such as `kind "x": …`.
    func naming(_ parameters: Parameters) -> Problem {
        guard status == 400, parameter == nil else { return self }
        var named = self
        let first = detail.en.prefix { $0 != " " && $0 != ":" }
        named.parameter = parameters.items.first { $0.name == first }?.name
        return named
    }
}
