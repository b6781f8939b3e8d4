internal import CGeocliText

/// A reader that reports an XML document as events, read in pieces by expat.
///
/// expat is a small, hardened streaming parser (it refuses entity bombs); FoundationXML would bring libxml2 into every
/// process and keep the whole document.
public final class XMLEvents {
    /// Called for each start tag with the element's name.
    public var onStart: (String) throws -> Void = { _ in }
    /// Called for each start tag with its attributes; nil if they are not needed.
    public var onAttributes: (([String: String]) throws -> Void)?
    /// Called for each end tag with the element's name and the text directly inside it.
    public var onEnd: (String, String) throws -> Void = { _, _ in }
    private var text: [[UInt8]] = []
    private var failure: (any Error)?
    private var textBytes = 0
    private var sourceName = ""

    /// Maximum size of one text, tag or comment, in bytes; no real document has longer ones. Without this limit expat
    /// would keep a comment of any length and scan it from its start with each new piece.
    static let maximumTokenBytes = 1 << 20
    /// Maximum size of all texts that wait for their end tags, in bytes.
    static let maximumTextBytes = 4 << 20

    /// Creates a reader without callbacks.
    public init() {}

    /// Reads `source` to its end as UTF-8, even if its declaration names another encoding. `first` are bytes that were
    /// already read from it.
    ///
    /// - Throws: `XMLError` if the bytes are not one well-formed document; any error of the callbacks.
    public func parse(_ source: ByteSource, first: [UInt8] = []) throws {
        guard let parser = XML_ParserCreate("UTF-8") else {
            throw XMLError(name: source.name, line: 0, reason: "no memory")
        }
        defer { XML_ParserFree(parser) }
        (text, textBytes, failure, sourceName) = ([], 0, nil, source.name)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, attributes in XMLEvents.from(data).start(name, attributes) },
            { data, name in XMLEvents.from(data).end(name) })
        XML_SetCharacterDataHandler(parser) { data, bytes, count in XMLEvents.from(data).characters(bytes, count) }
        // No feed declares a document type. A document type could declare entities that would silently disappear.
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

    private func start(_ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard let name, failure == nil else { return }
        text.append([])
        attempt { try onStart(String(cString: name)) }
        if let onAttributes, failure == nil {
            // Names and values alternate, up to a null pointer.
            var (attributes, position): ([String: String], Int) = ([:], 0)
            while let list, let name = list[position], let value = list[position + 1] {
                attributes[String(cString: name)] = String(cString: value)
                position += 2
            }
            attempt { try onAttributes(attributes) }
        }
        if text.count > JSONSyntax.maximumDepth {
            failure = XMLError(name: sourceName, line: 0, reason: "nested too deeply")
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

/// The error for bytes that are not an XML document.
public struct XMLError: ExplainedError, Equatable {
    /// The name of the source.
    public let name: String
    /// The line, from 1; 0 if there is none.
    public let line: Int
    /// The reason in expat's words.
    public let reason: String

    /// Returns the error for a text, tag, comment or row that is longer than any in a real page.
    public static func tooLong(_ name: String) -> XMLError {
        XMLError(name: name, line: 0, reason: "one of its parts is too long")
    }

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .data }

    /// The error message, with advice.
    public var words: Words {
        Words(
            en: "\(name) is not well-formed XML (line \(line): \(reason)); fetch it again",
            ko: "\(name): 올바른 XML이 아닙니다(\(line)행: \(reason)). 다시 받으세요")
    }
}
