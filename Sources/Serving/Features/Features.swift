internal import GeocliText

extension Endpoint {
    /// The addresses of OGC API – Features.
    static let features: [Endpoint] = []
}
