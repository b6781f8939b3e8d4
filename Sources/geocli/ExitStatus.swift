internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliDrawing
internal import GeocliExport
internal import GeocliFetching
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliQuery
internal import GeocliText
internal import Scale

#if PostGIS
internal import GeocliPostGIS
#endif

extension ExitStatus {
    /// Returns the exit code for an error.
    init(_ error: any ExplainedError) {
        self =
            switch error {
            case let error as PlainError: error.exit
            case let error as CatalogError: Self.code(error.code)
            case let error as IngestError: error.isSaved && !error.code.isNoPages ? .data : Self.code(error.code)
            case let error as ByteSourceError: error.isMissing ? .noInput : .inputOutput
            case let error as StoppedRun: Self(error.cause)
            case let error as FetchError: error.isMissingKey ? .key : .unavailable
            case is DeclarationError, is FileShapeError: .data
            case is SilentSourceError, is ServiceAnswerError: .unavailable
            case let error as any ExitingError: error.exit
            case is APIKeyError, is MissingKeyError: .key
            case let error as OutputError: error.step == .create ? .cannotCreate : .inputOutput
            case let error as ProjectionError: Self.code(error.code)
            case let error as GeoError: Self.code(error.code)
            case is UsageError, is CorrectionCheck.ValueError, is FileColumnsError, is UnknownFieldError,
                is NeedsFileError, is ServiceURLError,
                is SettingsError,
                is OutputClash, is MapPageError, is ServerAddressError, is NoServersError:
                .usage
            case is LeafletError, is NoFeedError, is OriginMissing, is MissingOutline, is NoPointError: .noInput
            case is DesktopError, is ConversionError: .unavailable
            case let error as OriginError: error.code == .notFound ? .noInput : .usage
            case is ShareCardError, is PhotoError: .data
            case is TravelFileError, is InputFileError, is NotAFileError, is JSONError, is XMLError, is CSVError,
                is TextEncodingError,
                is PointFileError,
                is PolygonFileError:
                .data
            default: Self.ofServer(error)
            }
    }

    private static func ofServer(_ error: any ExplainedError) -> ExitStatus {
        #if PostGIS
        guard let error = error as? ServerError else { return .software }
        return switch error.code {
        case .unreachable, .libraryMissing: .unavailable
        case .refused: .key
        case .missing: .noInput
        case .foreign, .corrupt: .data
        case .busy: .busy
        case .io: .inputOutput
        case .bug: .software
        }
        #else
        return .software
        #endif
    }

    private static func code(_ code: CatalogError.Code) -> ExitStatus {
        switch code {
        case .missing, .notFound: .noInput
        case .foreign, .newer, .prerelease, .corrupt: .data
        case .busy: .busy
        case .io: .inputOutput
        case .occupied, .unlinkable, .uneditable, .refusedAct: .usage
        case .misuse, .bug: .software
        }
    }

    private static func code(_ code: IngestError.Code) -> ExitStatus {
        guard case .result(let code, _) = code else { return code.isNoPages ? .noInput : .data }
        return switch ResultClass(code: code) {
        case .key: .key
        case .server: .unavailable
        case .request, .unknown: .data
        }
    }

    /// Returns the exit code for a geometry error. A wrong marker or zoom comes from an option here; in a file it would
    /// be an `InputFileError`.
    private static func code(_ code: GeoError.Code) -> ExitStatus {
        switch code {
        case .latitude, .longitude, .box, .geojson, .polygon: .data
        case .marker, .position, .zoom: .usage
        }
    }

    private static func code(_ code: ProjectionError.Code) -> ExitStatus {
        switch code {
        case .libraryMissing, .databaseMissing: .unavailable
        default: .usage
        }
    }
}

/// An error that states the exit code of a command that ends with it.
protocol ExitingError: ExplainedError {
    var exit: ExitStatus { get }
}
