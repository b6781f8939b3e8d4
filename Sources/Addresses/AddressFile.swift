internal import GeocliText
internal import Glibc

/// A juso file that a person has downloaded.
public struct AddressFile: Sendable {
    /// The path as the user gave it.
    public let path: String
    /// The year and the month of the file's content: `2606` for June 2026.
    public let month: String

    /// Uses the month that the user states, or else the month in the file's name, such as `RNENTDATA_2606_11.txt`.
    ///
    /// - Throws: `PlainError(.usage)` if the month is missing, ambiguous or invalid.
    public init(path: String, month stated: String?) throws {
        self.path = path
        if let stated {
            guard let month = Self.month(stated) else {
                throw PlainError(
                    .usage, en: "--month \"\(stated)\": write the year and the month, such as 2606 or 202606",
                    ko: "--month \"\(stated)\": 2606이나 202606처럼 연월을 쓰세요")
            }
            self.month = month
            return
        }
        let name = path.split(separator: "/").last ?? ""
        let months = Set(name.split { !("0"..."9" ~= $0) }.compactMap { Self.month(String($0)) })
        guard months.count == 1, let month = months.first else {
            let shown = DisplayText.singleLine(path)
            throw PlainError(
                .usage,
                en: "the name of \(shown) does not state the month of the data; add --month, such as --month 2606",
                ko: "\(shown) 파일 이름에 연월이 없습니다. --month 2606처럼 적으세요")
        }
        self.month = month
    }

    /// Checks that the month of the file is at most one month after the month of `day`, `YYYY-MM-DD`. After an import
    /// of a later month, the files of real months would be refused.
    ///
    /// - Throws: `PlainError(.usage)`.
    func requireMonth(asOf day: String) throws {
        let today = day.split(separator: "-").compactMap { Int($0) }
        guard let stated = Int(month), today.count == 3 else { return }
        guard (2000 + stated / 100) * 12 + stated % 100 > today[0] * 12 + today[1] + 1 else { return }
        let shown = DisplayText.singleLine(path)
        throw PlainError(
            .usage,
            en:
                "\(shown): the month \(month) is in the future; write the year and the month of the data, such as --month 2606",
            ko: "\(shown): 연월 \(month)\(.topic) 아직 오지 않은 달입니다. --month 2606처럼 데이터의 연월을 쓰세요")
    }

    /// Checks that the path leads to a regular file.
    ///
    /// - Throws: `ByteSourceError`, `PlainError`.
    func requireFile() throws {
        var entry = stat()
        guard stat(path, &entry) == 0 else { throw ByteSourceError(path: path, number: errno) }
        guard entry.st_mode & S_IFMT == S_IFREG else { throw PlainError.notAFile(path, mode: entry.st_mode) }
    }

    /// Returns the month in the form `2606`, from `2606`, `202606` or `2026-06`; nil for any other text.
    private static func month(_ text: String) -> String? {
        var digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        if digits.count == 6 {
            guard digits.starts(with: "20".utf8) else { return nil }
            digits.removeFirst(2)
        }
        let short = String(decoding: digits, as: UTF8.self)
        // Road addresses began in 2014.
        guard digits.count == 4, let number = Int(short), number / 100 >= 14, 1...12 ~= number % 100 else { return nil }
        return short
    }
}
