internal import ArgumentParser
internal import GeocliIngest
internal import GeocliText

/// `geocli feeds new`: a declaration to fill in.
struct FeedsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "new", en: "Print a declaration to fill in, with a comment on each line.",
        ko: "줄마다 설명이 붙은, 채워 쓸 선언을 출력합니다.",
        examples: """
            $ geocli feeds new
            $ geocli feeds new > parks.toml
            $ mkdir -p ~/.config/geocli/feeds && geocli feeds new > ~/.config/geocli/feeds/parks.toml
            """)

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws { try StandardText.write(FeedDeclaration.starter) }
}
