internal import CGeocliBuild
internal import CGeocliMemory
internal import GeocliText
internal import Glibc

/// The worker of batch jobs: a filter from standard input to standard output. An engine starts hundreds of workers, so
/// the program links only the geometry. It always reads its input to the end, because an engine that can't write to the
/// worker may stop its own work. The last line of the output states the number of lines read.
@main
enum Main {
    /// The name and the version, with the commit if it is known.
    private static var versionLine: String { "geoworker \(String(cString: cbuild_version()))" }

    static func main() {
        cmemory_keep_out_of_core()
        // A write to a pipe without a reader, or to a file at its size limit, must fail and not end the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let reader = RecordReader(descriptor: 0)
        do {
            try run(try WorkerArguments(Array(CommandLine.arguments.dropFirst())), reader)
        } catch {
            complain(error.words)
            // After wrong arguments, the input is not read, because it may be a terminal, which has no end.
            if error.exit != .usage { reader.drain() }
            exit(error.exit.rawValue)
        }
    }

    private static func run(_ arguments: WorkerArguments, _ reader: RecordReader) throws(PlainError) {
        let writer = RecordWriter(descriptor: 1)
        switch arguments {
        case .help: try print(help.text(language))
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

    private static func print(_ text: String) throws(PlainError) {
        let writer = RecordWriter(descriptor: 1)
        writer.add(text: text)
        try writer.flush()
    }

    private static var language: Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale =
            names.lazy.compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty } ?? ""
        return locale.hasPrefix("ko") ? .korean : .english
    }

    private static func complain(_ words: Words) {
        let sentence = "geoworker: " + words.text(language) + "\n"
        // If this write fails, the program can't report the message in any other way.
        _ = sentence.withCString { write(2, $0, strlen($0)) }
    }

    private static let help = Words(
        en: """
            USAGE: geoworker nearest [-k N] [--merge] | collide --zoom Z [options] | project

            The worker of the batch jobs that 'geocli batch' writes. It reads lines from standard input, sorted by their first
            field, with a TAB between fields, and writes lines of the same form to standard output.

            nearest    cell 0 id longitude latitude  (a place)
                       cell 1 id longitude latitude  (a query, after the places of its cell)
                       writes 0 query place meters rank; the last line has the counts: 1 lines answers 0 0
              -k N         places for each query (default: 10)
              --merge      each line has a sixth field: for a query the maximum distance in meters, for a place any number.
                           The rank is replaced by the exact distance, so that answers from several cells can be merged

            collide    tile role visible id x y [columns]  (role: 0 neighbor, 1 in the tile, 2 in the tile with unknown neighbors)
                       writes 0 id hider (a visible marker is its own hider); the last line has the counts: 1 lines decisions
              --zoom Z     the zoom, 0 to 22
              --tile-size  width of the world at zoom 0 in pt, 512 or 256 (default: 512)
              --icon WxH, --anchor x,y, --padding pt   as for 'geocli cluster'
              --columns    further fields: width,height,anchor_x,anchor_y,global_z_index,z_index,priority,force,hides

            project    longitude latitude [anything]
                       writes x y [anything], the position on the plane of the collision pass

            Exit codes: 0 done, 64 wrong usage, 65 bad line, 74 reading or writing failed. After an error the rest of the
            input is still read.

            """,
        ko: """
            사용법: geoworker nearest [-k N] [--merge] | collide --zoom Z [옵션] | project

            'geocli batch'로 만드는 일괄 작업에서 실행되는 프로그램입니다. 필드를 탭으로 나누고 첫 필드로 정렬한 행을 표준 입력에서 읽어, 같은
            형식의 행을 표준 출력에 씁니다.

            nearest    cell 0 id longitude latitude  (장소)
                       cell 1 id longitude latitude  (기준 지점. 같은 칸의 장소 뒤에 옵니다)
                       출력은 0 query place meters rank, 마지막 행은 1 lines answers 0 0
              -k N         기준 지점마다 찾을 장소 수 (기본값: 10)
              --merge      행마다 여섯째 필드가 있습니다. 기준 지점에는 최대 거리(m), 장소에는 아무 수나 씁니다. 여러 칸의 결과를 합칠 수
                           있도록 순위 대신 정확한 거리를 씁니다

            collide    tile role visible id x y [columns]  (role: 0 이웃, 1 타일 안의 마커, 2 타일 안의 마커(모르는 이웃이 있음))
                       출력은 0 id hider (보이는 마커는 자기 자신이 hider), 마지막 행은 1 lines decisions
              --zoom Z     줌, 0-22
              --tile-size  줌 0에서 세계의 너비(pt), 512 또는 256 (기본값: 512)
              --icon WxH, --anchor x,y, --padding pt   'geocli cluster'와 같음
              --columns    추가 필드: width,height,anchor_x,anchor_y,global_z_index,z_index,priority,force,hides

            project    longitude latitude [아무 값]
                       출력은 x y [아무 값], 충돌 계산에 쓰는 평면의 좌표

            종료 코드: 0 성공, 64 잘못된 사용법, 65 잘못된 행, 74 입출력 실패. 오류가 나도 나머지 입력은 끝까지 읽습니다.

            """)
}

extension RecordWriter {
    /// Adds the last line, which proves that all lines were read, and writes everything.
    fileprivate func endCounted(lines: Int, emptyFields: Int) throws(PlainError) {
        let answers = count
        add(1)
        add(Int64(lines))
        add(answers)
        for _ in 0..<emptyFields { add(0) }
        try endRecord()
        try flush()
    }
}
