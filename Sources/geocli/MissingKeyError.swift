internal import GeocliFetching
internal import GeocliText

/// The first ingest of a user who has no key yet: where to get one, where to put it, and what works without it.
struct MissingKeyError: ExplainedError, Equatable {
    let words: Words

    init(at service: ServiceURL, variable: String?) {
        words = FetchError.noKey(for: service, target: "", variable: variable).words.followed(
            by: Words(
                en: "to try geocli without a key, with made-up bookstores: geocli ingest --sample",
                ko: "인증키 없이 가상의 책방으로 써 보려면 실행하세요: geocli ingest --sample"))
    }
}
