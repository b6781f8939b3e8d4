internal import CGeocliSQLite
internal import GeocliDatabase
public import GeocliText
internal import Glibc

public struct CatalogError: ExplainedError, Equatable {
    public enum Code: String, Sendable {
        /// The path has no catalog, or an empty one.
        case missing
        /// The file belongs to another program, or is not a database.
        case foreign
        /// The file was written by a newer geocli.
        case newer
        /// The file was written by a geocli from before the first release.
        case prerelease
        /// The file is damaged.
        case corrupt
        /// Another process holds the lock.
        case busy
        /// The system refused to read or write.
        case io
        /// No item has this id or reference.
        case notFound
        /// The sample can't be ingested, because the catalog has real bookstores.
        case occupied
        /// The two rows can't be linked, or can't be marked as different shops.
        case unlinkable
        /// The correction can't be made or withdrawn.
        case uneditable
        /// The state of the issue does not allow what the person wants to do.
        case refusedAct
        /// The run can't be taken back.
        case lasting
        /// The caller asked for something impossible, such as changes as of a day.
        case misuse
        /// A statement failed, and only a bug in geocli can be the cause.
        case bug
    }

    public var exit: ExitStatus {
        switch code {
        case .missing, .notFound: .noInput
        case .foreign, .newer, .prerelease, .corrupt: .data
        case .busy: .busy
        case .io: .inputOutput
        case .occupied, .unlinkable, .uneditable, .refusedAct, .lasting: .usage
        case .misuse, .bug: .software
        }
    }

    public let code: Code
    public let words: Words
    private var sqliteCode: Int32?

    init(_ code: Code, en: String, ko: String) {
        self.code = code
        words = Words(en: en, ko: ko)
    }

    /// - Parameter en: the request, and why it is impossible.
    static func misuse(en: String, ko: String) -> CatalogError { CatalogError(.misuse, en: en, ko: ko) }

    /// - Parameter en: why the two rows can't be linked, or can't be marked as different shops.
    static func unlinkable(en: String, ko: String) -> CatalogError { CatalogError(.unlinkable, en: en, ko: ko) }

    static func occupied(by feed: String) -> CatalogError {
        CatalogError(
            .occupied,
            en:
                "the catalog holds real places of \(feed); put the made-up sample into a separate catalog: geocli ingest --sample --db sample.sqlite",
            ko:
                "카탈로그에 \(feed) 피드의 실제 장소가 있습니다. 가상의 샘플은 다른 카탈로그에 넣으세요: geocli ingest --sample --db sample.sqlite"
        )
    }

    /// - Parameter isLandmarks: whether the new rows are landmarks.
    static func otherRole(of feed: String, isLandmarks: Bool) -> CatalogError {
        isLandmarks
            ? CatalogError(
                .occupied,
                en:
                    "the catalog holds places of the feed \(feed), so a feed of landmarks can't have this id; give the landmarks another feed id",
                ko: "카탈로그에 \(feed) 피드의 장소가 있어 같은 피드 ID로는 기준점을 넣을 수 없습니다. 기준점에는 다른 피드 ID를 쓰세요")
            : CatalogError(
                .occupied,
                en:
                    "the catalog holds landmarks of the feed \(feed), so a feed of places can't have this id; give the places another feed id",
                ko: "카탈로그에 \(feed) 피드의 기준점이 있어 같은 피드 ID로는 장소를 넣을 수 없습니다. 장소에는 다른 피드 ID를 쓰세요")
    }

    static func missingFolder(_ folder: String, of path: String) -> CatalogError {
        CatalogError(
            .missing,
            en:
                "the folder \(folder) for the catalog \(path) does not exist; check the path, or create the folder with 'mkdir -p'",
            ko: "카탈로그 \(path)의 폴더 \(folder)\(.subject) 없습니다. 경로를 확인하거나 'mkdir -p'로 폴더를 만드세요")
    }

    static func missing(_ path: String) -> CatalogError {
        CatalogError(
            .missing,
            en:
                "there is no catalog at \(path); create one with 'geocli ingest --sample' (made-up bookstores), 'geocli ingest' (real ones, free key: https://data.seoul.go.kr) or 'geocli ingest --feed ID' (another feed), or choose another with --db",
            ko:
                "\(path)에 카탈로그가 없습니다. 'geocli ingest --sample'(가상의 책방), 'geocli ingest'(실제 책방, 무료 인증키: https://data.seoul.go.kr), 'geocli ingest --feed ID'(다른 피드)로 만들거나 --db로 다른 파일을 지정하세요"
        )
    }

