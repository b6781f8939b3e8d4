public import GeocliText

/// An output path that leads to a file which must not be overwritten.
public struct OutputClash: ExplainedError, Equatable {
    /// The kinds of file that the path can lead to.
    public enum What: Sendable, Equatable {
        /// The catalog at this path.
        case catalog(String)
        /// A file that SQLite keeps, or will keep, beside the catalog at this path.
        case catalogSide(String)
        /// A catalog that the command does not read.
        case otherCatalog
        /// An input of the command; `-` is standard input.
        case input(String)
        /// Another output of the command.
        case output(String)
        /// The folder of a person's records, or a file in it.
        case records(String)
        /// This file, which geocli keeps for itself, or a file in this folder.
        case kept(String)
        /// A place in this folder, which geocli keeps for itself.
        case keptFolder(String)
    }

    /// The path as given; nil for standard output.
    public let path: String?
    /// The file that the path leads to.
    public let what: What

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .usage }

    /// What happened and what to try.
    public var words: Words {
        switch what {
        case .catalog(let other):
            overwriting(
                Words(en: "the catalog\(name(other) { " \($0)" })", ko: "카탈로그\(name(other) { "(\($0))" })"))
        case .catalogSide(let catalog):
            overwriting(Words(en: "a part of the catalog \(shown(catalog))", ko: "카탈로그(\(shown(catalog)))의 일부"))
        case .otherCatalog: overwriting(Words(en: "a geocli catalog", ko: "geocli 카탈로그"))
        case .input("-"):
            overwriting(Words(en: "what this command reads on standard input", ko: "이 명령이 표준 입력으로 읽는 파일"))
        case .input(let other):
            overwriting(
                Words(
                    en: other == path ? "what this command reads" : "\(shown(other)), which this command reads",
                    ko: "이 명령이 읽는 파일\(name(other) { "(\($0))" })"))
        case .output(let other):
            overwriting(
                Words(
                    en: other == path
                        ? "what this command also writes" : "\(shown(other)), which this command also writes",
                    ko: "이 명령이 함께 저장하는 파일\(name(other) { "(\($0))" })"))
        case .kept(let other):
            overwriting(
                Words(
                    en: "what geocli keeps for itself\(name(other) { " (\($0))" })",
                    ko: "geocli가 직접 관리하는 파일\(name(other) { "(\($0))" })"))
        case .records(let folder): writing(intoRecords: shown(folder))
        case .keptFolder(let folder):
            Words(
                en:
                    "\(path.map(shown) ?? "standard output") is in \(shown(folder)), where geocli keeps its settings and its state; choose another folder",
                ko:
                    "\(path.map(shown) ?? "표준 출력")\(.topic) geocli의 설정과 상태를 두는 폴더(\(shown(folder)))에 있습니다. 다른 폴더를 쓰세요")
        }
    }

    private func overwriting(_ said: Words) -> Words {
        guard let path else {
            return Words(
                en: "standard output would overwrite \(said.en); send it to another file",
                ko: "표준 출력으로 보내면 \(said.ko)\(.object) 덮어쓰게 됩니다. 다른 파일로 보내세요")
        }
        return Words(
            en: "writing to \(shown(path)) would overwrite \(said.en); write to another file",
            ko: "\(shown(path))\(.topic) \(said.ko)입니다. 덮어쓰지 않도록 다른 파일 이름을 쓰세요")
    }

    /// Returns the message for an output in the folder of a person's records. No output may be written there, whether
    /// the file exists or not.
    private func writing(intoRecords folder: String) -> Words {
        Words(
            en:
                "\(path.map(shown) ?? "standard output") is in the folder of your records (\(folder)), where only 'geocli mine' writes; choose another folder",
            ko:
                "\(path.map(shown) ?? "표준 출력")\(.topic) 내 기록 폴더(\(folder))에 있습니다. 이 폴더에는 'geocli mine' 명령만 파일을 저장합니다. 다른 폴더를 쓰세요"
        )
    }

    /// Returns the words that name the other path; empty if it equals the path that was given.
    private func name(_ other: String, _ form: (String) -> String) -> String {
        other == path ? "" : form(shown(other))
    }

    private func shown(_ path: String) -> String { DisplayText.singleLine(path) }
}
