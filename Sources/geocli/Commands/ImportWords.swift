internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// Finds the source of an imported file: in the user's options, or else in the file itself.
enum ImportWords {
    /// Returns the source of an imported file that has a layer of the base map.
    ///
    /// - Throws: `UsageError` if neither the user nor the file states the terms of use.
    static func source(
        _ ground: BaseFile, named name: String, path: String, license: String?, title: String?
    ) throws -> OutlineSource {
        try source(
            named: name, path: path, license: text(license) ?? ground.license, title: text(title) ?? ground.title,
            sha256: ground.sha256)
    }

    /// Returns the source of a file of districts.
    ///
    /// - Throws: the same errors as the function above.
    static func source(
        _ districts: DistrictFile, named name: String, path: String, license: String?, title: String?
    ) throws -> OutlineSource {
        try source(
            named: name, path: path, license: text(license) ?? districts.license,
            title: text(title) ?? districts.title, sha256: districts.sha256)
    }

    private static func source(
        named name: String, path: String, license: String?, title: String?, sha256: String
    ) throws -> OutlineSource {
        guard let license else {
            let shown = DisplayText.singleLine(name)
            throw UsageError(
                en: "\(shown) states no license; give the terms of use with --license TEXT",
                ko: "\(shown)에 이용 조건이 적혀 있지 않습니다. --license로 이용 조건을 쓰세요")
        }
        return OutlineSource(
            title: title ?? self.name(of: path), license: license, sha256: sha256,
            importedOn: try Environment.now().date)
    }

    private static func text(_ option: String?) -> String? {
        let text = option?.trimmingBlanks() ?? ""
        return text.isEmpty ? nil : text
    }

    private static func name(of path: String) -> String {
        path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    }
}
