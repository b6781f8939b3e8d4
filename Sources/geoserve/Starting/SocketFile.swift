internal import GeocliText
internal import Glibc

/// The file of a Unix socket. It is removed only if it is our own socket, or a socket on which no server listens.
struct SocketFile: Sendable {
    let path: String
    private var identity: (device: UInt, inode: UInt)?

    init(_ path: String) { self.path = path }

    /// Makes room for a new socket: removes the socket of a server that has ended.
    ///
    /// - Throws: `PlainError` if the path is something else, or if a server listens there.
    func clear() throws(PlainError) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
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

    /// Remembers the file that the service has just made.
    mutating func keep() {
        var facts = stat()
        if lstat(path, &facts) == 0 { identity = (UInt(facts.st_dev), UInt(facts.st_ino)) }
    }

    /// Removes the service's own file. If another file has replaced it, that file stays.
    func remove() {
        var facts = stat()
        guard let identity, lstat(path, &facts) == 0, UInt(facts.st_dev) == identity.device,
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
