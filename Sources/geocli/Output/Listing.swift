internal import GeocliAsking
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// Writes a command's rows to its output, with notes for the user.
enum Listing {
    /// Opens the output, lets `body` write rows, and closes it. A file is written completely or not at all.
    ///
    /// - Precondition: the output was checked with the formats of these rows.
    static func write<Row>(
        _ schema: ListingSchema<Row>, _ output: ListingOutput,
        adjust: (inout ListingOptions) throws -> Void = { _ in }, body: (ListingWriter<Row>) throws -> Void
    ) throws {
        precondition(output.formats == schema.formats, "a command offers the formats that its rows have")
        var output = output
        try adjust(&output.options)
        var counts = (rows: 0, withoutPoint: 0)
        try open(output) { file, put in
            let sink = ByteSink(put: put)
            let writer = try ListingWriter(schema, output.options.reaching(file), into: sink)
            try body(writer)
            try writer.finish()
            try sink.flush()
            counts = (writer.rowCount, writer.withoutPointCount)
        }
        try tell(counts.rows, without: counts.withoutPoint, output)
    }

    /// Writes rows of places like `write(_:_:adjust:body:)`. Tables show the titles that the declarations in `source`
    /// give to kinds.
    static func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, _ output: ListingOutput,
        body: (ListingWriter<Row>) throws -> Void
    ) throws {
        let isTable = output.options.format == .table
        try write(isTable ? schema.naming(kindsBy: try source.placeWords()) : schema, output, body: body)
    }

    /// Writes a page of text for people instead of rows.
    static func write(text: String, _ output: ListingOutput) throws {
        var output = output
        output.options.isStyled = false
        try open(output) { _, put in try put(Array(text.utf8)) }
    }

    /// Opens the output, lets `body` put bytes into it, and closes it. A file is written completely or not at all.
    static func open(
        _ output: ListingOutput, body: (_ file: OutputFile, _ put: @escaping ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        let file = try OutputFile.create(at: output.place)
        file.keepsStyles = output.options.isStyled
        let paged = PagedOutput(file, isAllowed: output.usesPager)
        defer { paged.abandon() }
        try body(file, paged.write)
        try paged.finish()
        try file.commit()
    }

    /// Tells the user how many rows of a file were skipped because they have no position.
    static func tell(withoutGeometry count: Int, _ common: CommonOptions) {
        guard count > 0 else { return }
        Console.note(
            Words(
                en:
                    "\(count) \(count == 1 ? "row has" : "rows have") no position and \(count == 1 ? "was" : "were") skipped",
                ko: "위치가 없는 행 \(count)개는 건너뛰었습니다"), isQuiet: common.quiet)
    }

    /// Tells the user which columns of a file give the position, if they don't have the usual names.
    static func tell(_ columns: PointColumns, _ common: CommonOptions) {
        if let note = columns.note { Console.note(note, isQuiet: common.quiet) }
    }

    static func tell(_ rows: Int, without points: Int, _ output: ListingOutput) throws {
        let (format, isQuiet) = (output.options.format, output.options.isQuiet)
        if let note = ListingNotes.withoutPoint(points, of: rows, format) { Console.note(note, isQuiet: isQuiet) }
        guard rows == 0 else { return }
        if format == .table { Console.note(Words(en: "nothing found", ko: "결과가 없습니다"), isQuiet: isQuiet) }
        if output.failEmpty { throw ExitStatus.empty }
    }
}
