internal import CGeocliBuild
internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The name and the version of this program for the help, the manual page, records of runs and requests to services.
enum Program {
    static let name = "geocli"

    static let version = GEOCLI_VERSION

    /// What `--version` prints: the name, the version, and the commit if the build knew it.
    static var versionLine: String { "\(name) \(String(cString: cbuild_version()))" }

    static var userAgent: String { "\(name)/\(version)" }
}

enum Environment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Returns the folder of the readers' marks: `$XDG_STATE_HOME/geocli/readers`, or the path under `~/.local/state`
    /// if that variable is not set.
    static func readersFolder() throws -> String {
        guard let state = folder("XDG_STATE_HOME", ".local/state") else {
            throw UsageError(
                en:
                    "the reader's mark has no folder: neither XDG_STATE_HOME nor HOME is set; set one of them",
                ko: "읽음 표시를 저장할 곳을 알 수 없습니다(XDG_STATE_HOME과 HOME이 모두 없음). 둘 중 하나를 설정하세요")
        }
        return state.path + "/readers"
    }

    /// Returns geocli's folder inside the XDG folder that the variable `name` sets, or else inside the folder `usual`
    /// of the home folder, and the variable that was used; nil without both. The XDG specification says to ignore
    /// relative paths.
    static func folder(_ name: String, _ usual: String) -> (path: String, variable: String)? {
        if let folder = variable(name), folder.hasPrefix("/") { return (folder + "/geocli", name) }
        guard let home = variable("HOME"), !home.isEmpty else { return nil }
        return ("\(home)/\(usual)/geocli", "HOME")
    }

    /// Returns the path of an existing file, with links and dots resolved; the unchanged path if the system can't
    /// resolve it.
    static func realPath(_ path: String) -> String { FileSystem.realPath(path) ?? path }

    /// Returns the current time, or the time of `$SOURCE_DATE_EPOCH` if it is set, so that runs can be repeated.
    static func now() throws -> SeoulTime {
        guard let text = variable("SOURCE_DATE_EPOCH"), !text.isEmpty else {
            return SeoulTime(unixSeconds: Int64(time(nil)))
        }
        // Only years of four digits are allowed, as in the catalog's dates.
        guard let seconds = Int64(text), 0...253_402_214_400 ~= seconds else {
            throw UsageError(
                en: "SOURCE_DATE_EPOCH is \"\(text)\"; set it to whole seconds since 1970 or unset it",
                ko: "SOURCE_DATE_EPOCH 값이 \"\(text)\"입니다. 1970년 1월 1일부터 센 초(정수)로 두거나 지우세요")
        }
        return SeoulTime(unixSeconds: seconds)
    }

    /// Returns the day where the person is: in the person's time zone (`$TZ`, or else the system's), not in Seoul.
    static func today() throws -> String {
        let now = try now().unixSeconds
        var (moment, local) = (time_t(now), tm())
        localtime_r(&moment, &local)
        return String(SeoulTime(unixSeconds: now + Int64(local.tm_gmtoff)).timestamp.prefix(10))
    }

    /// Returns the day that a word such as `yesterday` means to the person (`DayWord`), and any other text unchanged.
    static func day(_ text: String) throws -> String { try DayWord.day(text, today: try today()) ?? text }
}
