internal import GeocliText
internal import Glibc

/// CP949: the result is the same in pieces and at once, is always valid UTF-8, and loses nothing.
enum EncodingTarget {
    static func check(_ bytes: [UInt8]) throws {
        let whole = try Outcome { try decoded(.whole(bytes)) }
        let pieces = try Outcome { try decoded(.pieces(bytes)) }
        try demand(whole == pieces, "in pieces \(pieces), at once \(whole)")
        guard let decoded = whole.value else { return }
        try demand(String(validating: decoded, as: UTF8.self) != nil, "decoded to invalid UTF-8")
        try demand(encoded(decoded) == bytes, "\(bytes) became \(decoded), and that \(encoded(decoded) ?? [])")
    }

    private static func decoded(_ source: ByteSource) throws -> [UInt8] {
        let decoding = try TextEncoding.cp949.decoding(source)
        var all: [UInt8] = []
        while true {
            let chunk = try decoding.next()
            guard !chunk.isEmpty else { return all }
            all += chunk
        }
    }

    private static func encoded(_ text: [UInt8]) -> [UInt8]? {
        guard let handle = iconv_open("CP949", "UTF-8"), Int(bitPattern: handle) != -1 else { return nil }
        defer { iconv_close(handle) }
        var input = text.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: text.count + 16)
        let capacity = output.count
        let used: Int? = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (inputStart, inputLeft) = (input.baseAddress, input.count)
                var (outputStart, outputLeft) = (output.baseAddress, capacity)
                let result = iconv(handle, &inputStart, &inputLeft, &outputStart, &outputLeft)
                return result == -1 ? nil : capacity - outputLeft
            }
        }
        return used.map { output[..<$0].map { UInt8(bitPattern: $0) } }
    }
}
