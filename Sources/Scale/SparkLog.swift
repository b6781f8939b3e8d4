internal import Glibc
internal import Text

/// The reason of a failure, found among the hundreds of lines that Spark says about one.
struct SparkLog {
    /// One sentence.
    let reason: String
    /// Whether the data are to blame: a check of the plan, the worker, or a file that can't be read says so.
    let isOfData: Bool

    /// Of the last of a log so much is looked at.
    private static let lastBytes = 1 << 20

    /// The reason at the end of a log.
    init(path: String) {
        let lines = Self.end(of: path).split(separator: "\n")
        if let worker = lines.last(where: { $0.contains("geoworker: ") }),
            let start = worker.firstRange(of: "geoworker: ")
        {
            (reason, isOfData) = (Self.sentence(worker[start.lowerBound...]), true)
        } else if let check = lines.last(where: { $0.contains("] geocli: ") }),
            let start = check.firstRange(of: "] geocli: ")
        {
            (reason, isOfData) = (Self.sentence(check[start.upperBound...]), true)
        } else if let malformed = Self.part(
            of: lines, from: "[MALFORMED_CSV_RECORD]", "[MALFORMED", "[FAILED_READ_FILE")
        {
            (reason, isOfData) = (Self.sentence(malformed), true)
        } else if let other = lines.last(where: {
            $0.hasPrefix("[") || $0.contains("Exception: ") || $0.contains("Error: ")
        }) {
            (reason, isOfData) = (Self.sentence(other), false)
        } else {
            (reason, isOfData) = (lines.last.map(Self.sentence) ?? "it said nothing", false)
        }
    }

    /// What the last line that has one of these says from there on, the first of them that any line has.
    private static func part(of lines: [Substring], from marks: String...) -> Substring? {
        for mark in marks {
            for line in lines.reversed() {
                if let found = line.firstRange(of: mark) { return line[found.lowerBound...] }
            }
        }
        return nil
    }

    private static func sentence(_ text: Substring) -> String {
        let end = text.firstRange(of: " SQLSTATE")?.lowerBound ?? text.endIndex
        return DisplayText.truncated(DisplayText.singleLine(String(text[..<end])), columns: 400)
    }

    private static func end(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        fseek(file, max(0, ftell(file) - lastBytes), SEEK_SET)
        let bytes = [UInt8](unsafeUninitializedCapacity: lastBytes) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
