#if PostGIS
internal import CGeocliPostgres
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// A connection to a PostgreSQL server, through libpq. It is a class because it owns it. Only one thread uses it.
final class Connection {
    private let handle: OpaquePointer
    private let libpq: UnsafePointer<cpostgres_library>
    /// The name of the server in messages.
    let name: String
    /// The statements that have run. The value of a statement that ran only once is nil. The value of a statement that
    /// ran again is the name under which it is prepared.
    private var asked: [String: String?] = [:]
    private var preparedCount = 0
    private var cursorDepth = 0
    /// The last `isWhole` that the server got; nil for none. By default, it plans a cursor for a tenth of the rows.
    private var plansWholes: Bool?
    /// The number of rows that are fetched first, and the number that are fetched each time after that. Each later
    /// group of rows takes half a megabyte.
    private static let firstRows = 64
    private static let furtherRows = 2048

    /// The maximum time to connect if neither the URL nor PGCONNECT_TIMEOUT sets one.
    private static let usualPatienceSeconds = 10

    /// - Throws: `ServerError`, `ServerAddressError`.
    init(_ address: ServerAddress) throws {
        name = address.name
        guard let libpq = cpostgres_library_load() else { throw ServerError.libraryMissing }
        self.libpq = libpq
        try Self.check(address, libpq)
        // The entries after the URL override its values. Our texts are UTF-8 in every locale.
        guard
            let handle = Self.withStrings(
                [
                    ("dbname", address.url), ("client_encoding", "UTF8"), ("fallback_application_name", "geocli"),
                ], { libpq.pointee.PQconnectStartParams($0, $1, 1) })
        else { throw ServerError.unreachable(address.name, "out of memory") }
        self.handle = handle
        // Verbose messages include the error's code, which is the same in all languages.
        _ = libpq.pointee.PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        _ = libpq.pointee.PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try connect()
        _ = libpq.pointee.PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    }

    deinit { libpq.pointee.PQfinish(handle) }

