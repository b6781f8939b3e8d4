internal import GeocliFetching
internal import GeocliText

/// What a page says beside its rows about an error, or about rows that it lacks. Many services say this with HTTP
/// status 200, and the page then looks like the one after the last row.
///
/// - Source: Google Maps (`status`, `error_message`), ArcGIS REST (`error`, `exceededTransferLimit`), Overpass
///   (`remark`), Elasticsearch (`timed_out`), OGC (`ExceptionReport`, a link with the `rel` `next`), Django REST
///   (`next`), GraphQL (`errors`).
struct StatedFault {
    /// The member by which the page says that the service has more rows than it sent; nil if it does not say so.
    private(set) var part: String?
    var isPart: Bool { part != nil }
    /// Why the page has only some of the rows that it should have; nil if it does not say so.
    private(set) var cut: String?
    /// The first member that is named like an error and has a value.
    private var name: String?
    /// Whether the object that is named like an error has a code of success.
    private var isFine = false
    private var code: String?
    private var text: (text: String, isMessage: Bool)?
    private var remark: String?
    /// The code and the message in each object around the rows.
    private var results: [(path: [String], code: String?, message: String?)] = []

    private static let maximumResults = 16
    private static let maximumDepth = 6

    /// Names in lower case, without underscores, hyphens and a namespace.
    private static let errors: Set<String> = [
        "error", "errors", "errormessage", "errordescription", "fault", "exception", "exceptions", "exceptionreport",
        "serviceexceptionreport",
    ]
    private static let codes: Set<String> = [
        "code", "status", "statuscode", "errorcode", "errcode", "errno", "resultcode", "exceptioncode",
        "success",
    ]
    private static let messages: Set<String> = [
        "message", "msg", "errmsg", "errormsg", "resultmsg", "resultmessage", "statusmessage",
    ]
    private static let texts = messages.union([
        "reason", "detail", "text", "description", "errormessage", "errordescription", "faultstring", "exceptiontext",
        "serviceexception",
    ])
    private static let others: Set<String> = ["remark", "timedout", "exceededtransferlimit", "next", "links"]
    /// How an address of the next page begins.
    private static let addressStarts = ["http://", "https://", "/", "?"]

    /// Values in place of an error that mean that there is none.
    private static let nothing: Set<String> = [
        "", "ok", "success", "succeeded", "normal", "none", "null", "no", "no error", "false", "0", "00", "000", "0000",
        "info-000",
    ]
    /// Values that only say that there is an error. As a code they mean success.
    private static let flags: Set<String> = ["true", "1"]
    /// Codes that mean that there is no row.
    private static let ends: Set<String> = [
        "zero_results", "not_found", "no_data", "nodata", "no_content", "204", "404", "3", "03", "info-200",
    ]
    /// What a remark says if the answer is not whole.
    private static let cuts = ["runtime error", "timed out", "timeout", "out of memory", "too busy"]

