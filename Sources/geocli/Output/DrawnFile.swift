internal import GeocliAsking
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The common part of `map` and `plot`: one file to look at, which is never written to a terminal.
struct DrawnFile {
    /// The kind of file, as the start of a sentence: `a page`, `페이지는`.
    let kind: Words
    /// An example of a command that writes such a file.
    let example: String
    /// The usual file name endings.
    let endings: [String]

    /// Refuses to write to a terminal.
    ///
    /// - Throws: `UsageError`.
    func refuseTerminal(_ output: String?) throws {
        guard output == nil, Console.outputIsTerminal else { return }
        throw terminalRefusal
    }

    private var terminalRefusal: UsageError {
        UsageError(
            en: "\(kind.en) can't be shown in a terminal; write it to a file: \(example)",
            ko: "\(kind.ko) 터미널에 표시할 수 없습니다. 파일로 저장하세요: \(example)")
    }

    /// Refuses a path with the ending of a different kind of file, because the name does not change the content.
    ///
    /// - Edges: a name without an ending, a device and standard output are allowed.
    /// - Throws: `UsageError`.
    func refuseEnding(of output: String?, _ words: (String) -> Words) throws {
        guard let output, !output.hasPrefix("/dev/"), let name = output.split(separator: "/").last,
            let dot = name.dropFirst().lastIndex(of: "."), !endings.contains(name[dot...].lowercased())
        else { return }
        let sentence = words(DisplayText.singleLine(output))
        throw UsageError(en: sentence.en, ko: sentence.ko)
    }

    /// Opens the file at `place`.
    ///
    /// - Throws: `UsageError` for a terminal, under any name; `OutputError`.
    func open(_ place: OutputDestination) throws -> OutputFile {
        let file = try OutputFile.create(at: place)
        guard !file.isTerminal else { throw terminalRefusal }
        return file
    }
}
