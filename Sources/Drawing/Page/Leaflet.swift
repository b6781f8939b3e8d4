public import GeocliText

/// Leaflet, the map library of the page, as the system's package brings it: found when the program runs, and put into
/// the page, so that the page asks for nothing.
public struct Leaflet: Sendable {
    /// Its program.
    let script: String
    /// Its style, without the pictures that the page does not use.
    let style: String

    /// Where Debian's package libjs-leaflet puts it.
    public static let folder = "/usr/share/javascript/leaflet"
    private static let scriptName = "leaflet.min.js"
    private static let styleName = "leaflet.css"

    /// Leaflet from a folder with `leaflet.min.js` and `leaflet.css`.
    ///
    /// - Throws: `LeafletError` if one of them is missing, can't be read or can't stand in a page.
    public init(folder: String = Leaflet.folder) throws {
        script = Self.withoutMap(try Self.text(folder, Self.scriptName, end: "</script"))
        style = Self.withoutPictures(Self.withoutMap(try Self.text(folder, Self.styleName, end: "</style")))
    }

    /// The files that are read from a folder, or from Debian's.
    public static func paths(in folder: String?) -> [String] {
        [scriptName, styleName].map { "\(folder ?? Self.folder)/\($0)" }
    }

    private static func text(_ folder: String, _ name: String, end: String) throws -> String {
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        do {
            bytes = try ByteSource.file(path: path).readAll(limit: limit) ?? []
        } catch {
            throw LeafletError(path: path, cause: .unreadable)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("leaflet"), !text.lowercased().contains(end) else {
            throw LeafletError(path: path, cause: .strange)
        }
        return text
    }

    /// Larger than any release by far.
    private static let limit = 4 << 20

    /// A file without the line that names its source map, which a browser would look for.
    private static func withoutMap(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .filter { !$0.contains("# sourceMappingURL=") }.joined(separator: "\n")
    }

    /// A style sheet with `none` for each `url(…)`.
    static func withoutPictures(_ style: String) -> String {
        var rest = style[...]
        var kept = ""
        while let start = rest.firstRange(of: "url(") {
            kept += rest[..<start.lowerBound] + "none"
            guard let end = rest[start.upperBound...].firstIndex(of: ")") else { return kept }
            rest = rest[rest.index(after: end)...]
        }
        return kept + rest
    }
}

/// Leaflet is not here, or is something else.
public struct LeafletError: ExplainedError, Equatable {
    /// What is wrong with the file.
    public enum Cause: Sendable { case unreadable, strange }

    /// The file that was looked for.
    public let path: String
    /// What is wrong with it.
    public let cause: Cause

    /// What happened and what to try.
    public var words: Words {
        switch cause {
        case .unreadable:
            Words(
                en: "cannot read \(path), which the map page needs; run 'apt-get install libjs-leaflet', or give "
                    + "--leaflet a folder with leaflet.min.js and leaflet.css",
                ko: "지도 페이지에 필요한 \(path)을(를) 읽을 수 없습니다; 'apt-get install libjs-leaflet'을 실행하거나 "
                    + "leaflet.min.js와 leaflet.css가 있는 폴더를 --leaflet에 주세요")
        case .strange:
            Words(
                en: "\(path) is not Leaflet, or not in a form that a page can hold; run "
                    + "'apt-get install --reinstall libjs-leaflet'",
                ko: "\(path)은(는) Leaflet이 아니거나 페이지에 넣을 수 없는 형태입니다; "
                    + "'apt-get install --reinstall libjs-leaflet'을 실행하세요")
        }
    }
}
