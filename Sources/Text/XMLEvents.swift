internal import CGeocliText

/// An XML document as events, read in pieces by expat.
///
/// expat is a small, hardened streaming parser (it refuses entity bombs); FoundationXML would bring libxml2 into
/// every process and keep the whole document.
public final class XMLEvents {
    /// Called for each start tag with the element's name.
    public var onStart: (String) throws -> Void = { _ in }
    /// Called for each end tag with the element's name and the text directly inside it.
    public var onEnd: (String, String) throws -> Void = { _, _ in }
    private var text: [[UInt8]] = []
    private var failure: (any Error)?
    private var textBytes = 0
    private var sourceName = ""

    /// No honest element's text, tag or comment is longer. Without the bound expat would keep a comment of any length,
    /// and look through it from its start with each piece that comes.
    static let maximumTokenBytes = 1 << 20
    /// The same of all texts that wait for their end tags.
    static let maximumTextBytes = 4 << 20

    /// A reader that calls nothing yet.
    public init() {}

    /// Reads `source`, UTF-8 whatever its declaration says, to its end, `first` being bytes that were taken from it before.
    ///
    /// - Throws: `XMLError` if it is not one well-formed document; whatever the callbacks throw.
    public func parse(_ source: ByteSource, first: [UInt8] = []) throws {
        guard let parser = XML_ParserCreate("UTF-8") else {
            throw XMLError(name: source.name, line: 0, reason: "no memory")
        }
        defer { XML_ParserFree(parser) }
        (text, textBytes, failure, sourceName) = ([], 0, nil, source.name)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, _ in XMLEvents.from(data).start(name) },
            { data, name in XMLEvents.from(data).end(name) })
        XML_SetCharacterDataHandler(parser) { data, bytes, count in XMLEvents.from(data).characters(bytes, count) }
        // No feed declares a document type; one could name entities that would go missing in silence.
        XML_SetDoctypeDeclHandler(
            parser, { data, _, _, _, _ in XMLEvents.from(data).refuseDocumentType() }, { _ in })
        var fedCount = 0
        var chunk = first.isEmpty ? try source.next() : first
        while true {
            let isFinal = chunk.isEmpty
            let status = chunk.withUnsafeBytes {
                XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), isFinal ? 1 : 0)
            }
            if let failure { throw failure }
            guard status == XML_STATUS_OK else { throw error(parser, source.name) }
            if isFinal { return }
            fedCount += chunk.count
            guard fedCount - XML_GetCurrentByteIndex(parser) <= Self.maximumTokenBytes + chunk.count else {
                throw XMLError.tooLong(source.name)
            }
            chunk = try source.next()
        }
    }

    private func error(_ parser: XML_Parser, _ name: String) -> XMLError {
        let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
        return XMLError(name: name, line: Int(XML_GetCurrentLineNumber(parser)), reason: reason)
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLEvents {
        guard let data else { preconditionFailure("expat gave back no user data") }
        return Unmanaged<XMLEvents>.fromOpaque(data).takeUnretainedValue()
    }

    private func refuseDocumentType() {
        failure = failure ?? XMLError(name: sourceName, line: 1, reason: "a document type is declared")
    }

    private func start(_ name: UnsafePointer<CChar>?) {
        guard let name, failure == nil else { return }
        text.append([])
        attempt { try onStart(String(cString: name)) }
        if text.count > JSONSyntax.maximumDepth {
            failure = XMLError(name: sourceName, line: 0, reason: "nested too deep")
        }
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        guard let name, failure == nil, let inner = text.popLast() else { return }
        textBytes -= inner.count
        attempt { try onEnd(String(cString: name), String(decoding: inner, as: UTF8.self)) }
    }

    private func characters(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
        guard let bytes, failure == nil, !text.isEmpty else { return }
        bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            text[text.count - 1].append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(count)))
        }
        textBytes += Int(count)
        if textBytes > Self.maximumTextBytes { failure = XMLError.tooLong(sourceName) }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { failure = error }
    }
}

/// Bytes that are no XML document.
public struct XMLError: ExplainedError, Equatable {
    /// Which source.
    public let name: String
    /// The line, from 1; 0 where there is none.
    public let line: Int
    /// expat's words.
    public let reason: String

    /// A text, tag, comment or row that no honest page has.
    public static func tooLong(_ name: String) -> XMLError {
        XMLError(name: name, line: 0, reason: "one of its parts is too long")
    }

    /// What happened and what to try.
    public var words: Words {
        Words(
            en: "\(name) is no well-formed XML (line \(line): \(reason)); fetch it again",
            ko: "\(name)은(는) 올바른 XML이 아닙니다(\(line)행: \(reason)); 다시 받으세요")
    }
}
