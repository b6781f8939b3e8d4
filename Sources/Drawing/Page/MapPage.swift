internal import CGeocliAssets
package import GeocliPlaces
internal import GeocliText

/// An HTML file with an interactive map of places. It contains everything that it needs; its security policy lets it
/// load nothing else, except the pictures of tiles.
///
/// - Source: the page hides markers by the rules of `CollisionPass`, 256 pt at zoom 0: in the areas mode where it draws
///   outlines of districts, else in the stable mode (docs/map.md).
package struct MapPage: Sendable {
    private let leaflet: Leaflet
    private let settings: PageSettings

    package init(leaflet: Leaflet, _ settings: PageSettings) {
        self.leaflet = leaflet
        self.settings = settings
    }

    /// Returns the page of the places that `filter` admits. `onUnlisted` gets the number of `PageSettings.records`
    /// whose places the page does not list, and `onPlace` gets each place that is read.
    ///
    /// - Throws: `PlainError` for more than `PageSettings.maximumPlaces`; `GeoError` for a marker wider than half the
    ///   world.
    /// - Complexity: O(n log n), n places. The whole page is in memory.
    package func bytes(
        of catalog: some PlaceArchive, _ filter: PlaceFilter, onUnlisted: (Int) -> Void = { _ in },
        onPlace: (CatalogEntry) -> Void = { _ in }
    ) throws -> [UInt8] {
        let data = try PageData(of: catalog, filter, settings, onPlace: onPlace)
        if let count = data.unlistedCount { onUnlisted(count) }
        return Array(try document(data).utf8)
    }

    private func document(_ data: PageData) throws -> String {
        let further = PageAssets.Parts(
            hasLandmarks: !(settings.landmarks?.isEmpty ?? true), hasFacts: data.hasFacts,
            hasRecords: settings.records != nil)
        let (script, style) = (PageAssets.script(further), PageAssets.style(further))
        let parts = [
            "lang": settings.language.rawValue, "title": PageHead.escaped(settings.title.text(settings.language)),
            "policy": policy(script: script, style: style), "head": data.head(settings).html,
            "leaflet-style": leaflet.style, "style": style, "data": try data.json(settings), "leaflet": leaflet.script,
            "script": script,
        ]
        var page = ""
        var rest = PageAssets.html[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            page += rest[..<start.lowerBound] + (parts[String(rest[start.upperBound..<end.lowerBound])] ?? "")
            rest = rest[end.upperBound...]
        }
        return page + rest
    }

    /// The page's permissions: run its own two scripts, which their hashes identify (W3C Content Security Policy Level
    /// 3), use its own two styles, and show the pictures of tiles.
    private func policy(script: String, style: String) -> String {
        let scripts = [leaflet.script, script].map(Self.hash).joined(separator: " ")
        let styles = [leaflet.style, style].map(Self.hash).joined(separator: " ")
        let pictures = ["data:", settings.tiles?.origin].compactMap(\.self).joined(separator: " ")
        return "default-src 'none'; script-src \(scripts); style-src \(styles); img-src \(pictures); "
            + "base-uri 'none'; form-action 'none'"
    }

    private static func hash(_ text: String) -> String {
        var hash = SHA256()
        hash.update(Array(text.utf8))
        return "'sha256-\(hash.base64Digest())'"
    }
}

/// The parts of the map page that are the same for every catalog; their source files are in the folders `Assets`.
enum PageAssets {
    /// The optional parts of a page. If a page does not have a part, it has neither the part's scripts nor its styles.
    struct Parts {
        var hasLandmarks = false
        var hasFacts = false
        var hasRecords = false
    }

    static var html: String { page_html.text }

    static func style(_ parts: Parts) -> String {
        let further =
            (parts.hasLandmarks ? [landmarks_css] : [])
            + (parts.hasFacts ? [facts_css] : [])
            + (parts.hasRecords ? [records_css] : [])
        return ([page_css, base_css, tools_css] + further).map(\.text)
            .joined(separator: "\n")
    }

    /// The scripts, ordered so that each comes after the scripts that it uses.
    static func script(_ parts: Parts) -> String {
        let first = [
            packed_js, guess_js, text_js,
            collision_js, model_js, words_js,
            phrases_js, geodesic_js, points_js,
            orders_js, address_js, elements_js,
            links_js, share_js, card_js,
        ]
        let rest = [
            cardbox_js, ground_js, tiles_js,
            base_js, chart_js,
            here_js, order_js, download_js,
            embed_js,
        ]
        let facts = parts.hasFacts ? [facts_js] : []
        let records = parts.hasRecords ? [records_js] : []
        let page = [page_js, tools_js]
        let own = parts.hasRecords ? [ownplaces_js] : []
        let landmarks = parts.hasLandmarks ? [landmarks_js] : []
        return (first + facts + rest + records + page + own + landmarks).map(\.text).joined(separator: "\n")
    }
}

/// Leaflet, the page's map library, read from the system's package at run time and written into the page, so that the
/// page loads no library from the network.
package struct Leaflet: Sendable {
    let script: String
    /// The library's style sheet, without the pictures that the page does not use.
    let style: String

    /// The folder of Debian's package libjs-leaflet.
    package static let folder = "/usr/share/javascript/leaflet"
    private static let scriptName = "leaflet.min.js"
    private static let styleName = "leaflet.css"

    /// Reads `leaflet.min.js` and `leaflet.css` from a folder. Throws `PlainError` if one of them is missing, can't be
    /// read or can't be embedded in a page.
    package init(folder: String = Leaflet.folder) throws {
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
    package static func paths(in folder: String?) -> [String] {
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
