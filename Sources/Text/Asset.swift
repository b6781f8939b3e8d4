package import CGeocliAssets

/// A file that is part of the program.
extension geocli_asset {
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    package var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }
}