    private static func key(_ name: String) -> String {
        (name.split(separator: ":").last.map(String.init) ?? name).lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// Returns whether a member with this name holds an error.
    static func isError(_ name: String) -> Bool { errors.contains(key(name)) }

    /// Returns whether a member with this name may be of use although it is a list or an object.
    static func mayHold(_ name: String) -> Bool { isError(name) || key(name) == "links" }

    /// Returns whether a path is that of an error or leads through one.
    static func holds(_ path: [String]) -> Bool { path.contains(where: isError) }

    /// Returns whether a member with this name may be of use to `take`.
    static func mayUse(_ name: String) -> Bool {
        guard name.utf8.count < 40 else { return false }
        let key = key(name)
        return errors.contains(key) || codes.contains(key) || messages.contains(key) || others.contains(key)
    }

    /// Returns whether a text means that nothing is wrong, also in a Korean sentence.
    private static func isGood(_ text: String) -> Bool {
        nothing.contains(text.lowercased()) || text.hasPrefix("정상")
    }

    /// Returns whether a code means that the page has rows, or that it comes after the last row.
    private static func isUsual(code: String) -> Bool {
        isGood(code) && code != "false" || code == "200" || flags.contains(code.lowercased())
            || ends.contains(code.lowercased())
    }

    /// Returns whether the element at a path is beside the rows or in an error. Otherwise it may be in rows that the
    /// declaration does not name.
    static func isBeside(_ path: [String], rows: [String]) -> Bool {
        rows.starts(with: path.dropLast())
            || path.indices.contains { isError(path[$0]) && rows.starts(with: path[..<$0]) }
    }

    /// Takes a member and what is inside of it.
    mutating func take(_ value: JSONValue, at path: [String]) {
        guard path.count < Self.maximumDepth else { return }
        switch value {
        case .null: break
        case .bool(let isTrue): take(isTrue ? "true" : "false", at: path)
        case .number(let text), .string(let text): take(text, at: path)
        case .array(let elements): for element in elements.prefix(8) { take(element, at: path) }
        case .object(let members): for member in members { take(member.value, at: path + [member.name]) }
        }
    }

    mutating func take(_ text: String, at path: [String]) {
        var text = text.trimmingBlanks().head(bytes: 1000)
        while text.hasSuffix(".") { text.removeLast() }
        let key = Self.key(path.last ?? "")
        let isCode = Self.codes.contains(key)
        if let error = path.first(where: Self.isError) {
            if isCode, !text.isEmpty, Self.isGood(text) { isFine = true }
            guard !Self.isGood(text) else { return }
            name = name ?? error
            if isCode {
                code = code ?? text
            } else if !Self.flags.contains(text), !(self.text?.isMessage ?? false),
                self.text == nil || Self.texts.contains(key)
            {
                self.text = (text, Self.texts.contains(key))
            }
        } else if isCode || Self.messages.contains(key) {
            let outer = Array(path.dropLast())
            let index = results.firstIndex { $0.path == outer } ?? results.count
            if index == results.count, index < Self.maximumResults { results.append((outer, nil, nil)) }
            guard results.indices.contains(index), !text.isEmpty else { return }
            if isCode {
                // `success` may come before the code itself.
                if results[index].code.map({ Self.isUsual(code: $0) || $0 == "false" }) ?? true {
                    results[index].code = text
                }
            } else {
                results[index].message = results[index].message ?? text
            }
        } else if key == "remark", !text.isEmpty {
            remark = text
            if Self.cuts.contains(where: text.lowercased().contains) { cut = text }
        } else if text == "true" {
            if key == "timedout" { cut = path.last }
            if key == "exceededtransferlimit" { part = path.last }
        } else if Self.addressStarts.contains(where: text.hasPrefix) && Self.isOfNextPage(path)
            || key == "rel" && text == "next" && path.dropLast().last.map(Self.key) == "links"
        {
            part = part ?? "next"
        }
    }

    /// Whether the value at a path is the address of the next page: `next`, `links.next`, or HAL's `_links.next.href`.
    private static func isOfNextPage(_ path: [String]) -> Bool {
        let keys = path.suffix(3).map(key)
        return keys.last == "next" || keys == ["links", "next", "href"]
    }

    /// Returns the error that a page without rows states; nil if it states none.
    ///
    /// - Parameter hasCode: whether the page has the code that the declaration names. If so, no other code counts.
    func failure(hasCode: Bool) -> (code: String, message: String)? {
        let refusal = results.first { result in
            guard let code = result.code, !Self.isUsual(code: code) else { return false }
            return name != nil || !Self.isGood(result.message ?? "") || AnswerReason.isAboutKey(code)
        }
        if let name, !isFine {
            let message = text?.text ?? results.lazy.compactMap(\.message).first ?? ""
            return (code ?? refusal?.code ?? name, message)
        }
        if let remark { return ("remark", remark) }
        guard !hasCode, let code = refusal?.code else { return nil }
        return (code, refusal?.message ?? "")
    }
}
