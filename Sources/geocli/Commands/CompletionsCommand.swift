internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// `geocli completions SHELL`: the script that lets a shell complete the words of `Root` and all its commands,
/// including this one.
struct CompletionsCommand<Root: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "completions", abstract: "Print the completions for a shell: bash, zsh or fish.",
            discussion: """
                From these files new shells complete commands, options, values and bookstores:
                bash  ~/.local/share/bash-completion/completions/geocli
                zsh   _geocli in a folder of $fpath
                fish  ~/.config/fish/completions/geocli.fish
                Example: geocli completions fish >~/.config/fish/completions/geocli.fish
                """)
    }

    @Argument(
        help: ArgumentHelp("bash, zsh or fish (default: the shell that $SHELL names).", valueName: "SHELL"),
        completion: .words(CompletionShell.allCases.map(\.rawValue)))
    var shell: String?

    func run() throws {
        let place = try OutputDestination(nil, db: nil, reading: [])
        let script = CompletionScript(root: Root.self).text(for: try wantedShell())
        try OutputFile.create(at: place).write(Array(script.utf8))
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
            "SHELL", name, en: "completions exist only for bash, zsh and fish", ko: "bash, zsh, fish의 자동 완성만 있습니다")
    }
}
