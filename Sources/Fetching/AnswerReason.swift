internal import GeocliText

/// The sentence in the body of an HTTP error that says why the service refused.
///
/// There is no common form: gateways and frameworks send JSON or XML with a message under one of many names, plain
/// text, or a web page.
package enum AnswerReason {
    /// Names of messages, in lower case, best first. A message for people comes before a code, and a gateway's own
    /// message before the general one beside it.
    ///
    /// - Source: data.go.kr's gateway (`returnAuthMsg` beside `errMsg`); RFC 9457 (`detail`, `title`); RFC 6749, 5.2
    ///   (`error_description`, `error`); error bodies of Kakao, Naver, V-World, Google, ArcGIS, Apigee and Spring.
    private static let names = [
        "returnauthmsg", "detail", "error_description", "errormessage", "errmsg", "err_msg", "resultmsg", "message",
        "msg", "faultstring", "text", "description", "reason", "title", "error", "errors",
    ]
    private static let maximumBytes = 64 << 10
    private static let maximumDepth = 6

    /// Returns the sentence on one line; nil if the body has none.
    static func text(of body: [UInt8]) -> String? { texts(of: body, named: names).lazy.compactMap(line).first }

    /// Returns the sentence that says that a key is missing or wrong, on one line; nil if the body has none. A web page
    /// is searched as a person sees it.
    static func aboutKey(in body: [UInt8]) -> String? {
        let texts = webPage(body).map(visibleTexts) ?? texts(of: body, named: names + ["code", "errorcode", "status"])
        return texts.lazy.filter(isAboutKey).compactMap(line).first
    }

    /// Returns whether a sentence or a code says that a key is missing, wrong or used up, or that it is not enough.
    package static func isAboutKey(_ text: String) -> Bool {
        namesKey(text) || limits.contains(where: letters(of: text).contains)
    }

    /// Returns whether a sentence or a code says that a key is missing, wrong or used up. A proxy does not say this.
    static func namesKey(_ text: String) -> Bool {
        let letters = letters(of: text)
        return keys.contains(where: letters.contains) && refusals.contains(where: letters.contains)
            || isAboutQuota(text)
    }

    /// Returns whether a sentence or a code says that the quota of a key is used up.
    package static func isAboutQuota(_ text: String) -> Bool {
        quotas.contains(where: letters(of: text).contains)
    }

    private static func letters(of text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the same for a body that is a web page; nil for any other body, whose rows may have such words.
    static func aboutKey(inWebPage body: [UInt8]) -> String? { webPage(body).flatMap { _ in aboutKey(in: body) } }

    /// Names of keys, and words that refuse one, in lower case and without blanks and signs, so that `INVALID_API_KEY`
    /// counts, too.
    private static let keys = [
        "apikey", "servicekey", "accesskey", "authkey", "appkey", "clientkey", "subscriptionkey", "clientid",
        "clientsecret", "accesstoken", "apitoken", "authtoken", "credential", "authentication", "invalidkey",
        "incorrectkey", "wrongkey", "unknownkey", "keynotvalid", "keyisinvalid", "인증키", "서비스키", "api키", "앱키",
    ]
    private static let refusals = [
        "invalid", "notvalid", "notregistered", "unregistered", "incorrect", "wrong", "expired", "missing", "required",
        "notfound", "notexist", "unknown", "denied", "disabled", "fail", "유효하지", "등록되지", "잘못", "올바르지", "만료", "없",
    ]

    /// Words that say by themselves that a key is used up, such as Google's `OVER_QUERY_LIMIT`.
    private static let quotas = [
        "quota", "querylimit", "dailylimit", "requestlimit", "usagelimit", "calllimit", "한도초과", "한도를초과", "트래픽초과",
        "트래픽을초과",
    ]
    /// Words that say by themselves that a key is not enough, such as Google's `REQUEST_DENIED`.
    private static let limits = ["ratelimit", "requestdenied", "accessdenied", "permissiondenied"]

    /// Returns the texts of a body that may be the sentence, best first.
    private static func texts(of body: [UInt8], named names: [String]) -> [String] {
        if let page = webPage(body) { return [title(page)].compactMap(\.self) }
        guard body.count <= maximumBytes, let text = decoded(body)?.trimmingBlanks() else { return [] }
        return switch text.utf8.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): json(text, names)
        case UInt8(ascii: "<"): xml(text, names)
        default: [text]
        }
    }

    private static func line(_ text: String) -> String? {
        let line = DisplayText.singleLine(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : line
    }

    /// Returns a body as text. Korean services send UTF-8, or CP949 without saying so.
    private static func decoded(_ body: [UInt8]) -> String? {
        if let text = String(validating: body, as: UTF8.self) { return text }
        var bytes: [UInt8] = []
        // A body in another encoding has no sentence that can be shown.
        guard let source = try? TextEncoding.cp949.decoding(ByteSource(name: "", bytes: body)) else { return nil }
        while let chunk = try? source.next() {
            if chunk.isEmpty { return String(validating: bytes, as: UTF8.self) }
            bytes += chunk
        }
        return nil
    }

    private static func json(_ text: String, _ names: [String]) -> [String] {
        guard let value = try? JSONValue(parsing: Array(text.utf8), name: "") else { return [] }
        if let text = value.stringValue { return [text] }
        var found: [(name: String, text: String)] = []
        collect(value, depth: 0, into: &found)
        return ordered(found, names)
    }

    /// Collects the texts of named members, those of outer objects first.
    private static func collect(_ value: JSONValue, depth: Int, into found: inout [(name: String, text: String)]) {
        guard depth < maximumDepth else { return }
        switch value {
        case .object(let members):
            for member in members {
                let texts = member.value.arrayValue?.prefix(1).compactMap(\.stringValue)
                if let text = member.value.stringValue ?? texts?.first { found.append((member.name, text)) }
            }
            for member in members { collect(member.value, depth: depth + 1, into: &found) }
        case .array(let elements):
            for element in elements.prefix(8) { collect(element, depth: depth + 1, into: &found) }
        default: break
        }
    }

    private static func xml(_ text: String, _ names: [String]) -> [String] {
        let events = XMLEvents()
        var found: [(name: String, text: String)] = []
        events.onEnd = { name, text in
            let local = name.split(separator: ":").last.map(String.init) ?? name
            found.append((local, text))
        }
        // What came before a mistake counts, too.
        try? events.parse(ByteSource(name: "", bytes: Array(text.utf8)))
        return ordered(found, names)
    }

    /// Returns the texts that have one of `names`, in the order of the names.
    private static func ordered(_ found: [(name: String, text: String)], _ names: [String]) -> [String] {
        names.flatMap { name in found.filter { $0.name.lowercased() == name }.map(\.text) }
    }

    /// Returns a web page as text; nil for another body.
    private static func webPage(_ body: [UInt8]) -> String? {
        guard body.count <= maximumBytes, body.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else {
            return nil
        }
        let kind = try? FileKind.recognize(ByteSource(name: "", bytes: body)).kind
        // A page may begin with a comment.
        let start = String(decoding: body.prefix(1024), as: UTF8.self).lowercased()
        return kind?.isWebPage ?? false || start.contains("<html") ? decoded(body) : nil
    }

    /// Tags inside of a sentence.
    private static let inline: Set<String> = ["b", "i", "u", "em", "strong", "span", "font", "br"]
    /// The maximum length of a sentence for people, in bytes. A longer text, such as terms of use, has many words.
    private static let longestSentence = 500

    /// Returns the texts of a web page, and those that its scripts show with `alert`.
    private static func visibleTexts(_ page: String) -> [String] {
        var texts = [""]
        var script: String?
        for part in page.split(separator: "<") {
            guard let end = part.firstIndex(of: ">") else { continue }
            let tag = part.prefix { $0.isLetter || $0 == "/" }.lowercased()
            let name = tag.filter(\.isLetter)
            let text = part[end...].dropFirst()
            if ["script", "style"].contains(name) { script = tag == name ? name : nil }
            if script != nil {
                for found in text.ranges(of: "alert(") {
                    let said = text[found.upperBound...].drop(while: \.isWhitespace)
                    if let quote = said.first { texts.append(String(said.dropFirst().prefix { $0 != quote })) }
                }
            } else if inline.contains(name) {
                texts[texts.count - 1] += (name == "br" ? " " : "") + String(text)
            } else {
                texts.append(String(text))
            }
        }
        return texts.map(HTMLText.plain).filter { $0.utf8.count <= longestSentence }
    }

    private static func title(_ page: String) -> String? {
        let lower = page.lowercased()
        // Some letters have another number of bytes in lower case; such a page has no title here.
        guard lower.utf8.count == page.utf8.count, let start = lower.firstRange(of: "<title"),
            let open = lower[start.upperBound...].firstIndex(of: ">"),
            let end = lower[open...].firstRange(of: "</title")
        else { return nil }
        let bytes = Array(page.utf8)
        let from = lower.utf8.distance(from: lower.startIndex, to: open) + 1
        let to = lower.utf8.distance(from: lower.startIndex, to: end.lowerBound)
        return String(decoding: bytes[from..<to], as: UTF8.self)
    }
}

