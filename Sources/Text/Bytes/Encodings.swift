package import CGeocliAssets
internal import CGeocliText

/// The SHA-256 of bytes that arrive in pieces, computed by nettle (which uses the processor's own instructions). Asking
/// for the hash of the bytes so far changes nothing, and more bytes may follow.
package struct SHA256: Sendable {
    private var context = sha256_ctx()

    package init() { nettle_sha256_init(&context) }

    /// Hashes these bytes.
    package init(_ bytes: [UInt8]) {
        self.init()
        update(bytes)
    }

    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { nettle_sha256_update(&context, $0.count, $0.baseAddress) }
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(&context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the first sixteen bytes of the hash as two big-endian numbers.
    package func head() -> (UInt64, UInt64) {
        // Nettle's functions begin a new hash.
        var context = context
        var bytes: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &bytes) {
            nettle_sha256_digest(&context, $0.count, $0.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return (UInt64(bigEndian: bytes.0), UInt64(bigEndian: bytes.1))
    }

    /// Returns the hash as 64 lower-case hexadecimal digits, as sha256sum prints it.
    package func hexDigest() -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns the hash in base 64, as in a page's security policy.
    package func base64Digest() -> String {
        Base64.text(digest())
    }

    private func digest() -> [UInt8] {
        var context = context
        return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { buffer, count in
            count = buffer.count
            nettle_sha256_digest(&context, count, buffer.baseAddress)
        }
    }
}

/// Base 64 with padding (RFC 4648, §4).
package enum Base64 {
    package static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: (bytes.count + 2) / 3 * 4)
        nettle_base64_encode_raw(&text, bytes.count, bytes)
        return String(decoding: text.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A file that is part of the program.
extension geocli_asset {
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    package var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
}