    static func foreign(_ path: String, because: Words) -> CatalogError {
        CatalogError(
            .foreign,
            en:
                "\(path) is not a geocli catalog (\(because.en)); geocli did not change the file; choose another file with --db",
            ko: "\(path)\(.topic) geocli 카탈로그가 아닙니다(\(because.ko)). 파일은 그대로 두었습니다. --db로 다른 파일을 지정하세요")
    }

    static func newer(_ path: String, version: Int) -> CatalogError {
        CatalogError(
            .newer,
            en:
                "\(path) has schema \(version), but this geocli reads only schemas up to \(Schema.version); upgrade geocli or choose another file with --db",
            ko:
                "\(path)의 스키마 버전은 \(version)입니다. 이 geocli는 \(Schema.version)까지만 읽을 수 있습니다. geocli를 업그레이드하거나 --db로 다른 파일을 지정하세요"
        )
    }

    static func nonsense(_ path: String, version: Int) -> CatalogError {
        CatalogError(
            .corrupt,
            en:
                "\(path) is damaged (its schema is \(version)); move the file elsewhere and rebuild the catalog with 'geocli ingest'",
            ko: "\(path)\(.subject) 손상되었습니다(스키마 \(version)). 다른 곳으로 옮기고 'geocli ingest'로 다시 만드세요")
    }

    static func prerelease(_ path: String) -> CatalogError {
        CatalogError(
            .prerelease,
            en:
                "\(path) was made by a geocli from before the first release, whose catalogs this geocli does not read; move the file elsewhere and ingest again (people's decisions: 'corrections export' with that geocli, then 'corrections import' with this one)",
            ko:
                "\(path)\(.topic) 첫 출시 전의 geocli에서 만든 카탈로그라 읽을 수 없습니다. 다른 곳으로 옮기고 다시 수집하세요(사람이 정한 내용은 그 geocli의 'corrections export'로 저장한 뒤 'corrections import'로 가져오세요)"
        )
    }

    /// Returns the result of `body`. Converts every error of `body` into a `CatalogError` for the catalog at `path`. An
    /// error that neither SQLite nor our checks threw becomes `.bug`.
    static func explaining<Result>(_ path: String, _ body: () throws -> Result) throws(CatalogError) -> Result {
        do {
            return try body()
        } catch {
            guard let known = CatalogError(meaning: error, path: path) else {
                throw CatalogError(
                    .bug, en: "cannot use \(path): \(error); please report this",
                    ko: "카탈로그를 사용할 수 없습니다(\(path)): \(error). 오류를 제보해 주세요")
            }
            throw known
        }
    }

    /// Converts an error about the catalog at `path`; nil for any other error.
    init?(meaning error: any Error, path: String) {
        switch error {
        case let error as CatalogError: self = error
        case let error as DatabaseError: self.init(error, path: path)
        case let damage as CatalogDamage: self.init(damage, path: path)
        case let value as UnexpectedValue:
            self.init(
                .row(
                    Words(
                        en: "it contains \(value.found) where a whole number should be",
                        ko: "정수가 있을 자리에 \(value.found)\(.subject) 있습니다")), path: path)
        default: return nil
        }
    }

    init(_ damage: CatalogDamage, path: String) {
        switch damage {
        case .searchIndex:
            self.init(
                .corrupt,
                en:
                    "the search index of \(path) is damaged, but its places are not; rebuild the index with 'geocli ingest --thorough'",
                ko: "\(path)의 검색 색인이 손상되었지만 장소 데이터에는 이상이 없습니다. 'geocli ingest --thorough'로 색인을 다시 만드세요")
        case .outlines(let detail):
            self.init(
                .corrupt,
                en:
                    "the district outlines in \(path) are damaged (\(detail.en)), but the places are not; import the outlines again with 'geocli layers import'",
                ko: "\(path)의 자치구 경계가 손상되었지만(\(detail.ko)) 장소 데이터에는 이상이 없습니다. 'geocli layers import'로 다시 가져오세요")
        case .ground(let detail):
            self.init(
                .corrupt,
                en:
                    "the base map in \(path) is damaged (\(detail.en)), but the places are not; import the base map again with 'geocli layers import', or remove it with 'geocli layers remove ROLE'",
                ko:
                    "\(path)의 바탕 지도가 손상되었지만(\(detail.ko)) 장소 데이터에는 이상이 없습니다. 'geocli layers import'로 다시 가져오거나 'geocli layers remove ROLE'로 지우세요"
            )
        case .decisions(let detail):
            let (en, ko) = (DisplayText.singleLine(detail.en), DisplayText.singleLine(detail.ko))
            self.init(
                .corrupt,
                en:
                    "the issues or corrections in \(path) are damaged (\(en)), but the places are not; restore the catalog from a backup, or save the undamaged issues and corrections with 'geocli corrections export'",
                ko:
                    "\(path)의 이슈나 정정이 손상되었지만(\(ko)) 장소 데이터에는 이상이 없습니다. 백업에서 카탈로그를 되살리거나, 손상되지 않은 이슈와 정정을 'geocli corrections export'로 저장하세요"
            )
        case .trigger(let name):
            let shown = DisplayText.singleLine(name)
            self.init(
                .corrupt,
                en:
                    "\(path) contains a trigger that geocli did not create and that could change what an ingest writes (\(shown)); nothing was changed; drop the trigger, or choose another file with --db",
                ko:
                    "\(path)에 geocli가 만들지 않은 트리거(\(shown))가 있어 수집 결과가 바뀔 수 있습니다. 아무것도 바꾸지 않았습니다. 트리거를 지우거나 --db로 다른 파일을 지정하세요"
            )
        case .row, .definition, .placeIndex: self = .damaged(path, damage.detail)
        }
    }

