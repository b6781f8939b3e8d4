internal import ArgumentParser
internal import Catalog
internal import Export
internal import Text

/// `geocli verify`: the catalog checked from end to end.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the catalog from end to end; exit with 65 if anything is wrong.",
        discussion: "Example: geocli verify --format table")

    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        let checks = try common.catalog().verify()
        let limit = try output.limitCount()
        try Listing.write(.checks, output, common) { writer in
            for check in checks.prefix(limit ?? checks.count) { try writer.write(check) }
        }
        guard let wrong = checks.first(where: { !$0.findings.isEmpty }) else { return }
        let finding = wrong.findings.first ?? ""
        Console.complain(
            Words(
                en:
                    "the catalog contradicts itself (\(wrong.name): \(finding)); move the file away and rebuild it with 'geocli ingest'",
                ko: "카탈로그가 어긋납니다(\(wrong.name): \(finding)); 파일을 옮겨 두고 'geocli ingest'로 다시 만드세요"))
        throw ExitStatus.data
    }
}
