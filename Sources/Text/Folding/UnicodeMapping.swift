internal import CGeocliText

/// The mappings of utf8proc: normal forms, case folding, removal of characters.
enum UnicodeMapping {
    /// Returns `text` mapped with all of these options at once.
    static func mapped(_ text: String, options: [utf8proc_option_t]) -> String {
        let bits = utf8proc_option_t(options.reduce(0) { $0 | $1.rawValue })
        var result: UnsafeMutablePointer<UInt8>?
        var copy = text
        let length = copy.withUTF8 { utf8proc_map($0.baseAddress, $0.count, &result, bits) }
        // A Swift string is always valid UTF-8, so the mapping can fail only for lack of memory.
        guard length >= 0, let result else { return text }
        defer { free(result) }
        return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
    }
}