    private static func damaged(_ path: String, _ detail: Words) -> CatalogError {
        let (en, ko) = (DisplayText.singleLine(detail.en), DisplayText.singleLine(detail.ko))
        return CatalogError(
            .corrupt,
            en: "\(path) is damaged (\(en)); move the file elsewhere and rebuild the catalog with 'geocli ingest'",
            ko: "\(path)\(.subject) 손상되었습니다(\(ko)). 다른 곳으로 옮기고 'geocli ingest'로 다시 만드세요")
    }

    /// Whether SQLite can't write the catalog, or can't create the files that it needs beside the catalog.
    var isUnwritable: Bool { sqliteCode == SQLITE_CANTOPEN || sqliteCode == SQLITE_READONLY }

    init(_ error: DatabaseError, path: String) {
        let detail = DisplayText.singleLine(error.message ?? "SQLite error \(error.code)")
        switch error.code {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
            self.init(
                .busy, en: "\(path) is in use by another command; try again in a moment",
                ko: "다른 작업이 \(path)\(.object) 쓰고 있습니다. 잠시 뒤 다시 시도하세요")
        case SQLITE_NOTADB:
            self = .foreign(path, because: Words(en: "not an SQLite database", ko: "SQLite 데이터베이스가 아님"))
        case SQLITE_CORRUPT:
            guard let number = DiskFaults.takeReadError() else {
                self = .damaged(path, Words(en: detail, ko: detail))
                return
            }
            let reason = SystemError.words(number)
            self.init(
                .io, en: "cannot read \(path) or its temporary files from disk: \(reason.en); check the disk",
                ko: "디스크에서 \(path)\(.copula)나 임시 파일을 읽지 못합니다: \(reason.ko). 디스크를 확인하세요")
        case SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_NOLFS:
            self = Self.isOnReadOnlyMount(path) ? .readOnlyMount(path) : .inputOutput(path, detail)
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_SCHEMA:
            // Our statements are tested, so the cause is the content of the file.
            self.init(
                .corrupt,
                en:
                    "\(path) contains data that geocli did not write (\(detail)); check the file with 'geocli verify', then move it elsewhere and rebuild the catalog with 'geocli ingest'",
                ko:
                    "\(path)에 geocli가 저장하지 않은 내용이 있습니다(\(detail)). 'geocli verify'로 확인한 뒤 다른 곳으로 옮기고 'geocli ingest'로 다시 만드세요"
            )
        default:
            self.init(
                .bug, en: "a database statement on \(path) failed: \(detail); please report this",
                ko: "\(path)에서 데이터베이스 명령이 실패했습니다: \(detail). 오류를 제보해 주세요")
        }
        sqliteCode = error.code
    }

    private static func inputOutput(_ path: String, _ detail: String) -> CatalogError {
        CatalogError(
            .io,
            en:
                "cannot read or write \(path) or its temporary files: \(detail); check the disk, the permissions, and the free space there and in TMPDIR",
            ko: "\(path)\(.copula)나 임시 파일을 읽거나 쓸 수 없습니다: \(detail). 저장 위치와 TMPDIR의 남은 공간, 권한, 디스크를 확인하세요")
    }

    private static func readOnlyMount(_ path: String) -> CatalogError {
        CatalogError(
            .io,
            en:
                "cannot write \(path): its file system is mounted read-only; mount it for writing, or choose another file with --db",
            ko: "\(path)에 쓸 수 없습니다: 파일 시스템이 읽기 전용으로 마운트되어 있습니다. 쓰기용으로 마운트하거나 --db로 다른 파일을 지정하세요")
    }

    /// - Source: statvfs(3): `ST_RDONLY` is 1.
    private static func isOnReadOnlyMount(_ path: String) -> Bool {
        var mount = statvfs()
        return statvfs(path, &mount) == 0 && mount.f_flag & 1 != 0
    }
}
