package import GeocliText

/// The address of a catalog on a PostgreSQL server: a URL such as `postgres://db.example/places#seoul`.
///
/// The URL is libpq's (`postgres://` or `postgresql://`, user, hosts, database, parameters). The schema of the catalog
/// follows `#`; the default is `geocli`. The URL never holds a password, because other users can read a command line.
package struct ServerAddress: Sendable, Equatable {
    /// The URL for libpq, without the schema.
    package let url: String
    /// The schema of the catalog: a letter or `_`, then letters, digits and `_`, 48 at most.
    package let schema: String

    package static let usualSchema = "geocli"
    private static let schemes = ["postgres://", "postgresql://"]

    /// `schema` is the one to use if the text names none.
    ///
    /// - Throws: `ServerAddressError` if the text is not such a URL or contains a password, or if it names a schema
    ///   that is not valid or that differs from `schema`.
    package init(_ text: String, schema: String? = nil) throws(ServerAddressError) {
        guard Self.isAddress(text), let mark = text.firstRange(of: "://") else { throw .malformed }
        guard !Self.holdsPassword(text) else { throw .password }
        let parts = text[mark.upperBound...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let named = parts.count > 1 ? String(parts[1]) : nil
        if let named, let schema, named != schema { throw .twoSchemas }
        self.schema = named ?? schema ?? Self.usualSchema
        guard Self.isName(self.schema) else { throw .schema(DisplayText.singleLine(self.schema)) }
        url = "postgresql://" + parts[0]
    }

    package static func isAddress(_ text: String) -> Bool {
        schemes.contains { text.lowercased().hasPrefix($0) }
    }

    /// Returns whether a word contains the URL of a server and this URL contains a password.
    ///
    /// - Edges: a false alarm is better than a missed password. Any `:` before any `@` counts as a password, because a
    ///   password may contain the characters that divide a URL. Parameters are compared by their decoded names.
    package static func holdsPassword(_ word: String) -> Bool {
        // Every word of a command is asked about, and nearly none has a colon.
        guard word.utf8.contains(UInt8(ascii: ":")) else { return false }
        let lowered = word.lowercased()
        guard let scheme = schemes.first(where: { lowered.firstRange(of: $0) != nil }),
            let rest = lowered.firstRange(of: scheme).map({ lowered[$0.upperBound...] })
        else { return false }
        if let at = rest.lastIndex(of: "@"), rest[..<at].contains(":") { return true }
        // Without an `@`, a port that is not a number may be a password. IPv6 addresses are in brackets.
        let hosts = rest.prefix { !"/?#".contains($0) }
        let ports = hosts.split(separator: ",").filter { !$0.hasPrefix("[") }.map { $0.drop { $0 != ":" }.dropFirst() }
        if ports.contains(where: { !$0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) { return true }
        // A password may contain a question mark itself, so parameters can begin after each question mark.
        let parameters = rest.split { "?&;".contains($0) }.dropFirst(rest.first == "?" ? 0 : 1)
        return parameters.contains { parameter in
            let name = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            return ["password", "sslpassword"].contains(decoded(name))
        }
    }

    /// Returns a text that may be the address of a server, for people: unchanged, or without any part that may be a
    /// password. The text may be an address of another kind of server, or libpq's `name=value` form.
    ///
    /// - Edges: a false alarm is better than a shown password. Only the host and the database are left of a URL with
    ///   one `@`, and nothing of any other text that may hold a password.
    package static func withoutPassword(_ text: String) -> String {
        guard mayHoldPassword(text) else { return text }
        let hidden = "****"
        guard let mark = text.firstRange(of: "://") else { return hidden }
        let rest = text[mark.upperBound...]
        let parts = rest.split(separator: "@", omittingEmptySubsequences: false)
        let host = parts.last?.prefix { !"?&;#".contains($0) } ?? ""
        guard isAddress(text), parts.count == 2, !parts[0].contains(where: "/?&;#".contains),
            !mayHoldPassword("postgres://\(host)")
        else { return hidden }
        return "\(text[..<mark.upperBound])\(hidden)@\(host)\(parts[1].count > host.count ? "?\(hidden)" : "")"
    }

    /// Returns whether any text, such as the value of a variable, may hold a server's password: in a URL of any kind, in
    /// libpq's `name=value` form, before the `@` of a host, and also in percent-encoded form.
    ///
    /// - Edges: a path from the root, the home or the current folder may contain a colon and an `@`.
    package static func mayHoldPassword(_ text: String) -> Bool {
        var text = text.lowercased()
        // The text may be percent-encoded several times.
        for _ in 0..<4 {
            if holdsPassword(text) || namesPassword(text) { return true }
            let isPath = ["/", "./", "../", "~"].contains(where: text.hasPrefix) && !text.hasPrefix("//")
            if !isPath, let at = text.lastIndex(of: "@"), text[..<at].contains(":") {
                let before = text[..<at]
                // The colon of a scheme is not enough.
                let rest = before.firstRange(of: "://").map { before[$0.upperBound...] } ?? before
                if rest.contains(":") { return true }
            }
            let plain = decoded(text[...]).lowercased()
            if plain == text { return false }
            text = plain
        }
        return true
    }

    /// Returns whether a text in lower case has a word such as `password`, followed by `=`.
    private static func namesPassword(_ text: String) -> Bool {
        ["password", "passwd", "pwd", "passphrase"].contains { name in
            text.ranges(of: name).contains { text[$0.upperBound...].drop(while: \.isWhitespace).first == "=" }
        }
    }

    /// The paths of the files that the parameters of the URL name, such as a certificate.
    package var files: [String] {
        let parameters = url.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&") ?? []
        return parameters.compactMap { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1)
            let names = ["sslcert", "sslkey", "sslrootcert", "sslcrl", "passfile"]
            return parts.count == 2 && names.contains(Self.decoded(parts[0])) ? Self.decoded(parts[1]) : nil
        }
    }

    /// The address for people: the server and database, without user and parameters.
    package var name: String {
        var rest = url.dropFirst("postgresql://".count).prefix { $0 != "?" }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        return "postgres://\(DisplayText.singleLine(String(rest)))" + (schema == Self.usualSchema ? "" : "#\(schema)")
    }

    private static func isName(_ schema: String) -> Bool {
        guard let first = schema.utf8.first, schema.utf8.count <= 48 else { return false }
        func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte || 0x41...0x5A ~= byte || byte == 0x5F }
        return isLetter(first) && schema.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The reason why a text is not the address of a server. It repeats no part of the text that could be a password.
package enum ServerAddressError: ExplainedError, Equatable {
    case password
    /// The text is not the URL of a server in the form that `ServerAddress` describes.
    case malformed
    case schema(String)
    case twoSchemas

    package var exit: ExitStatus { .usage }

    package var words: Words {
        switch self {
        case .password:
            Words(
                en:
                    "other users can read a password in a server address; choose a new password, and put it into ~/.pgpass, pg_service.conf or PGPASSWORD",
                ko: "서버 주소에 적은 비밀번호는 다른 사용자가 볼 수 있습니다. ~/.pgpass, pg_service.conf, PGPASSWORD 가운데 한 곳에 넣고 비밀번호를 바꾸세요")
        case .malformed:
            Words(
                en: "this is not a server address; write postgres://USER@HOST:PORT/DATABASE",
                ko: "서버 주소가 아닙니다. postgres://USER@HOST:PORT/DATABASE 형식으로 쓰세요")
        case .schema(let name):
            Words(
                en: "\"\(name)\" cannot be the name of a schema; use at most 48 letters, digits and _",
                ko: "\"\(name)\"\(.topic) 스키마 이름이 될 수 없습니다. 영문자, 숫자, _를 48자까지 쓰세요")
        case .twoSchemas:
            Words(
                en: "--schema and the address name different schemas; give only one",
                ko: "--schema와 주소의 스키마가 다릅니다. 하나만 쓰세요")
        }
    }
}
