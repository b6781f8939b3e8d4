internal import GeocliText

/// Leaflet, the page's map library, read from the system's package.
///
/// The program reads Leaflet at run time and writes it into the page, so the page loads no library from the network.
public struct Leaflet: Sendable {
    /// The library's script.
    let script: String
    /// The library's style sheet, without the pictures that the page does not use.
    let style: String

    /// The folder of Debian's package libjs-leaflet.
    public static let folder = "/usr/share/javascript/leaflet"
    private static let scriptName = "leaflet.min.js"
    private static let styleName = "leaflet.css"

    /// Reads Leaflet from a folder with `leaflet.min.js` and `leaflet.css`.
    ///
    /// - Throws: `PlainError` if one of these files is missing, can't be read or can't be embedded in a page.
    public init(folder: String = Leaflet.folder) throws {
        script = Self.withoutMap(try Self.text(folder, Self.scriptName, end: "</script"))
        style = Self.withoutPictures(Self.withoutMap(try Self.text(folder, Self.styleName, end: "</style")))
    }

    /// A hash of both files, for caches of pages.
    package var digest: String {
        var hash = SHA256()
        hash.update(Array((script + "\u{0}" + style).utf8))
        return hash.hexDigest()
    }

    /// Returns the paths of the files that are read from `folder`; nil means Debian's folder.
    public static func paths(in folder: String?) -> [String] {
        [scriptName, styleName].map { "\(folder ?? Self.folder)/\($0)" }
    }

    private static func text(_ folder: String, _ name: String, end: String) throws -> String {
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        do {
            bytes = try ByteSource.file(path: path).readAll(limit: limit) ?? []
        } catch {
            throw PlainError(
                .noInput,
                en: "cannot read \(path), which the map page needs; run 'apt-get install libjs-leaflet', or set "
                    + "--leaflet to a folder with leaflet.min.js and leaflet.css",
                ko: "지도 페이지에 필요한 \(path)\(.object) 읽을 수 없습니다. 'apt-get install libjs-leaflet'으로 설치하거나 "
                    + "leaflet.min.js와 leaflet.css가 있는 폴더를 --leaflet으로 지정하세요")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("leaflet"), !text.lowercased().contains(end) else {
            throw PlainError(
                .noInput,
                en: "\(path) is not a Leaflet file that can be embedded in a page; run "
                    + "'apt-get install --reinstall libjs-leaflet'",
                ko: "\(path)\(.topic) 페이지에 넣을 수 있는 Leaflet 파일이 아닙니다. "
                    + "'apt-get install --reinstall libjs-leaflet'을 실행하세요")
        }
        return text
    }

    /// Maximum size of a file in bytes, far above the size of any release.
    private static let limit = 4 << 20

    /// Removes the line that names the source map, because a browser would try to load it.
    private static func withoutMap(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .filter { !$0.contains("# sourceMappingURL=") }.joined(separator: "\n")
    }

    /// Returns a style sheet in which `none` replaces each `url(…)`.
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
