/// The number of markers in a cluster, short enough for a label.
public enum PointCount {
    /// Returns the count in a few characters: `999`, `1k`, `1.3k`, `12k`.
    ///
    /// - Edges: below 1000, the number itself; below 10,000, thousands with one decimal, which is left out if it is
    ///   0; from 10,000 on, whole thousands. Halves round up, so 9950 is `10k`.
    /// - Source: `point_count_abbreviated` of supercluster 8 (index.js, `getClusterProperties`).
    public static func abbreviated(_ count: Int) -> String {
        guard count >= 1000 else { return String(count) }
        guard count < 10_000 else { return "\((count + 500) / 1000)k" }
        let tenths = (count + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k"
    }
}
