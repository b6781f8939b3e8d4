internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import Glibc
internal import Scale

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "open", en: "Open a place in a map on the web.", ko: "장소를 웹 지도에서 엽니다.",
        about: Words(
            en: "The link is opened with xdg-open, or printed if there is no desktop.",
            ko: "링크는 xdg-open으로 엽니다. 데스크톱 환경이 없으면 링크를 출력합니다."),
        examples: """
            $ geocli open 12
            $ geocli open sample/1001 --with kakao
            $ geocli open 12 --with google --print
            """)

    @Argument(ShowQuestion.place, completion: .places) var place: [String] = []

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Web map that shows the place: naver, kakao, google, apple or osm (default: naver in Korean, osm in English).",
            ko:
                "장소를 열 웹 지도: naver(네이버), kakao(카카오), google(구글), apple(애플), osm(OpenStreetMap) (기본값: 한국어에서는 naver, 영어에서는 osm)",
            value: .map),
        completion: .words(MapService.allCases.map(\.rawValue)))
    var service: String?

    @Flag(
        name: .customLong("print"), help: ArgumentHelp("Print the link instead of opening it.", ko: "링크를 열지 않고 출력합니다."))
    var isPrinted = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let destination = try OutputDestination(nil, db: common.db, reading: [])
        let service = try service.map { try ValueArgument.choice($0, option: "--with", of: MapService.self) }
        let wanted = try PlaceReference(orName: place.joined(separator: " "))
        let catalog = try common.catalog()
        let entry = try wanted.entry(in: catalog)
        guard let point = entry.coordinate else {
            let (id, noun) = (entry.id, try catalog.placeWords().noun)
            let name = DisplayText.truncated(DisplayText.singleLine(entry.place.name), columns: 60)
            throw PlainError(
                .noInput,
                en: "\(noun.en) \(id) (\(name)) has no point to open; find its address with 'geocli show \(id)'",
                ko: "\(id)번 \(noun.ko)(\(name))에는 좌표가 없어 열 수 없습니다. 주소는 'geocli show \(id)'\(.by) 확인하세요")
        }
        let map = service ?? .usual(for: Console.language)
        let link = map.address(of: entry.place.name, at: point)
        if !isPrinted, try isOpened(link, entry.place.name, map) { return }
        try destination.write("\(link)\n")
    }

    /// Opens the link on the desktop. Without a desktop or without `xdg-open`, tells the user and returns false.
    private func isOpened(_ link: String, _ name: String, _ map: MapService) throws -> Bool {
        let absence: Words
        if let words = Desktop.absence {
            absence = words
        } else if try Desktop.open(link) {
            let shown = DisplayText.truncated(name, columns: 60)
            common.note(en: "opened in \(map.name.en): \(shown)", ko: "\(map.name.ko)에서 열었습니다: \(shown)")
            return true
        } else {
            absence = Words(en: "xdg-open is not installed", ko: "xdg-open이 설치되어 있지 않습니다")
        }
        common.note(
            en: "no desktop is available (\(absence.en)); open this link in a browser",
            ko: "데스크톱 환경이 없습니다(\(absence.ko)). 이 링크를 브라우저에서 여세요")
        return false
    }
}

/// The desktop that opens links: `xdg-open` of freedesktop.org.
enum Desktop {
    /// The name of the program `xdg-open`, which is found on `$PATH`.
    private static let program = "xdg-open"

    /// The reason why links can't be opened here; nil if a desktop is present. A text terminal has no browser to show a
    /// map.
    static var absence: Words? {
        let isSet = ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.variable($0).map { !$0.isEmpty } ?? false }
        return isSet
            ? nil : Words(en: "neither DISPLAY nor WAYLAND_DISPLAY is set", ko: "DISPLAY와 WAYLAND_DISPLAY가 모두 비어 있습니다")
    }

    /// Opens `link` and waits until the desktop has taken it. No shell reads the link: it is one argument.
    ///
    /// - Returns: false if `xdg-open` is not installed.
    static func open(_ link: String) throws -> Bool {
        let status: Int32
        do throws(SystemNumber) {
            let child = try Spawn.start([program, link]) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                // Standard output is for our data only; the desktop's own messages go to standard error.
                posix_spawn_file_actions_adddup2(&actions, 2, 1)
            }
            status = try Spawn.end(of: child)
        } catch {
            if error.number == ENOENT { return false }
            throw Self.failure(link, SystemError.words(error.number).en)
        }
        // The low seven bits of `status` are the signal that ended `xdg-open`; the next byte is its exit code.
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        guard signal == 0, code == 0 else {
            throw Self.failure(link, signal == 0 ? "exit \(code)" : "signal \(signal)")
        }
        return true
    }

    /// - Parameter reason: the exit code of `xdg-open`, the signal that ended it, or the system's error.
    private static func failure(_ link: String, _ reason: String) -> PlainError {
        PlainError(
            .unavailable, en: "xdg-open could not open the link (\(reason)); open it in a browser: \(link)",
            ko: "xdg-open이 링크를 열지 못했습니다(\(reason)). 브라우저에서 여세요: \(link)")
    }
}
