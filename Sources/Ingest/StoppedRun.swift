internal import GeocliCatalog
internal import GeocliFetching
internal import GeocliPlaces
package import GeocliText

/// A run of a live service that ended before all pages came. The places in the catalog are unchanged.
package struct StoppedRun: ExplainedError {
    package let cause: any ExplainedError
    package var exit: ExitStatus { cause.isNoPage ? .unavailable : cause.exit }
    var failure: RunFailure { cause.isNoPage || cause.exit == .usage ? .network : RunFailure(cause) }
    /// The message: what happened, without the key, and how to resume the run.
    package let words: Words
    /// The code and the values of the message. Nil for a system error, such as a file that can't be read.
    package let reason: Reason?
    /// Whether the message says how to resume the run.
    package let isResumable: Bool

    init(_ cause: any ExplainedError, secret: APIKey?, keptPages: Int) {
        self.cause = cause
        let words = cause.words(without: secret)
        let reason = cause.reason(without: secret)
        // The quota comes back after the two hours in which a run can be resumed.
        isResumable = keptPages > 0 && !cause.isAboutQuota
        guard isResumable else {
            (self.words, self.reason) = (words, reason)
            return
        }
        self.words = words.followed(by: StoredReason.resumable(keptPages))
        self.reason = reason?.adding(StoredReason.keptPages, keptPages)
    }
}

extension ExplainedError {
    /// Whether a feed that ends a run with this error usually works again in one of the next nights, although no person
    /// does anything: the service or the way to it is down, the quota is used up, or another process writes to the
    /// catalog. A wrong key, a wrong address, a page in another format and a full disk need a person.
    package var healsByItself: Bool {
        switch self {
        case let error as StoppedRun: error.cause.isNoPage || error.cause.healsByItself
        case let error as FetchError: error.healsByItself
        case let error as IngestError: error.healsByItself
        case let error as CatalogError: error.code == .busy
        default: false
        }
    }

    /// Whether a service sent a web page, such as a maintenance notice, or only the beginning of a page.
    var isNoPage: Bool {
        switch self {
        case let error as IngestError: error.isNoPage
        case let error as JSONError: error.code == .truncated
        case let error as XMLError: error.isCutOff
        default: false
        }
    }

    fileprivate var isAboutQuota: Bool {
        switch self {
        case let error as FetchError: error.isAboutKey && error.healsByItself
        case let error as IngestError: error.exit == .key && error.healsByItself
        default: false
        }
    }

    /// Returns the message with the key masked in the text that comes from the service. The program's own words are
    /// unchanged.
    fileprivate func words(without secret: APIKey?) -> Words {
        guard let secret else { return words }
        return switch self {
        case let error as IngestError: error.masking(secret).words
        // The messages of these errors never contain the key. The only part of the request in them is the name of a
        // page.
        case is FetchError, is JSONError, is XMLError, is CSVError, is TextEncodingError: words
        default: secret.masking(words)
        }
    }

    /// Returns the code and the values of the message, with the key masked in the text that comes from the service.
    fileprivate func reason(without secret: APIKey?) -> Reason? {
        if let secret, let error = self as? IngestError { return error.masking(secret).reason }
        if let error = self as? any ReasonedError { return error.reason }
        // Errors inside a page have too many forms for templates.
        let code: String? =
            switch self {
            case is JSONError: "wrong-json"
            case is XMLError: "wrong-xml"
            case is CSVError: "wrong-csv"
            case is TextEncodingError: "wrong-encoding"
            case let error as PlainError where error.exit == .usage: "wrong-setting"
            default: nil
            }
        return code.map { Reason($0, words(without: secret)) }
    }
}

extension IngestError {
    /// Returns the same error with the key masked in the service's own text.
    fileprivate func masking(_ secret: APIKey) -> IngestError {
        let code: Code =
            switch code {
            case .wrongService(let found, let wanted): .wrongService(found: secret.masking(found), wanted: wanted)
            case .result(let code, let message):
                .result(code: secret.masking(code), message: secret.masking(message))
            case .notRows(let found): .notRows(secret.masking(found))
            case .badTotal(let name, let found): .badTotal(name, secret.masking(found))
            case .unlistedCode(let code, let message, let good, let empty):
                .unlistedCode(secret.masking(code), message: secret.masking(message), good: good, empty: empty)
            case .missingPath(let key, let path, let start, let members):
                .missingPath(key: key, path: path, start: start, members: members.map(secret.masking))
            case .missingColumn(let name, let found): .missingColumn(name, found: found.map(secret.masking))
            case .notText, .jsonForCSV, .repeatedColumn, .cutOff, .otherColumns, .noEncoding, .tooLong, .noRowsFound,
                .noTable,
                .geoJSON:
                code
            case .empty, .notAPage, .html, .missingField, .noPages(_), .tooManyPages, .pageTotal, .twoTotals,
                .samePage, .moreThanTotal, .shortPage, .emptyPage, .rowsAfterEmpty:
                code
            }
        return IngestError(code, page: page)
    }
}

extension RunFailure {
    init(_ error: any ExplainedError) {
        switch error {
        case let error as FetchError: self = error.isAboutKey ? .key : .network
        case let error as IngestError: self = error.failure
        default: self = .page
        }
    }
}

extension IngestError {
    fileprivate var failure: RunFailure {
        guard case .result(let code, let message) = code, !isSaved else { return .page }
        return switch ResultClass(code: code, message: message) {
        case .key, .quota: .key
        case .server: .network
        case .request, .unknown: .page
        }
    }
}

package enum StoredReason {
    /// Returns the sentence for a stored reason in both languages; nil if this version has no sentence for it.
    package static func words(_ reason: Reason) -> Words? {
        guard let words = byCode[reason.code]?.words(reason) else { return nil }
        guard let pages = reason.values.first(where: { $0.name == keptPages })?.value.scalarText.flatMap({ Int($0) }),
            pages > 0
        else { return words }
        return words.followed(by: resumable(pages))
    }

    /// The name of the value that says how many pages are kept. With these pages, the run can be resumed.
    static let keptPages = "kept_pages"

    static func resumable(_ pages: Int) -> Words {
        Words(
            en:
                "\(pages == 1 ? "1 page is" : "\(pages) pages are") kept; to continue, add --resume to the same command",
            ko: "받은 페이지 \(pages)개를 보관했습니다. 같은 명령에 --resume을 붙이면 이어서 받습니다")
    }

    /// The templates, by their codes. Each code is unique.
    static let byCode = Dictionary(
        uniqueKeysWithValues: (FetchError.templates + IngestError.templates + SnapshotGuards.templates + RunReport.undo)
            .map { ($0.code, $0) })
}
