#if PostGIS
package import GeocliText

/// The reason why a server's catalog can't be used. It never contains a password, because libpq's messages name only
/// hosts, databases and users.
package struct ServerError: ExplainedError, Equatable {
    package enum Code: String, Sendable {
        /// No server answers, or the connection was lost.
        case unreachable
        /// The server does not let this user connect, or does not allow the operation.
        case refused
        /// The database does not exist, or no catalog has been pushed to it.
        case missing
        /// The tables on the server are not those of a geocli catalog or have an unknown layout, or PostGIS is missing.
        case foreign
        /// The server's data contradicts itself, or the pushed data did not arrive completely.
        case corrupt
        /// Another push is running, or a reader takes too long.
        case busy
        /// The server's disk is full or has failed.
        case io
        case libraryMissing
        /// A statement failed that can fail only if geocli has a bug.
        case bug
    }

    package var exit: ExitStatus {
        switch code {
        case .unreachable, .libraryMissing: .unavailable
        case .refused: .key
        case .missing: .noInput
        case .foreign, .corrupt: .data
        case .busy: .busy
        case .io: .inputOutput
        case .bug: .software
        }
    }

    package let code: Code
    package let words: Words
    /// The server's own code for the error; nil if the error is not from the server.
    let state: String?

    init(_ code: Code, en: String, ko: String, state: String? = nil) {
        self.code = code
        self.state = state
        words = Words(en: en, ko: ko)
    }

    /// Creates an error from the server's message and code.
    /// - Source: PostgreSQL, Appendix A, "PostgreSQL Error Codes".
    init(state: String, message: String, at server: String) {
        let said = DisplayText.singleLine(message)
        func make(_ code: Code, _ en: String, _ ko: String) -> ServerError {
            ServerError(code, en: "\(server): \(said); \(en)", ko: "\(server): \(said). \(ko)", state: state)
        }
        self =
            switch state {
            case "42P01", "3F000": .notPushed(server, state: state)
            case "3D000":
                make(
                    .missing, "create the database with 'createdb', or use another database",
                    "'createdb'로 데이터베이스를 만들거나 다른 데이터베이스를 지정하세요")
            case "28000", "28P01":
                make(
                    .refused, "check the user, and the password in ~/.pgpass, pg_service.conf or PGPASSWORD",
                    "사용자와 ~/.pgpass, pg_service.conf, PGPASSWORD의 비밀번호를 확인하세요")
            case "42501": make(.refused, "ask the server's administrator for permission", "서버 관리자에게 권한을 요청하세요")
            case "2BP01":
                make(
                    .foreign,
                    "a view or a table of your own depends on the catalog's tables; drop that view or table, and push again",
                    "카탈로그 테이블에 의존하는 뷰나 테이블이 있습니다. 그 뷰나 테이블을 지운 뒤 카탈로그를 다시 올리세요")
            case "53300", "57P03", "55P03", "40P01", "40001": make(.busy, "try again in a moment", "잠시 뒤 다시 시도하세요")
            case "57014":
                make(
                    .busy, "the server's time limit or its administrator ended the command",
                    "서버의 시간 제한을 넘었거나 관리자가 중단했습니다")
            case "53100", "58030", "53200":
                make(.io, "check the server's disk and memory", "서버의 디스크와 메모리를 확인하세요")
            case "XX001", "XX002": make(.corrupt, "push the catalog again", "카탈로그를 다시 올리세요")
            case let state where state.hasPrefix("08") || state.hasPrefix("57P"):
                make(.unreachable, "try again", "다시 시도하세요")
            default: make(.bug, "please report this", "오류를 제보해 주세요")
            }
    }

    static func notPushed(_ server: String, state: String? = nil) -> ServerError {
        ServerError(
            .missing, en: "\(server) has no catalog yet; create one with 'geocli push'",
            ko: "\(server)에 아직 카탈로그가 없습니다. 'geocli push'로 올리세요", state: state)
    }

    static func notAllowed(_ table: String, _ server: String) -> ServerError {
        ServerError(
            .refused,
            en:
                "\(server): this user is not allowed to read the table \(table); ask the server's administrator for permission",
            ko: "\(server): 이 사용자는 테이블 \(table)\(.object) 읽을 수 없습니다. 서버 관리자에게 권한을 요청하세요")
    }

    static func noPlace(_ name: String, _ noun: Words, _ server: String) -> ServerError {
        ServerError(
            .missing, en: "\(server) has no \(noun.en) \(name); list all with 'geocli list --fields id,ref,name'",
            ko: "\(server)에 \(noun.ko) \(name)\(.subject) 없습니다. 'geocli list --fields id,ref,name'으로 확인하세요")
    }

    static func unreachable(_ server: String, _ message: String) -> ServerError {
        let said = DisplayText.singleLine(message)
        return ServerError(
            .unreachable, en: "no answer from \(server): \(said); check the address and whether the server is running",
            ko: "\(server)에 연결할 수 없습니다: \(said). 주소와 서버 상태를 확인하세요")
    }

    static let libraryMissing = ServerError(
        .libraryMissing, en: "libpq can't be loaded; install it (Debian: apt-get install libpq5)",
        ko: "libpq를 불러올 수 없습니다. 설치하세요(데비안: apt-get install libpq5)")

    static func lost(_ server: String) -> ServerError {
        ServerError(
            .unreachable, en: "the connection to \(server) was lost; try again",
            ko: "\(server) 연결이 끊겼습니다. 다시 시도하세요")
    }

    static func contradiction(_ server: String, _ detail: Words) -> ServerError {
        ServerError(
            .corrupt, en: "the catalog at \(server) is inconsistent (\(detail.en)); push it again",
            ko: "\(server)의 카탈로그 내용이 서로 맞지 않습니다(\(detail.ko)). 다시 올리세요")
    }
}
#endif
