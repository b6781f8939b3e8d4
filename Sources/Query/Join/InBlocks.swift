internal import GeocliThreads

/// Work on a file of points, block by block, on several threads.
enum InBlocks {
    /// Reads the blocks of `points`. The thread that has read a block calls `work`, which returns what is to be done in
    /// the order of the file.
    /// - Throws: the first error in the order of the file, after what comes before it is done.
    static func run(
        _ points: PointBlocks, threads: Int,
        _ work: @escaping @Sendable (PointBlock) throws -> () throws -> Void
    ) throws {
        let turns = Turns(chunkSize: 1, maximumWaiting: threads) { try points.next() }
        @Sendable func loop() {
            do {
                while let chunk = turns.chunk() {
                    let failure = chunk.failure
                    let done = try chunk.items.first.map { try work(points.read($0)) }
                    try turns.finish(chunk) {
                        try done?()
                        if let failure { throw failure }
                    }
                }
            } catch {
                turns.fail(error)
            }
        }
        let others = (1..<max(1, threads)).map { _ in WorkerThread(loop) }
        loop()
        for other in others { other.join() }
        try turns.rethrow()
    }
}
