internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

struct VerifySource: RowSource {
    static let configuration = CommandConfiguration(
        "verify", en: "Check the whole catalog. Exit with 65 if anything is wrong.",
        ko: "카탈로그 전체를 검사합니다. 이상이 있으면 종료 코드 65로 끝냅니다.",
        examples: """
            $ geocli verify
            $ geocli verify --format table
            $ geocli verify -q -o verify.json
            """)

    func write(_ given: ListingArguments<CheckRows>) throws {
        let listing = try given.checked()
        let checks = try given.common.catalog().verify()
        let limit = try given.output.limitCount()
        try Listing.write(.checks(Console.language), listing) { writer in
            // With `--quiet`, checks without findings are not reported.
            let told = given.common.quiet ? checks.filter { !$0.findings.isEmpty } : checks
            for check in told.prefix(limit ?? told.count) { try writer.write(check) }
        }
        let all = checks.filter { !$0.findings.isEmpty }
        // A changed value may also be the reason why other checks fail.
        let cause = all.first { $0.name == "file" } ?? all.first { $0.name == "values" }
        guard let wrong = cause ?? all.first(where: { Self.spares[$0.name] == nil }) ?? all.first else { return }
        let finding = wrong.findings[0]
        Console.complain(
            Self.spares[wrong.name]?(finding)
                ?? Words(
                    en:
                        "the catalog is inconsistent (\(wrong.name): \(finding.en)); move the file elsewhere and rebuild it with 'geocli ingest'",
                    ko: "카탈로그의 내용이 서로 맞지 않습니다(\(wrong.name): \(finding.ko)). 파일을 다른 곳으로 옮기고 'geocli ingest'로 다시 만드세요"))
        throw ExitStatus.data
    }

    /// The messages for damage that leaves the places intact, that a complete ingest can repair, or that no ingest
    /// can repair.
    private static let spares: [String: @Sendable (Words) -> Words] = [
        "values": { finding in
            Words(
                en:
                    "some values are not those that geocli wrote (\(finding.en)); bring back the feed's values with 'geocli ingest --thorough', or restore the catalog from a backup",
                ko:
                    "geocli가 기록한 것과 다른 값이 있습니다(\(finding.ko)). 'geocli ingest --thorough'로 피드의 값을 되살리거나 백업에서 카탈로그를 되살리세요"
            )
        },
        "kept-pages": { finding in
            Words(
                en:
                    "a kept page is damaged (\(finding.en)), but no place is affected; ingesting the same data again repairs the page, and 'geocli ingest --keep-pages 0' deletes it",
                ko:
                    "보관한 페이지가 손상되었습니다(\(finding.ko)). 장소 데이터에는 이상이 없습니다. 같은 내용을 다시 수집하면 고쳐지고, 'geocli ingest --keep-pages 0'으로 지울 수 있습니다"
            )
        },
        "outlines": { finding in
            Words(
                en:
                    "the district outlines are damaged (\(finding.en)), but no place is affected; import the outlines again with 'geocli layers import'",
                ko: "자치구 경계가 손상되었습니다(\(finding.ko)). 장소 데이터에는 이상이 없습니다. 'geocli layers import'로 다시 가져오세요")
        },
        "links": { finding in
            Words(
                en:
                    "the links between feeds are damaged (\(finding.en)), but no place is affected; rebuild the links with 'geocli ingest --thorough'",
                ko: "피드 사이의 연결이 손상되었습니다(\(finding.ko)). 장소 데이터에는 이상이 없습니다. 'geocli ingest --thorough'로 연결을 다시 찾으세요")
        },
        "issues": { finding in
            Words(
                en:
                    "the issues are damaged (\(finding.en)), but no place is affected; restore the issues from a backup",
                ko: "이슈 목록이 손상되었습니다(\(finding.ko)). 장소 데이터에는 이상이 없습니다. 백업에서 되살리세요")
        },
        "corrections": { finding in
            Words(
                en:
                    "the corrections are damaged (\(finding.en)); restore the catalog from a backup, because an ingest can't bring corrections back",
                ko: "정정이 손상되었습니다(\(finding.ko)). 다시 수집해도 되살아나지 않으니 백업에서 카탈로그를 되살리세요")
        },
        "ground": { finding in
            Words(
                en:
                    "the base map is damaged (\(finding.en)), but no place is affected; import the base map again with 'geocli layers import', or remove it with 'geocli layers remove ROLE'",
                ko:
                    "바탕 지도가 손상되었습니다(\(finding.ko)). 장소 데이터에는 이상이 없습니다. 'geocli layers import'로 다시 가져오거나 'geocli layers remove ROLE'로 지우세요"
            )
        },
    ]
}
