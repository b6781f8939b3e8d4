package import GeocliText
internal import Glibc
package import Logging

/// Gets the pages of a service that takes its key in the path, the query or a header. It retries a request if this may
/// help, waits as long as the service asks, keeps the run's deadline, and sends the key to no other origin.
/// Only one thread uses it.
package final class ServiceClient {
    /// The caller's judgement of a body, because only the caller knows the errors of the service.
    package enum Verdict {
        /// A page, or any other body. The code that reads pages decides whether to accept it.
        case page
        /// An error of the service that may be temporary.
        case passing(any ExplainedError)
        /// An error of the service that is permanent.
        case final(any ExplainedError)
    }

    private let service: ServiceURL
    private let key: APIKey
    /// The header lines of every request, with `{KEY}` in the place of the key.
    private let headers: [String]
    private let limits: FetchLimits
    private let client: HTTPClient
    private let proxy: Proxy?
    private let deadline: ContinuousClock.Instant
    private let log: Logger

    private static let maximumRedirects = 3

    /// Creates a client. The time of its run starts now.
    ///
    /// - Parameter headers: at most two header lines, with `{KEY}` in the place of the key.
    /// - Throws: `FetchError(.libraryMissing)`.
    package init(
        service: ServiceURL, key: APIKey, headers: [String] = [], proxy: Proxy? = nil, limits: FetchLimits,
        userAgent: String, log: Logger
    ) throws(FetchError) {
        self.service = service
        self.key = key
        self.headers = headers
        self.limits = limits
        self.log = log
        self.proxy = proxy
        client = try HTTPClient(userAgent: userAgent, maximumBytes: limits.pageBytes, proxy: proxy)
        if let proxy { log.debug("requests go through a proxy", metadata: ["proxy": "\(proxy)"]) }
        deadline = .now + .seconds(limits.runSeconds)
    }

    /// Returns the name of a page for people: its address with a placeholder for the key.
    package func name(of target: String) -> String { "\(service)\(target)" }

    /// Returns the body of the page at `target`, the path and query of its URL with `{KEY}` in place of the key. If the
    /// body repeats the key, asterisks replace it. `judge` recognizes the service's own errors, which can have any
    /// status.
    /// - Throws: `FetchError`, or the error that `judge` found.
    package func page(_ target: String, judge: (_ body: [UInt8], _ status: Int) -> Verdict) throws -> [UInt8] {
        let name = name(of: target)
        var attempt = 0
        while true {
            switch outcome(target, name, judge) {
            case .body(let body): return body
            case .failure(let error, let isWorthRetry, let asked):
                guard isWorthRetry, attempt < limits.retries else { throw error }
                attempt += 1
                wait(try pause(before: attempt, asked: asked, name, orThrow: error))
                log.debug("asking again", metadata: ["page": "\(name)", "because": "\(error.words.en)"])
            }
        }
    }

    private enum Outcome {
        case body([UInt8])
        case failure(any ExplainedError, isWorthRetry: Bool, asked: Double?)
    }

    private func outcome(_ target: String, _ name: String, _ judge: ([UInt8], Int) -> Verdict) -> Outcome {
        var answer: HTTPClient.Answer
        do throws(FetchError) {
            answer = try followed("\(service)\(key.filling(target))", name)
        } catch { return .failure(error, isWorthRetry: error.isWorthRetry, asked: nil) }
        key.redact(&answer.body)
        let asked = RetryAfter.seconds(answer.retryAfter, now: time(nil))
        let verdict = judge(answer.body, answer.status)
        if case .final(let error) = verdict { return .failure(error, isWorthRetry: false, asked: nil) }
        if let error = refusal(answer, target, name) { return .failure(error, isWorthRetry: false, asked: nil) }
        switch verdict {
        case .final: break
        case .passing(let error): return .failure(error, isWorthRetry: true, asked: asked)
        case .page: break
        }
        if answer.status != 200 {
            let error = FetchError(code: .status(answer.status), page: name)
            return .failure(error, isWorthRetry: error.isWorthRetry, asked: asked)
        }
        if answer.hasExcess {
            let error = FetchError(code: .broken(detail: "more bytes than announced"), page: name)
            return .failure(error, isWorthRetry: true, asked: nil)
        }
        return .body(answer.body)
    }

    /// Returns the error for an answer that says that the service refuses who asks; nil for another answer. Some
    /// services, such as Google's, say that the key is wrong only in the body of a status 400, and some send a web page
    /// with status 200.
    ///
    /// - Source: RFC 9110, 15.5.2 (401: the credentials are missing or refused), 15.5.4 (403: they do not suffice) and
    ///   15.5.8 (407).
    private func refusal(_ answer: HTTPClient.Answer, _ target: String, _ name: String) -> FetchError? {
        guard 400..<500 ~= answer.status || answer.status == 200 else { return nil }
        let isPlain = [401, 403, 407].contains(answer.status)
        let hasKey = ([target] + headers).contains { $0.contains(APIKey.placeholder) } && answer.status != 407
        let mayBeKey = hasKey && ![408, 429].contains(answer.status)
        let find = answer.status == 200 ? AnswerReason.aboutKey(inWebPage:) : AnswerReason.aboutKey(in:)
        let reason = mayBeKey ? find(answer.body) : nil
        guard isPlain || reason != nil else { return nil }
        let said = (isPlain ? AnswerReason.text(of: answer.body) : reason).map {
            DisplayText.shown(key.masking($0), columns: 120)
        }
        // A proxy that reads the request may have sent this. If it is the service's, its words may say so.
        if answer.status == 403, reason.map(AnswerReason.namesKey) != true, !service.isEncrypted, let proxy,
            proxy.answersItself
        {
            return FetchError(
                code: .refusedOnTheWay(proxy: proxy.description, status: answer.status, message: said), page: name)
        }
        let code: FetchError.Code =
            if !hasKey {
                .closed(status: answer.status, message: said)
            } else if let said, AnswerReason.isAboutQuota(said) {
                .quotaUsedUp(status: answer.status, message: said)
            } else {
                .keyRefused(status: answer.status, message: said)
            }
        return FetchError(code: code, page: name)
    }

    private func followed(_ url: String, _ name: String) throws(FetchError) -> HTTPClient.Answer {
        var url = url
        for _ in 0...Self.maximumRedirects {
            let left = secondsLeft
            guard left > 0 else { throw FetchError(code: .runTime(seconds: limits.runSeconds), page: name) }
            let answer: HTTPClient.Answer
            do throws(FetchError) {
                answer = try client.get(
                    url, headers: headers.map(key.filling(header:)), page: name,
                    idleSeconds: min(limits.idleSeconds, left), totalSeconds: min(limits.pageSeconds, left))
            } catch {
                // The run's deadline cut the request short.
                guard secondsLeft > 0 else { throw FetchError(code: .runTime(seconds: limits.runSeconds), page: name) }
                throw redacting(error)
            }
            guard [301, 302, 303, 307, 308].contains(answer.status) else { return answer }
            guard let target = service.target(of: answer.location) else {
                throw FetchError(code: .redirect(to: shownOrigin(answer.location)), page: name)
            }
            url = target
        }
        throw FetchError(code: .redirectLoop, page: name)
    }

    /// Returns the error without the key, because libcurl's message may contain the URL.
    private func redacting(_ error: FetchError) -> FetchError {
        guard case .broken(let detail) = error.code else { return error }
        let short = DisplayText.truncated(DisplayText.singleLine(key.masking(detail)), columns: 120)
        return FetchError(code: .broken(detail: short), page: error.page)
    }

    /// Returns the scheme and the host of a redirect's target. The rest of the target may hold the key.
    private func shownOrigin(_ location: String) -> String {
        let parts = location.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let origin = parts.count > 2 ? parts[0] + "//" + parts[2] : ""
        let shown = DisplayText.truncated(DisplayText.singleLine(key.masking(String(origin))), columns: 60)
        return shown.isEmpty ? "another address" : shown
    }

    private var secondsLeft: Double { (deadline - .now) / .seconds(1) }

    /// Returns the wait before an attempt, in seconds: the wait that the service asked for, or the client's own,
    /// whichever is longer. The client's own wait doubles with each attempt.
    private func pause(
        before attempt: Int, asked: Double?, _ name: String, orThrow error: any ExplainedError
    ) throws -> Double {
        if let asked, asked > limits.longestWaitSeconds || asked >= secondsLeft {
            throw FetchError(code: .wait(seconds: asked), page: name)
        }
        let own = limits.firstWaitSeconds * Double(1 << (attempt - 1)) * Double.random(in: 0.5...1)
        let pause = max(asked ?? 0, own)
        guard pause < secondsLeft else { throw error }
        return pause
    }

    private func wait(_ seconds: Double) {
        var left = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
        withUnsafeMutablePointer(to: &left) { while nanosleep($0, $0) != 0, errno == EINTR {} }
    }
}

enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The maximum wait to return, in seconds: about thirty years. A longer wait becomes this maximum.
    private static let longest = 1e9

    /// Returns the wait in seconds, 0 for a time in the past; nil for a text that is neither a whole number of seconds
    /// nor a date (RFC 9110, §10.2.3 and §5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`; the older forms are not read).
    static func seconds(_ text: String, now: Int) -> Double? {
        let text = text.trimmingBlanks()
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            return min(Double(text) ?? longest, longest)
        }
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let numbers = ([parts[1], parts[3]] + parts[4].split(separator: ":")).compactMap { Int32($0) }
        guard numbers.count == 5, 1900...9999 ~= numbers[1], numbers.allSatisfy({ 0...9999 ~= $0 }) else { return nil }
        var moment = tm()
        moment.tm_mday = numbers[0]
        moment.tm_mon = Int32(month)
        moment.tm_year = numbers[1] - 1900
        moment.tm_hour = numbers[2]
        moment.tm_min = numbers[3]
        moment.tm_sec = numbers[4]
        return min(Double(max(0, timegm(&moment) - now)), longest)
    }
}
