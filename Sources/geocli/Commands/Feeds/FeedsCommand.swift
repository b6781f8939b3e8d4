internal import ArgumentParser

/// `geocli feeds`: the declared feeds.
struct FeedsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feeds", abstract: "Declared feeds: list, show, begin a new one, check one with saved pages.",
        discussion: """
            A declaration is one TOML file. Files in ~/.config/geocli/feeds/ and
            /etc/geocli/feeds.d/ are known by their id; any other file by its path.

            Examples: geocli feeds · geocli feeds new > parks.toml
                      geocli feeds check parks.toml page.json
                      geocli ingest --feed parks.toml page.json
            """,
        subcommands: [
            FeedsListCommand.self, FeedsShowCommand.self, FeedsNewCommand.self, FeedsCheckCommand.self,
        ],
        defaultSubcommand: FeedsListCommand.self)
}
