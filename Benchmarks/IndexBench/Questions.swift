internal import GeocliGeo
internal import Glibc

enum Answer {
    case neighbors(ArraySlice<IndexedNeighbor>)
    case count(Int)

    var line: String {
        switch self {
        case .count(let count): "\(count)"
        case .neighbors(let neighbors):
            neighbors.map { "\($0.index):\(Int(($0.distanceMeters * 1000).rounded()))" }.joined(separator: " ")
        }
    }
}

/// The queries of a run.
struct Questions {
    private let arguments: Arguments
    private let origins: [Coordinate]
    private let boxes: [BoundingBox]

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        boxes = arguments.task == .box ? try PointsFile.boxes(arguments.queries) : []
        origins = arguments.task == .box ? [] : try PointsFile.coordinates(arguments.queries)
    }

    var count: Int { max(origins.count, boxes.count) }

    /// Returns the answers in the order of the queries, one array for each thread.
    func answers(from tree: PackedRTree) -> [[Answer]] {
        guard arguments.threads > 1 else { return [answers(from: tree, of: 0..<count)] }
        let parts = (0..<arguments.threads).map { number in
            count * number / arguments.threads..<count * (number + 1) / arguments.threads
        }
        let workers = parts.map { part in Worker { answers(from: tree, of: part) } }
        return workers.map { $0.result() }
    }

    private func answers(from tree: PackedRTree, of part: Range<Int>) -> [Answer] {
        switch arguments.task {
        case .nearest: return neighbors(from: tree, of: part)
        case .count1km: return part.map { .count(tree.count(withinMeters: 1000, of: origins[$0])) }
        case .box, .build:
            var found: [UInt32] = []
            return part.map { number in
                found.removeAll(keepingCapacity: true)
                tree.append(in: boxes[number], to: &found)
                return .count(found.count)
            }
        }
    }

    /// Returns the neighbors of all queries in one array, grouped by query.
    private func neighbors(from tree: PackedRTree, of part: Range<Int>) -> [Answer] {
        var search = NearestSearch()
        var all: [IndexedNeighbor] = []
        all.reserveCapacity(part.count * min(arguments.neighbors, tree.count))
        var runs = [Range<Int>](repeating: 0..<0, count: part.count)
        for number in PackedRTree.order(of: Array(origins[part])) {
            tree.nearest(to: origins[part.lowerBound + number], count: arguments.neighbors, into: &search)
            let start = all.count
            all += search.neighbors
            runs[number] = start..<all.count
        }
        return runs.map { .neighbors(all[$0]) }
    }
}

/// A thread with one computation.
private final class Worker: @unchecked Sendable {
    private let work: () -> [Answer]
    private var answers: [Answer] = []
    private var thread = pthread_t()

    /// Starts the thread; `work` must not touch anything that other threads change.
    init(_ work: @escaping () -> [Answer]) {
        self.work = work
        pthread_create(
            &thread, nil,
            { context in
                let worker = Unmanaged<Worker>.fromOpaque(context!).takeRetainedValue()
                worker.answers = worker.work()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
    }

    func result() -> [Answer] {
        pthread_join(thread, nil)
        return answers
    }
}
