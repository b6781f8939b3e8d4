internal import GeocliText
internal import Glibc

/// Why the service can't wait for clients.
struct ListeningError: ExplainedError {
    let words: Words

    init(_ words: Words) { self.words = words }

    /// Creates the error for an error number of `bind` at this place.
    init(_ number: Int32, at place: ListeningPlace) {
        let shown = place.shown
        switch number {
        case EADDRINUSE:
            words = Words(
                en: "\(shown) is in use by another program; choose another port with --listen, or 0 for any free port",
                ko: "\(shown)\(.topic) 다른 프로그램이 쓰고 있습니다. --listen에 다른 포트를 쓰세요. 0을 쓰면 빈 포트를 고릅니다")
        case EACCES:
            words = Words(
                en: "no permission to listen on \(shown); choose port 1024 or higher",
                ko: "\(shown)에서 연결을 받을 권한이 없습니다. 1024 이상의 포트를 쓰세요")
        case EADDRNOTAVAIL:
            words = Words(
                en: "this machine doesn't have the address \(shown); 'ip address' lists its addresses",
                ko: "이 컴퓨터에는 \(shown) 주소가 없습니다. 'ip address'로 확인하세요")
        default:
            let reason = SystemError.words(number)
            words = Words(
                en: "can't listen on \(shown): \(reason.en)", ko: "\(shown)에서 연결을 받을 수 없습니다: \(reason.ko)")
        }
    }
}
