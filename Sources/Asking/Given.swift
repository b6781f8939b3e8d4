internal import GeocliText

/// The values that a person gave to a question, in options of a command or in the query of a request, in their order.
package struct Given: Sendable, Equatable {
    package private(set) var items: [(name: String, value: String)] = []
    /// How errors spell the names.
    package let style: ArgumentStyle
    /// The origin of a value that the person did not give here, for errors: the setting `here`.
    package var origins: [String: String] = [:]

    package init(_ style: ArgumentStyle) { self.style = style }

    // MARK: Giving

    /// Adds a value; nil is ignored.
    package mutating func add(_ parameter: Parameter, _ value: String?) {
        if let value { add(parameter.name, value) }
    }

    package mutating func add(_ parameter: Parameter, each values: [String]) {
        for value in values { add(parameter.name, value) }
    }

    /// Adds a flag if it is on.
    package mutating func add(_ parameter: Parameter, flag: Bool) {
        if flag { add(parameter.name, "true") }
    }

    package mutating func add(_ name: String, _ value: String) { items.append((name, value)) }

    // MARK: Reading

    /// Returns how errors spell a parameter.
    func spelling(_ parameter: Parameter) -> String { origins[parameter.name] ?? style(parameter) }

    package func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    package func all(_ parameter: Parameter) -> [String] { all(parameter.name) }

    /// Returns the value of a parameter that may be given once; nil if it is missing.
    ///
    /// - Throws: `UsageError` if it is given twice.
    package func one(_ parameter: Parameter) throws -> String? { try one(parameter.name, style(parameter)) }

    /// Returns the value of a parameter that only the service has.
    package func one(_ name: String) throws -> String? { try one(name, name) }

    private func one(_ name: String, _ shown: String) throws -> String? {
        let values = all(name)
        guard values.count <= 1 else {
            throw UsageError(
                en: "\(shown) is given \(values.count) times; give it once", ko: "\(shown)\(.topic) 한 번만 쓰세요")
        }
        return values.first
    }

    /// Returns the value of a parameter that a request must have. A command's argument may be empty here; its reader says
    /// what is missing.
    func required(_ parameter: Parameter, _ example: String) throws -> String {
        let value = try one(parameter) ?? ""
        guard value.isEmpty, style == .parameter else { return value }
        let name = parameter.name
        throw UsageError(
            en: "\(name) is missing; write \(name)=\(example)",
            ko: "\(name)\(.subject) 없습니다. \(name)=\(example)처럼 쓰세요")
    }

    /// Returns the value of a parameter that is true or false; false if the parameter is missing, and true if it has no
    /// value.
    ///
    /// - Throws: `UsageError` for any other value.
    package func flag(_ parameter: Parameter) throws -> Bool {
        guard let value = try one(parameter) else { return false }
        switch value.lowercased() {
        case "", "true", "1": return true
        case "false", "0": return false
        default:
            throw ValueArgument.wrong(
                style(parameter), value, en: "write true or false", ko: "true나 false를 쓰세요")
        }
    }

    /// Returns the whole number of a parameter; nil if it is missing.
    package func count(_ parameter: Parameter) throws -> Int? {
        guard case .integer(let range) = parameter.value else {
            preconditionFailure("the parameter was declared as something else than a whole number")
        }
        let allowed = parameter.isClamped ? range.lowerBound...(.max) : range
        return try one(parameter).map { try ValueArgument.count($0, option: style(parameter), in: allowed) }
    }

    package static func == (left: Given, right: Given) -> Bool {
        left.style == right.style && left.items.elementsEqual(right.items) { $0 == $1 }
    }
}
