internal import CGeocliSQLite
internal import GeocliDatabase
public import GeocliText

/// An error with the database of addresses, or with a file that is being imported into it.
public struct AddressError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: String, Sendable {
        /// The file does not exist.
        case missing
        /// The file is not a database of addresses.
        case foreign
        /// The database is damaged.
        case corrupt
        /// Another import is running.
        case busy
        /// The disk or the system refused to read or write.
        case io
        /// The imported file is not one of juso's files, or is incomplete.
        case data
        /// The options are incomplete or wrong.
        case usage
    }

    /// The kind of error.
    public let code: Code
    /// The message: what happened and what to try.
    public let words: Words

    init(_ code: Code, en: String, ko: String) {
        self.code = code
        words = Words(en: en, ko: ko)
    }

    /// Converts an error of SQLite.
    init(_ error: DatabaseError, _ path: String) {
        let shown = DisplayText.singleLine(path)
        switch error.code {
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(
                .busy, en: "another import is writing to \(shown); try again when that import has ended",
                ko: "다른 가져오기 작업이 \(shown)에 쓰고 있습니다. 그 작업이 끝난 뒤 다시 시도하세요")
        case SQLITE_NOTADB: self = .foreign(path, because: Words(en: "not a database", ko: "데이터베이스가 아님"))
        case SQLITE_CORRUPT: self = .damaged(path)
        case SQLITE_FULL:
            self.init(
                .io,
                en:
                    "the disk has no space for \(shown); the addresses in that file are unchanged; free some space and import again",
                ko: "디스크에 \(shown)\(.object) 저장할 공간이 없습니다. 기존 주소는 그대로입니다. 공간을 확보하고 다시 가져오세요")
        default:
            self.init(
                .io,
                en: "cannot use \(shown): \(error.message ?? error.description); check the path and its permissions",
                ko: "\(shown)\(.object) 사용할 수 없습니다: \(error.message ?? error.description). 경로와 권한을 확인하세요")
        }
    }

    /// The error for a database without addresses.
    public static func missing(_ path: String) -> AddressError {
        let shown = DisplayText.singleLine(path)
        return AddressError(
            .missing, en: "there are no addresses at \(shown); import them with 'geocli addresses import FILE'",
            ko: "\(shown)에 주소 데이터가 없습니다. 'geocli addresses import FILE'로 가져오세요")
    }

    static func damaged(_ path: String) -> AddressError {
        let shown = DisplayText.singleLine(path)
        return AddressError(
            .corrupt,
            en:
                "the addresses in \(shown) are damaged; delete the file and import again with 'geocli addresses import'",
            ko: "\(shown)의 주소 데이터가 손상되었습니다. 파일을 지우고 'geocli addresses import'로 다시 가져오세요")
    }

    static func foreign(_ path: String, because reason: Words) -> AddressError {
        let shown = DisplayText.singleLine(path)
        return AddressError(
            .foreign,
            en:
                "\(shown) is not an address file that geocli can read (\(reason.en)); choose another path with --addresses-db",
            ko: "\(shown)\(.topic) geocli가 읽을 수 있는 주소 데이터 파일이 아닙니다(\(reason.ko)). --addresses-db로 다른 경로를 지정하세요")
    }
}
