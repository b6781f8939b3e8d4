internal import ArgumentParser
internal import GeocliIngest
internal import GeocliText

/// `geocli feeds new`: a declaration to fill in.
struct FeedsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "new", en: "Print a declaration to fill in, with a comment on each line.",
        ko: "내용만 채우면 되는 선언 파일을 줄마다 설명과 함께 출력합니다.",
        examples: """
            $ geocli feeds new
            $ geocli feeds new > parks.toml
            $ mkdir -p ~/.config/geocli/feeds && geocli feeds new > ~/.config/geocli/feeds/parks.toml
            """)

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws { try StandardText.write(FeedDeclaration.starter) }
}
