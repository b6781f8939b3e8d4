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

/// The script that a shell loads to complete geocli's words.
///
/// The parser generates the script, and the script asks the program itself for values (`CompletionKind`). The functions
/// below replace functions of the parser's script that have bugs. In bash, the parser's functions run a name such as
/// `$(reboot)` as a command. They print errors into the line that is being typed. They fail in an open quote or after
/// `--kind=`. They offer nothing after `help`.
struct CompletionScript {
    let root: any ParsableCommand.Type

    /// Returns the script, which ends with a line end.
    func text(for shell: CompletionShell) -> String {
        let script = ParserWords.all.reduce(root.completionScript(for: shell)) { script, words in
            script.replacing(words.english, with: words.help.text(Help.language))
        }
        switch shell {
        case .zsh:
            // When zsh loads the file at first use, it runs the last lines at once, so our functions must come before
            // these lines.
            guard let end = script.ranges(of: "\nif [[ \"${funcstack[1]}\"").last?.lowerBound else {
                preconditionFailure("the parser's script for zsh has no end as of version 1.8")
            }
            return withGroups(Self.withValuesAfterEquals(script[..<end])) + "\n" + zsh + script[end...] + "\n"
        case .fish: return Self.withQuickConditions(script) + "\n\n" + fish
        default: return script + "\n\n" + bash
        }
    }

    private var commands: [CommandConfiguration] { root.configuration.subcommands.map { $0.configuration } }

    /// What can follow `help`.
    private var topics: String { (commands.compactMap(\.commandName) + ["all"]).joined(separator: " ") }

    private var bash: String {
        """
        # The answers of the program are already selected and quoted, and compgen -W would execute text in them. Readline
        # puts quotes around file names.
        __geocli_add_completions() {
            local candidate
            if [[ "${1}" = -W ]]; then
                while IFS='' read -r candidate; do
                    [[ -z "${candidate}" ]] || COMPREPLY+=("${candidate}")
                done <<<"${2}"
            else
                compopt -o filenames 2>/dev/null
                while IFS='' read -r candidate; do
                    COMPREPLY+=("${candidate}")
                done < <(compgen "${@}" -- "${cur}")
            fi
        }

        __geocli_custom_complete() {
            "${COMP_WORDS[0]/#\\~\\//${HOME}/}" "${@}" "${COMP_WORDS[@]}" 2>/dev/null
        }

        _geocli_help() {
            COMPREPLY+=($(compgen -W '\(topics)' -- "${cur}"))
        }

        # Readline treats the = of --kind=new as a separate word.
        __geocli_start() {
            local -a words=()
            local -i index current="${COMP_CWORD}"
            for index in "${!COMP_WORDS[@]}"; do
                if [[ "${COMP_WORDS[index]}" = '=' && "${COMP_WORDS[index - 1]}" = --* ]]; then
                    ((index < COMP_CWORD)) && current+=-1
                    ((index == COMP_CWORD)) && words+=('')
                else
                    words+=("${COMP_WORDS[index]}")
                fi
            done
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD="${current}"
            _geocli "${1}" "${2}" "${COMP_WORDS[COMP_CWORD - 1]}"
        }

        complete -F __geocli_start geocli

        """
    }

    private var zsh: String {
        """
        __geocli_complete() {
            # The parser's script turns off history expansion, so nothing would quote a !.
            setopt localoptions banghist
            local -ar candidates=("${@}")
            _describe -V '' candidates -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
        }

        # The line up to the cursor can't be divided into words if a quote is open.
        __geocli_cursor_index_in_current_word() {
            printf %s "$((${#words[CURRENT]} - ${#SUFFIX} - ${#QISUFFIX}))"
        }

        __geocli_custom_complete() {
            local -a completions
            completions=("${(@f)"$("${command_name/#\\~\\//${HOME}/}" "${@}" "${command_line[@]}" 2>/dev/null)"}")
            if [[ "${#completions[@]}" -gt 1 ]]; then
                __geocli_complete "${completions[@]:0:-1}"
            fi
        }

        _geocli_help() {
            local -ar commands=(
        \((commands + [Self.everything]).map { "        " + Self.quoted($0) }.joined(separator: "\n"))
            )
            _arguments '1:command:{_describe -V command commands}'
        }

        """
    }

