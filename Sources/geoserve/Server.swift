internal import CGeocliBuild
internal import GeocliServing
internal import GeocliText
internal import GeocliThreads
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

struct Server {
    private let options: ServeOptions
    private let loop: any EventLoop
    private let service: Service
    private let messages: Messages

    init(_ options: ServeOptions) throws {
        let signals = EndSignals()
        var options = options
        options.maximumConnections = DescriptorLimit.raise(for: options.maximumConnections)
        if case .network = options.place, let given = ListeningPlace.givenBySystemd() { options.place = given }
        self.options = options
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        self.loop = loop
        let meters = Meters()
        let messages = Messages(options.language, meters)
        self.messages = messages
        service = try loop.submit { [options] in Self.service(options, meters, messages, loop) }.wait()
        self.signals = signals
    }

    private let signals: EndSignals

    /// Serves requests until a signal ends the service; throws `PlainError` if it can't start.
    func run() throws {
        var file: SocketFile?
        if case .file(let path) = options.place {
            file = SocketFile(path)
            try file?.clear()
        }
        let channel = try listen()
        file?.keep()
        tell(channel)
        signals.wait()
        note(Words(en: "stopping; send a second signal to stop at once", ko: "종료합니다. 신호를 한 번 더 보내면 바로 끝냅니다"))
        signals.exitAtNext()
        try? channel.close().wait()
        file?.remove()
        let isDrained = drain()
        messages.close(within: Limits.logSeconds)
        service.log?.lines.close(within: Limits.logSeconds)
        // If answers are still in progress, joining their threads could delay the exit for any length of time.
        if isDrained {
            service.readers.close()
            service.monitors.close()
            service.events.close()
        }
        exit(0)
    }

    // MARK: Starting

    private static func service(
        _ options: ServeOptions, _ meters: Meters, _ messages: Messages, _ loop: any EventLoop
    ) -> Service {
        Answers.prepare()
        var settings = ServiceSettings(
            catalogPath: options.catalogPath, version: String(cString: cbuild_version()))
        settings.language = options.language
        settings.preferredFeeds = options.feeds
        settings.hasGround = options.hasGround
        if let age = options.maximumAge {
            (settings.maximumAge, settings.maximumAgeText) = (age, options.maximumAgeText)
        }
        let waiting = WaitingCount()
        settings.onTrouble = { messages.tellLimited($0) }
        settings.metrics = { meters.text(waitingJobs: waiting.count) }
        let readers = ReaderPool(settings, count: options.readers, capacity: options.maximumWaiting)
        waiting.pool = readers
        let connections = Connections(
            loop, maximum: options.maximumConnections, maximumByAddress: options.maximumByAddress)
        return Service(
            settings: settings, readers: readers, monitors: ReaderPool(settings, count: 1, capacity: 64),
            events: EventThread(settings), hosts: HostCheck(names: options.hosts),
            crossOrigin: CrossOrigin(origins: options.origins, embedders: options.embedders), meters: meters,
            log: options.hasLog ? requestLog(options, meters) : nil,
            publicURL: options.publicURL, connections: NIOLoopBound(connections, eventLoop: loop),
            date: NIOLoopBound(HTTPDate(), eventLoop: loop))
    }

    private static func requestLog(_ options: ServeOptions, _ meters: Meters) -> RequestLog {
        let lines = LineWriter(to: 1, capacity: 8192) { meters.dropped("requests", "unread", $0) }
        return RequestLog(hasAddresses: options.hasLogAddresses, lines: lines)
    }

    private func listen() throws -> any Channel {
        let service = service
        let bootstrap = ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Limits.inputBytes)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try service.admit(channel) }
            }
        do {
            switch options.place {
            case .network(let host, let port):
                return try bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .bind(to: try SocketAddress(ipAddress: host, port: port)).wait()
            case .file(let path):
                // Only this user may connect. A proxy that runs as another user needs a socket from systemd.
                let former = umask(0o177)
                defer { umask(former) }
                return try bootstrap.bind(unixDomainSocketPath: path).wait()
            case .given(let descriptor): return try bootstrap.withBoundSocket(descriptor).wait()
            }
        } catch let error as IOError {
            throw options.place.refusal(error.errnoCode)
        }
    }

    private func tell(_ channel: any Channel) {
        switch options.place {
        case .file(let path):
            note(
                Words(
                    en: "listening on the socket \(DisplayText.singleLine(path)); press Ctrl-C to stop",
                    ko: "소켓 \(DisplayText.singleLine(path))에서 실행 중입니다. 끝내려면 Ctrl-C를 누르세요"))
        case .given:
            note(Words(en: "listening on the socket from systemd", ko: "systemd가 연 소켓에서 실행 중입니다"))
        case .network(let host, _):
            let place = ListeningPlace.network(host: host, port: channel.localAddress?.port ?? 0)
            let base = "http://\(place.shown)/"
            note(
                Words(
                    en: "listening on \(base) (map: \(base)map); press Ctrl-C to stop",
                    ko: "\(base)에서 실행 중입니다(지도: \(base)map). 끝내려면 Ctrl-C를 누르세요"))
        }
        guard options.place.isOpen else { return }
        warn(
            Words(
                en:
                    "warning: everyone who can reach this address can read the catalog without a password, over an unencrypted connection; docs/serve.md shows how to use a proxy with TLS",
                ko:
                    "주의: 이 주소에 연결할 수 있는 사람은 누구나 카탈로그를 읽을 수 있습니다. 비밀번호와 암호화가 없습니다. TLS 프록시 설정 방법은 docs/serve.md에 있습니다"))
    }

    private func note(_ words: Words) { if !options.isQuiet { warn(words) } }
    private func warn(_ words: Words) { messages.tell(words) }

    // MARK: Ending

    /// Waits for the answers in progress; returns false if some took too long.
    private func drain() -> Bool {
        let (loop, connections) = (loop, service.connections)
        let done = loop.flatSubmit { connections.value.drain() }
        let isLate = loop.makePromise(of: Bool.self)
        loop.scheduleTask(in: Limits.drainTime) { isLate.succeed(false) }
        done.map { true }.cascade(to: isLate)
        return (try? isLate.futureResult.wait()) ?? false
    }
}

/// For a closure that is made before the pool. Unchecked: `pool` is set once, before any reader can ask.
private final class WaitingCount: @unchecked Sendable {
    weak var pool: ReaderPool?
    var count: Int { pool?.waitingCount ?? 0 }
}

/// The signals that end the service. They are blocked before any thread starts, so that only `wait` receives them.
struct EndSignals {
    private let signals: sigset_t

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    func wait() {
        var (signals, number) = (signals, Int32(0))
        while sigwait(&signals, &number) != 0 {}
    }

    /// Lets the next signal end the process at once.
    func exitAtNext() {
        var signals = signals
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}

/// The number of files that the process may open.
enum DescriptorLimit {
    /// The number of files besides connections: the catalog for each reader, the log, the event loop.
    private static let reserve = 300

    /// Raises the limit so that this many connections fit; returns the number of connections that fit.
    static func raise(for connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        let wanted = rlim_t(connections + reserve)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        guard limit.rlim_cur < wanted else { return connections }
        return max(1, Int(limit.rlim_cur) - reserve)
    }
}
