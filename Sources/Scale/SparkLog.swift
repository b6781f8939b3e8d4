internal import GeocliText
internal import Glibc

/// The reason for a failure, taken from the hundreds of lines that Spark writes about it.
struct SparkLog {
    /// The reason in one sentence.
    let reason: String
    /// Whether the data caused the failure, as shown by a check of the plan, by the worker, or by an unreadable file.
    let isOfData: Bool

    /// The number of bytes that are searched at the end of a log.
    private static let lastBytes = 1 << 20

    /// Finds the reason at the end of a log.
    init(path: String) {
        let lines = Self.end(of: path).split(separator: "\n")
        if let worker = Self.part(of: lines, from: "geoworker: ") {
            (reason, isOfData) = (Self.sentence(worker), Self.isOfData(worker))
        } else if let check = Self.part(of: lines, from: "] geocli: ") {
            // If rows were lost after the checks of the data, the plan's message contains the text `lookInLog`.
            isOfData = check.firstRange(of: Self.lookInLog) == nil
            reason = Self.sentence(check.dropFirst("] geocli: ".count))
        } else if let column = Self.part(of: lines, from: "[UNRESOLVED_COLUMN") {
            let name = column.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
            (reason, isOfData) = (
                "no column \(name.count > 2 ? Self.sentence(name[1]) : "of that name") in an input", true
            )
        } else if let malformed = Self.part(
            of: lines, from: "[MALFORMED_CSV_RECORD]", "[MALFORMED", "[FAILED_READ_FILE", "[UNABLE_TO_INFER_SCHEMA")
        {
            (reason, isOfData) = (Self.sentence(malformed), true)
        } else if let other = lines.last(where: {
            $0.hasPrefix("[") || $0.contains("Exception: ") || $0.contains("Error: ")
        }) {
            (reason, isOfData) = (Self.sentence(other), false)
        } else {
            (reason, isOfData) = (lines.last.map(Self.sentence) ?? "no reason was printed", false)
        }
    }

    /// The words at the end of a plan's message about rows that were lost between steps. Wrong data can't cause such a
    /// loss.
    private static let lookInLog = "look for the reason in the Spark log"

    /// Returns whether a worker's message is about a value in a line. Other messages are about a missing worker, a
    /// failed pipe, or lines that are incomplete or out of order. The data does not cause such errors.
    private static func isOfData(_ said: Substring) -> Bool {
        let isOfLine = ["geoworker: line ", "geoworker: 표준 입력 "].contains { said.hasPrefix($0) }
        let others = [" has no line end;", "줄바꿈이 없습니다", "sort the lines", "정렬하세요"]
        return isOfLine && !others.contains { said.firstRange(of: $0) != nil }
    }

    /// Returns the last line that contains a mark, without the text before the mark. If several marks occur in the
    /// lines, the mark that comes first in `marks` is used.
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
