internal import GeocliFetching

/// The meaning of a result code for the client of the service, from the portal's message table. ERROR-290, INFO-300 and
/// ERROR-337 are from related portals, codes of two digits from data.go.kr, codes with a minus sign from odcloud, words
/// from V-World, and three digits from ArcGIS (498, 499) and from services that repeat an HTTP status in the page.
package enum ResultClass: Sendable {
    /// The key is missing or refused: a retry does not help.
    case key
    /// The key's daily quota is used up: a retry helps after midnight.
    case quota
    /// The service has a problem of its own: a retry may help.
    case server
    /// The request was wrong: a retry does not help.
    case request
    case unknown

    /// Creates the class of a code, whatever message the service sent with it.
    package init(code: String) {
        switch code {
        case "INFO-100", "INFO-300", "ERROR-290": self = .key
        case "ERROR-337", "22", "OVER_REQUEST_LIMIT": self = .quota
        case "20", "30", "31", "32", "33", "-4", "-401": self = .key
        case "401", "403", "498", "499": self = .key
        case "INVALID_KEY", "INCORRECT_KEY", "UNAVAILABLE_KEY": self = .key
        case "ERROR-500", "ERROR-600", "ERROR-601", "SYSTEM_ERROR": self = .server
        // Data.go.kr: application error, database error, timeout, too many requests in one second.
        case "01", "1", "02", "2", "04", "4", "05", "5", "23": self = .server
        case "429", "500", "502", "503", "504": self = .server
        case "ERROR-300", "ERROR-301", "ERROR-310", "ERROR-331", "ERROR-332", "ERROR-333", "ERROR-334", "ERROR-335",
            "ERROR-336", "INFO-200":
            self = .request
        default: self = .unknown
        }
    }

    /// Creates the class of an answer: that of its code or, if no portal has this code, of its words.
    init(code: String, message: String) {
        self.init(code: code)
        guard case .unknown = self, [code, message].contains(where: AnswerReason.isAboutKey) else { return }
        self = [code, message].contains(where: AnswerReason.isAboutQuota) ? .quota : .key
    }
}
