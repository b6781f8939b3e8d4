/// A kind of photo. Its raw value is the extension of its files.
enum PhotoKind: String, CaseIterable {
    case jpg, png, gif, webp, heic, avif

    /// Recognizes the kind from the first bytes of a file; nil for anything else.
    init?(_ start: [UInt8]) {
        func has(_ text: String, at position: Int) -> Bool { start.dropFirst(position).starts(with: Array(text.utf8)) }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF8", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavif", at: 4) {
            self = .avif
        } else if ["heic", "heix", "mif1", "hevc", "msf1"].contains(where: { has("ftyp" + $0, at: 4) }) {
            self = .heic
        } else {
            return nil
        }
    }
}
