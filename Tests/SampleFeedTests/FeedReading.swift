import Foundation
import Testing

/// The folder of Package.swift, also when the tests are reached through a symbolic link.
let packageRoot = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The object under the service's name.
func service(_ page: [UInt8]) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(page)) as? [String: Any]
    return try #require(json?["TbSlibBookstoreInfo"] as? [String: Any])
}

func rows(_ page: [UInt8]) throws -> [[String: Any]] {
    try #require(try service(page)["row"] as? [[String: Any]])
}

/// One field of each row, as text.
func column(_ field: String, of page: [UInt8]) throws -> [String] {
    try rows(page).map { row in try #require(row[field]) }.map { "\($0)" }
}

/// The bytes between the brackets of `row`.
func rowText(_ page: [UInt8]) throws -> String {
    let text = String(decoding: page, as: UTF8.self)
    let start = try #require(text.range(of: #""row":["#)).upperBound
    #expect(text.hasSuffix("]}}"))
    return String(text[start...].dropLast(3))
}