    private static func withStrings<Result>(
        _ pairs: [(String, String)],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let strings = pairs.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (name, value) in strings {
                free(name)
                free(value)
            }
        }
        return body(strings.map { UnsafePointer($0.0) } + [nil], strings.map { UnsafePointer($0.1) } + [nil])
    }

    // MARK: Connecting

    /// Checks the URL as libpq reads it. The errors of this check repeat no part of the URL, because a port that is not
    /// a number may be part of a password.
    private static func check(_ address: ServerAddress, _ libpq: UnsafePointer<cpostgres_library>) throws {
        guard let options = libpq.pointee.PQconninfoParse(address.url, nil) else { throw ServerAddressError.malformed }
        defer { libpq.pointee.PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                let name = String(cString: keyword)
                guard !["password", "sslpassword"].contains(name) else { throw ServerAddressError.password }
                let isPort = String(cString: value).utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ",") }
                guard name != "port" || isPort else { throw ServerAddressError.malformed }
            }
            option += 1
        }
    }

    private func connect() throws {
        guard libpq.pointee.PQstatus(handle) != CONNECTION_BAD else { throw connectionFailure() }
        let deadline = Self.now() + patienceSeconds()
        var step = PGRES_POLLING_WRITING
        while step != PGRES_POLLING_OK {
            guard step != PGRES_POLLING_FAILED else { throw connectionFailure() }
            var wanted = pollfd(
                fd: libpq.pointee.PQsocket(handle), events: Int16(step == PGRES_POLLING_READING ? POLLIN : POLLOUT),
                revents: 0)
            let left = deadline - Self.now()
            let ready = left > 0 ? poll(&wanted, 1, Int32(clamping: left * 1000)) : 0
            guard ready != 0 else { throw ServerError.unreachable(name, "timed out") }
            if ready > 0 { step = libpq.pointee.PQconnectPoll(handle) }
        }
    }

    /// Returns `connect_timeout` in seconds, from the URL, the service file or PGCONNECT_TIMEOUT. libpq does not apply
    /// it to a connection that is opened by polling, as here.
    private func patienceSeconds() -> Int {
        guard let options = libpq.pointee.PQconninfo(handle) else { return Self.usualPatienceSeconds }
        defer { libpq.pointee.PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == "connect_timeout", let value = option.pointee.val,
                let seconds = Int(String(cString: value)), seconds > 0
            {
                return seconds
            }
            option += 1
        }
        return Self.usualPatienceSeconds
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }

    /// The error for a failed connection, with the server's code and message if the server itself reported the failure.
    private func connectionFailure() -> ServerError {
        let text = libpq.pointee.PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        if libpq.pointee.PQconnectionNeedsPassword(handle) == 1 {
            return ServerError(state: "28P01", message: "no password is known for this user", at: name)
        }
        // "connection to server at … failed: FATAL:  28P01: password authentication failed for user …"
        let line =
            text.split(separator: "\n").last { $0.contains("failed: ") } ?? text.split(separator: "\n").first ?? ""
        let parts = line.split(separator: ":").map { String($0).trimmingBlanks() }
        let index = parts.firstIndex { part in
            part.utf8.count == 5 && part.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
                && part.utf8.contains { 0x30...0x39 ~= $0 }
        }
        guard let index, index + 1 < parts.count else { return .unreachable(name, String(line)) }
        return ServerError(state: parts[index], message: parts[(index + 1)...].joined(separator: ": "), at: name)
    }

    // MARK: Queries

    func run(_ sql: String) throws { try check(libpq.pointee.PQexec(handle, sql)) }

    /// Runs one query. The whole result is held in memory. A statement that runs again is prepared, so that the server
    /// does not have to parse and plan it each time.
    func rows(_ sql: String, _ values: [ServerValue] = []) throws -> QueryResult {
        let prepared = try prepare(sql, values)
        var room: [UInt8] = []
        var ends: [Int] = []
        for value in values {
            value.append(to: &room)
            ends.append(room.count)
        }
        let sizes = zip(ends, [0] + ends).map { Int32($0 - $1) }
        let formats = [Int32](repeating: 1, count: values.count)
        let result = room.withUnsafeBytes { bytes in
            // An empty text also needs an address; a value without an address is NULL.
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.nothing
            let places = zip(ends, sizes).map { Optional(start + ($0 - Int($1))) }
            if let prepared {
                return libpq.pointee.PQexecPrepared(handle, prepared, Int32(values.count), places, sizes, formats, 1)
            }
            return libpq.pointee.PQexecParams(
                handle, sql, Int32(values.count), values.map(\.type), places, sizes, formats, 1)
        }
        return try check(result)
    }

    private nonisolated(unsafe) static let nothing = UnsafePointer<CChar>(strdup(""))!

    private func prepare(_ sql: String, _ values: [ServerValue]) throws -> String? {
        if let known = asked[sql] {
            if let known { return known }
            preparedCount += 1
            let name = "geocli_\(preparedCount)"
            try check(libpq.pointee.PQprepare(handle, name, sql, Int32(values.count), values.map(\.type)))
            asked[sql] = .some(name)
            return name
        }
        asked[sql] = .some(nil)
        return nil
    }

    /// Runs a query whose result may be long. Calls `body` with each row until `body` returns false. Only a limited
    /// number of rows is in memory at a time.
    /// - Parameter isWhole: whether the caller reads most of the rows. If not, the server plans to return the first
    ///   rows soon.
    /// - Precondition: inside a transaction.
    func forEachRow(
        _ sql: String, _ values: [ServerValue] = [], isWhole: Bool = true,
        body: (QueryResult, _ row: Int) throws -> Bool
    ) throws {
        if isWhole != plansWholes {
            try run("SET LOCAL cursor_tuple_fraction = \(isWhole ? 1 : 0.001)")
            plansWholes = isWhole
        }
        let cursor = "geocli_rows_\(cursorDepth)"
        cursorDepth += 1
        defer { cursorDepth -= 1 }
        _ = try rows("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", values)
        do {
            try fetch(from: cursor, body: body)
        } catch {
            // If only `body` has failed, the transaction continues. Otherwise the cursor no longer exists.
            try? run("CLOSE \(cursor)")
            throw error
        }
        try run("CLOSE \(cursor)")
    }

    private func fetch(from cursor: String, body: (QueryResult, _ row: Int) throws -> Bool) throws {
        var atOnce = Self.firstRows
        while true {
            let result = try rows("FETCH \(atOnce) FROM \(cursor)")
            for row in 0..<result.count where try !body(result, row) { return }
            if result.count < atOnce { return }
            atOnce = Self.furtherRows
        }
    }

    // MARK: Sending many rows

    /// The error if the server refuses the data. The server's result has the reason.
    private struct NotTaken: Error {}

    /// Runs a `COPY … FROM STDIN` and sends it the data that `body` passes to `put`. If `body` fails, the connection
    /// can no longer be used.
    /// - Returns: the number of rows that the server accepted.
    func copy(
        _ sql: String, body: (_ put: @escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws -> Int {
        let begun = libpq.pointee.PQexec(handle, sql)
        guard libpq.pointee.PQresultStatus(begun) == PGRES_COPY_IN else {
            try check(begun)
            throw ServerError.lost(name)
        }
        libpq.pointee.PQclear(begun)
        do {
            try body { bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                guard self.libpq.pointee.PQputCopyData(self.handle, start, Int32(bytes.count)) == 1 else {
                    throw NotTaken()
                }
            }
        } catch is NotTaken {
        } catch {
            _ = libpq.pointee.PQputCopyEnd(handle, "the sender failed")
            throw error
        }
        _ = libpq.pointee.PQputCopyEnd(handle, nil)
        let result = libpq.pointee.PQgetResult(handle)
        let count = result.flatMap { libpq.pointee.PQcmdTuples($0) }.flatMap { Int(String(cString: $0)) }
        try check(result)
        while let further = libpq.pointee.PQgetResult(handle) { libpq.pointee.PQclear(further) }
        return count ?? 0
    }

    // MARK: Failing

    /// Returns the rows of a result; throws `ServerError` if the result is an error.
    @discardableResult
    private func check(_ answer: OpaquePointer?) throws -> QueryResult {
        guard let answer else { throw ServerError.lost(name) }
        let result = QueryResult(answer, libpq)
        switch libpq.pointee.PQresultStatus(answer) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: return result
        default: break
        }
        // Use only the primary message, because the server's details may quote the contents of rows.
        guard let state = libpq.pointee.PQresultErrorField(answer, Self.stateField),
            let message = libpq.pointee.PQresultErrorField(answer, Self.messageField)
        else { throw ServerError.lost(name) }
        throw ServerError(state: String(cString: state), message: String(cString: message), at: name)
    }

    /// - Source: libpq, PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
    private static let stateField = Int32(UInt8(ascii: "C"))
    private static let messageField = Int32(UInt8(ascii: "M"))
}

