/// The manual page geocli(1), generated from the same definitions as the help.
struct ManPage {
    private let root: CommandInfo
    /// The options that at least three commands share, explained once. They are sorted by the number of commands,
    /// ascending.
    private let shared: [ArgumentInfo]

    init(_ root: CommandInfo) {
        self.root = root
        var seen: [ArgumentInfo: Int] = [:]
        var order: [ArgumentInfo] = []
        for option in root.all().flatMap(\.command.arguments) where !option.names.isEmpty {
            if seen[option] == nil { order.append(option) }
            seen[option, default: 0] += 1
        }
        // If different options have the same name, only the most frequent one is shared; the others are explained with
        // their commands.
        let most = Dictionary(order.map { ($0.names, seen[$0, default: 0]) }) { max($0, $1) }
        shared = order.filter { seen[$0, default: 0] >= 3 && seen[$0] == most[$0.names] }
            .sorted { seen[$0, default: 0] < seen[$1, default: 0] }
    }

    /// Returns the page. It has no date, because it depends only on the program.
    func text() -> String {
        var page = Roff()
        page.line(".TH GEOCLI 1 \"\" \"geocli \(Program.version)\" \"User Commands\"")
        // No hyphenation: a reader could not copy an option that is split by a hyphen.
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

    /// Returns `-o file`, `--kind kind`, or `[SOURCE ...]` for a positional argument.
    private static func tag(_ argument: ArgumentInfo) -> String {
        let names = argument.names.map(Roff.bold).joined(separator: ", ")
        guard let value = argument.valueName else { return names }
        guard names.isEmpty else { return "\(names) \(Roff.italic(value))" }
        let word = Roff.italic(value) + (argument.isRepeating ? " ..." : "")
        return argument.isOptional ? "[\(word)]" : word
    }

    /// Returns a sentence as whatis(1) shows it: the part before its colon, without a capital.
    private static func title(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().prefix { $0 != ":" }
    }
}
