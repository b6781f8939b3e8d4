internal import GeocliGeo
internal import Glibc

/// The points of a file; in memory they keep the file's format.
final class BenchPoints {
    private let pairs: UnsafeMutableBufferPointer<Double>

    /// Reads the file, or ends the process.
    init(path: String) {
        guard let file = fopen(path, "rb") else { BenchArguments.fail("\(path): cannot be read") }
        fseek(file, 0, SEEK_END)
        pairs = .allocate(capacity: ftell(file) / 8)
        rewind(file)
        let read = fread(pairs.baseAddress, 8, pairs.count, file)
        fclose(file)
        guard read == pairs.count, read % 2 == 0 else { BenchArguments.fail("\(path): not pairs of float64") }
    }

    deinit { pairs.deallocate() }

    var count: Int { pairs.count / 2 }

    func marker(_ index: Int, _ words: BenchArguments) -> Marker {
        var marker = Marker(
            id: .integer(Int64(index)),
            coordinate: Coordinate(uncheckedLongitude: pairs[2 * index], latitude: pairs[2 * index + 1]))
        (marker.width, marker.height) = (words.width, words.height)
        marker.force = words.forceEvery > 0 && index % words.forceEvery == 0
        return marker
    }
}
