import Foundation
import TestSupport
import Testing

@testable import GeocliDrawing

/// Photos lose their metadata, and damaged files do no harm. `CardBrowserTests` decodes the results and compares their
/// colors.
@Suite struct StrippedPhotoTests {
    private static func hasSecret(_ bytes: [UInt8]) -> Bool {
        let word = Array("SECRET".utf8)
        return bytes.indices.dropLast(word.count - 1).contains {
            bytes[$0] == word[0] && bytes[$0...].starts(with: word)
        }
    }

    @Test(arguments: CardExample.photos) func nothingPrivateIsLeft(_ name: String) throws {
        let file = try CardExample.photo(name)
        if !name.hasPrefix("cmyk") { #expect(Self.hasSecret(file), "the example has nothing to hide") }
        let photo = try StrippedPhoto(file)
        #expect(!Self.hasSecret(photo.bytes) && photo.bytes.count <= file.count)
        for word in ["Exif", "iTXt", "tEXt", "zTXt", "eXIf", "http", "GPS"] {
            #expect(photo.bytes.firstRange(of: Array(word.utf8)) == nil, "\(word)")
        }
        #expect((photo.width, photo.height) == (32, 48))
        let number = name.dropFirst("turned-".count).first.flatMap { Int(String($0)) }
        #expect(photo.orientation.rawValue == (name.hasPrefix("turned") ? number : 1))
        // What is bare stays as it is, but for the orientation, which is gone.
        let again = try StrippedPhoto(photo.bytes)
        #expect(again.bytes == photo.bytes && again.orientation == .upright)
    }

    @Test func theColorsOfAdobeFilesAreKept() throws {
        let bytes = try StrippedPhoto(CardExample.photo("cmyk.jpg")).bytes
        #expect(bytes.firstRange(of: [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8)) != nil)
    }

    /// Every shorter file is refused, except one whose picture is whole.
    @Test(arguments: CardExample.photos) func aFileCutShortIsRefused(_ name: String) throws {
        let file = try CardExample.photo(name)
        let whole = try StrippedPhoto(file)
        for length in 0..<file.count {
            if let photo = try? StrippedPhoto(Array(file[..<length])) {
                #expect(photo == whole && name == "turned-6.jpg", "\(length)")
            }
        }
    }

    /// Five changes of every byte of each file: no crash, and nothing private gets out.
    @Test(arguments: CardExample.photos) func aDamagedFileDoesNoHarm(_ name: String) throws {
        let file = try CardExample.photo(name)
        var refused = 0
        for position in file.indices {
            for change in [1, 4, 32, 128, 255] as [UInt8] {
                var damaged = file
                damaged[position] ^= change
                guard let photo = try? StrippedPhoto(damaged) else {
                    refused += 1
                    continue
                }
                #expect(!Self.hasSecret(photo.bytes), "\(position) \(change)")
                #expect(
                    photo.width > 0 && photo.height > 0 && photo.width * photo.height <= StrippedPhoto.maximumPixels)
            }
        }
        #expect(refused > file.count / 3, "damage is noticed")
    }

    @Test func randomBytesDoNoHarm() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<3000 {
            var bytes: [UInt8] = Bool.random(using: &random) ? [0xFF, 0xD8, 0xFF] : BarePNG.signature
            let markers: [UInt8] = [0xFF, 0xD8, 0xD9, 0xC0, 0xC4, 0xDA, 0xDB, 0xE1, 0xFE, 0, 2, 8]
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                bytes.append(
                    Bool.random(using: &random)
                        ? markers.randomElement(using: &random) ?? 0 : .random(in: 0...255, using: &random))
            }
            _ = try? StrippedPhoto(bytes)
            _ = PhotoOrientation(tiff: bytes[...])
        }
    }

    @Test func otherFilesAreRefused() {
        for bytes in [[], Array("GIF89a".utf8), Array("RIFF....WEBP".utf8), Array("<svg/>".utf8), [0xFF, 0xD8]] {
            #expect(throws: PhotoError.unsupported) { try StrippedPhoto(bytes) }
        }
    }

    @Test func aBombIsRefused() throws {
        var file = try CardExample.photo("turned-1.jpg")
        let frame = try #require(file.firstRange(of: [0xFF, 0xC0])).lowerBound
        for offset in 5...8 { file[frame + offset] = 0xFF }
        #expect(throws: PhotoError.tooLarge(pixels: 65535 * 65535)) { try StrippedPhoto(file) }
    }

    /// A turned picture's corners are where the orientation says.
    @Test(arguments: PhotoOrientation.allCases) func aMatrixKeepsThePictureInItsBox(_ orientation: PhotoOrientation) {
        let m = orientation.matrix(width: 30, height: 20)
        let corners = [(0.0, 0.0), (30, 0), (0, 20), (30, 20)].map { x, y in
            (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
        }
        let (width, height) = orientation.swapsSides ? (20.0, 30.0) : (30, 20)
        #expect(corners.map(\.0).min() == 0 && corners.map(\.0).max() == width)
        #expect(corners.map(\.1).min() == 0 && corners.map(\.1).max() == height)
    }
}
