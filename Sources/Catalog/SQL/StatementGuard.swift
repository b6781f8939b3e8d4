internal import CGeocliSQLite
internal import GeocliDatabase
package import GeocliText

/// What a statement of a person may do and use. Everything else ends it with an error.
package struct StatementLimits: Sendable {
    /// The maximum time, in seconds, without that of writing the rows.
    package var seconds = 30.0
    /// The maximum size of one value, and of all values of a row together, in bytes. A value may be in memory several
    /// times, in SQLite and in the output, so this is far below `memoryBytes`.
    package var rowBytes = 8 << 20
    /// The maximum memory of SQLite, in bytes; nil for no limit. The limit is one of the whole process, so only a process
    /// that runs nothing else may set it. SQLite sorts in temporary files, so a large table needs little memory.
    package var memoryBytes: Int?
    /// The maximum size of all rows together, in bytes.
    package var totalBytes = 1 << 30

    package init() {}
}

/// Lets only reading pass on a connection, while a statement of a person runs on it.
///
/// SQLite asks the guard about everything that a statement contains, before it runs the statement. Reading, functions
/// and recursion pass. Everything else is refused: writing, ATTACH and VACUUM INTO (which is an ATTACH), PRAGMA,
/// transactions and what a later version of SQLite adds. Which tables it reads is another question (`ViewsAlone`).
///
/// - Source: SQLite, "Compile-Time Authorization Callbacks"; "Defense Against The Dark Arts".
final class StatementGuard {
    private let db: Database
    private let limits: StatementLimits
    /// The time that the statement used before its present step, and the start of this step; nil between two steps,
    /// when the caller may wait for a reader of its output.
    private var used = Duration.zero
    private var stepStart: ContinuousClock.Instant?
    private(set) var refusesAct = false
    /// The error of a function of ours; SQLite only knows that there was one.
    var error: (any Error)?
    /// Whether one of our functions runs statements of its own.
    var isInternal = false
    /// SQLite's limits before `begin`.
    private var formerLimits: [(limit: Int32, value: Int32)] = []

    init(_ db: Database, _ limits: StatementLimits) {
        self.db = db
        self.limits = limits
    }

    /// Whether the steps of the statement have taken too long.
    var isOver: Bool { (stepStart.map { used + ($0.duration(to: .now)) } ?? used) > .seconds(limits.seconds) }

    /// Runs a step of the statement and counts its time.
    func step<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        stepStart = start
        defer {
            used += start.duration(to: .now)
            stepStart = nil
        }
        return try body()
    }

    /// Guards the connection until `end`.
    /// - Precondition: for a limit of memory, SQLite counts its memory (`Database.countNoMemory` was not called).
    func begin() throws {
        for (limit, value) in Self.sqliteLimits + [(SQLITE_LIMIT_LENGTH, Int32(limits.rowBytes))] {
            formerLimits.append((limit, sqlite3_limit(db.handle, limit, value)))
        }
        if let bytes = limits.memoryBytes { sqlite3_hard_heap_limit64(Int64(bytes)) }
        try db.set(geocli_trust_schema)
        // Tables of functions are declared by a statement of SQLite's own, which the guard would refuse.
        for table in ["json_each", "json_tree"] { try db.execute("SELECT 1 FROM \(table)('[]') LIMIT 0") }
        let ask:
            @convention(c) (
                UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
                UnsafePointer<CChar>?
            ) -> Int32 = { context, action, _, second, _, _ in
                guard let context else { return SQLITE_DENY }
                return Unmanaged<StatementGuard>.fromOpaque(context).takeUnretainedValue().answer(action, second)
            }
        sqlite3_set_authorizer(db.handle, ask, Unmanaged.passUnretained(self).toOpaque())
    }

    func end() {
        sqlite3_set_authorizer(db.handle, nil, nil)
        // The settings were set before, so setting them back can't fail.
        try? db.set(geocli_distrust_schema)
        for (limit, value) in formerLimits { sqlite3_limit(db.handle, limit, value) }
        if limits.memoryBytes != nil { sqlite3_hard_heap_limit64(0) }
    }

    /// Limits of the text and the plan of a statement, far above what a person writes. A pattern is limited, because
    /// SQLite compares it with a text in one step, which no deadline ends.
    private static let sqliteLimits: [(Int32, Int32)] = [
        (SQLITE_LIMIT_SQL_LENGTH, 100_000), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (SQLITE_LIMIT_WORKER_THREADS, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200), (SQLITE_LIMIT_EXPR_DEPTH, 200),
        (SQLITE_LIMIT_COMPOUND_SELECT, 100), (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_VDBE_OP, 1_000_000),
    ]

    private func answer(_ action: Int32, _ second: UnsafePointer<CChar>?) -> Int32 {
        if isInternal { return SQLITE_OK }
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
        case SQLITE_FUNCTION:
            let name = second.map { String(cString: $0) }?.lowercased() ?? ""
            if !Self.refusedFunctions.contains(name), !name.hasPrefix("geocli_") { return SQLITE_OK }
        default: break
        }
        refusesAct = true
        return SQLITE_DENY
    }

    /// Functions that load code, or return an address in memory.
    private static let refusedFunctions: Set<String> = ["load_extension", "fts3_tokenizer"]
}

