public import GeocliText
internal import Glibc

/// The reason why a plan can't be written or did not run to its end.
public struct ScaleError: ExplainedError, Equatable {
    /// The kinds of fault.
    public enum What: Sendable, Equatable {
        /// A file is not a plan.
        case noPlan(String)
        /// A value of a plan is not valid.
        case value(Words)
        /// A file of places or queries is not valid.
        case data(Words)
        /// A path has characters that are not allowed in the SQL.
        case path(String)
        /// A variable has no path.
        case noPath(String)
        /// The file does not exist.
        case missingFile(String)
        /// spark-sql, or the worker, was not found.
        case noProgram(name: String, option: String?)
        /// A process or a folder could not be created; `number` is errno.
        case system(doing: Words, number: Int32)
        /// The engine ended with this exit code. The other values are the engine's message, whether the data caused the
        /// failure, and the path of the complete log.
        case failed(status: Int32, said: String, isOfData: Bool, log: String?)
    }

    /// The fault.
    public let what: What

    init(_ what: What) { self.what = what }

    /// What happened and what to try.
    public var words: Words {
        switch what {
        case .noPlan(let name):
            Words(
                en: "\(name) is not a plan; write one with 'geocli batch nearest' or 'geocli batch collide'",
                ko: "\(name)\(.topic) 계획 파일이 아닙니다. 'geocli batch nearest'나 'geocli batch collide'로 만드세요")
        case .value(let words), .data(let words): words
        case .path(let path):
            Words(
                en:
                    "the path \"\(path)\" contains a quote, a colon, a control character or one of \\ $ * ? [ ] { }; Spark can't read such a path; rename the file or folder",
                ko: "경로 \"\(path)\"에 Spark가 그대로 읽지 못하는 문자(따옴표, 콜론, 제어 문자, \\ $ * ? [ ] { })가 있습니다. 파일이나 폴더의 이름을 바꾸세요")
        case .noPath(let name):
            Words(
                en: "the plan does not say where its \(name) are; add --\(name) FILE",
                ko: "계획에 \(name) 경로가 없습니다. --\(name) 옵션으로 파일을 지정하세요")
        case .missingFile(let path):
            Words(en: "\(path) does not exist; check the path", ko: "\(path) 파일이 없습니다. 경로를 확인하세요")
        case .noProgram(let name, let option?):
            Words(
                en:
                    "\(name) was found neither on PATH nor in its usual places; give \(option) PATH (see \(Self.guide(name)))",
                ko: "\(name)\(.object) PATH와 기본 위치에서 찾을 수 없습니다. \(option) 옵션으로 경로를 지정하세요(\(Self.guide(name)) 참고)")
        case .noProgram(let name, nil):
            Words(
                en: "\(name) is missing; put it into the folder of geocli or on PATH (see \(Self.guide(name)))",
                ko: "\(name)\(.object) 찾을 수 없습니다. geocli와 같은 폴더나 PATH에 두세요(\(Self.guide(name)) 참고)")
        case .system(let doing, let number):
            Words(
                en: "\(doing.en): \(errorText(number).en); check permissions and free space",
                ko: "\(doing.ko): \(errorText(number).ko). 권한과 디스크의 남은 공간을 확인하세요")
        case .failed(let status, let said, _, let log):
            Words(
                en:
                    "the plan did not finish (spark-sql: \(status)): \(said); \(log.map { "the full log is in \($0)" } ?? "keep the full log with --log FILE")",
                ko:
                    "계획이 끝까지 실행되지 않았습니다(spark-sql: \(status)): \(said). \(log.map { "전체 기록은 \($0)에 있습니다" } ?? "--log 파일로 전체 기록을 남기세요")"
            )
        }
    }
}

extension ScaleError {
    /// The page that says how to install a program.
    private static func guide(_ program: String) -> String {
        program == "geoserve" ? "docs/serve.md" : "docs/scale.md"
    }
}

/// Returns the system's text for an error number.
func errorText(_ number: Int32) -> Words { SystemError.words(number) }
