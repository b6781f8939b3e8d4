internal import GeocliAsking
internal import GeocliFetching
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText
internal import SampleFeed

/// The source that the arguments of `ingest` name.
enum IngestSource {
    case saved(SavedPages)
    case live(ServiceURL)
    case replay(Int64)

    /// - Throws: `UsageError` for arguments that contradict each other, `ServiceURLError` for an invalid address.
    init(_ sources: [String], isSample: Bool, _ fetching: FetchingOptions, of feed: Feed) throws {
        let isAddress = sources.contains { $0.contains("://") }
        try Self.checkCount(sources, isSample: isSample, isAddress: isAddress, isReplay: fetching.replay != nil)
        if let replay = fetching.replay {
            self = .replay(Int64(try ValueArgument.count(replay, option: "--replay", minimum: 1)))
        } else if isSample {
            self = .saved(Self.bundledSample)
        } else if isAddress {
            guard feed.service != nil else {
                throw UsageError(
                    en: "the declaration of \(feed.id) has no [service]; give page files, a folder or -",
                    ko: "\(feed.id) 선언에 [service]가 없습니다. 페이지 파일, 폴더, -(표준 입력) 가운데 하나를 지정하세요")
            }
            self = .live(try ServiceURL(sources[0]))
        } else if sources.isEmpty {
            guard let address = feed.serviceAddress else {
                throw UsageError(
                    en: "the feed \(feed.id) has no live service; give page files, a folder, - or an http:// address",
                    ko: "\(feed.id) 피드에는 서비스가 없습니다. 페이지 파일, 폴더, -(표준 입력), http:// 주소 가운데 하나를 지정하세요")
            }
            self = .live(try ServiceURL(address))
        } else {
            let options = feed.columns.map(OwnFeed.words) ?? ""
            self = .saved(
                try SavedPages.at(
                    sources, waitingAtMost: try fetching.waitingLimits(), with: options,
                    endings: feed.pageEndings))
        }
        if case .live = self { return }
        try fetching.refuseForSavedPages(areStreams: SavedPages.areStreams(sources))
    }

    private static func checkCount(_ sources: [String], isSample: Bool, isAddress: Bool, isReplay: Bool) throws {
        if isSample, !sources.isEmpty {
            throw UsageError(en: "give either --sample or SOURCE, not both", ko: "--sample과 SOURCE 가운데 하나만 쓰세요")
        }
        if isReplay, isSample || !sources.isEmpty {
            throw UsageError(
                en: "--replay reads the pages that the catalog keeps; leave out SOURCE and --sample",
                ko: "--replay는 카탈로그에 보관한 페이지를 읽습니다. SOURCE와 --sample은 빼세요")
        }
        if isAddress, sources.count > 1 {
            throw UsageError(
                en: "an address must be the only SOURCE; give one address, or only saved pages",
                ko: "주소는 다른 SOURCE와 함께 쓸 수 없습니다. 주소 하나만 쓰거나 저장한 페이지만 쓰세요")
        }
    }

    /// Returns the outlines of the sample's districts.
    ///
    /// - Parameter day: the day of the import in Asia/Seoul.
    static func sampleOutlines(day: String) throws -> ImportedOutlines {
        let file = try DistrictFile(ByteSource(name: "sample", bytes: SampleFeed.outlines()))
        let source = OutlineSource(
            title: SampleNames.outlines, license: file.license ?? Feed.sample.license, sha256: file.sha256,
            importedOn: day)
        return ImportedOutlines(file.outlines, from: source)
    }

    /// Returns the layers of the sample's base map.
    ///
    /// - Parameter day: the day of the import in Asia/Seoul.
    static func sampleGround(day: String) throws -> [BaseLayer] {
        let ground = SampleFeed.ground()
        return try SampleGround.allCases.compactMap { layer in
            guard let role = BaseRole(rawValue: layer.rawValue), let bytes = ground[layer] else { return nil }
            let file = try BaseFile(ByteSource(name: "sample", bytes: bytes))
            let source = OutlineSource(
                title: SampleNames.ground, license: file.license ?? Feed.sample.license, sha256: file.sha256,
                importedOn: day)
            return BaseLayer(role: role, source: source, features: file.features)
        }
    }

    private static var bundledSample: SavedPages {
        let bundled = SampleFeed.bundled
        let pages = (0..<bundled.pageCount()).map { index in
            SavedPages.Page(name: "sample/\(index + 1)") {
                ByteSource(name: "sample/\(index + 1)", bytes: bundled.page(index))
            }
        }
        return SavedPages(name: SampleNames.source, pages: pages)
    }
}
