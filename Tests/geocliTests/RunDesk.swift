import Foundation
import TestSupport
import Testing

/// A folder with a plan, its inputs, and a spark-sql that runs `script` with the variables of the plan set.
struct RunDesk {
    let place: Workplace

    init(_ script: String) throws {
        place = try Workplace()
        try place.write("id,longitude,latitude\n1,127,37\n", to: "places.csv")
        try place.write("id,longitude,latitude\n1,127,37\n", to: "queries.csv")
        try place.succeed("batch nearest --places places.csv --queries queries.csv -k 3 -o plan.sql")
        let head = """
            #!/bin/bash
            echo "$@" >words
            while [ $# -gt 0 ]; do
                if [ "$1" = -d ]; then declare "${2%%=*}=${2#*=}"; shift; fi
                shift
            done

            """
        try place.write(head + script, to: "spark-sql")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: place.file("spark-sql").path)
        try FileManager.default.createDirectory(at: place.file("scratch"), withIntermediateDirectories: false)
    }

    func run(_ more: String = "-o answer.csv") throws -> ProgramRun {
        try place.geocli("batch run plan.sql --spark-sql ./spark-sql --scratch scratch \(more)")
    }

    var isScratchEmpty: Bool {
        get throws { try FileManager.default.contentsOfDirectory(atPath: place.file("scratch").path).isEmpty }
    }

    /// A stand-in for spark-sql that gives an answer of two parts.
    static let good = """
        mkdir -p $scratch/tables/progress $output
        echo 'places,1' >$scratch/tables/progress/part-a.csv
        printf '1,1,1,0.000\\n' >$output/part-00000-x.csv
        printf '2,1,1,5.000\\n' >$output/part-00001-x.csv
        touch $output/_SUCCESS

        """
}
