/// The manual page geocli(1), out of the definitions that the help comes from.
struct ManPage {
    private let root: CommandInfo
    /// What at least three commands have alike is explained once; what the most have comes last.
    private let shared: [ArgumentInfo]

    init(_ root: CommandInfo) {
        self.root = root
        var seen: [ArgumentInfo: Int] = [:]
        var order: [ArgumentInfo] = []
        for option in root.all().flatMap(\.command.arguments) where !option.names.isEmpty {
            if seen[option] == nil { order.append(option) }
            seen[option, default: 0] += 1
        }
        // Of several options of one name the rarer are explained with their commands.
        let most = Dictionary(order.map { ($0.names, seen[$0, default: 0]) }) { max($0, $1) }
        shared = order.filter { seen[$0, default: 0] >= 3 && seen[$0] == most[$0.names] }
            .sorted { seen[$0, default: 0] < seen[$1, default: 0] }
    }

    /// The page; a function of the program, so that it tells no date.
    func text() -> String {
        var page = Roff()
        page.line(".TH GEOCLI 1 \"\" \"geocli \(GeocliCommand.version)\" \"User Commands\"")
        // Nobody can copy an option that is divided.
        page.line(".nh\n.ad l")
        page.section("NAME")
        page.line("geocli \\- \(Roff.escaped(Self.title(root.abstract)))")
        page.section("SYNOPSIS")
        page.line("\(Roff.bold("geocli")) \(Roff.italic("command")) [\(Roff.italic("options"))]")
        page.section("DESCRIPTION")
        page.verbatim(root.discussion)
        page.section("COMMANDS")
        for (path, command) in root.all() { describe(command, path, in: &page) }
        page.section("OPTIONS OF SEVERAL COMMANDS")
        for option in shared { page.item(Self.tag(option), option.abstract) }
        Self.appendSections(to: &page)
        return page.text
    }

    private func describe(_ command: CommandInfo, _ path: [String], in page: inout Roff) {
        let operands = command.arguments.filter { $0.names.isEmpty }
        page.subsection(
            ([(["geocli"] + path).joined(separator: " ")].map(Roff.bold) + operands.map(Self.tag)).joined(
                separator: " "))
        page.paragraph(command.abstract)
        if !command.discussion.isEmpty { page.verbatim(command.discussion) }
        for argument in command.arguments where !shared.contains(argument) && !argument.abstract.isEmpty {
            page.item(Self.tag(argument), argument.abstract)
        }
        let others = shared.filter(command.arguments.contains).compactMap(\.names.last)
        if !others.isEmpty { page.paragraph("Also \(others.joined(separator: ", ")); see below.") }
    }

    /// `-o file`, `--kind kind`, or `[SOURCE ...]` of an argument.
    private static func tag(_ argument: ArgumentInfo) -> String {
        let names = argument.names.map(Roff.bold).joined(separator: ", ")
        guard let value = argument.valueName else { return names }
        guard names.isEmpty else { return "\(names) \(Roff.italic(value))" }
        let word = Roff.italic(value) + (argument.isRepeating ? " ..." : "")
        return argument.isOptional ? "[\(word)]" : word
    }

    /// A sentence as whatis(1) shows it: what stands before its colon, without a capital.
    private static func title(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().prefix { $0 != ":" }
    }
}
