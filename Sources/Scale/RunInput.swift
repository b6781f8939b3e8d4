internal import GeocliGeo
internal import GeocliText
internal import Glibc

/// One input of a run: the places or the queries. It may be on this machine or on another.
struct RunInput {
    /// The plan's variable for this input.
    private let name: String
    private let path: String
    private let columns: [String]
    private let isCollide: Bool
    /// The file or folder; nil if it is on another machine.
    private let local: LocalInput?
    private let found: (records: Int, sum: Int64)?

    /// Opens the file of a variable. If it is a text file on this machine, reads and checks the whole file.
    ///
    /// - Throws: `PlainError`, `CSVError` if the plan can't use the file.
    init(_ name: String, path: String, plan: BatchPlan) throws {
        self.name = name
        self.path = path
        isCollide = plan.job == .collide
        let input = plan.inputs[name]
        columns = input?.columns ?? BatchPlan.Input.pointColumns
        local = try LocalInput(path, form: input?.form ?? PointTable.form(ofPath: path) ?? .csv)
        guard let local else {
            // The path becomes part of a string in SQL, so it must not contain a single quote or a control character.
            let isPlain = path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "'") }
            guard isPlain else { throw PlainError.path(DisplayText.singleLine(path)) }
            found = nil
            return
        }
        found = try local.lookOver(columns)
        guard let found, found.records == 0 else { return }
        let shown = DisplayText.singleLine(path)
        guard name != "places" else {
            throw PlainError(
                .data, en: "\(shown) has no rows below its column names; check the file",
                ko: "\(shown)에 열 이름만 있고 행이 없습니다. 파일을 확인하세요")
        }
    }

    /// Tells the user about columns that the run ignores, and about a file without rows.
    func note(_ say: (Words) -> Void) throws {
        let shown = DisplayText.singleLine(path)
        if found?.records == 0 {
            say(Words(en: "\(shown) has no rows, so the answer is empty", ko: "\(shown)에 행이 없어 결과도 비어 있습니다"))
        }
        guard isCollide, let there = try local?.columnNames() else { return }
        let names = Set(there.map { $0.lowercased() })
        let ignored = MarkerColumn.allCases.map(\.rawValue).filter { names.contains($0) && !columns.contains($0) }
        guard !ignored.isEmpty else { return }
        let list = ignored.joined(separator: ", ")
        say(
            Words(
                en:
                    "\(shown) has columns that this plan does not use: \(list); 'geocli batch collide --columns' makes a plan that uses them",
                ko: "\(shown)에 이 계획에서 쓰지 않는 열이 있습니다: \(list). 이 열도 쓰려면 'geocli batch collide --columns'로 계획을 다시 만드세요"))
    }

    /// Returns the variables for Spark: the path, the number of records and their checksum. The last two are missing if
    /// geocli did not read the records.
    ///
    /// - Parameter scratch: the folder that gets a link to the file if Spark would not read the file's path literally.
    func variables(_ scratch: ScratchFolder) throws(PlainError) -> [(name: String, value: String)] {
        guard let local else { return [(name, path)] }
        let link = local.isPlain ? local.realPath : scratch.file(name + local.linkEnding)
        guard local.isPlain || symlink(local.realPath, link) == 0 else {
            throw PlainError.system(
                doing: Words(en: "cannot create the link \(link)", ko: "\(link) 링크를 만들 수 없습니다"), number: errno)
        }
        guard let found else { return [(name, link)] }
        return [(name, link), (name + "_records", String(found.records)), (name + "_sum", String(found.sum))]
    }
}

extension PlainError {
    /// The error for a path with characters that are not allowed in the SQL.
    static func path(_ path: String) -> PlainError {
        PlainError(
            .usage,
            en:
                "the path \"\(path)\" contains a quote, a colon, a control character or one of \\ $ * ? [ ] { }; Spark can't read such a path; rename the file or folder",
            ko: "경로 \"\(path)\"에 Spark가 그대로 읽지 못하는 문자(따옴표, 콜론, 제어 문자, \\ $ * ? [ ] { })가 있습니다. 파일이나 폴더의 이름을 바꾸세요")
    }
}
