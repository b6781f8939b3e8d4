internal import GeocliAsking
internal import GeocliText
internal import Glibc
internal import NIOCore

/// Where the service waits for clients.
enum ListeningPlace: Sendable, Equatable {
    /// An IP address, or localhost. Port 0 stands for any free port.
    case network(host: String, port: Int)
    case file(path: String)
    /// A socket that systemd has opened.
    case given(descriptor: Int32)

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` or `8080`. Without a host, only this machine can
    /// connect.
    /// - Throws: `UsageError`. Names other than localhost are refused, because a name doesn't say who can reach it.
    init(address text: String) throws {
        let (host, port): (String, Substring)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = String(text[..<end].dropFirst())
            let rest = text[end...].dropFirst()
            guard rest.hasPrefix(":"), host.contains(":") else { throw Self.wrong(text) }
            port = rest.dropFirst()
        } else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, let last = parts.last else { throw Self.wrong(text) }
            host = parts.count == 2 && !parts[0].isEmpty ? String(parts[0]).lowercased() : "127.0.0.1"
            port = last
        }
        let name = host == "localhost" ? "127.0.0.1" : host
        guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(port), number <= 65535,
            (try? SocketAddress(ipAddress: name, port: number)) != nil
        else { throw Self.wrong(text) }
        self = .network(host: name, port: number)
    }

    /// The maximum number of bytes in the path of a Unix socket. The system sets this limit.
    private static let maximumPathBytes = 107

    /// - Throws: `UsageError` for a path that is too long.
    init(path: String) throws {
        guard path.utf8.count <= Self.maximumPathBytes, !path.utf8.contains(0) else {
            throw UsageError(
                en: "--unix: the path is longer than \(Self.maximumPathBytes) bytes; choose a shorter one",
                ko: "--unix: 경로가 \(Self.maximumPathBytes)바이트를 넘습니다. 더 짧은 경로를 쓰세요")
        }
        self = .file(path: path)
    }

    /// Whether other machines can reach the place.
    var isOpen: Bool {
        guard case .network(let host, _) = self else { return false }
        return !Connections.isLoopback(host)
    }

    var shown: String {
        switch self {
        case .network(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .file(let path): DisplayText.singleLine(path)
        case .given: "systemd"
        }
    }

    private static func wrong(_ text: String) -> UsageError {
        let shown = DisplayText.singleLine(text)
        return UsageError(
            en: "--listen \"\(shown)\": write an address and a port, such as 127.0.0.1:8080 or [::1]:8080",
            ko: "--listen \"\(shown)\": 127.0.0.1:8080이나 [::1]:8080처럼 주소와 포트를 쓰세요")
    }

    func refusal(_ number: Int32) -> PlainError {
        switch number {
        case EADDRINUSE:
            return PlainError(
                .unavailable,
                en: "\(shown) is in use by another program; choose another port with --listen, or 0 for any free port",
                ko: "\(shown)\(.topic) 다른 프로그램이 쓰고 있습니다. --listen에 다른 포트를 쓰세요. 0을 쓰면 빈 포트를 고릅니다")
        case EACCES:
            return PlainError(
                .unavailable,
                en: "no permission to listen on \(shown); choose port 1024 or higher",
                ko: "\(shown)에서 연결을 받을 권한이 없습니다. 1024 이상의 포트를 쓰세요")
        case EADDRNOTAVAIL:
            return PlainError(
                .unavailable,
                en: "this machine doesn't have the address \(shown); 'ip address' lists its addresses",
                ko: "이 컴퓨터에는 \(shown) 주소가 없습니다. 'ip address'로 확인하세요")
        default:
            let reason = SystemError.words(number)
            return PlainError(
                .unavailable,
                en: "can't listen on \(shown): \(reason.en)", ko: "\(shown)에서 연결을 받을 수 없습니다: \(reason.ko)")
        }
    }

    /// The first descriptor that systemd hands over.
    private static let firstDescriptor: Int32 = 3

    /// Returns the socket that systemd has opened for this process; nil if there is none.
    /// - Source: sd_listen_fds(3).
    static func givenBySystemd() -> Self? {
        guard let process = getenv("LISTEN_PID"), Int32(String(cString: process)) == getpid(),
            let count = getenv("LISTEN_FDS"), Int(String(cString: count)) == 1
        else { return nil }
        return .given(descriptor: firstDescriptor)
    }
}

/// The file of a Unix socket. It is removed only if it is our own socket, or a socket on which no server listens.
struct SocketFile: Sendable {
    let path: String
    private var identity: (device: UInt, inode: UInt)?

    init(_ path: String) { self.path = path }

    /// Makes room for a new socket: removes the socket of a server that has ended.
    /// - Throws: `PlainError` if the path is something else, or if a server listens there.
    func clear() throws(PlainError) {
        guard let facts = FileSystem.ownFacts(path) else { return }
        let shown = DisplayText.singleLine(path)
        guard facts.st_mode & S_IFMT == S_IFSOCK else {
            throw PlainError(
                .unavailable, en: "\(shown) exists, but is not a socket; choose another path for --unix",
                ko: "\(shown)\(.topic) 이미 있고 소켓이 아닙니다. --unix에 다른 경로를 쓰세요")
        }
        guard try isDead() else {
            throw PlainError(
                .unavailable, en: "another server is listening on \(shown); stop it, or choose another path for --unix",
                ko: "\(shown)에서 다른 서버가 실행 중입니다. 그 서버를 끝내거나 --unix에 다른 경로를 쓰세요")
        }
        unlink(path)
    }

    mutating func keep() {
        if let facts = FileSystem.ownFacts(path) { identity = (UInt(facts.st_dev), UInt(facts.st_ino)) }
    }

    /// Removes the service's own file. If another file has replaced it, that file stays.
    func remove() {
        guard let identity, let facts = FileSystem.ownFacts(path), UInt(facts.st_dev) == identity.device,
            UInt(facts.st_ino) == identity.inode
        else { return }
        unlink(path)
    }

    /// Returns whether no server listens. Only a refused connection shows this.
    private func isDead() throws(PlainError) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw PlainError(.unavailable, SystemError.words(errno)) }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result != 0 && errno == ECONNREFUSED
    }
}
