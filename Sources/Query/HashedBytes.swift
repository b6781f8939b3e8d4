internal import GeocliText

/// The bytes of a source, hashed and counted against a limit while they are read.
final class HashedBytes {
    /// The source has more bytes than the limit.
    struct TooLong: Error {}

    private let inner: ByteSource
    private let limit: Int
    private var hash = SHA256()
    private var count = 0

    init(_ inner: ByteSource, limit: Int) {
        self.inner = inner
        self.limit = limit
    }

    /// The same bytes.
    var source: ByteSource {
        ByteSource(name: inner.name) { [self] in
            let chunk = try inner.next()
            count += chunk.count
            guard count <= limit else { throw TooLong() }
            hash.update(chunk)
            return chunk
        }
    }

    /// Returns the hash of all bytes; reads those that are left.
    func hexDigest() throws -> String {
        let rest = source
        while try !rest.next().isEmpty {}
        return hash.hexDigest()
    }
}
