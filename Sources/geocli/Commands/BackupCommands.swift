internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliText

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "backup",
        en: "Write a checked copy of the catalog to one file, even while an ingest runs.",
        ko: "카탈로그를 파일 하나로 백업하고 검사합니다. 수집 중에도 쓸 수 있습니다.",
        about: Words(
            en: """
                The copy has everything: places, history, issues, corrections and kept pages. It is checked as 'geocli verify' does and gets its name when it is complete and on disk, so an earlier backup stays whole until then. 'geocli restore' puts it back; --db reads it like any catalog.
                """,
            ko: """
                장소, 이력, 이슈, 정정, 보관한 페이지까지 모두 담습니다. 'geocli verify'와 같은 검사를 거쳐 디스크에 다 쓴 뒤에야 파일 이름을 붙이므로, 그때까지 이전 백업은 그대로 남습니다. 'geocli restore'로 되살리고, --db로 지정하면 보통 카탈로그처럼 읽습니다.
                """),
        examples: """
            $ geocli backup backup.sqlite
            $ geocli backup -q backup.sqlite
            $ geocli backup weekly.sqlite --db catalog.sqlite
            """)

    @Argument(
        help: ArgumentHelp(
            "The file to write. An earlier backup with this name is replaced.",
            ko: "저장할 파일. 같은 이름의 이전 백업은 새 백업으로 바뀝니다.", value: .argument("FILE")), completion: .file())
    var file: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try Environment.catalogPath(common.db)
        let target = try BackupFile.target(file, of: path, db: common.db)
        let catalog = try common.catalog()
        let status = try BackupFile.write(to: target, named: file, catalog.copy) { place in
            let copy = try Catalog(copyAt: place, named: path)
            try BackupFile.requireWhole(copy) { finding in
                Words(
                    en:
                        "the catalog is damaged (\(finding.en)), so no backup was made and an earlier one stays; 'geocli verify' says what to do",
                    ko: "카탈로그가 손상되어(\(finding.ko)) 백업하지 않았습니다. 이전 백업은 그대로입니다. 'geocli verify'를 확인하세요")
            }
            return try copy.status()
        }
        let (shown, state) = (DisplayText.singleLine(file), BackupFile.words(status))
        let size = BackupFile.size(file)
        common.note(en: "\(shown): backup of \(state.en), \(size.en)", ko: "\(shown): 백업했습니다. \(state.ko), \(size.ko)")
    }
}

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "restore",
        en: "Put a backup in the place of the catalog, either completely or not at all.",
        ko: "백업에서 카탈로그를 되살립니다. 전부 되살리거나 아무것도 바꾸지 않습니다.",
        about: Words(
            en: """
                The backup is checked first. A catalog that exists is replaced only with --replace, and is kept beside it as 'NAME.before-restore'. An ingest at the same time waits; a reader that is at work ends with the data with which it began.
                """,
            ko: """
                백업을 먼저 검사합니다. 이미 있는 카탈로그는 --replace를 쓸 때만 바꾸고, 그 사본을 'NAME.before-restore'로 같은 폴더에 남깁니다. 그동안 수집은 기다리고, 조회 중인 명령은 처음 읽기 시작한 데이터로 끝납니다.
                """),
        examples: """
            $ geocli restore backup.sqlite --replace
            $ geocli restore -q backup.sqlite --replace
            $ geocli restore backup.sqlite --db copy.sqlite
            """)

    @Argument(
        help: ArgumentHelp(
            "A backup, or any catalog.", ko: "백업 파일이나 다른 카탈로그", value: .argument("FILE")), completion: .file())
    var file: String

    @Flag(
        help: ArgumentHelp(
            "Replace a catalog that exists, and keep a copy of it beside it.",
            ko: "이미 있는 카탈로그를 바꾸고, 그 사본을 같은 폴더에 남깁니다."))
    var replace = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try Environment.catalogPath(common.db)
        let backup = try openBackup()
        let status = try backup.status()
        let restore = CatalogRestore(
            path: path, makesFolder: try Environment.isUsualCatalog(common.db),
            isPrivate: !BackupFile.isReadableByAll(file))
        var kept: String?
        do {
            try restore.run(backup) { former in
                guard replace else { throw BackupFile.exists(path) }
                kept = try BackupFile.keep(former, of: path)
            }
        } catch {
            if let kept { BackupFile.forget(kept, of: path) }
            throw error
        }
        let (shown, state) = (DisplayText.singleLine(path), BackupFile.words(status))
        common.note(en: "\(shown): restored \(state.en)", ko: "\(shown): 되살렸습니다. \(state.ko)")
        guard let kept = kept.map({ DisplayText.singleLine($0) }) else { return }
        common.note(en: "the former catalog: \(kept)", ko: "이전 카탈로그: \(kept)")
    }

    /// Opens and checks the backup. All reads of the command see it as it is at one moment.
    private func openBackup() throws -> Catalog {
        let shown = DisplayText.singleLine(file)
        guard file != "-" else {
            throw UsageError(
                en: "-: a backup is a database and can't be read from a pipe; save it to a file, and give its path",
                ko: "-: 백업은 데이터베이스라서 파이프로 읽을 수 없습니다. 파일로 저장한 뒤 그 경로를 쓰세요")
        }
        try InputFile.check([file], db: common.db)
        guard FileCheck.exists(file) else {
            throw PlainError(
                .noInput, en: "there is no backup at \(shown); check the path",
                ko: "\(shown)에 백업이 없습니다. 경로를 확인하세요")
        }
        do {
            let backup = try Catalog(path: file)
            try backup.holdSnapshot()
            try BackupFile.requireWhole(backup) { Self.damaged(shown, $0) }
            return backup
        } catch let error as CatalogError {
            // The error's own words tell what to do about the catalog of --db.
            switch error.code {
            case .corrupt:
                throw PlainError(
                    .data, Self.damaged(shown, Words(en: "it can't be read", ko: "읽을 수 없음")))
            case .foreign, .missing, .prerelease:
                throw PlainError(
                    .data, en: "\(shown) is not a backup of geocli; nothing was changed; use another file",
                    ko: "\(shown)\(.topic) geocli 백업이 아닙니다. 아무것도 바꾸지 않았습니다. 다른 파일을 쓰세요")
            case .newer:
                throw PlainError(
                    .data,
                    en: "\(shown) was made by a newer geocli; nothing was changed; update geocli, and restore again",
                    ko: "\(shown)\(.topic) 더 새로운 geocli로 만든 백업입니다. 아무것도 바꾸지 않았습니다. geocli를 업데이트한 뒤 되살리세요")
            default: throw error
            }
        }
    }

    private static func damaged(_ shown: String, _ finding: Words) -> Words {
        Words(
            en: "\(shown) is damaged (\(finding.en)); nothing was changed; use another backup",
            ko: "\(shown)\(.subject) 손상되었습니다(\(finding.ko)). 아무것도 바꾸지 않았습니다. 다른 백업을 쓰세요")
    }
}
