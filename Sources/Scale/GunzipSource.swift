internal import GeocliText

extension ByteSource {
    /// Returns the decompressed bytes of the gzip file that `source` reads. The file is decompressed piece by piece.
    ///
    /// - Throws: while reading, `PlainError` for bytes that are not a complete gzip file.
    static func unpacked(_ source: ByteSource) -> ByteSource {
        let name = source.name
        let gunzip = Gunzip()
        return ByteSource(name: name) {
            do {
                while true {
                    let packed = try source.next()
                    if packed.isEmpty {
                        try gunzip.finish()
                        return []
                    }
                    var plain: [UInt8] = []
                    try packed.withUnsafeBufferPointer { piece throws(GunzipError) in
                        try gunzip.unpack(piece) { part in
                            plain.append(contentsOf: part)
                            return true
                        }
                    }
                    if !plain.isEmpty { return plain }
                }
            } catch let error as GunzipError {
                let shown = DisplayText.singleLine(name)
                throw PlainError(
                    .data,
                    error.code == .truncated
                        ? Words(
                            en: "\(shown): the gzip data is cut off; fetch it again",
                            ko: "\(shown): gzip 데이터가 중간에 끊겼습니다. 다시 받으세요")
                        : Words(
                            en: "\(shown): the gzip data is damaged; fetch it again",
                            ko: "\(shown): gzip 데이터가 손상되었습니다. 다시 받으세요"))
            }
        }
    }
}