/// The error for a statement of a person.
package struct StatementError: ExplainedError {
    package let words: Words
    package let exit: ExitStatus

    private init(_ exit: ExitStatus = .usage, en: String, ko: String) {
        words = Words(en: en, ko: ko)
        self.exit = exit
    }

    static let empty = StatementError(
        en: "the statement is empty; write one such as 'SELECT name FROM places LIMIT 5'",
        ko: "문장이 비어 있습니다. 'SELECT name FROM places LIMIT 5'처럼 쓰세요")

    static let several = StatementError(
        en: "there is more than one statement; write one", ko: "문장이 둘 이상입니다. 하나만 쓰세요")

    static let refused = StatementError(
        en: "only a SELECT that reads is possible: no writing, ATTACH, PRAGMA, transaction or loading of code",
        ko: "읽기만 하는 SELECT만 쓸 수 있습니다. 쓰기, ATTACH, PRAGMA, 트랜잭션, 코드 불러오기는 할 수 없습니다")

    static let hasParameters = StatementError(
        en: "the statement has a parameter (?, :name, @name or $name) without a value; write the value itself",
        ko: "문장에 값이 없는 매개변수(?, :name, @name, $name)가 있습니다. 값을 직접 쓰세요")

    static func isInternal(_ table: String) -> StatementError {
        let views = PublicView.all.map(\.name).joined(separator: ", ")
        return StatementError(
            en: "\(table) is an internal table that the next version may change; read one of the views: \(views)",
            ko: "\(table)\(.topic) 다음 버전에서 바뀔 수 있는 내부 테이블입니다. 다음 뷰를 읽으세요: \(views)")
    }

    static func tooLong(seconds: Double) -> StatementError {
        let text = DecimalText.text(seconds, maximumDecimals: 3)
        return StatementError(
            .unavailable,
            en: "the statement took longer than \(text) s; ask for less, or allow more time with --timeout",
            ko: "문장 실행이 \(text)초를 넘었습니다. 조건을 좁히거나 --timeout으로 시간을 늘리세요")
    }

    /// The error for a statement that needs more room than SQLite may use, in memory or in temporary files.
    static func tooLarge(_ limits: StatementLimits) -> StatementError {
        StatementError(
            en:
                "the statement needs too much memory or temporary space, a row above \(limits.rowBytes >> 20) MiB, or an answer above \(limits.totalBytes >> 20) MiB; ask for less",
            ko:
                "문장에 필요한 메모리나 임시 공간이 너무 큽니다. 또는 한 행이 \(limits.rowBytes >> 20)MiB, 전체 결과가 \(limits.totalBytes >> 20)MiB를 넘습니다. 조건을 좁히세요"
        )
    }

    static func wrong(_ message: String) -> StatementError {
        let shown = DisplayText.singleLine(message)
        let isUnknown = message.hasPrefix("no such column") || message.hasPrefix("no such table")
        let views = PublicView.all.map(\.name).joined(separator: ", ")
        let columns = "SELECT sql FROM sqlite_schema WHERE name = 'places'"
        let way =
            isUnknown
            ? Words(
                en: "; the views are \(views), and \"\(columns)\" shows the columns of one",
                ko: ". 뷰는 \(views)입니다. 뷰의 열은 \"\(columns)\" 문장으로 볼 수 있습니다") : Words(en: "", ko: "")
        return StatementError(
            en: "SQLite does not accept the statement: \(shown)\(way.en)",
            ko: "SQLite가 문장을 받아들이지 않습니다: \(shown)\(way.ko)")
    }

    static func strangeView(_ name: String, of path: String) -> StatementError {
        StatementError(
            .data,
            en: "the view \(name) of \(path) is not the one that geocli made; check the file with 'geocli verify'",
            ko: "\(path)의 뷰 \(name)\(.topic) geocli가 만든 것이 아닙니다. 'geocli verify'로 확인하세요")
    }

    static func nearest(_ message: Words) -> StatementError {
        StatementError(en: "nearest: \(message.en)", ko: "nearest: \(message.ko)")
    }
}
