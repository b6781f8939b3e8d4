package import GeocliText

/// A photo with only what is needed to show the picture. Cards and pages take a photo only in this form.
///
/// The camera, the time, the place and all other metadata are removed, also the small copy of the picture in Exif data,
/// and all data after the end of the picture, where phones add a video or a second picture.
///
/// - Edges: color profiles are metadata too, so viewers read the colors as sRGB.
package struct StrippedPhoto: Sendable, Equatable {
    package enum Format: String, Sendable {
        case jpeg
        case png

        /// The media type, as in a data URI.
        package var mediaType: String { "image/\(rawValue)" }
    }

    package let format: Format
    /// The file without metadata.
    package let bytes: [UInt8]
    /// The stored width in pixels, at least 1.
    package let storedWidth: Int
    /// The stored height in pixels, at least 1.
    package let storedHeight: Int
    /// How to turn the stored picture. The file no longer contains this orientation.
    package let orientation: PhotoOrientation

    /// Maximum number of pixels. A small file may unpack to more memory than a browser has.
    package static let maximumPixels = 200_000_000

    /// Takes the metadata out of a photo's file.
    ///
    /// - Throws: `PhotoError` if the file is not a complete JPEG or PNG, or if the picture has too many pixels. The
    ///   compressed pixels are not decoded, so damage inside them is not found in a JPEG.
    /// - Complexity: O(n), n bytes.
    package init(_ file: [UInt8]) throws(PhotoError) {
        if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            var jpeg = BareJPEG(file)
            try jpeg.read()
            (format, bytes, orientation) = (.jpeg, jpeg.bare, jpeg.orientation)
            (storedWidth, storedHeight) = (jpeg.width, jpeg.height)
        } else if file.starts(with: BarePNG.signature) {
            var png = BarePNG(file)
            try png.read()
            (format, bytes, orientation) = (.png, png.bare, png.orientation)
            (storedWidth, storedHeight) = (png.width, png.height)
        } else {
            throw .unsupported
        }
        guard storedWidth * storedHeight <= Self.maximumPixels else {
            throw .tooLarge(pixels: storedWidth * storedHeight)
        }
    }

    /// The width in pixels as shown.
    package var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// The height in pixels as shown.
    package var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}

/// How a stored picture is turned before it is shown: the sides where its first row and column belong (Exif 2.32, CIPA
/// DC-008, tag 0x0112).
package enum PhotoOrientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case mirroredUpsideDown
    case transposed
    case turnedRight
    case transversed
    case turnedLeft

    /// Whether the shown width is the stored height.
    package var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

    /// Returns the numbers of the SVG `matrix(…)` that turns a stored picture of this width and height, both in one
    /// unit. The upper left corner is at 0,0 before and after.
    package func matrix(width: Double, height: Double) -> [Double] {
        switch self {
        case .upright: [1, 0, 0, 1, 0, 0]
        case .mirrored: [-1, 0, 0, 1, width, 0]
        case .upsideDown: [-1, 0, 0, -1, width, height]
        case .mirroredUpsideDown: [1, 0, 0, -1, 0, height]
        case .transposed: [0, 1, 1, 0, 0, 0]
        case .turnedRight: [0, 1, -1, 0, height, 0]
        case .transversed: [0, -1, -1, 0, height, width]
        case .turnedLeft: [0, -1, 1, 0, 0, width]
        }
    }

    /// Reads the orientation from the TIFF structure of Exif data; upright if the data has no orientation or is
    /// damaged, because the photo can be shown anyway.
    init(tiff: ArraySlice<UInt8>) {
        self = Self.read(Array(tiff)).flatMap(Self.init(rawValue:)) ?? .upright
    }

    private static func read(_ tiff: [UInt8]) -> Int? {
        guard tiff.count >= 8 else { return nil }
        let isLittle: Bool
        switch (tiff[0], tiff[1]) {
        case (0x49, 0x49): isLittle = true
        case (0x4D, 0x4D): isLittle = false
        default: return nil
        }
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start >= 0, start <= tiff.count - count else { return nil }
            let bytes = tiff[start..<start + count]
            return (isLittle ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(2, 2) == 42, let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
        for entry in 0..<entries {
            let start = directory + 2 + 12 * entry
            guard let tag = number(start, 2) else { return nil }
            // Type 3 is a two-byte integer; its value is in the entry itself.
            if tag == 0x0112 { return number(start + 2, 2) == 3 ? number(start + 8, 2) : nil }
        }
        return nil
    }
}

/// Takes the metadata out of a JPEG. It keeps the tables, the frame and the scans, each of the length that the format
/// determines, and writes the JFIF and Adobe markers again, because they define what the colors mean.
///
/// - Source: ITU-T T.81, annex B; JFIF 1.02; Adobe Technical Note 5116 (marker APP14).
struct BareJPEG {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var orientation = PhotoOrientation.upright

