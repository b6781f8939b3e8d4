internal import GeocliFetching
internal import GeocliText

/// The error for a user's first ingest without a key. It says where to get a key, where to put it, and what works
/// without one.
struct MissingKeyError: ExplainedError, Equatable {
    let words: Words

    init(at service: ServiceURL, variable: String?) {
        words = FetchError.noKey(for: service, target: "", variable: variable).words.followed(
            by: Words(
                en: "to try geocli without a key, with made-up bookstores: geocli ingest --sample",
                ko: "인증키 없이 가상의 책방으로 써 보려면 실행하세요: geocli ingest --sample"))
    }
}
