internal import ArgumentParser
internal import Export

/// `geocli man`: the manual page.
struct ManCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Print the manual page geocli(1).",
        discussion: "Example: geocli man >geocli.1 && man ./geocli.1")

    func run() throws {
        let place = try OutputPlace(nil, db: nil, reading: [])
        try OutputFile.create(at: place).write(Array(ManPage(try CommandInfo.root()).text().utf8))
    }
}
