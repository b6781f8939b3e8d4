internal import Catalog
internal import Fetching
public import Text

/// A run of a live service that ended before all pages had come. The catalog's bookstores are as they were.
public struct StoppedRun: ExplainedError {
    /// What ended it.
    public let cause: any ExplainedError
    /// What happened, without the key, and how to go on.
    public let words: Words

    init(_ cause: any ExplainedError, secret: APIKey?, keptPages: Int) {
        self.cause = cause
        let words = secret?.redacting(cause.words) ?? cause.words
        guard keptPages > 0 else {
            self.words = words
            return
        }
        let pages = keptPages == 1 ? "1 page is" : "\(keptPages) pages are"
        self.words = Words(
            en: "\(words.en); \(pages) kept: the same command with --resume goes on from there",
            ko: "\(words.ko); 받은 페이지 \(keptPages)개를 보관했습니다: 같은 명령에 --resume을 붙이면 이어서 받습니다")
    }
}

extension RunFailure {
    /// The kind of failure that an error of a source is.
    init(_ error: any ExplainedError) {
        switch error {
        case let error as FetchError: self = error.code == .noKey ? .key : .network
        case let error as IngestError: self = error.failure
        default: self = .page
        }
    }
}

extension IngestError {
    fileprivate var failure: RunFailure {
        guard case .result(let code, _) = code else { return .page }
        return switch ResultClass(code: code) {
        case .key: .key
        case .server: .network
        case .request, .unknown: .page
        }
    }
}
