/// A file for map tools, complete or absent. A GeoPackage or KML file can have several layers, other formats have one.
package final class MapDocument {
    /// Three counts of a layer: its rows, its rows without a point, and its rows outside the coordinate system.
    package typealias Count = (rows: Int, withoutPoint: Int, outside: Int)

    private let options: ListingOptions
    private let target: Target
    private var document: KMLDocument?

    private enum Target {
        case bytes(OutputFile, ByteSink)
        case package(GeoPackage)
    }

    /// Makes a file for these layers, in their order, at `place`, which may be standard output. `projection` is the
    /// coordinate system of a GeoPackage; in other formats, the rows must already be in the coordinate system of the
    /// output.
    ///
    /// - Precondition: one layer, unless the format is `.gpkg` or `.kml`.
    /// - Throws: `OutputError`, `PlainError`.
    package init(
        at place: OutputDestination, _ options: ListingOptions, layers: [LayerShape], projection: PlaneProjection? = nil
    ) throws {
        precondition(layers.count == 1 || options.format.holdsLayers)
        if options.format == .gpkg {
            self.options = options
            target = .package(try GeoPackage(at: place, projection: projection, sources: options.sources))
            return
        }
        let file = try OutputFile.create(at: place)
        self.options = options.reaching(file)
        let sink = ByteSink(put: file.write)
        target = .bytes(file, sink)
        document = options.format == .kml ? KMLDocument(layers: layers, sources: options.sources) : nil
        document?.begin(into: &sink.bytes)
    }

    /// Writes a layer with the rows that `body` passes to the writer; memory does not grow with their number.
    /// `withAllFields` writes all columns, regardless of the options.
    package func add<Row>(
        _ schema: ListingSchema<Row>, named name: String, withAllFields: Bool = false,
        body: (ListingWriter<Row>) throws -> Void
    ) throws -> Count {
        var options = options
        if withAllFields { options.fields = nil }
        let writer = try writer(schema, name, options)
        try body(writer)
        try writer.finish()
        return (writer.rowCount, writer.withoutPointCount, writer.outsideCount)
    }

    /// Closes the document and moves the file to its path. Throws `OutputError`.
    package func commit() throws {
        switch target {
        case .package(let package): try package.commit()
        case .bytes(let file, let sink):
            document?.end(into: &sink.bytes)
            try sink.flush()
            try file.commit()
        }
    }

    private func writer<Row>(
        _ schema: ListingSchema<Row>, _ name: String, _ options: ListingOptions
    ) throws -> ListingWriter<Row> {
        switch target {
        case .package(let package):
            let shape = try schema.shape(named: name, keys: options.fields)
            return try ListingWriter(schema, options) { _ in try GeoPackageLayer(shape, in: package) }
        case .bytes(_, let sink) where document != nil:
            let shape = try schema.shape(named: name, keys: options.fields)
            return try ListingWriter(schema, options) { _ in EncodedRows(KMLRows(shape), into: sink) }
        case .bytes(_, let sink): return try ListingWriter(schema, options, into: sink)
        }
    }
}

extension ListingFormat {
    /// Whether a file of this format can hold more than one layer.
    public var holdsLayers: Bool { self == .gpkg || self == .kml }
}
