internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// The changes of a catalog's file.
struct FileChanges: ChangeSource {
    let catalog: WatchedCatalog
    let filter: ChangeFilter
    let start: ChangeCursor

    /// The time between two checks of the file, in seconds.
    private static let lookSeconds = 0.25
    private static let pageSize = 256

    func follow(_ body: (FollowedStep) throws -> Void) throws {
        var cursor = start
        var hasTold = false
        while !EndingSignals.isEnding {
            do {
                while let steps = try steps(after: &cursor) {
                    for step in steps {
                        try body(step)
                        if EndingSignals.isEnding { return }
                    }
                }
                hasTold = false
                try body(.idle)
                while try !catalog.hasChanged() {
                    if EndingSignals.wait(seconds: Self.lookSeconds) { return }
                }
            } catch let error as CatalogError {
                // Perhaps the file is being replaced at this moment.
                if !hasTold { Console.complain(Self.waiting(error)) }
                hasTold = true
                if EndingSignals.wait(seconds: 1) { return }
            }
        }
    }

    /// Returns the next steps, and moves the cursor past them; nil if there are none. No snapshot stays open while the
    /// follower performs the steps.
    private func steps(after cursor: inout ChangeCursor) throws -> [FollowedStep]? {
        let former = cursor
        let (steps, next) = try catalog.read { catalog -> ([FollowedStep]?, ChangeCursor) in
            guard try catalog.holds(former.mark) else {
                let last = try catalog.lastCursor()
                return ([.recreated, .position(last.mark, try catalog.run(of: last), isRunEnd: true)], last)
            }
            guard let page = try catalog.changePage(after: former, count: Self.pageSize) else { return (nil, former) }
            return (try self.steps(of: page, catalog), page.end)
        }
        cursor = next
        return steps
    }

    private func steps(of page: ChangePage, _ catalog: Catalog) throws -> [FollowedStep] {
        let ids = try catalog.ids(Set(page.changes.map(\.place.id)).sorted(), admittedBy: filter.places)
        var steps: [FollowedStep] = []
        for (offset, change) in page.changes.enumerated() {
            guard filter.what.contains(change.what), ids.contains(change.place.id) else { continue }
            steps.append(.change(change, at: page.mark(at: offset)))
        }
        return steps + [.position(page.end.mark, page.run, isRunEnd: page.end.isRunEnd)]
    }

    private static func waiting(_ error: CatalogError) -> Words {
        Words(en: "warning: \(error.words.en); trying again", ko: "주의: \(error.words.ko). 다시 시도합니다")
    }
}
