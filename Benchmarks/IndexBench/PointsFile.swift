internal import GeocliGeo
internal import Glibc

/// Files of little-endian float64: pairs of longitude and latitude, or boxes of west, south, east and north.
enum PointsFile {
    static func coordinates(_ path: String) throws -> [Coordinate] {
        let file = try open(path)
        defer { fclose(file) }
        var coordinates: [Coordinate] = []
        coordinates.reserveCapacity(try bytes(file, path) / 16)
        try forEachRow(of: 2, in: file, path) { numbers, at in
            coordinates.append(try Coordinate(longitude: numbers[at], latitude: numbers[at + 1]))
        }
        return coordinates
    }

    static func boxes(_ path: String) throws -> [BoundingBox] {
        let file = try open(path)
        defer { fclose(file) }
        var boxes: [BoundingBox] = []
        try forEachRow(of: 4, in: file, path) { numbers, at in
            boxes.append(
                try BoundingBox(
                    west: numbers[at], south: numbers[at + 1], east: numbers[at + 2], north: numbers[at + 3]))
        }
        return boxes
    }

    private static func open(_ path: String) throws -> UnsafeMutablePointer<FILE> {
        guard let file = fopen(path, "rb") else { throw BenchError(path: path, number: errno) }
        return file
    }

    private static func bytes(_ file: UnsafeMutablePointer<FILE>, _ path: String) throws -> Int {
        var information = stat()
        guard fstat(fileno(file), &information) == 0 else { throw BenchError(path: path, number: errno) }
        return Int(information.st_size)
    }

    /// Calls `body` for each row of `width` numbers. Reads piece by piece, so that the measured memory is the index's.
    private static func forEachRow(
        of width: Int, in file: UnsafeMutablePointer<FILE>, _ path: String, body: ([Double], Int) throws -> Void
    ) throws {
        var piece = [Double](repeating: 0, count: width * 4096)
        while true {
            let count = fread(&piece, MemoryLayout<Double>.size, piece.count, file)
            guard count % width == 0 else { throw BenchError(path: path, number: EINVAL) }
            guard count > 0 else { return }
            for start in stride(from: 0, to: count, by: width) {
                try body(piece, start)
            }
        }
    }
}

/// The error for a file that could not be read.
struct BenchError: Error, CustomStringConvertible {
    let path: String
    let number: Int32

    var description: String { "\(path): \(String(cString: strerror(number)))" }
}
