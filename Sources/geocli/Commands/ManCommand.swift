internal import ArgumentParser
internal import GeocliExport

/// `geocli man`: the manual page of `Root` and all its commands, including this one.
struct ManCommand<Root: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "man", abstract: "Print the manual page geocli(1).",
            discussion: "Example: geocli man >geocli.1 && man ./geocli.1")
    }

    func run() throws {
        let place = try OutputDestination(nil, db: nil, reading: [])
        try OutputFile.create(at: place).write(Array(ManPage(try CommandInfo.root(Root.self)).text().utf8))
    }
}
