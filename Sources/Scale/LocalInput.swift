internal import GeocliText
internal import Glibc

/// The columns of a file of places or queries, if they can be known before the plan runs.
package enum InputColumns {
    /// Returns the column names of a file on this machine, from the first line of a text file, which may be compressed
    /// with gzip, or from the footer of a Parquet file. Nil for a file that does not exist yet, is on another machine,
    /// or that geocli can't read, such as bzip2.
    ///
    /// - Throws: `PlainError`, `CSVError` for a file that no run can read.
    package static func names(path: String, form: PointTable.Form) throws -> [String]? {
        do {
            return try LocalInput(path, form: form)?.columnNames()
        } catch let error as PlainError {
            guard error.exit == .noInput else { throw error }
            return nil
        }
    }

    /// Throws `PlainError` if a column that a plan reads is missing or occurs twice in a file that geocli can read.
    package static func check(path: String, form: PointTable.Form, columns: [String]) throws {
        do {
            try LocalInput(path, form: form)?.check(columns)
        } catch let error as PlainError {
            guard error.exit == .noInput else { throw error }
        }
    }
}

/// A file or a folder of points on this machine, as `geocli batch run` gives it to Spark. Spark reads `* ? [ ] { }` in
/// a path as a pattern and a colon as a scheme, skips names that begin with `_` or `.`, and derives the compression
/// from the ending of the name. So it gets a link with a plain name to the path that the user gave.
struct LocalInput {
    /// The path as the user gave it.
    let path: String
    /// The path without links.
    let realPath: String
    let form: PointTable.Form
    /// The files that are read, ordered by name. They are the single file, or the files of the folder.
    private let files: [String]
    private let isFolder: Bool

    /// The endings of compression formats that Spark recognizes and geocli can't read.
    private static let otherPackings = [".bz2", ".zst", ".deflate", ".snappy", ".lz4", ".xz"]

    /// Opens the file or folder at `path`; nil if it is on another machine, such as `s3://…`.
    /// - Throws: `PlainError` if the file does not exist, or if the path is neither a file nor a folder of files.
    init?(_ path: String, form: PointTable.Form) throws(PlainError) {
        let local = FileSystem.facts(path) == nil ? Self.fileURL(path) : path
        if local == nil, path.contains("://") { return nil }
        guard let local, let facts = FileSystem.facts(local), let real = FileSystem.realPath(local) else {
            throw PlainError.missingFile(DisplayText.singleLine(path))
        }
        self.path = path
        self.form = form
        realPath = real
        isFolder = facts.isFolder
        files = isFolder ? try Self.files(in: local) : [local]
        guard isFolder || facts.isFile else {
            throw Self.refusal(
                path, en: "is not a regular file, but Spark must read it more than once; save it as a file first",
                ko: ": 일반 파일이 아니라서 Spark가 여러 번 읽을 수 없습니다. 먼저 파일로 저장하세요")
        }
    }

    /// Returns the path in `file:///…` or `file:/…` as Hadoop reads it. No escapes are decoded.
    private static func fileURL(_ path: String) -> String? {
        guard path.lowercased().hasPrefix("file:/") else { return nil }
        let rest = path.dropFirst("file:".count)
        return rest.hasPrefix("///") ? String(rest.dropFirst(2)) : rest.hasPrefix("//") ? nil : String(rest)
    }

    /// Returns the files that Spark reads in a folder. Throws if the folder has a file that Spark would skip.
    private static func files(in folder: String) throws(PlainError) -> [String] {
        var files: [String] = []
        for name in ScratchFolder.names(in: folder) {
            let path = folder + "/" + name
            guard let facts = FileSystem.facts(path) else {
                throw PlainError.missingFile(DisplayText.singleLine(path))
            }
            if isHidden(name) {
                // Spark and others leave marks next to their output. Any other hidden file may contain rows.
                if facts.isFile, facts.st_size == 0 || isMark(name) { continue }
                throw refusal(
                    path, en: "is a hidden file, which Spark would skip; rename or move the file",
                    ko: ": 숨김 파일이라 Spark가 읽지 않습니다. 이름을 바꾸거나 옮기세요")
            }
            // A folder such as `kind=used` contains the rows with one value of a column.
            if facts.isFolder, name.contains("=") {
                files += try self.files(in: path)
            } else if facts.isFile {
                files.append(path)
            } else {
                throw refusal(
                    path, en: "is not a file, so Spark would skip it; give a folder that contains only files",
                    ko: ": 파일이 아니어서 Spark가 읽지 않습니다. 파일만 있는 폴더를 지정하세요")
            }
        }
        guard !files.isEmpty else {
            throw refusal(folder, en: "is a folder without files; check the path", ko: "에 파일이 없습니다. 경로를 확인하세요")
        }
        return files
    }

    private static func isHidden(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("_") && !name.contains("=") || name.hasSuffix("._COPYING_")
    }

    private static func isMark(_ name: String) -> Bool {
        name.hasSuffix(".crc")
            || ["_SUCCESS", "_committed_", "_started_", "_metadata", "_common_metadata"]
                .contains(where: name.hasPrefix)
    }

