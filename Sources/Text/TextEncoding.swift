internal import CGeocliText
internal import Glibc

/// The encoding of a feed's text. It is declared for each feed, never guessed.
public enum TextEncoding: String, Sendable {
    case utf8 = "UTF-8"
    /// Microsoft's superset of EUC-KR, used by the portal's CSV files (iconv's name: CP949).
    case cp949 = "CP949"

    /// Returns `source` as UTF-8, converted piece by piece by the C library's iconv.
    ///
    /// - Throws: while reading, `TextEncodingError` at the first byte that does not fit the encoding.
    public func decoding(_ source: ByteSource) throws -> ByteSource {
        guard self != .utf8 else { return source }
        let decoder = try IconvDecoder(encoding: self, source: source)
        return ByteSource(name: source.name) { try decoder.next() }
    }
}

/// The error for bytes that do not fit the declared encoding.
public struct TextEncodingError: ExplainedError, Equatable {
    /// The name of the source.
    public let name: String
    /// The declared encoding.
    public let encoding: TextEncoding
    /// The offset of the first wrong byte, from 0; nil if the system has no converter for the encoding.
    public let offset: Int?

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .data }

    /// The error message, with advice.
    public var words: Words {
        guard let offset else {
            return Words(
                en: "this system's iconv does not support \(encoding.rawValue); install libc-bin and libc6",
                ko: "이 시스템의 iconv에 \(encoding.rawValue)\(.subject) 없습니다. libc-bin과 libc6를 설치하세요")
        }
        return Words(
            en:
                "\(name) is not valid \(encoding.rawValue) at byte \(offset); fetch it again or declare another encoding",
            ko: "\(name): \(offset)바이트 위치에 \(encoding.rawValue) 인코딩으로 읽을 수 없는 글자가 있습니다. 다시 받거나 다른 인코딩을 선언하세요")
    }
}

private final class IconvDecoder {
    private let encoding: TextEncoding
    private let source: ByteSource
    private let handle: iconv_t
    private var rest: [UInt8] = []
    private var offset = 0

    init(encoding: TextEncoding, source: ByteSource) throws {
        self.encoding = encoding
        self.source = source
        guard let handle = iconv_open("UTF-8", encoding.rawValue), Int(bitPattern: handle) != -1 else {
            throw TextEncodingError(name: source.name, encoding: encoding, offset: nil)
        }
        self.handle = handle
    }

    deinit { iconv_close(handle) }

    func next() throws -> [UInt8] {
        while true {
            let chunk = try source.next()
            if chunk.isEmpty {
                guard rest.isEmpty else { throw error(at: offset) }
                return []
            }
            rest += chunk
            let converted = try convert()
            if !converted.isEmpty { return converted }
        }
    }

    /// Converts as much of `rest` as possible and keeps an incomplete character at the end.
    private func convert() throws -> [UInt8] {
        var taken = 0
        var failed = false
        // A character of CP949 takes at most three bytes of UTF-8 for each of its own bytes.
        let converted = [UInt8](unsafeUninitializedCapacity: rest.count * 3 + 16) { output, count in
            rest.withUnsafeMutableBufferPointer { input in
                var inputStart = input.baseAddress.map {
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
                }
                var outputStart = output.baseAddress.map {
                    UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self)
                }
                var inputLeft = input.count
                var outputLeft = output.count
                let result = iconv(handle, &inputStart, &inputLeft, &outputStart, &outputLeft)
                failed = result == -1 && errno != EINVAL
                taken = input.count - inputLeft
                count = output.count - outputLeft
            }
        }
        guard !failed else { throw error(at: offset + taken) }
        offset += taken
        rest.removeSubrange(..<taken)
        return converted
    }

    private func error(at offset: Int) -> TextEncodingError {
        TextEncodingError(name: source.name, encoding: encoding, offset: offset)
    }
}
