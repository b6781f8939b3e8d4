/// Limits of time and size for the requests to a service.
public struct FetchLimits: Sendable, Equatable {
    /// The maximum time without any byte, in seconds.
    public var idleSeconds = 5.0
    /// The maximum time for one request, in seconds.
    public var pageSeconds = 30.0
    /// The maximum time for all requests of a run together, waits included, in seconds.
    public var runSeconds = 300.0
    /// The maximum size of a page in bytes, both as sent and unpacked.
    public var pageBytes = 64 << 20
    /// The maximum number of retries after an error that may be temporary.
    public var retries = 3
    /// The wait before the first retry, in seconds. It doubles with each retry. A random part, at most half, is taken
    /// off so that many clients do not retry at the same moment.
    public var firstWaitSeconds = 1.0
    /// The maximum wait that a service may ask for, in seconds. If a service asks for a longer wait, the run stops.
    public var longestWaitSeconds = 60.0

    /// Creates the limits of an ordinary nightly run.
    public init() {}
}
