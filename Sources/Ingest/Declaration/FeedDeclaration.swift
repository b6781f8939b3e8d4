internal import CGeocliAssets
internal import GeocliGeo
internal import GeocliPlaces
public import GeocliText
internal import Glibc

/// Reads the declaration of a feed, a TOML file. Only known keys are accepted, and each key has one type and one
/// meaning. Nothing is guessed.
public struct FeedDeclaration {
    private let root: DeclaredTable
    private let name: String

    /// Ids that would mean nothing in a reference such as `seoul-bookstores/2283`, or that belong to the program.
    private static let genericIDs: Set<String> = [
        "data", "feed", "feeds", "place", "places", "sample", "test", "default", "new", "used", "other", "file", "csv",
        "json", "xml", "list", "rows", "all", "district", "name", "id", "bookstores", "libraries",
    ]
    /// The maximum size of a declaration in bytes; a usual one has about two thousand.
    static let maximumBytes = 256 << 10

    /// Returns the feed that the text of the file `name` declares; throws `DeclarationError` with the line and the key.
    public static func feed(_ text: [UInt8], name: String) throws -> Feed {
        try feed(text, name: name, allowsGenericID: false)
    }

    static func feed(_ text: [UInt8], name: String, allowsGenericID: Bool) throws -> Feed {
        guard text.count <= maximumBytes, let words = String(validating: text, as: UTF8.self) else {
            throw DeclarationError(
                name: name, line: 1, path: "",
                reason: Words(
                    en: "not a declaration: it must be UTF-8 text of at most 256 KiB",
                    ko: "선언이 아닙니다. 256KiB 이하의 UTF-8 텍스트여야 합니다"))
        }
        let root = DeclaredTable(try DeclarationText.entries(words, name: name), path: "", line: 1, name: name)
        var feed = try FeedDeclaration(root: root, name: name).feed(allowsGenericID: allowsGenericID)
        feed.declarationHash = SHA256(text).hexDigest()
        return feed
    }

    private func feed(allowsGenericID: Bool) throws -> Feed {
        let id = try id(allowsGenericID: allowsGenericID)
        let title = try words("title")
        let (noun, plural) = try noun()
        let publisher = try root.requiredText("publisher")
        let license = try root.requiredText("license")
        let country = try country()
        let role = try role()
        let cadence = try cadence()
        let pages = try root.requiredTable("pages")
        let encoding = try encoding(pages)
        let envelope = try DeclaredEnvelope(pages).envelope()
        let rows = DeclaredRows(
            root: root, columnCount: envelope.hasNumberedColumns, areFeatures: envelope.form == .geojson, role: role)
        let mapping = try rows.mapping()
        let point = try DeclaredPoint(try root.requiredTable("point"), rows)
        var full = mapping
        point.add(to: &full)
        let kinds = try DeclaredKinds(root, hasField: full.names[.kind] != nil, noun: noun)
        let service = try DeclaredService.read(root)
        try root.finish()
        var feed = Feed(
            id: id, title: title, publisher: publisher, license: license, envelope: envelope, encoding: encoding,
            fields: full.shownNames, crs: point.crs, area: point.area, country: country, kinds: kinds.kinds)
        feed.role = role
        feed.cadence = cadence
        feed.noun = noun
        feed.plural = plural
        feed.service = service
        feed.mapping = full.isPlain ? nil : full
        feed.pointDivisor = point.divisor
        feed.onlyKind = kinds.only
        feed.kindTitles = kinds.titles
        return feed
    }

    private func id(allowsGenericID: Bool) throws -> String {
        let id = try root.requiredText("id")
        let isWord =
            id.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
            && id.first != "-" && id.last != "-" && id.utf8.count <= 64
        guard isWord else {
            throw root.wrong(
                "id",
                Words(
                    en: "write lower-case letters, digits and -, such as seoul-parks",
                    ko: "seoul-parks처럼 영문 소문자, 숫자, -로 쓰세요"))
        }
        guard allowsGenericID || !Self.genericIDs.contains(id) else {
            throw root.wrong(
                "id",
                Words(
                    en: "\(id) is too general; write an id that says what the data is, such as seoul-parks",
                    ko: "너무 일반적인 이름입니다(\(id)). seoul-parks처럼 어떤 데이터인지 알 수 있게 쓰세요"))
        }
        return id
    }

