internal import Glibc

/// The paths of the programs that geocli starts.
public enum ProgramPath {
    /// Returns the path of spark-sql: the given path, otherwise the program in `$SPARK_HOME`, otherwise the one on
    /// `$PATH`.
    ///
    /// - Throws: `ScaleError(.noProgram)`.
    public static func sparkSQL(_ given: String?) throws(ScaleError) -> String {
        if let given { return try checked(given, "spark-sql") }
        if let home = getenv("SPARK_HOME").map({ String(cString: $0) }), isProgram(home + "/bin/spark-sql") {
            return home + "/bin/spark-sql"
        }
        guard let found = onPath("spark-sql") else {
            throw ScaleError(.noProgram(name: "spark-sql", option: "--spark-sql"))
        }
        return found
    }

    /// Returns the path of geoworker: the given path, otherwise the program in this program's folder, otherwise the one
    /// on `$PATH`.
    ///
    /// - Throws: `ScaleError(.noProgram)`.
    public static func worker(_ given: String?) throws(ScaleError) -> String {
        try beside("geoworker", given, option: "--worker")
    }

    /// Returns the path of geoserve: the program in this program's folder, otherwise the one on `$PATH`.
    ///
    /// - Throws: `ScaleError(.noProgram)`.
    public static func service() throws(ScaleError) -> String { try beside("geoserve", nil, option: nil) }

    private static func beside(_ name: String, _ given: String?, option: String?) throws(ScaleError) -> String {
        if let given { return try checked(given, name) }
        if let own = realPath("/proc/self/exe"), let slash = own.lastIndex(of: "/") {
            let beside = own[...slash] + name
            if isProgram(String(beside)) { return String(beside) }
        }
        guard let found = onPath(name) else { throw ScaleError(.noProgram(name: name, option: option)) }
        return found
    }

    private static func checked(_ path: String, _ name: String) throws(ScaleError) -> String {
        guard isProgram(path), let real = realPath(path) else { throw ScaleError(.missingFile(path)) }
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