/// The PostGIS extension, which may be in any schema.
enum PostGISExtension {
    /// Lets the connection use the extension's types and functions without the name of a schema.
    /// - Parameter makes: whether to install the extension if the database lacks it.
    /// - Throws: `ServerError(.foreign)` if the extension is missing.
    static func find(_ connection: Connection, makes: Bool) throws {
        if try isFound(connection) { return }
        guard makes else { throw missing(connection.name) }
        let isAvailable = try connection.rows("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'").count > 0
        guard isAvailable else { throw missing(connection.name) }
        try connection.run("CREATE EXTENSION postgis")
        guard try isFound(connection) else { throw missing(connection.name) }
    }

    private static func isFound(_ connection: Connection) throws -> Bool {
        // Without this search path, functions of other schemas could take precedence over those of PostGIS.
        try connection.rows(
            """
            SELECT set_config('search_path', quote_ident(n.nspname), false)
            FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis'
            """
        ).count > 0
    }

    private static func missing(_ server: String) -> ServerError {
        ServerError(
            .foreign,
            en:
                "the database at \(server) has no PostGIS; ask its administrator to install PostGIS and to run 'CREATE EXTENSION postgis'",
            ko: "\(server) 데이터베이스에 PostGIS가 없습니다. 관리자에게 설치와 'CREATE EXTENSION postgis' 실행을 요청하세요")
    }
}
#endif
