public import GeocliText
internal import Glibc

/// The paths of the programs that geocli starts.
public enum ProgramPath {
    /// Returns the path of spark-sql: the given path, otherwise the program in `$SPARK_HOME`, otherwise the one on
    /// `$PATH`.
    ///
    /// - Throws: `PlainError` for a program that was not found.
    public static func sparkSQL(_ given: String?) throws(PlainError) -> String {
        if let given { return try checked(given, "spark-sql") }
        if let home = getenv("SPARK_HOME").map({ String(cString: $0) }), isProgram(home + "/bin/spark-sql") {
            return home + "/bin/spark-sql"
        }
        guard let found = onPath("spark-sql") else {
            throw PlainError.noProgram(name: "spark-sql", option: "--spark-sql")
        }
        return found
    }

    /// Returns the path of geoworker: the given path, otherwise the program in this program's folder, otherwise the one
    /// on `$PATH`.
    ///
    /// - Throws: `PlainError` for a program that was not found.
    public static func worker(_ given: String?) throws(PlainError) -> String {
        try beside("geoworker", given, option: "--worker")
    }

    /// Returns the path of geoserve: the program in this program's folder, otherwise the one on `$PATH`.
    ///
    /// - Throws: `PlainError`.
    public static func service() throws(PlainError) -> String { try beside("geoserve", nil, option: nil) }

    private static func beside(_ name: String, _ given: String?, option: String?) throws(PlainError) -> String {
        if let given { return try checked(given, name) }
        if let own = realPath("/proc/self/exe"), let slash = own.lastIndex(of: "/") {
            let beside = own[...slash] + name
            if isProgram(String(beside)) { return String(beside) }
        }
        guard let found = onPath(name) else { throw PlainError.noProgram(name: name, option: option) }
        return found
    }

    private static func checked(_ path: String, _ name: String) throws(PlainError) -> String {
        guard isProgram(path), let real = realPath(path) else { throw PlainError.missingFile(path) }
        // Spark's scripts find the rest of Spark relative to their own path, so a link to them must not be resolved
        // here.
        return name == "spark-sql" && path.hasPrefix("/") ? path : real
    }

    /// Returns the path of a program on `$PATH`; nil if it is not installed.
    static func found(_ name: String) -> String? { onPath(name) }

    private static func onPath(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

extension PlainError {
    /// The error for a program that was found nowhere; `option` is the option that names its path.
    fileprivate static func noProgram(name: String, option: String?) -> PlainError {
        let guide = name == "geoserve" ? "docs/serve.md" : "docs/scale.md"
        guard let option else {
            return PlainError(
                .noInput, en: "\(name) is missing; put it into the folder of geocli or on PATH (see \(guide))",
                ko: "\(name)\(.object) 찾을 수 없습니다. geocli와 같은 폴더나 PATH에 두세요(\(guide) 참고)")
        }
        return PlainError(
            .noInput,
            en: "\(name) was found neither on PATH nor in its usual places; give \(option) PATH (see \(guide))",
            ko: "\(name)\(.object) PATH와 기본 위치에서 찾을 수 없습니다. \(option) 옵션으로 경로를 지정하세요(\(guide) 참고)")
    }
}
