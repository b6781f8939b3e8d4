internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// `geocli config`: the settings in force, and where they come from.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "The settings in force, and where each comes from.",
        discussion: """
            An option counts before the environment, this before the configuration file,
            ~/.config/geocli/config: lines such as these, all of them optional; # begins a remark.
                db = ~/places/catalog.sqlite  the catalog: a path or a server's address
                lang = ko                     language for people: ko or en
                here = 37.5563,126.9236       where 'geocli near' alone answers from
                format = json                 format of listings on a terminal only
                seoul_openapi_key = KEY       key of the live service; never shown
            A file with a key should be readable by its owner only (chmod 600).

            Example: geocli config --format table
            """)

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<SettingRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let rows = try SettingRow.all(common)
        let limit = try output.limitCount() ?? rows.count
        try Listing.write(.settings, listing) { writer in for row in rows.prefix(limit) { try writer.write(row) } }
        guard try SettingsFile.own.get() == nil, let path = SettingsFile.usualPath else { return }
        Console.note(
            Words(
                en: "no configuration file \(path); 'geocli config --help' shows what it may contain",
                ko: "설정 파일이 없습니다(\(path)); 쓸 수 있는 내용은 'geocli config --help'를 보세요"), isQuiet: common.quiet)
    }
}