    private var fish: String {
        """
        # 'complete -C' also knows the text before the cursor, but not the position of the cursor.
        function __geocli_tokens
            if test "$argv" = -tC
                string length -- "$(commandline -ct)"
            else if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
                commandline --tokens-raw $argv
            else
                commandline -o $argv
            end
        end

        # Whether a command like 'geocli mine note' could be on the line.
        function __geocli_has_command -a command_with_parents
            string match -q -- "*$(string replace -a ' ' ' *' -- $command_with_parents) *" "$(commandline -pc) "
        end

        function __geocli_custom_completion
            set -x SAP_SHELL fish
            set -x SAP_SHELL_VERSION $FISH_VERSION
            set -l tokens (__geocli_tokens -p)
            if test -z "$(__geocli_tokens -t)"
                set -l index (count (__geocli_tokens -pc))
                set tokens $tokens[..$index] '' $tokens[(math $index + 1)..]
            end
            set -l program (string replace -r '^~/' "$HOME/" -- $tokens[1])
            command -q $program; and command $program $argv $tokens 2>/dev/null
        end

        complete -c geocli -n '__geocli_should_offer_completions_for_positional "geocli help" -eq 1' -fa '\(topics)'

        """
    }

    /// Lists the commands by groups. Each group has a heading if the user's zsh shows headings, which needs
    /// `zstyle ':completion:*' group-name ''` and a format for descriptions.
    private func withGroups(_ script: String) -> String {
        let (start, end) = (
            "        local -ar subcommands=(\n", "        _describe -V subcommand subcommands && ret=0\n"
        )
        guard let first = script.firstRange(of: start), let last = script.firstRange(of: end) else {
            preconditionFailure("the parser's script for zsh has no list of commands as of version 1.8")
        }
        let all = root.configuration.groupedSubcommands
        let groups = all.enumerated().map { number, group in
            var commands = group.subcommands.map { $0.configuration }
            // The parser adds this command.
            if number == all.count - 1 {
                let words = ParserWords.all.first { $0.option == "help" }?.help.text(Help.language)
                commands.append(CommandConfiguration(commandName: "help", abstract: words ?? ""))
            }
            let lines = commands.map { "            \(Self.quoted($0))\n" }.joined()
            let list = "        local -ar group\(number)=(\n\(lines)        )\n"
            return list + "        _describe -t group\(number) -V '\(group.name)' group\(number) && ret=0\n"
        }
        return script[..<first.lowerBound] + groups.joined() + script[last.upperBound...]
    }

    /// Adds completion of `--kind=new`: writes `'--kind=[…]:…` instead of `'--kind[…]:…` into the specs of
    /// `_arguments`.
    private static func withValuesAfterEquals(_ script: Substring) -> String {
        script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.contains("'--") || line.contains("'*--"), line.contains("]:"),
                let bracket = line.firstIndex(of: "[")
            else { return String(line) }
            return line[..<bracket] + "=" + line[bracket...]
        }.joined(separator: "\n")
    }

    /// Makes the script's conditions faster. Otherwise, a TAB would evaluate more than a thousand conditions, and each
    /// would parse the command line.
    ///
    /// Each line of the script gets a condition in front of its own, which looks for the line's command in the text.
    /// fish evaluates a condition once for all lines that have it, from version 3.6. An older fish ignores all but the
    /// last condition of a line, so the last one begins with the same test.
    ///
    /// - Source: fish-shell, pull request 8967.
    private static func withQuickConditions(_ script: String) -> String {
        let first = "    set -l non_repeating_flags_or_options_absent 0\n"
        return script.replacing(
            first, with: "    __geocli_has_command \"$expected_commands\"; or return 1\n" + first
        ).replacing(#/ -n '__geocli_should_offer_completions_for_\w+ ("geocli [^"]+")/#) { line in
            " -n '__geocli_has_command \(line.1)'" + line.0
        }
    }

    /// The word `all` of `help all`.
    private static var everything: CommandConfiguration {
        let words = Words(en: "List every command.", ko: "모든 명령을 보여 줍니다.")
        return CommandConfiguration(commandName: "all", abstract: words.text(Help.language))
    }

    /// Returns a command and its abstract as an element of a zsh array.
    private static func quoted(_ command: CommandConfiguration) -> String {
        let line = Candidate(value: command.commandName ?? "", note: command.abstract).line(for: .zsh, in: nil)
        return "'" + line.replacing("'", with: "'\\''") + "'"
    }
}
