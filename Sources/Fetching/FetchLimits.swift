/// How long and how much a service may take.
public struct FetchLimits: Sendable, Equatable {
    /// So long nothing may come, in seconds.
    public var idleSeconds = 5.0
    /// So long one request may take, in seconds.
    public var pageSeconds = 30.0
    /// So long all requests of a run may take together, waits included, in seconds.
    public var runSeconds = 300.0
    /// So many bytes a page may have, as sent and unpacked.
    public var pageBytes = 64 << 20
    /// So often a request is made again after a fault that may pass.
    public var retries = 3
    /// The wait before the first of them, in seconds; it doubles each time and is shortened by up to a half at random, so
    /// that many clients do not come back at once.
    public var firstWaitSeconds = 1.0
    /// A service may ask for a wait of so many seconds; for a longer one the run ends.
    public var longestWaitSeconds = 60.0

    /// The limits of a plain nightly run.
    public init() {}
}
