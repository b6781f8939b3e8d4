internal import CGeocliText

/// Bytes written in base 64.
///
/// - Source: RFC 4648, §4, with padding.
public enum Base64 {
    /// Returns the text of `bytes`.
    ///
    /// - Complexity: O(n), n bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: (bytes.count + 2) / 3 * 4)
        nettle_base64_encode_raw(&text, bytes.count, bytes)
        return String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
