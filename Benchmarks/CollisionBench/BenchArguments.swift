internal import GeocliGeo
internal import Glibc

/// The arguments of the command line.
struct BenchArguments {
    enum Task: String { case setup, levels, snapshots }

    var path = ""
    var task = Task.snapshots
    var repeats = 1
    var zooms = 0...CollisionOptions.highestZoom
    var mode = CollisionOptions.Mode.stable
    var width = 40.0
    var height = 53.0
    /// One in this many markers is forced; 0 for none.
    var forceEvery = 0
    var isCPU = false
    var answers: String?

    private static let usage =
        "usage: collision-bench POINTS levels|snapshots|setup [--repeats N] [--zooms A-B] "
        + "[--mode stable|independent] [--icon WxH] [--force-every N] [--clock wall|cpu] [--answers FILE]"

    init(_ words: ArraySlice<String>) throws {
        var rest = words
        guard rest.count > 1, let path = rest.popFirst(), let task = rest.popFirst().flatMap(Task.init) else {
            Self.fail(Self.usage)
        }
        (self.path, self.task) = (path, task)
        while let option = rest.popFirst() {
            guard let value = rest.popFirst(), take(option, value) else { Self.fail(Self.usage) }
        }
    }

    private mutating func take(_ option: String, _ value: String) -> Bool {
        switch option {
        case "--repeats": repeats = max(1, Int(value) ?? 1)
        case "--zooms":
            let ends = value.split(separator: "-").compactMap { Int($0) }
            guard ends.count == 2, ends[0] <= ends[1] else { return false }
            zooms = ends[0]...ends[1]
        case "--mode":
            guard value == "stable" || value == "independent" else { return false }
            mode = value == "stable" ? .stable : .faithful
        case "--icon":
            let sides = value.split(separator: "x").compactMap { Double($0) }
            guard sides.count == 2 else { return false }
            (width, height) = (sides[0], sides[1])
        case "--force-every": forceEvery = max(0, Int(value) ?? 0)
        case "--clock":
            guard value == "wall" || value == "cpu" else { return false }
            isCPU = value == "cpu"
        case "--answers": answers = value
        default: return false
        }
        return true
    }

    var options: CollisionOptions {
        var options = CollisionOptions()
        options.mode = mode
        options.maximumZoom = zooms.upperBound
        return options
    }

    static func fail(_ sentence: String) -> Never {
        _ = "\(sentence)\n".withCString { write(2, $0, strlen($0)) }
        exit(64)
    }

    static func save(_ text: String, to path: String) {
        guard let file = fopen(path, "w") else { fail("\(path): cannot be written") }
        fputs(text, file)
        fclose(file)
    }
}
