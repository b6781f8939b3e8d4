internal import ArgumentParser
internal import GeocliIngest
internal import GeocliText

/// `geocli feeds new`: a declaration to fill in.
struct FeedsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "A declaration to fill in, with a remark on each line.",
        discussion: "Example: geocli feeds new > parks.toml")

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws { try StandardText.write(FeedDeclaration.starter) }
}
