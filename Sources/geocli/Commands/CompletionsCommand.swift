internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText

/// `geocli completions SHELL`: the script that lets a shell complete the words of `Root` and all its commands,
/// including this one.
struct CompletionsCommand<Root: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "completions", en: "Print the completion script for bash, zsh or fish.",
            ko: "bash, zsh, fish의 자동 완성 스크립트를 출력합니다.",
            about: Words(
                en: """
                    Write the script to one of these files and start a new shell. The shell then completes commands, options, values and the places of the catalog.
                      bash  ~/.local/share/bash-completion/completions/geocli
                      zsh   _geocli in a folder of $fpath
                      fish  ~/.config/fish/completions/geocli.fish
                    """,
                ko: """
                    스크립트를 아래 파일에 저장하고 셸을 새로 여세요. 명령, 옵션, 값은 물론 카탈로그에 있는 장소도 자동으로 완성됩니다.
                      bash  ~/.local/share/bash-completion/completions/geocli
                      zsh   $fpath에 있는 폴더의 _geocli
                      fish  ~/.config/fish/completions/geocli.fish
                    """),
            examples: """
                $ geocli completions bash > ~/.local/share/bash-completion/completions/geocli
                $ geocli completions zsh > _geocli
                $ geocli completions fish --lang ko > ~/.config/fish/completions/geocli.fish
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "bash, zsh or fish (default: the shell that $SHELL names).", ko: "bash, zsh, fish 중 하나 (기본값: $SHELL에 적힌 셸)",
            value: .argument("SHELL")),
        completion: .words(CompletionShell.allCases.map(\.rawValue)))
    var shell: String?

    @OptionGroup(title: HelpSection.common) var language: LanguageOption

    func run() throws {
        let place = try OutputDestination(nil, db: nil, reading: [])
        let script = CompletionScript(root: Root.self).text(for: try wantedShell())
        try place.write(script)
    }

    private func wantedShell() throws -> CompletionShell {
        let name =
            shell?.trimmingBlanks()
            ?? Environment.variable("SHELL").flatMap { $0.split(separator: "/").last }
            .map(String.init)
        if let known = name.flatMap(CompletionShell.init(rawValue:)) { return known }
        guard let name, !name.isEmpty else {
            throw UsageError(en: "SHELL: write bash, zsh or fish", ko: "SHELL: bash, zsh, fish 가운데 하나를 쓰세요")
        }
        throw ValueArgument.wrong(
            "SHELL", name, en: "completions exist only for bash, zsh and fish", ko: "자동 완성은 bash, zsh, fish용만 있습니다")
    }
}
