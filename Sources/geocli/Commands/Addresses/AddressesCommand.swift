internal import ArgumentParser

/// `geocli addresses`: road addresses with points, used to fill in the points that a feed leaves blank.
struct AddressesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "addresses",
        en: "Import, list, look up or remove addresses from juso.go.kr. They supply points that a feed leaves blank.",
        ko: "juso.go.kr의 주소를 가져오고, 목록을 보고, 찾고, 지웁니다. 가져온 주소로 피드에 없는 좌표를 채웁니다.",
        examples: """
            $ geocli addresses import entrc_seoul.txt --month 2606
            $ geocli addresses list
            $ geocli addresses find "서울 종로구 자하문로 94"
            """,
        subcommands: [
            AddressesImportCommand.self, ListingCommand<AddressesListSource>.self,
            ListingCommand<AddressesFindSource>.self,
            AddressesRemoveCommand.self,
        ],
        defaultSubcommand: ListingCommand<AddressesListSource>.self)
}
