internal import GeocliServing
internal import GeocliText
internal import NIOCore
internal import NIOHTTP1

/// A request and its outcome, for the headers of the answer, the log and the counts.
struct Exchange {
    /// The head; nil if it could not be read.
    let head: HTTPRequestHead?
    let startedAt = NIODeadline.now()
    /// The address without its values, such as `/show/{id}`, so that `/metrics` has only a few different addresses.
    var pattern = "other"
    /// The language that the client reads; nil if it is not known.
    var language: Language?
    var status = 0
    var byteCount = 0
    var closes = false
    /// Whether the answer goes on until the client leaves.
    var isStream = false

    init(_ head: HTTPRequestHead?) { self.head = head }

    /// Whether the connection stays open after the answer. It closes if the client asked for an upgrade, because the
    /// service makes no upgrade but the decoder reads nothing after such a request.
    var isKeepAlive: Bool {
        guard let head else { return false }
        return head.isKeepAlive && !head.headers.contains(name: "upgrade")
    }
}