    private let file: [UInt8]
    private var position = 2
    private var kept: [UInt8] = []
    private var hasScan = false
    private var isJFIF = false
    /// Adobe's code for the color transform; nil if the file has no Adobe marker.
    private var adobeTransform: UInt8?
    private var hasExif = false

    init(_ file: [UInt8]) { self.file = file }

    /// The file without metadata, after `read`.
    var bare: [UInt8] {
        var head: [UInt8] = [0xFF, 0xD8]
        // Version 1.1, no unit, square pixels, no thumbnail.
        if isJFIF { head += [0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0] }
        if let adobeTransform {
            head += [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform]
        }
        return head + kept + [0xFF, 0xD9]
    }

    mutating func read() throws(PhotoError) {
        while true {
            let code = try nextMarker()
            switch code {
            case 0xD9:
                guard hasScan else { throw .damaged(what: "JPEG without a scan") }
                return
            case 0xE0...0xEF, 0xFE: try skipMetadata(code)
            case 0xDB: try keep(code, try segment(), ifLong: Self.quantizationLength)
            case 0xC4: try keep(code, try segment(), ifLong: Self.huffmanLength)
            case 0xDD: try keep(code, try segment()) { $0.count == 2 ? 2 : nil }
            case 0xC0, 0xC1, 0xC2: try readFrame(code)
            // Lossless, hierarchical and arithmetic-coded pictures, which browsers do not show.
            case 0xC3, 0xC5...0xCF: throw .unsupported
            case 0xDA: try readScan()
            default: throw .damaged(what: "JPEG marker")
            }
        }
    }

    private mutating func nextMarker() throws(PhotoError) -> UInt8 {
        guard position < file.count, file[position] == 0xFF else { throw .damaged(what: "JPEG marker") }
        while position < file.count, file[position] == 0xFF { position += 1 }
        guard position < file.count else { throw .damaged(what: "JPEG without an end") }
        defer { position += 1 }
        return file[position]
    }

    private mutating func segment() throws(PhotoError) -> ArraySlice<UInt8> {
        guard position + 2 <= file.count else { throw .damaged(what: "JPEG segment") }
        let length = Int(file[position]) << 8 | Int(file[position + 1])
        guard length >= 2, position + length <= file.count else { throw .damaged(what: "JPEG segment") }
        defer { position += length }
        return file[position + 2..<position + length]
    }

    /// Keeps a segment if its length fits its content, so that no data can hide after a table.
    private mutating func keep(
        _ code: UInt8, _ body: ArraySlice<UInt8>, ifLong length: ([UInt8]) -> Int?
    ) throws(PhotoError) {
        guard !body.isEmpty, length(Array(body)) == body.count else { throw .damaged(what: "JPEG table") }
        let size = body.count + 2
        kept += [0xFF, code, UInt8(size >> 8), UInt8(size & 0xFF)] + body
    }

    private static func quantizationLength(_ body: [UInt8]) -> Int? {
        var length = 0
        while length < body.count {
            guard body[length] >> 4 <= 1, body[length] & 15 <= 3 else { return nil }
            length += 1 + 64 * (Int(body[length] >> 4) + 1)
        }
        return length
    }

    private static func huffmanLength(_ body: [UInt8]) -> Int? {
        var length = 0
        while length < body.count {
            guard body[length] >> 4 <= 1, body[length] & 15 <= 3, length + 17 <= body.count else { return nil }
            let codes = body[length + 1..<length + 17].reduce(0) { $0 + Int($1) }
            guard codes <= 256 else { return nil }
            length += 17 + codes
        }
        return length
    }

    private mutating func readFrame(_ code: UInt8) throws(PhotoError) {
        let body = try segment()
        let bytes = Array(body)
        guard width == 0, bytes.count >= 6 else { throw .damaged(what: "JPEG frame") }
        (height, width) = (Int(bytes[1]) << 8 | Int(bytes[2]), Int(bytes[3]) << 8 | Int(bytes[4]))
        guard width > 0, height > 0, 1...4 ~= bytes[5] else { throw .damaged(what: "JPEG frame") }
        try keep(code, body) { 6 + 3 * Int($0[5]) }
    }

    private mutating func readScan() throws(PhotoError) {
        guard width > 0 else { throw .damaged(what: "JPEG scan before its frame") }
        let body = try segment()
        try keep(0xDA, body) { 1...4 ~= $0[0] ? 4 + 2 * Int($0[0]) : nil }
        hasScan = true
        let start = position
        while true {
            guard position + 1 < file.count else { throw .damaged(what: "JPEG without an end") }
            guard file[position] == 0xFF else {
                position += 1
                continue
            }
            // FF 00 stands for a data byte FF. D0 to D7 are restart markers within the scan.
            guard file[position + 1] == 0 || 0xD0...0xD7 ~= file[position + 1] else { break }
            position += 2
        }
        kept += file[start..<position]
    }