    /// Returns the names of the file's columns; nil if geocli can't read its compression format.
    func columnNames() throws -> [String]? {
        let first = files.first { file in
            files.count == 1 || FileSystem.facts(file).map { $0.st_size > 0 } ?? false
        }
        guard let first else { return nil }
        if form == .parquet { return try ParquetFooter.columnNames(path: first) }
        return isPacked(first) ? nil : try TableChecksum(try source(first), form: form).columns
    }

    /// Throws `PlainError` unless each of `wanted` is the name of exactly one column, or geocli can't read the names.
    func check(_ wanted: [String]) throws {
        guard let names = try columnNames() else { return }
        try TableChecksum.indices(of: wanted, among: names, DisplayText.singleLine(path), form)
    }

    /// Reads and checks all records of the file or folder. For Parquet, checks only the columns.
    /// - Returns: the number of records and their checksum (`TableChecksum.sum`); nil for Parquet, or if geocli can't read
    ///   the compression format.
    func checksum(_ columns: [String]) throws -> (records: Int, sum: Int64)? {
        guard form != .parquet, !files.contains(where: isPacked) else {
            try check(columns)
            return nil
        }
        var records = 0
        var sum: Int64 = 0
        var names: [String]?
        for file in files {
            // An engine writes an empty part file for a task without rows.
            if files.count > 1, FileSystem.facts(file)?.st_size == 0 { continue }
            var table = try TableChecksum(try source(file), form: form)
            guard names == nil || names == table.columns else {
                throw Self.refusal(
                    file,
                    en:
                        "has different columns from the files before it; put only files with the same columns into a folder",
                    ko: "의 열이 앞의 파일과 다릅니다. 한 폴더에는 열이 같은 파일만 두세요")
            }
            names = table.columns
            try table.readAll(columns)
            records += table.records
            sum += table.sum
        }
        return (records, sum)
    }

    /// The ending of the link's name. It tells Spark how the file is compressed.
    var linkEnding: String {
        guard !isFolder else { return "." + form.rawValue }
        let packing = Self.otherPackings.first { path.lowercased().hasSuffix($0) }
        return "." + form.rawValue + (packing ?? (Self.isGzip(files[0]) ? ".gz" : ""))
    }

    /// Whether Spark reads the path literally, so that it needs no link.
    var isPlain: Bool {
        let name = realPath.utf8.split(separator: UInt8(ascii: "/")).last
        let isHidden = name?.first == UInt8(ascii: ".") || name?.first == UInt8(ascii: "_")
        let isNamed = isFolder || realPath.hasSuffix(linkEnding)
        return !isHidden && isNamed
            && realPath.utf8.allSatisfy {
                0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 >= 0x80 || "/._-+=@".utf8.contains($0)
            }
    }

    private func isPacked(_ file: String) -> Bool { Self.otherPackings.contains { file.lowercased().hasSuffix($0) } }

    private func source(_ file: String) throws -> ByteSource {
        let opened = try ByteSource.file(path: file)
        let named = isFolder ? opened : ByteSource(name: path) { try opened.next() }
        // In a folder, Spark derives the compression from the names of the files.
        let isPacked = isFolder ? file.lowercased().hasSuffix(".gz") : Self.isGzip(file)
        return isPacked ? .unpacked(named) : named
    }

    private static func isGzip(_ path: String) -> Bool {
        guard let file = fopen(path, "r") else { return false }
        defer { fclose(file) }
        return fgetc(file) == 0x1F && fgetc(file) == 0x8B
    }

    private static func refusal(_ path: String, en: String, ko: String) -> PlainError {
        let shown = DisplayText.singleLine(path)
        return PlainError(.data, en: "\(shown) \(en)", ko: "\(shown)\(ko)")
    }
}

extension PlainError {
    static func missingFile(_ path: String) -> PlainError {
        PlainError(.noInput, en: "\(path) does not exist; check the path", ko: "\(path) 파일이 없습니다. 경로를 확인하세요")
    }
}

extension ByteSource {
    /// Returns the decompressed bytes of the gzip file that `source` reads. The file is decompressed piece by piece.
    /// - Throws: while reading, `PlainError` for bytes that are not a complete gzip file.
    static func unpacked(_ source: ByteSource) -> ByteSource {
        let name = source.name
        let gunzip = Gunzip()
        return ByteSource(name: name) {
            do {
                while true {
                    let packed = try source.next()
                    if packed.isEmpty {
                        try gunzip.finish()
                        return []
                    }
                    var plain: [UInt8] = []
                    try packed.withUnsafeBufferPointer { piece throws(GunzipError) in
                        try gunzip.unpack(piece) { part in
                            plain.append(contentsOf: part)
                            return true
                        }
                    }
                    if !plain.isEmpty { return plain }
                }
            } catch let error as GunzipError {
                let shown = DisplayText.singleLine(name)
                throw PlainError(
                    .data,
                    error.code == .truncated
                        ? Words(
                            en: "\(shown): the gzip data is cut off; fetch it again",
                            ko: "\(shown): gzip 데이터가 중간에 끊겼습니다. 다시 받으세요")
                        : Words(
                            en: "\(shown): the gzip data is damaged; fetch it again",
                            ko: "\(shown): gzip 데이터가 손상되었습니다. 다시 받으세요"))
            }
        }
    }
}
