internal import GeocliGeo
internal import Glibc

/// Runs the collision pass in process, on one thread: `collision-bench POINTS levels|snapshots|setup [--repeats N]
/// [--zooms A-B] [--mode stable|independent] [--icon WxH] [--clock wall|cpu] [--answers FILE]`.
///
/// POINTS is a file of little-endian float64 pairs, longitude and latitude; a point's id is its index in the file.
/// - `setup` creates the pass: checks, projects and sorts.
/// - `levels` creates it and computes the lowest zoom at which each marker is visible (`allZooms`, always stable), up
///   to B.
/// - `snapshots` creates it and computes the snapshot of each zoom A…B (0-22): hiders, counts and members.
///
/// One line of JSON on standard output gives the time of each repetition, the least time of each zoom, and the
/// process's peak memory, including the points. `--answers` writes a line for each zoom: `zoom visible hidden
/// checksum`. The checksum is the sum of (i + 1) · (hider + 1) modulo 2^64 over the active markers i, 0-based; a
/// visible marker is its own hider. For `levels`, the visible markers are those whose lowest zoom is at most the zoom
/// of the line, and the checksum is the sum of i + 1 over these markers.
@main
enum CollisionBench {
    static func main() throws {
        let words = try BenchArguments(CommandLine.arguments.dropFirst())
        let points = BenchPoints(path: words.path)
        var trials = BenchTrials(words)
        for number in 0..<words.repeats {
            let isLast = number == words.repeats - 1
            try trials.run(words, points, keepsAnswers: isLast && words.answers != nil)
        }
        if let path = words.answers { BenchArguments.save(trials.answers, to: path) }
        print(trials.line(words, points))
    }
}