    /// Skips metadata, after reading the values that a viewer needs.
    private mutating func skipMetadata(_ code: UInt8) throws(PhotoError) {
        let body = try segment()
        switch code {
        case 0xE0: isJFIF = isJFIF || body.starts(with: Array("JFIF\0".utf8))
        case 0xE1 where !hasExif && body.starts(with: Array("Exif\0".utf8)) && body.count > 6:
            hasExif = true
            orientation = PhotoOrientation(tiff: body.dropFirst(6))
        case 0xEE where body.starts(with: Array("Adobe".utf8)) && body.count >= 12:
            // 0 is RGB or CMYK, 1 is YCbCr, 2 is YCCK; other values are not defined.
            adobeTransform = min(body[body.startIndex + 11], 2)
        default: break
        }
    }
}

/// Takes the metadata out of a PNG: keeps the picture, its palette, its transparency and three color chunks of fixed
/// length.
///
/// - Source: W3C Portable Network Graphics (PNG) Specification, third edition.
struct BarePNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var width = 0
    private(set) var height = 0
    private(set) var orientation = PhotoOrientation.upright
    private(set) var bare = signature

    private let file: [UInt8]
    private var position = signature.count
    private var hasPixels = false

    init(_ file: [UInt8]) { self.file = file }

    mutating func read() throws(PhotoError) {
        while true {
            let start = position
            let (name, body) = try chunk()
            guard (name == "IHDR") == (width == 0) else { throw .damaged(what: "PNG header") }
            switch name {
            case "IHDR": try readHeader(Array(body))
            case "IDAT": hasPixels = true
            case "IEND":
                guard hasPixels, body.isEmpty else { throw .damaged(what: "PNG without pixels") }
            case "PLTE":
                guard body.count % 3 == 0, 1...256 ~= body.count / 3 else { throw .damaged(what: "PNG palette") }
            case "tRNS":
                guard body.count <= 256 else { throw .damaged(what: "PNG transparency") }
            case "sRGB" where body.count == 1, "gAMA" where body.count == 4, "cHRM" where body.count == 32: break
            case "eXIf":
                orientation = PhotoOrientation(tiff: body)
                continue
            default:
                // A lowercase first letter means that a viewer may ignore the chunk.
                guard name.utf8.first.map({ $0 & 0x20 != 0 }) ?? false else { throw .unsupported }
                continue
            }
            bare += file[start..<position]
            if name == "IEND" { return }
        }
    }

    /// Returns the name and the body of the chunk at the position, after checking its checksum.
    private mutating func chunk() throws(PhotoError) -> (name: String, body: ArraySlice<UInt8>) {
        guard position + 12 <= file.count else { throw .damaged(what: "PNG without an end") }
        let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= file.count - position - 12 else { throw .damaged(what: "PNG chunk") }
        let named = position + 4..<position + 8 + length
        let checksum = file[named.upperBound..<named.upperBound + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard Zlib.crc32(Array(file[named])) == checksum else { throw .damaged(what: "PNG checksum") }
        position = named.upperBound + 4
        return (String(decoding: file[named].prefix(4), as: UTF8.self), file[named].dropFirst(4))
    }

    private mutating func readHeader(_ body: [UInt8]) throws(PhotoError) {
        guard body.count == 13 else { throw .damaged(what: "PNG header") }
        func number(_ start: Int) -> Int { body[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        (width, height) = (number(0), number(4))
        // No other methods of compression, filtering and interlacing exist.
        guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height, [0, 2, 3, 4, 6].contains(body[9]), body[10] == 0,
            body[11] == 0, body[12] <= 1
        else { throw .damaged(what: "PNG header") }
    }
}

/// An error for a photo whose metadata can't be removed.
package enum PhotoError: ExplainedError, Equatable {
    /// The file is neither a JPEG nor a PNG that browsers show.
    case unsupported
    /// The file is incomplete or does not follow its format; `what` names the part.
    case damaged(what: String)
    case tooLarge(pixels: Int)

    package var exit: ExitStatus { .data }

    package var words: Words {
        switch self {
        case .unsupported:
            Words(
                en:
                    "the photo is neither a JPEG nor a PNG; convert it first, for example with 'magick photo.heic photo.jpg'",
                ko: "사진이 JPEG도 PNG도 아닙니다. 'magick photo.heic photo.jpg'처럼 먼저 변환하세요")
        case .damaged(let what):
            Words(
                en: "the photo's file is damaged (\(what)); save or copy it again",
                ko: "사진 파일이 손상되었습니다(\(what)). 다시 저장하거나 복사하세요")
        case .tooLarge(let pixels):
            Words(
                en:
                    "the photo has \(pixels) pixels, but at most \(StrippedPhoto.maximumPixels) are allowed; make the photo smaller",
                ko: "사진의 픽셀이 \(pixels)개로 \(StrippedPhoto.maximumPixels)개를 넘습니다. 크기를 줄이세요")
        }
    }
}
