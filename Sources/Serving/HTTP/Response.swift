/// A header of a response.
public struct Header: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// An answer, ready for the transport, which adds Date, Content-Length, Connection and the headers of every response.
public struct Response: Sendable {
    /// The body of a response.
    public enum Body: Sendable {
        case bytes([UInt8])
        /// Events that go on until the client leaves.
        case events(EventStream)
    }

    /// The status code.
    public var status: Int
    /// Its headers.
    public var headers: [Header]
    /// Its body. The transport leaves it out for HEAD, but sends its length.
    public var body: Body

    /// Creates a response with bytes of this media type.
    public init(_ status: Int, _ mediaType: String, _ bytes: [UInt8]) {
        self.status = status
        headers = [Header("Content-Type", mediaType)]
        body = .bytes(bytes)
    }

    /// Returns a page for people.
    ///
    /// - Parameter policy: what a browser may do for the page, by Content-Security-Policy. The transport adds who may
    ///   show it in a frame.
    static func page(_ bytes: [UInt8], policy: String) -> Response {
        var response = Response(200, "\(MediaType.html.rawValue); charset=utf-8", bytes)
        response.headers.append(Header("Content-Security-Policy", policy))
        return response
    }

    /// Creates a response without a body.
    init(_ status: Int, _ headers: [Header]) {
        self.status = status
        self.headers = headers
        body = .bytes([])
    }
}
