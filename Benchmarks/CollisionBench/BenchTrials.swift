internal import GeocliGeo
internal import Glibc

/// The repetitions of one task and their results.
struct BenchTrials {
    let zooms: ClosedRange<Int>
    /// Whether to measure the process's own CPU time, which is more exact on a busy machine.
    let isCPU: Bool
    private(set) var answers = ""
    private var seconds: [Double] = []
    private var zoomSeconds: [Double]

    init(_ words: BenchArguments) {
        zooms = words.zooms
        isCPU = words.isCPU
        zoomSeconds = Array(repeating: .infinity, count: zooms.count)
    }

    /// Runs the task once.
    mutating func run(_ words: BenchArguments, _ points: BenchPoints, keepsAnswers: Bool) throws {
        let start = now()
        let pass = try CollisionPass(count: points.count, options: words.options) { points.marker($0, words) }
        switch words.task {
        case .setup: seconds.append(now() - start)
        case .levels:
            var last = now()
            let levels = try pass.allZooms { zoom in note(zoom, since: &last) }
            seconds.append(now() - start)
            if keepsAnswers { keep(levels) }
        case .snapshots:
            var last = now()
            var idle = 0.0
            try pass.forEachSnapshot(zooms: zooms) { snapshot in
                note(snapshot.wholeZoom, since: &last)
                guard keepsAnswers else { return }
                keep(snapshot)
                let now = now()
                idle += now - last
                last = now
            }
            seconds.append(now() - start - idle)
        }
    }

    private mutating func note(_ zoom: Int, since last: inout Double) {
        let now = now()
        if zooms.contains(zoom) {
            zoomSeconds[zoom - zooms.lowerBound] = min(zoomSeconds[zoom - zooms.lowerBound], now - last)
        }
        last = now
    }

    private mutating func keep(_ snapshot: CollisionSnapshot) {
        var (visible, hidden, sum) = (0, 0, UInt64(0))
        for index in 0..<snapshot.count {
            guard let hider = snapshot.hider(of: index) else { continue }
            if hider == index { visible += 1 } else { hidden += 1 }
            sum &+= UInt64(index + 1) &* UInt64(hider + 1)
        }
        answers += "\(snapshot.wholeZoom) \(visible) \(hidden) \(sum)\n"
    }

    private mutating func keep(_ levels: CollisionLevels) {
        for zoom in zooms {
            var (visible, sum) = (0, UInt64(0))
            for index in 0..<levels.count {
                guard let lowest = levels.minZoom(of: index), lowest <= zoom else { continue }
                visible += 1
                sum &+= UInt64(index + 1)
            }
            answers += "\(zoom) \(visible) \(levels.count - visible) \(sum)\n"
        }
    }

    func line(_ words: BenchArguments, _ points: BenchPoints) -> String {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let zooms = words.task == .setup ? [] : zoomSeconds
        return "{\"task\":\"\(words.task)\",\"points\":\(points.count),\"seconds\":\(Self.list(seconds)),"
            + "\"per_zoom_seconds\":\(Self.list(zooms)),\"peak_kb\":\(usage.ru_maxrss)}"
    }

    private static func list(_ seconds: [Double]) -> String {
        "[" + seconds.map { String(Double(Int($0 * 1e6)) / 1e6) }.joined(separator: ",") + "]"
    }

    private func now() -> Double {
        var time = timespec()
        clock_gettime(isCPU ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
