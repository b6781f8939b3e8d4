internal import ArgumentParser
internal import GeocliAddresses
internal import GeocliText

/// `geocli addresses remove PROVINCE…`: deletes imported addresses. Points that were filled in from these
/// addresses stay in the catalogs.
struct AddressesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "remove",
        en: "Remove the imported addresses of provinces. Points that were already filled from these addresses stay.",
        ko: "가져온 시·도의 주소를 지웁니다. 이미 채운 좌표는 그대로 둡니다.",
        examples: """
            $ geocli addresses remove 서울
            $ geocli addresses remove 경기도 인천
            $ geocli addresses remove all
            """)

    @Argument(
        help: ArgumentHelp(
            "Provinces, such as 서울 or 경기도, or all.", ko: "시·도(서울, 경기도 등) 또는 all(모두)", value: .argument("PROVINCE")))
    var provinces: [String]

    @OptionGroup var addresses: AddressOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try addresses.path()
        let names = provinces.map { $0.trimmingBlanks() }
        let (removed, unknown) = try AddressBook.remove(names, from: path)
        let list = removed.map { DisplayText.singleLine($0) }.joined(separator: ", ")
        if !removed.isEmpty {
            Console.note(Words(en: "removed: \(list)", ko: "지웠습니다: \(list)"), isQuiet: common.quiet)
        }
        guard unknown.isEmpty else {
            let words = unknown.map { DisplayText.truncated(DisplayText.singleLine($0), columns: 40) }
            Console.complain(Self.notImported(words.joined(separator: ", ")))
            throw ExitStatus.noInput
        }
        guard removed.isEmpty else { return }
        Console.note(
            Words(
                en: "nothing to remove; 'geocli addresses list' shows what was imported",
                ko: "지울 것이 없습니다. 가져온 시·도를 'geocli addresses list'로 확인하세요"), isQuiet: common.quiet)
    }

    private static func notImported(_ names: String) -> Words {
        Words(
            en: "not imported: \(names); 'geocli addresses list' shows what was imported",
            ko: "가져오지 않은 시·도입니다: \(names). 가져온 시·도를 'geocli addresses list'로 확인하세요")
    }
}
