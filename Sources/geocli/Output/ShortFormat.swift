internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText

/// A short form of `--format`: `--json` means `--format json`.
protocol ShortFormat: EnumerableFlag, RawRepresentable, TextOutputStreamable where RawValue == String {}

extension ShortFormat {
    // At each start, the parser asks each case for its text. Without this function, the Swift runtime would search all
    // conformances of the program for three other ways to get it.
    func write(to target: inout some TextOutputStream) { target.write(rawValue) }

    // Otherwise the parser would derive the same name from the case's name at every start, letter by letter.
    static func name(for value: Self) -> NameSpecification { .customLong(value.rawValue) }

    static func help(for value: Self) -> ArgumentHelp? {
        ArgumentHelp("The same as --format \(value.rawValue).", ko: "--format \(value.rawValue) 옵션과 같습니다.")
    }

    /// Returns the format that `--format` or a short form names; nil if neither was given.
    ///
    /// - Throws: `UsageError` if two formats were given.
    static func word(_ named: String?, _ short: [Self]) throws -> String? {
        guard let first = short.first else { return named }
        let other = short.first { $0 != first }.map { "--\($0.rawValue)" }
        let isSame = named.map { $0.trimmingBlanks().lowercased() == first.rawValue } ?? true
        guard let other = other ?? (isSame ? nil : named.map { "--format \(DisplayText.singleLine($0))" }) else {
            return first.rawValue
        }
        throw UsageError(
            en: "--\(first.rawValue) and \(other) are two formats; give only one of them",
            ko: "형식을 두 가지 썼습니다: --\(first.rawValue), \(other). 하나만 쓰세요")
    }
}

/// The short forms for rows that can have a position on a map.
enum MapShortFormat: String, ShortFormat { case json, csv, geojson }

/// The short forms for rows without a position.
enum TableShortFormat: String, ShortFormat { case json, csv }

/// The short options for the formats of map tools.
enum FileShortFormat: String, ShortFormat { case geojson, csv }

/// The short form for a single result.
enum ResultShortFormat: String, ShortFormat { case json }