    /// Reads the noun for a place, `{ ko = "…", en = "…" }`; `plural` is for an irregular English plural.
    private func noun() throws -> (Words, plural: String?) {
        let table = try root.requiredTable("noun")
        let words = Words(en: try table.requiredText("en"), ko: try table.requiredText("ko"))
        let plural = try table.text("plural")
        try table.finish()
        return (words, plural)
    }

    /// Reads a text in both languages, `{ ko = "…", en = "…" }`.
    private func words(_ key: String) throws -> Words {
        let table = try root.requiredTable(key)
        let words = Words(en: try table.requiredText("en"), ko: try table.requiredText("ko"))
        try table.finish()
        return words
    }

    private func country() throws -> String? {
        guard let code = try root.text("country") else { return nil }
        guard PlaceCountry.isCode(code) else {
            throw root.wrong(
                "country",
                Words(
                    en: "write the code of a country in two capital letters (ISO 3166-1), such as KR",
                    ko: "KR처럼 국가 코드(ISO 3166-1)를 영문 대문자 두 자로 쓰세요"))
        }
        return code
    }

    private func role() throws -> Feed.Role {
        guard let word = try root.text("role") else { return .places }
        if let role = Feed.Role(rawValue: word) { return role }
        throw root.wrong(
            "role",
            Words(
                en: "write places or landmarks; without this key, the feed has places",
                ko: "places나 landmarks로 쓰세요. places라면 이 키를 빼도 됩니다")
        )
    }

    private func cadence() throws -> Cadence? {
        guard let word = try root.text("cadence") else { return nil }
        if let cadence = Cadence(rawValue: word) { return cadence }
        let known = Cadence.allCases.map(\.rawValue)
        throw root.wrong(
            "cadence",
            Words(
                en: "write \(known.dropLast().joined(separator: ", ")) or \(known.last ?? "")",
                ko: "\(known.joined(separator: ", ")) 중 하나로 쓰세요"))
    }

    private func encoding(_ pages: DeclaredTable) throws -> TextEncoding {
        let word = try pages.requiredText("encoding")
        if let encoding = TextEncoding(rawValue: word.uppercased()) { return encoding }
        throw pages.wrong(
            "encoding",
            Words(
                en: "write UTF-8 or CP949 (CP949 also covers EUC-KR and MS949)",
                ko: "UTF-8이나 CP949를 지정하세요(파일이 EUC-KR이나 MS949여도 CP949)"))
    }

    /// Returns a declaration to fill in, with remarks in `language`. The keys are the same in both languages.
    public static func starter(in language: Language) -> [UInt8] {
        switch language {
        case .english: starter_toml.bytes
        case .korean: starter_ko_toml.bytes
        }
    }

    /// Returns the feed that a file declares. Throws `ByteSourceError` for a file that can't be read, `PlainError` for
    /// a folder, a pipe or a device, and `DeclarationError` with the line and the key.
    public static func feed(at path: String) throws -> Feed {
        var feed = try feed(try bytes(at: path), name: path)
        feed.declarationPath = path
        return feed
    }

    /// Returns the text of a declaration file, cut off if it is larger than any declaration; throws like `feed(at:)`.
    public static func bytes(at path: String) throws -> [UInt8] {
        guard let facts = FileSystem.facts(path) else { throw ByteSourceError(path: path, number: errno) }
        guard facts.isFile else { throw PlainError.notAFile(path, mode: facts.st_mode) }
        let source = try ByteSource.file(path: path)
        var bytes: [UInt8] = []
        while bytes.count <= maximumBytes, case let chunk = try source.next(), !chunk.isEmpty { bytes += chunk }
        return bytes
    }
}
