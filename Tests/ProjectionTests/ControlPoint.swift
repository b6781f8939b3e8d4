import Foundation
import GeocliProjection
import Testing

/// One row of `crs_control_points.tsv`: a point in two systems, and the tolerance between the two.
struct ControlPoint: Sendable, CustomTestStringConvertible {
    let id: String
    let crs: CRS
    let x: Double
    let y: Double
    let longitude: Double
    let latitude: Double
    let toleranceMeters: Double

    var testDescription: String { id }

    /// The file beside the package; the package has no copy of it.
    static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/feed/crs_control_points.tsv").standardizedFileURL

    /// Whether the test runs: always on CI, elsewhere only if the file exists.
    static var isExpected: Bool {
        ProcessInfo.processInfo.environment["CI"] == "true" || FileManager.default.fileExists(atPath: file.path())
    }

    /// All rows.
    ///
    /// - Throws: when the file can't be read or a row can't be understood, so that no row is left out unseen.
    static func all() throws -> [ControlPoint] {
        let text = try String(contentsOf: file, encoding: .utf8)
        return try text.split(separator: "\n").dropFirst().map { try ControlPoint(row: $0) }
    }

    private init(row: Substring) throws {
        let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        func number(_ column: Int) throws -> Double {
            guard let value = Double(cells[column]) else { throw UnreadableRow(row: String(row)) }
            return value
        }
        guard cells.count >= 7 else { throw UnreadableRow(row: String(row)) }
        id = cells[0]
        crs = try cells[1].hasPrefix("KATEC") ? .katec : CRS(parsing: cells[1])
        x = try number(2)
        y = try number(3)
        longitude = try number(4)
        latitude = try number(5)
        toleranceMeters = try number(6)
    }

    struct UnreadableRow: Error { let row: String }
}
