internal import GeocliAsking
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

extension Environment {
    /// Returns the folder of a person's own records: that of the option or of `$GEOCLI_MINE`, or `mine` beside the
    /// usual catalog.
    ///
    /// - Throws: `UsageError`.
    static func mine(_ option: String?) throws -> MineFolder {
        let path = try minePath(option)
        guard let devices = under("XDG_STATE_HOME", ".local/state") else {
            throw UsageError(
                en:
                    "the id of this device has no folder: neither XDG_STATE_HOME nor HOME is set; set one of them",
                ko: "이 기기의 정보를 저장할 곳을 알 수 없습니다(XDG_STATE_HOME과 HOME이 모두 없음). 둘 중 하나를 설정하세요")
        }
        let cache = under("XDG_CACHE_HOME", ".cache").map { MineCache($0, version: Program.versionLine) }
        return MineFolder(path, devices: devices + "/mine", machine: machine, cache: cache)
    }

    private static func minePath(_ option: String?) throws -> String {
        if let option {
            guard !option.isEmpty else {
                throw UsageError(en: "--mine-db is empty; give it a folder", ko: "--mine-db 값이 비어 있습니다. 폴더를 쓰세요")
            }
            return option
        }
        if let path = variable("GEOCLI_MINE"), !path.isEmpty { return path }
        guard let data = under("XDG_DATA_HOME", ".local/share") else {
            throw UsageError(
                en: "the folder of your records is unknown: neither GEOCLI_MINE nor HOME is set; give --mine-db FOLDER",
                ko: "내 기록 폴더를 알 수 없습니다(GEOCLI_MINE과 HOME이 모두 없음). --mine-db로 폴더를 지정하세요")
        }
        return data + "/mine"
    }

    /// Returns geocli's folder inside the XDG folder that the variable `name` sets. The XDG specification says to
    /// ignore relative paths. Nil without a home folder.
    private static func under(_ name: String, _ usual: String) -> String? {
        if let folder = variable(name), folder.hasPrefix("/") { return folder + "/geocli" }
        guard let home = variable("HOME"), !home.isEmpty else { return nil }
        return "\(home)/\(usual)/geocli"
    }

    /// The hash of the machine's id. It changes if this home folder is copied to another machine.
    ///
    /// - Source: machine-id(5): an application must not show the id itself.
    private static var machine: String {
        guard let source = try? ByteSource.file(path: "/etc/machine-id"), let bytes = try? source.next(), !bytes.isEmpty
        else { return "" }
        var hash = SHA256()
        hash.update(Array("geocli mine\n".utf8) + bytes)
        return String(hash.hexDigest().prefix(16))
    }

    /// Returns the day of a person's own records: that of the person's time zone (`$TZ`, or else the system's), not that
    /// of Seoul.
    static func today() throws -> String {
        let now = try now().unixSeconds
        var (moment, local) = (time_t(now), tm())
        localtime_r(&moment, &local)
        return String(SeoulTime(unixSeconds: now + Int64(local.tm_gmtoff)).timestamp.prefix(10))
    }

    /// Returns the present time in milliseconds since 1970, or the time of `$SOURCE_DATE_EPOCH` if that is set.
    static func nowMilliseconds() throws -> Int64 {
        let seconds = try now().unixSeconds
        guard (variable("SOURCE_DATE_EPOCH") ?? "").isEmpty else { return seconds * 1000 }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
