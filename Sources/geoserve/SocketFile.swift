internal import GeocliText
internal import Glibc

/// The file of a Unix socket. It is removed only if it is a socket that no server listens at, or our own.
struct SocketFile: Sendable {
    let path: String
    private var identity: (device: UInt, inode: UInt)?

    init(_ path: String) { self.path = path }

    /// Makes room for a new socket: removes that of a server that has ended.
    ///
    /// - Throws: `ListeningError` if the path is something else, or a server listens there.
    func clear() throws(ListeningError) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        let shown = DisplayText.singleLine(path)
        guard facts.st_mode & S_IFMT == S_IFSOCK else {
            throw ListeningError(
                Words(
                    en: "\(shown) exists and is not a socket; choose another path for --unix",
                    ko: "\(shown)\(.topic) 이미 있고 소켓이 아닙니다. --unix에 다른 경로를 쓰세요"))
        }
        guard try isDead() else {
            throw ListeningError(
                Words(
                    en: "another server listens at \(shown); stop it, or choose another path for --unix",
                    ko: "\(shown)에서 다른 서버가 실행 중입니다. 그 서버를 끝내거나 --unix에 다른 경로를 쓰세요"))
        }
        unlink(path)
    }

    /// Remembers the file that the service has just made.
    mutating func keep() {
        var facts = stat()
        if lstat(path, &facts) == 0 { identity = (UInt(facts.st_dev), UInt(facts.st_ino)) }
    }

    /// Removes the service's own file; another one that has taken its place stays.
    func remove() {
        var facts = stat()
        guard let identity, lstat(path, &facts) == 0, UInt(facts.st_dev) == identity.device,
            UInt(facts.st_ino) == identity.inode
        else { return }
        unlink(path)
    }

    /// Returns whether no server listens: only a refused connection says so.
    private func isDead() throws(ListeningError) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw ListeningError(SystemError.words(errno)) }
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

/// Why the service can't wait for clients.
struct ListeningError: ExplainedError {
    let words: Words

    init(_ words: Words) { self.words = words }

    /// What an error number of `bind` means at this place.
    init(_ number: Int32, at place: ListeningPlace) {
        let shown = place.shown
        switch number {
        case EADDRINUSE:
            words = Words(
                en: "\(shown) is in use by another program; choose another port with --listen, or 0 for any free one",
                ko: "\(shown)\(.topic) 다른 프로그램이 쓰고 있습니다. --listen에 다른 포트를 쓰세요. 0을 쓰면 빈 포트를 고릅니다")
        case EACCES:
            words = Words(
                en: "no permission to listen at \(shown); choose a port of 1024 or more",
                ko: "\(shown)에서 연결을 받을 권한이 없습니다. 1024 이상의 포트를 쓰세요")
        case EADDRNOTAVAIL:
            words = Words(
                en: "this machine doesn't have the address \(shown); 'ip address' lists its own",
                ko: "이 컴퓨터에는 \(shown) 주소가 없습니다. 'ip address'로 확인하세요")
        default:
            let reason = SystemError.words(number)
            words = Words(
                en: "can't listen at \(shown): \(reason.en)", ko: "\(shown)에서 연결을 받을 수 없습니다: \(reason.ko)")
        }
    }
}