/// Overwrites values in the JSON, the XML or the lines that a service sent. Values are decoded before they are compared.
enum BodyValues {
    /// The maximum length of a string in bytes. No reader accepts a longer one; see `JSONPage` and `XMLEvents`.
    private static let longest = 4 << 20

    /// Overwrites each value for which `isUnwanted` returns true, even if the value is escaped or split. A value
    /// becomes asterisks, an XML attribute becomes blanks, and an XML name becomes a row of `x`s. The document stays
    /// well-formed. In a text of lines, such as CSV, a value is what is between two separators. Values of less than
    /// `fewest` bytes are not checked.
    static func overwrite(in bytes: inout [UInt8], fewest: Int, where isUnwanted: (String) -> Bool) {
        let opening = bytes.first { $0 > 0x20 && $0 < 0x80 }
        bytes.withUnsafeMutableBufferPointer { bytes in
            if opening == UInt8(ascii: "<") {
                overwriteXML(bytes) { $0.utf8.count >= fewest && isUnwanted($0) }
            } else {
                overwriteJSON(bytes, fewest: fewest, isUnwanted)
                let isJSON = opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[")
                if !isJSON { overwriteCells(bytes, fewest: fewest, isUnwanted) }
            }
        }
    }

    /// Overwrites strings, including the names of members, and what is between two strings. After a stray quote, the
    /// strings of the rows that a reader accepts are between what seem to be strings.
    private static func overwriteJSON(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, fewest: Int, _ isUnwanted: (String) -> Bool
    ) {
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
            var end = start + 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            // The string is cut off, so no reader accepts the document.
            guard end < bytes.count else { return }
            index = end
            // An escape is never shorter than the bytes it decodes to, so shorter strings need no decoding.
            guard fewest...longest ~= end - start - 1 else { continue }
            let literal = UnsafeBufferPointer(rebasing: bytes[start...end])
            // A broken row is kept as it came.
            let text = JSONLiteral.text(of: literal) ?? String(decoding: literal, as: UTF8.self)
            if isUnwanted(text) { fill(bytes, start + 1..<end) }
        }
    }

    private static func overwriteCells(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, fewest: Int, _ isUnwanted: (String) -> Bool
    ) {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(where: isSeparator) ?? bytes.count
            if fewest...longest ~= end - start,
                isUnwanted(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
            {
                fill(bytes, start..<end)
            }
            start = end + 1
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "|"), UInt8(ascii: "\""): true
        default: false
        }
    }

    private static func overwriteXML(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ isUnwanted: (String) -> Bool) {
        var names: [Range<Int>] = []
        XMLSpans.forEach(in: UnsafeBufferPointer(bytes)) { kind, range, text in
            guard isUnwanted(text) else { return }
            switch kind {
            case .text, .remark: fill(bytes, range)
            // The tags must stay well-formed. Attributes become blanks. Names are overwritten last, because expat still
            // compares the names of start and end tags.
            case .attribute: fill(bytes, range, with: UInt8(ascii: " "))
            case .name: names.append(range)
            }
        }
        for name in names { fill(bytes, name, with: UInt8(ascii: "x")) }
    }

    private static func fill(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, _ range: Range<Int>, with byte: UInt8 = UInt8(ascii: "*")
    ) {
        for index in range { bytes[index] = byte }
    }
}
