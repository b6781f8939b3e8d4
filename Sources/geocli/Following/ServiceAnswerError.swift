internal import GeocliText

/// The error for a service that doesn't answer as geoserve does.
struct ServiceAnswerError: ExplainedError {
    let words: Words

    static let notAChange = ServiceAnswerError(
        words: Words(
            en: "the service did not send changes; check the address",
            ko: "서비스가 변경 내역이 아닌 응답을 보냈습니다. 주소를 확인하세요"))

    init(words: Words) { self.words = words }

    /// Creates the error for an answer with this status.
    ///
    /// - Parameter problem: the body of the answer: problem details in JSON (RFC 9457), or anything else.
    init(status: Int, problem: [UInt8]) {
        let json = try? JSONValue(parsing: problem, name: "problem")
        let detail = json?["detail"]?.stringValue.map {
            DisplayText.truncated(DisplayText.singleLine($0), columns: 300)
        }
        words = Words(
            en: "the service refused the request (\(status)): \(detail ?? "it gave no reason; check the address")",
            ko: "서비스가 요청을 거부했습니다(\(status)): \(detail ?? "이유를 알리지 않았습니다. 주소를 확인하세요")")
    }
}
