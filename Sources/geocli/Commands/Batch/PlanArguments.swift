internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText
internal import Glibc
internal import Scale

/// Options of all plans.
struct PlanArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Places: a CSV, TSV or Parquet file with the columns id, longitude and latitude. 'geocli batch run --places' can use a different file.",
            ko: "장소: id, longitude, latitude 열이 있는 CSV, TSV, Parquet 파일. 실행할 때 'geocli batch run --places'로 바꿀 수 있습니다.",
            value: .file),
        completion: .file())
    var places: String?

    @Option(
        help: ArgumentHelp(
            "Format of the input files: csv, tsv or parquet (default: by their extensions).",
            ko: "입력 파일의 형식: csv, tsv, parquet (기본값: 확장자에 따름)", value: .format),
        completion: .words(PointTable.Form.allCases.map(\.rawValue)))
    var inputFormat: String?

    @Option(
        help: ArgumentHelp(
            "Columns of the places file to add to each row of the answer, such as name,district.",
            ko: "결과의 각 행에 덧붙일 장소 파일의 열. 예: name,district", value: .columns))
    var fields: String?

    @Option(
        help: ArgumentHelp(
            "Format of the answer: csv (default) or tsv.", ko: "결과의 형식: csv(기본값) 또는 tsv", value: .format),
        completion: .words(BatchPlan.RowFormat.allCases.map(\.rawValue)))
    var format: String?

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write the plan to this file (default: standard output).", ko: "계획을 이 파일에 저장합니다. (기본값: 표준 출력)", value: .file
        ),
        completion: .file(extensions: ["sql"]))
    var output: String?

    @OptionGroup(title: HelpSection.common) var language: LanguageOption

    func rowFormat() throws -> BatchPlan.RowFormat {
        try format.map { try ValueArgument.choice($0, option: "--format", of: BatchPlan.RowFormat.self) } ?? .csv
    }

    /// Returns how to read a file; as CSV if neither its path nor an option selects a format.
    func table(_ path: String?, option: String) throws -> PointTable {
        if let inputFormat {
            return PointTable(
                form: try ValueArgument.choice(inputFormat, option: "--input-format", of: PointTable.Form.self))
        }
        guard let path else { return PointTable(form: .csv) }
        guard let form = PointTable.form(ofPath: path) else {
            throw ValueArgument.wrong(
                option, path, en: "end the file name in .csv, .tsv or .parquet, or give --input-format",
                ko: "파일 이름을 .csv, .tsv, .parquet로 끝내거나 --input-format을 쓰세요")
        }
        return PointTable(form: form)
    }

    /// Returns the columns that `--fields` names. They must differ from the answer's own columns.
    func fieldNames(besides own: [String]) throws -> [String] {
        let names = fields.map { ValueArgument.list([$0]) } ?? []
        for name in names {
            let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x20 && !"`'\"\\$,:".utf8.contains($0) }
            guard isPlain, !own.contains(name.lowercased()) else {
                throw ValueArgument.wrong(
                    "--fields", name, en: "choose columns of the places file other than \(own.joined(separator: ", "))",
                    ko: "장소 파일의 열 이름을 쓰세요(\(own.joined(separator: ", ")) 제외)")
            }
        }
        return names
    }

    /// Returns the paths, checked for use in a comment of the plan. Refuses line ends and other control characters.
    func paths(_ all: [String: String?]) throws -> [String: String] {
        try all.compactMapValues { path in
            guard let path else { return nil }
            guard path.utf8.allSatisfy({ $0 >= 0x20 }), !path.isEmpty else {
                throw UsageError(
                    en: "a path is empty or contains a control character such as a line break; use another path",
                    ko: "경로가 비어 있거나 줄바꿈 같은 제어 문자가 있습니다. 다른 경로를 쓰세요")
            }
            return path
        }
    }

    /// Checks the path of the plan, which must not be one of its input files.
    func place(reading inputs: [String?]) throws -> OutputDestination {
        try OutputDestination(output, db: nil, reading: [places] + inputs)
    }

    /// Writes the plan to `place` if the plan's input files have the required columns. Only files on this machine are
    /// checked.
    func write(_ plan: BatchPlan, to place: OutputDestination) throws {
        for (name, input) in plan.inputs {
            guard let path = plan.paths[name] else { continue }
            try InputColumns.check(path: path, form: input.form, columns: input.columns)
        }
        try place.write(plan.sql)
    }
}
