internal import GeocliText

/// The bytes of a source, which are hashed and counted while they are read. The number of bytes has a limit.
final class HashedBytes {
    /// The error for a source that has more bytes than the limit.
    struct TooLong: Error {}

    private let inner: ByteSource
    private let limit: Int
    private var hash = SHA256()
    private var count = 0

    init(_ inner: ByteSource, limit: Int) {
        self.inner = inner
        self.limit = limit
    }

    /// A source that reads from `inner`, and hashes and counts the bytes.
    var source: ByteSource {
        ByteSource(name: inner.name) { [self] in
            let chunk = try inner.next()
            count += chunk.count
            guard count <= limit else { throw TooLong() }
            hash.update(chunk)
            return chunk
        }
    }

    /// Reads the remaining bytes and returns the hash of all bytes.
    func hexDigest() throws -> String {
        let rest = source
        while try !rest.next().isEmpty {}
        return hash.hexDigest()
    }
}
