/// Takes the metadata out of a JPEG.
///
/// It keeps the tables, the frame and the scans. The format determines the length of each of them. It writes the JFIF
/// and Adobe markers again, because they define what the colors mean.
///
/// - Source: ITU-T T.81, annex B; JFIF 1.02; Adobe Technical Note 5116 (marker APP14).
struct BareJPEG {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var orientation = PhotoOrientation.upright

    private let file: [UInt8]
    /// The next byte to read.
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

    /// Reads the file from its second marker to the end of the picture.
    mutating func read() throws(PhotoError) {
        while true {
            let code = try nextMarker()
            switch code {
            case 0xD9:
                guard hasScan else { throw .damaged(what: "JPEG without a scan") }
                return
            case 0xE0...0xEF, 0xFE: try leaveOut(code)
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

    /// Returns the body of the segment at the position.
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
    private mutating func leaveOut(_ code: UInt8) throws(PhotoError) {
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
