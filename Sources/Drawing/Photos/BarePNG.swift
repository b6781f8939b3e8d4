internal import GeocliText

/// Takes the metadata out of a PNG: keeps the picture, its palette, its transparency and three color chunks of fixed
/// length.
///
/// - Source: W3C Portable Network Graphics (PNG) Specification, third edition.
struct BarePNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var width = 0
    private(set) var height = 0
    private(set) var orientation = PhotoOrientation.upright
    /// The file without metadata, after `read`.
    private(set) var bare = signature

    private let file: [UInt8]
    private var position = signature.count
    private var hasPixels = false

    init(_ file: [UInt8]) { self.file = file }

    /// Reads the file to the end of the picture.
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
