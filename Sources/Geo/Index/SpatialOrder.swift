internal import Glibc

/// An order of coordinates in which every run of eight, of 64, of 512 … is a compact patch, as in a k-d tree: a run is
/// split across its longer side, into a full half and the rest. The order only affects the speed of the index, so
/// 32-bit numbers on one map of all coordinates are exact enough.
/// - Source: Bentley, "Multidimensional binary search trees used for associative searching" (1975); Hoare, "Find"
///   (1961); the partition without branches is Lomuto's, in the form of Alexandrescu (2020).
struct SpatialOrder {
    let middle: Coordinate
    private var entries: [Entry]

    /// A coordinate on a flat map: x, y, and the bits of its index in the array. In the middle of the data, the map has
    /// about the same scale in both directions. An entry is four floats, so that one instruction can move the entry and
    /// one instruction can compare both x and y.
    private typealias Entry = SIMD4<Float>

    /// - Complexity: O(n log n), 16 bytes per coordinate. The size of the smallest patch must be a power of two.
    init(_ coordinates: [Coordinate], leafSize: Int, _ both: TwoTasks.Runner) {
        var west = 180.0
        var east = -180.0
        var south = 90.0
        var north = -90.0
        for coordinate in coordinates {
            west = min(west, coordinate.longitude)
            east = max(east, coordinate.longitude)
            south = min(south, coordinate.latitude)
            north = max(north, coordinate.latitude)
        }
        let middle =
            coordinates.isEmpty
            ? Coordinate(uncheckedLongitude: 0, latitude: 0)
            : Coordinate(uncheckedLongitude: (west + east) / 2, latitude: (south + north) / 2)
        self.middle = middle
        let stretch = cos(middle.latitude * .pi / 180)
        entries = [Entry](unsafeUninitializedCapacity: coordinates.count) { buffer, count in
            for (id, coordinate) in coordinates.enumerated() {
                let entry = Entry(
                    Float((coordinate.longitude - middle.longitude) * stretch),
                    Float(coordinate.latitude - middle.latitude), Float(bitPattern: UInt32(id)), 0)
                buffer.initializeElement(at: id, to: entry)
            }
            count = coordinates.count
        }
        var unit = leafSize
        while unit < entries.count { unit *= 2 }
        entries.withUnsafeMutableBufferPointer { Self.split($0[...], unit: unit, leafSize: leafSize, both) }
    }

    func ids() -> [UInt32] { entries.map { $0.z.bitPattern } }

    /// The minimum number of entries for a second thread.
    private static let minimumParallelCount = 1 << 16

    private static func split(
        _ run: Slice<UnsafeMutableBufferPointer<Entry>>, unit: Int, leafSize: Int, _ both: TwoTasks.Runner
    ) {
        guard run.count >= minimumParallelCount, let half = halve(run, unit: unit, leafSize: leafSize) else {
            return split(run, unit: unit, leafSize: leafSize)
        }
        nonisolated(unsafe) let (low, high) = (run[..<(run.startIndex + half)], run[(run.startIndex + half)...])
        both({ split(low, unit: half, leafSize: leafSize) }, { split(high, unit: half, leafSize: leafSize) })
    }

    /// Orders a run of at most `unit` entries; `unit` is a power of two.
    private static func split(_ run: Slice<UnsafeMutableBufferPointer<Entry>>, unit: Int, leafSize: Int) {
        guard let half = halve(run, unit: unit, leafSize: leafSize) else { return }
        split(run[run.startIndex..<run.startIndex + half], unit: half, leafSize: leafSize)
        split(run[(run.startIndex + half)...], unit: half, leafSize: leafSize)
    }

    /// Puts the entries with the lower keys before the others. The key is x or y, whichever has the wider range.
    /// - Returns: the size of the first half, a power of two; nil if there is nothing to order.
    private static func halve(
        _ run: Slice<UnsafeMutableBufferPointer<Entry>>, unit: Int, leafSize: Int
    ) -> Int? {
        guard run.count > leafSize else { return nil }
        var half = unit / 2
        while half >= run.count { half /= 2 }
        let base = UnsafeMutableBufferPointer(rebasing: run)
        var least = base[0]
        var greatest = base[0]
        for entry in base {
            least = least.replacing(with: entry, where: entry .< least)
            greatest = greatest.replacing(with: entry, where: entry .> greatest)
        }
        let (width, height) = (greatest.x - least.x, greatest.y - least.y)
        // Equal coordinates need no order.
        guard width > 0 || height > 0 else { return nil }
        if width > height { divide(base, at: half) { $0.x } } else { divide(base, at: half) { $0.y } }
        return half
    }

    @inline(__always)
    private static func divide(
        _ run: UnsafeMutableBufferPointer<Entry>, at half: Int, by key: (Entry) -> Float
    ) {
        var low = 0
        var high = run.count
        // Invariants: keys before `low` ≤ keys in `low..<high` ≤ keys from `high` on; `half` is between `low` and
        // `high`.
        while high - low > 1 {
            let pivot = pivot(run, low, high, by: key)
            var middle = low
            for index in low..<high {
                let entry = run[index]
                run[index] = run[middle]
                run[middle] = entry
                middle += key(entry) < pivot ? 1 : 0
            }
            if half < middle {
                high = middle
                continue
            }
            let isStuck = middle == low
            low = middle
            guard isStuck else { continue }
            // The pivot is the lowest key. The entries with the same key need no order, and there may be many.
            for index in low..<high {
                let entry = run[index]
                run[index] = run[middle]
                run[middle] = entry
                middle += key(entry) <= pivot ? 1 : 0
            }
            if half < middle { return }
            low = middle
        }
    }

    /// Returns the key of an entry in a run of two or more. In a short run, this is the median of three keys. In a long
    /// run, it is the median of the medians of three groups of three keys.
    @inline(__always)
    private static func pivot(
        _ run: UnsafeMutableBufferPointer<Entry>, _ low: Int, _ high: Int, by key: (Entry) -> Float
    ) -> Float {
        func median(_ first: Float, _ second: Float, _ third: Float) -> Float {
            max(min(first, second), min(max(first, second), third))
        }
        let step = (high - low) / 9
        func three(_ start: Int) -> Float {
            median(key(run[start]), key(run[start + step]), key(run[start + 2 * step]))
        }
        guard step > 10 else { return median(key(run[low]), key(run[(low + high) / 2]), key(run[high - 1])) }
        return median(three(low), three(low + 3 * step), three(low + 6 * step))
    }
}

/// Ways to run two pieces of work that share no data.
public enum TwoTasks {
    /// A function that runs both pieces of work, perhaps on two threads, and returns when both are done.
    public typealias Runner = (_ first: @escaping @Sendable () -> Void, _ second: () -> Void) -> Void

    /// Runs the two pieces of work one after the other.
    public static var oneByOne: Runner {
        { first, second in
            first()
            second()
        }
    }
}
