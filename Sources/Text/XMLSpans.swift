internal import CGeocliText
internal import Glibc

/// The values of an XML document, each with the bytes that spell it, so that a value can be removed from the bytes.
///
/// It finds the same values as `XMLEvents`: each value that `XMLEvents` finds in an element is the value of a span. After
/// a place that is not well-formed, it goes on at the next tag, because `XMLEvents` can skip broken rows. The bytes up to
/// this tag are a text.
package final class XMLSpans {
    package enum Kind: Sendable {
        /// The text directly inside an element, even if other content splits it. The bytes are all bytes between the
        /// element's tags.
        case text
        /// The value of an attribute; the bytes are those of all attributes of the tag.
        case attribute
        /// An element's name, once for each tag.
        case name
        /// The content of a comment or a processing instruction.
        case remark
    }

    private var body: (Kind, Range<Int>, String) -> Void = { _, _, _ in }
    private var parser: XML_Parser
    /// The offset in the document of the first byte that the parser got.
    private var base = 0
    private let document: UnsafeBufferPointer<UInt8>
    /// For each open element, the start of its content and its text so far.
    private var open: [(start: Int, text: [UInt8])] = []
    private var textBytes = 0
    private var isStopped = false

    private init(_ document: UnsafeBufferPointer<UInt8>, _ parser: XML_Parser) {
        self.document = document
        self.parser = parser
    }

    /// Calls `body` with each span of `document`, up to the first place that is beyond the limits of `XMLEvents`.
    /// Memory is the text of the open elements.
    package static func forEach(
        in document: UnsafeBufferPointer<UInt8>, _ body: (Kind, Range<Int>, String) -> Void
    ) {
        guard let parser = XML_ParserCreate("UTF-8") else { return }
        // The compiler stores the length of the file's path in the check that `body` does not escape. A fixed file name
        // replaces the path here, so that builds in different folders produce identical binaries.
        #sourceLocation(file:"XMLSpans.forEach",line:1)
        withoutActuallyEscaping(body) { body in
            let spans = XMLSpans(document, parser)
            spans.body = body
            spans.parseAll()
            spans.body = { _, _, _ in }
        }
        #sourceLocation()
    }

    deinit { XML_ParserFree(parser) }

    /// Maximum number of faults after which a new parser is started. After that, all tags and texts are texts.
    private static let maximumRestarts = 20_000

    private func parseAll() {
        var start = 0
        var restarts = 0
        while !isStopped, restarts < Self.maximumRestarts, let fault = parse(from: start) {
            restarts += 1
            // The bytes of the fault itself are passed over, so that the reading goes on.
            let end = nextTag(after: max(fault, start))
            let element = open.last ?? (start: min(fault, end), text: [])
            let rest = UnsafeBufferPointer(rebasing: document[min(fault, end)..<end])
            tell(.text, element.start..<end, String(decoding: element.text + rest, as: UTF8.self))
            (open, textBytes, start) = ([], 0, end)
            guard end < document.count, restart(at: end) else { return }
        }
        while !isStopped, start < document.count, restarts == Self.maximumRestarts {
            let end = nextTag(after: start)
            tell(.text, start..<end, String(decoding: document[start..<end], as: UTF8.self))
            start = end
        }
    }

    private func nextTag(after index: Int) -> Int {
        document[min(index + 1, document.count)...].firstIndex(of: UInt8(ascii: "<")) ?? document.count
    }

    /// Starts a parser inside an element, so that any tags may follow.
    private func restart(at start: Int) -> Bool {
        guard let next = XML_ParserCreate("UTF-8") else { return false }
        XML_ParserFree(parser)
        parser = next
        let opening: [CChar] = [0x3C, 0x78, 0x3E]
        base = start - opening.count
        return XML_Parse(parser, opening, Int32(opening.count), 0) == XML_STATUS_OK
    }

    /// Reads the document from `start` on; returns the offset of the first fault, nil if there is none.
    private func parse(from start: Int) -> Int? {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, attributes in XMLSpans.from(data).start(name, attributes) },
            { data, name in XMLSpans.from(data).end(name) })
        XML_SetCharacterDataHandler(parser) { data, bytes, count in XMLSpans.from(data).characters(bytes, count) }
        XML_SetCommentHandler(parser) { data, text in XMLSpans.from(data).remark(text, marks: (4, 3)) }
        XML_SetProcessingInstructionHandler(parser) { data, target, text in
            XMLSpans.from(data).remark(text, marks: (3 + Int(target.map { strlen($0) } ?? 0), 2))
        }
        // No reader continues after a document type.
        XML_SetDoctypeDeclHandler(parser, { data, _, _, _, _ in XMLSpans.from(data).isStopped = true }, { _ in })
        var fed = start
        while fed < document.count, !isStopped {
            let count = min(Self.pieceBytes, document.count - fed)
            let piece = UnsafeRawPointer(document.baseAddress)?.advanced(by: fed).assumingMemoryBound(to: CChar.self)
            guard XML_Parse(parser, piece, Int32(count), 0) == XML_STATUS_OK else { return faultOffset }
            fed += count
            // Stops at a text, tag or comment that is too long; `XMLEvents` refuses it, too.
            guard fed - faultOffset <= XMLEvents.maximumTokenBytes + count else {
                isStopped = true
                return nil
            }
        }
        // Flushes what expat has held back.
        return isStopped || XML_Parse(parser, nil, 0, 1) == XML_STATUS_OK ? nil : faultOffset
    }

    private var faultOffset: Int { base + max(Int(XML_GetCurrentByteIndex(parser)), 0) }

    private static let pieceBytes = 256 << 10

    private static func from(_ data: UnsafeMutableRawPointer?) -> XMLSpans {
        guard let data else { preconditionFailure("expat gave back no user data") }
        return Unmanaged<XMLSpans>.fromOpaque(data).takeUnretainedValue()
    }

    /// The bytes of the current tag, comment or instruction.
    private var token: Range<Int> {
        let start = base + Int(XML_GetCurrentByteIndex(parser))
        return start..<start + Int(XML_GetCurrentByteCount(parser))
    }

    private func start(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        guard let name, !isStopped else { return }
        let token = token
        let length = Int(strlen(name))
        tell(.name, token.lowerBound + 1..<token.lowerBound + 1 + length, String(cString: name))
        let after = token.lowerBound + 1 + length..<closing(of: token)
        var index = 0
        while let attributes, attributes[index] != nil, let value = attributes[index + 1] {
            tell(.attribute, after, String(cString: value))
            index += 2
        }
        open.append((token.upperBound, []))
        if open.count > JSONSyntax.maximumDepth { isStopped = true }
    }

    /// Returns the index of a start tag's closing bracket, or of the slash before it if the element is empty.
    private func closing(of tag: Range<Int>) -> Int {
        let bracket = tag.upperBound - 1
        return document[bracket - 1] == UInt8(ascii: "/") ? bracket - 1 : bracket
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        guard let name, !isStopped, let element = open.popLast() else { return }
        textBytes -= element.text.count
        let token = token
        // The end of an empty element has no tag of its own.
        guard !token.isEmpty, token.lowerBound >= element.start else { return }
        tell(.text, element.start..<token.lowerBound, String(decoding: element.text, as: UTF8.self))
        let start = token.lowerBound + 2
        tell(.name, start..<start + Int(strlen(name)), String(cString: name))
    }

    private func characters(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
        guard let bytes, !isStopped, !open.isEmpty else { return }
        bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            open[open.count - 1].text.append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(count)))
        }
        textBytes += Int(count)
        if textBytes > XMLEvents.maximumTextBytes { isStopped = true }
    }

    private func remark(_ text: UnsafePointer<CChar>?, marks: (before: Int, after: Int)) {
        guard let text, !isStopped else { return }
        let token = token
        let inner = token.lowerBound + marks.before
        tell(.remark, inner..<max(inner, token.upperBound - marks.after), String(cString: text))
    }

    private func tell(_ kind: Kind, _ range: Range<Int>, _ text: String) { body(kind, range, text) }
}
