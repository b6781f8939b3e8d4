import Foundation
import GeocliGeo
import GeocliText
import TestSupport

@testable import GeocliDrawing

/// The 50 phrases of Golden/phrases.json, all made up, with books and shops that do not exist.
struct CardExample: Decodable {
    let name: String
    let phrase: String
    let title: String
    let author: String
    let page: String
    let shop: String
    let address: String
    let lang: String

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static func all() throws -> [CardExample] {
        try JSONDecoder().decode(
            [CardExample].self, from: Data(contentsOf: folder.appendingPathComponent("Golden/phrases.json")))
    }

    /// Makes the card of the example, without a map.
    func card(_ size: CardSize) -> ShareCard {
        var card = ShareCard(phrase: phrase, shopName: shop)
        (card.bookTitle, card.author, card.page, card.address) = (title, author, page, address)
        card.language = lang == "ko" ? .korean : .english
        card.size = size
        return card
    }

    /// Three districts of squares, the first with the shop's point.
    static let squares: [[[Coordinate]]] = [(126.9, 37.5), (126.95, 37.5), (126.9, 37.55)].map { west, south in
        let corners = [(0.0, 0.0), (0.05, 0), (0.05, 0.05), (0, 0.05), (0, 0)]
        return [corners.map { Coordinate(uncheckedLongitude: west + $0.0, latitude: south + $0.1) }]
    }

    /// The bytes of a photo in the folder Photos: a red, a green, a blue and a yellow quarter, stored in all eight
    /// orientations with words that begin with SECRET in every kind of metadata.
    static func photo(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent("Photos/\(name)")))
    }

    static let photos =
        (1...8).map { "turned-\($0).jpg" } + ["cmyk.jpg", "turned-8.png", "palette.png"]
}
