internal import GeocliText

/// The memory that the places of a join may take. A join that does not fit is refused before the work, from the size of
/// the file and its first rows, or while a pipe is read.
package struct JoinMemory: Sendable {
    private let name: String
    /// The size of the file; nil for a pipe.
    private let fileBytes: Int?
    private let freeBytes: Int

    /// The peak for each place, without its texts (see `JoinPlaces`).
    package static let bytesPerPlace = 110
    /// The part of the free memory that places may take; the rest is for questions and answers.
    private static let part = 0.8
    /// Places have numbers of 32 bits.
    private static let mostPlaces = Int(Int32.max)

    /// - Parameter freeBytes: nil for what the system has.
    package init(name: String, fileBytes: Int?, freeBytes: Int? = nil) {
        self.name = name
        self.fileBytes = fileBytes
        self.freeBytes = Int(Double(freeBytes ?? Self.systemBytes) * Self.part)
    }

    /// Throws if the places that were read so far are too many.
    func check(_ count: Int, textBytes: Int) throws {
        guard count * Self.bytesPerPlace + textBytes <= freeBytes, count <= Self.mostPlaces else {
            throw tooMany(count)
        }
    }

    /// Returns the number of places in a file whose further rows are like those of its first block; nil if the file has
    /// no known size. Throws if they are too many.
    func expected(from first: PointBlock) throws -> Int? {
        guard let fileBytes, first.byteCount > 0 else { return nil }
        let times = Double(fileBytes) / Double(first.byteCount)
        let count = Int(times * Double(first.coordinates.count))
        try check(count, textBytes: Int(times * Double(first.textBytes)))
        return count
    }

    func tooMany(_ count: Int) -> PlainError {
        let (needed, free) = (count * Self.bytesPerPlace >> 20, freeBytes >> 20)
        return PlainError(
            .usage,
            en:
                "\(name) has \(count) places or more, which need more than \(needed) MB of memory; \(free) MB are free for them; import the file with 'geocli ingest', then ask the catalog with 'geocli near --from', which needs little memory",
            ko:
                "\(name)의 장소가 \(count)곳 이상이라 메모리가 \(needed)MB 넘게 필요한데, 쓸 수 있는 메모리는 \(free)MB입니다. 'geocli ingest'로 파일을 가져온 뒤 'geocli near --from'으로 카탈로그에서 찾으면 메모리가 조금만 필요합니다"
        )
    }

    /// The memory that a process can still take: of the machine, or of its control group if that has less.
    private static var systemBytes: Int {
        var free = Int.max
        if let line = text(of: "/proc/meminfo").split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        {
            free = kilobytes << 10
        }
        let group = "/sys/fs/cgroup/memory."
        if let most = Int(text(of: group + "max")), let used = Int(text(of: group + "current")) {
            free = min(free, max(0, most - used))
        }
        return free >> 1 == Int.max >> 1 ? .max >> 1 : free
    }

    /// Returns the content of a file of the system; nothing if the system does not have it.
    private static func text(of path: String) -> String {
        // Without the file, no limit is known.
        let bytes = (try? ByteSource.file(path: path).readAll(limit: 1 << 16)) ?? nil
        return String(decoding: bytes ?? [], as: UTF8.self).trimmingBlanks()
    }
}
