/// A parser of bytes from outside, and the properties that must hold for any input.
///
/// libFuzzer runs one (scripts/fuzz.sh), FuzzTests run them all over the seeds in Corpus. Seeds are plain files, each
/// in the form that its parser reads; if a target needs several texts, each line is one.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case json, page
    case csvPage = "csv-page"
    case ownTable = "own-table"
    case ownFeatures = "own-features"
    case csv, xml, cp949
    case number, place
    case value, command
    case crs, folding, search, district, order, display, phone
    case webAddress = "web-address"
    case geojson
    case pointFile = "point-file"
    case markerFile = "marker-file"
    case polygonFile = "polygon-file"
    case pointText = "point-text"
    case gunzip, deflate, parquet
    case serviceURL = "service-url"
    case retryAfter = "retry-after"
    case redaction

    /// Gives `bytes` to the parser; ends the process if a promise is broken.
    public func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        // Escaped, because a NUL byte would end the message.
        do { try check(Array(bytes)) } catch { fatalError("\(rawValue): \("\(error)".debugDescription)") }
    }

    /// Gives `bytes` to the parser.
    ///
    /// - Throws: `BrokenPromise`.
    public func check(_ bytes: [UInt8]) throws {
        switch self {
        case .json: try JSONTarget.check(bytes)
        case .page: try PageTarget.checkPage(bytes)
        case .csvPage: try PageTarget.checkCSVPage(bytes)
        case .ownTable: try PageTarget.checkOwnTable(bytes)
        case .ownFeatures: try PageTarget.checkOwnFeatures(bytes)
        case .csv: try TableTarget.checkCSV(bytes)
        case .xml: try TableTarget.checkXML(bytes)
        case .cp949: try EncodingTarget.check(bytes)
        case .number: try NumberTarget.check(bytes)
        case .place: try ArgumentTarget.checkPlace(bytes)
        case .value: try ArgumentTarget.checkValue(bytes)
        case .command: try ArgumentTarget.checkCommand(bytes)
        case .crs: try ArgumentTarget.checkCRS(bytes)
        case .folding: try TextTarget.checkFolding(bytes)
        case .search: try TextTarget.checkSearch(bytes)
        case .district: try TextTarget.checkDistrict(bytes)
        case .order: try TextTarget.checkOrder(bytes)
        case .display: try TextTarget.checkDisplay(bytes)
        case .phone: try ContactTarget.checkPhone(bytes)
        case .webAddress: try ContactTarget.checkWebAddress(bytes)
        case .geojson: try PointTarget.checkGeoJSON(bytes)
        case .pointFile: try PointTarget.checkPointFile(bytes)
        case .markerFile: try PointTarget.checkMarkerFile(bytes)
        case .polygonFile: try AreaTarget.check(bytes)
        case .pointText: try PointTarget.checkPointText(bytes)
        case .gunzip: try PackingTarget.checkGunzip(bytes)
        case .deflate: try PackingTarget.checkDeflate(bytes)
        case .parquet: try PackingTarget.checkParquet(bytes)
        case .serviceURL: try FetchingTarget.checkServiceURL(bytes)
        case .retryAfter: try FetchingTarget.checkRetryAfter(bytes)
        case .redaction: try FetchingTarget.checkRedaction(bytes)
        }
    }
}

/// The entry point for FuzzEntry.c.
@_cdecl("geocli_fuzz")
func fuzz(_ name: UnsafePointer<CChar>, _ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    guard let target = FuzzTarget(rawValue: String(cString: name)) else {
        fatalError("GEOCLI_FUZZ_TARGET names no target: \"\(String(cString: name))\"")
    }
    target.run(UnsafeBufferPointer(start: bytes, count: count))
}
