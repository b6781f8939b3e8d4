internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The options of a command that changes or writes a person's own records.
struct MineArguments: ParsableArguments {
    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions
}

struct MineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder of your records (default: $GEOCLI_MINE, then mine in ~/.local/share/geocli).",
            ko: "내 기록을 두는 폴더 (기본값: $GEOCLI_MINE, 없으면 ~/.local/share/geocli의 mine)", value: .folder),
        completion: .directory)
    var mineDb: String?

    /// Returns the folder; nothing is read.
    func folder() throws -> MineFolder { try Environment.mine(mineDb) }

    func read() throws -> MineState {
        let logs = try folder().read()
        Self.tell(logs.findings)
        return logs.state
    }

    /// Records changes. They are on disk when the call returns.
    @discardableResult
    func record(_ changes: (MineState) throws -> [MineFolder.Change]) throws -> MineState {
        let logs = try folder().record(now: try Environment.nowMilliseconds(), changes)
        Self.tell(logs.findings)
        return logs.state
    }

    /// Does what remains to be done after an act was recorded. If that fails, the person gets a warning instead of an
    /// error, because after an error people try again and would record the act twice.
    ///
    /// - Parameter told: the record, as the subject of a sentence.
    static func finish(_ told: Words, else failure: Words, _ body: () throws -> Void) {
        do { try body() } catch {
            // The program that reads our output closed the pipe, because it needs no more.
            if (error as? OutputError)?.isBrokenPipe == true { return }
            // Only the message of an `OutputError` is shown. Any other message may say that nothing was recorded.
            let reason = (error as? OutputError)?.words ?? Words(en: "", ko: "")
            Console.complain(
                en:
                    "warning: \(told.en) is recorded, but \(failure.en)\(reason.en.isEmpty ? "" : ": ")\(reason.en)",
                ko: "주의: \(told.ko)\(.topic) 저장했지만 \(failure.ko)\(reason.ko.isEmpty ? "" : ": ")\(reason.ko)")
        }
    }

    /// Moves photos back from the trash if they belong to notes that were just recorded. A 'gc' that ran at the same
    /// time may have put them there. Warns about photos that are missing.
    func restorePhotos(of notes: [MineNote]) {
        for note in notes where !note.photos.isEmpty {
            let told = Words(en: "note \(note.number)", ko: "기록 \(note.number)")
            Self.finish(
                told,
                else: Words(
                    en: "its photos may be in the trash; run 'geocli mine gc' to move them back",
                    ko: "사진이 휴지통에 있을 수 있습니다. 'geocli mine gc'를 실행하면 기록에 쓰인 사진은 휴지통에서 제자리로 돌아옵니다")
            ) {
                let photos = MinePhotos(of: try folder())
                try photos.restore(note.photos)
                let known = Set(try photos.names())
                let (missing, all) = (note.photos.count { !known.contains($0) }, note.photos.count)
                guard missing > 0 else { return }
                let path = DisplayText.singleLine(photos.path)
                let those = all == 1 ? "its photo is" : "\(missing) of its \(all) photos \(missing == 1 ? "is" : "are")"
                Console.complain(
                    en:
                        "warning: \(told.en): \(those) not in \(path); \(missing == 1 ? "it" : "they") may be on another device",
                    ko: "주의: \(told.ko): 사진 \(all)장 중 \(missing)장이 \(path)에 없습니다. 다른 기기에 있을 수 있습니다")
            }
        }
    }

    static func tell(leftOut: [MinePhotos.LeftOut]) {
        guard let first = leftOut.first else { return }
        let shown = DisplayText.singleLine(first.name)
        let count = leftOut.count
        Console.complain(
            count == 1
                ? Words(
                    en: "warning: a photo was left out: \(shown): \(first.reason.en)",
                    ko: "주의: 사진 1장을 가져오지 못했습니다. \(shown): \(first.reason.ko)")
                : Words(
                    en: "warning: \(count) photos were left out; the first is \(shown): \(first.reason.en)",
                    ko: "주의: 사진 \(count)장을 가져오지 못했습니다. 그중 첫 번째 사진 \(shown): \(first.reason.ko)"))
    }

    private static let maximumTold = 10

    static func tell(_ findings: [MineFinding]) {
        for finding in findings.prefix(maximumTold) {
            Console.complain(en: "warning: \(finding.words.en)", ko: "주의: \(finding.words.ko)")
        }
        let more = findings.count - maximumTold
        guard more > 0 else { return }
        Console.complain(en: "warning: \(more) more files or lines were skipped", ko: "주의: 건너뛴 파일이나 줄이 \(more)개 더 있습니다")
    }
}

extension Environment {
    /// Returns the folder of a person's own records: that of the option or of `$GEOCLI_MINE`, or `mine` beside the
    /// usual catalog.
    static func mine(_ option: String?) throws -> MineFolder {
        let path = try minePath(option)
        guard let state = folder("XDG_STATE_HOME", ".local/state") else {
            throw UsageError(
                en:
                    "the id of this device has no folder: neither XDG_STATE_HOME nor HOME is set; set one of them",
                ko: "이 기기의 정보를 저장할 곳을 알 수 없습니다(XDG_STATE_HOME과 HOME이 모두 없음). 둘 중 하나를 설정하세요")
        }
        return MineFolder(path, devices: state.path + "/mine", machine: machine)
    }

    private static func minePath(_ option: String?) throws -> String {
        if let option {
            guard !option.isEmpty else {
                throw UsageError(en: "--mine-db is empty; give it a folder", ko: "--mine-db 값이 비어 있습니다. 폴더를 쓰세요")
            }
            return option
        }
        if let path = variable("GEOCLI_MINE"), !path.isEmpty { return path }
        guard let data = folder("XDG_DATA_HOME", ".local/share") else {
            throw UsageError(
                en: "the folder of your records is unknown: neither GEOCLI_MINE nor HOME is set; give --mine-db FOLDER",
                ko: "내 기록 폴더를 알 수 없습니다(GEOCLI_MINE과 HOME이 모두 없음). --mine-db로 폴더를 지정하세요")
        }
        return data.path + "/mine"
    }

    /// The hash of the machine's id. It changes if this home folder is copied to another machine.
    ///
    /// - Source: machine-id(5): an application must not show the id itself.
    private static var machine: String {
        guard let source = try? ByteSource.file(path: "/etc/machine-id"), let bytes = try? source.next(), !bytes.isEmpty
        else { return "" }
        return String(SHA256(Array("geocli mine\n".utf8) + bytes).hexDigest().prefix(16))
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
