internal import CGeocliBuild
internal import GeocliText
internal import Glibc

/// The worker of batch jobs: a filter from standard input to standard output. Another engine starts hundreds of them,
/// so it links nothing but the geometry.
///
/// It always reads its input to the end, because an engine that can't write to the worker may stop its own work. The
/// exit code tells what went wrong, and the last line of the output states the number of lines read.
@main
enum Main {
    /// The name, the version, and the commit if the build knew it.
    private static var versionLine: String { "geoworker \(String(cString: cbuild_version()))" }

    static func main() {
        // A pipe without a reader, and a file at its size limit, become errors of a write.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let reader = RecordReader(descriptor: 0)
        do {
            try run(try WorkerArguments(Array(CommandLine.arguments.dropFirst())), reader)
        } catch {
            complain(error.words)
            // Wrong arguments are a person's mistake, and then the input may be a terminal, which has no end.
            if error.code != .usage { reader.drain() }
            exit(error.code.rawValue)
        }
    }

    private static func run(_ arguments: WorkerArguments, _ reader: RecordReader) throws(WorkerError) {
        let writer = RecordWriter(descriptor: 1)
        switch arguments {
        case .help: try print(help)
        case .version: try print(versionLine + "\n")
        case .nearest(let options):
            var job = NearestJob(reader, writer, options)
            try job.run()
            try writer.endCounted(lines: reader.line, emptyFields: 2)
        case .collide(let options):
            var job = try CollideJob(reader, writer, options)
            try job.run()
            try writer.endCounted(lines: reader.line, emptyFields: 0)
        case .project:
            try ProjectJob(reader, writer).run()
            try writer.flush()
        }
    }

    private static func print(_ text: String) throws(WorkerError) {
        let writer = RecordWriter(descriptor: 1)
        writer.add(text: text)
        try writer.flush()
    }

    private static func complain(_ words: Words) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale =
            names.lazy.compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty } ?? ""
        let sentence = "geoworker: " + words.text(locale.hasPrefix("ko") ? .korean : .english) + "\n"
        // If this fails, the message can't be reported in another way.
        _ = sentence.withCString { write(2, $0, strlen($0)) }
    }

    private static let help = """
        USAGE: geoworker nearest [-k N] [--merge] | collide --zoom Z [options] | project

        The worker of the batch jobs that 'geocli plan' writes: reads lines of fields with a TAB between them from
        standard input, sorted by their first field, and writes such lines to standard output.

        nearest    cell 0 id longitude latitude  (a place)
                   cell 1 id longitude latitude  (a query, after the places of its cell)
                   gives 0 query place meters rank, and at the end 1 lines answers 0 0
          -k N         places for each query (default: 10)
          --merge      queries have a sixth field, the meters beyond which nothing is wanted (places any number), and
                       the exact distance stands in place of the rank, so that answers of several cells can be merged

        collide    tile role visible id x y [columns]  (role: 0 neighbor, 1 own, 2 own without all neighbors)
                   gives 0 id hider, the hider of a visible marker being itself, and at the end 1 lines decisions
          --zoom Z     the zoom, 0 to 22
          --tile-size  512 or 256 pt at zoom 0 (default: 512)
          --icon WxH, --anchor x,y, --padding pt   as for 'geocli cluster'
          --columns    further fields: width,height,anchor_x,anchor_y,global_z_index,z_index,priority,force,hides

        project    longitude latitude [anything]
                   gives x y [anything], the place on the plane of the collision pass

        Exit: 0 done, 64 wrong usage, 65 a line is bad, 74 input or output failed. After an error the rest of the
        input is still read.

        """
}

extension RecordWriter {
    /// Adds the last line, which proves that all lines were read, and writes everything.
    fileprivate func endCounted(lines: Int, emptyFields: Int) throws(WorkerError) {
        let answers = count
        add(1)
        add(Int64(lines))
        add(answers)
        for _ in 0..<emptyFields { add(0) }
        try endRecord()
        try flush()
    }
}
