/// A photo without its metadata: what a picture needs to be shown, and nothing else that its file held.
///
/// This is the only way of a photo into a card or a page. The camera, the time and above all the place where it was
/// taken are left out with all other metadata, also the small copy of the picture that Exif data may hold, and
/// everything after the picture's end (phones add a video or a second picture there).
///
/// - Edges: color profiles are metadata too; colors are then read as sRGB.
public struct BarePhoto: Sendable, Equatable {
    /// The format of the file.
    public enum Format: String, Sendable {
        case jpeg
        case png

        /// The media type, as in a data URI.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// The format.
    public let format: Format
    /// The file without metadata.
    public let bytes: [UInt8]
    /// The stored width in pixels, at least 1.
    public let storedWidth: Int
    /// The stored height in pixels, at least 1.
    public let storedHeight: Int
    /// How to turn the stored picture. The file itself says nothing about it any more.
    public let orientation: PhotoOrientation

    /// Maximum number of pixels: a small file may unpack to more memory than a browser has.
    public static let maximumPixels = 200_000_000

    /// Takes the metadata out of a photo's file.
    ///
    /// - Throws: `PhotoError` if the file is not a JPEG or PNG, or not a whole one. The compressed pixels are not
    ///   decoded, so damage inside them is not noticed in a JPEG.
    /// - Complexity: O(n), n bytes.
    public init(_ file: [UInt8]) throws(PhotoError) {
        if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            var jpeg = BareJPEG(file)
            try jpeg.read()
            (format, bytes, orientation) = (.jpeg, jpeg.bare, jpeg.orientation)
            (storedWidth, storedHeight) = (jpeg.width, jpeg.height)
        } else if file.starts(with: BarePNG.signature) {
            var png = BarePNG(file)
            try png.read()
            (format, bytes, orientation) = (.png, png.bare, png.orientation)
            (storedWidth, storedHeight) = (png.width, png.height)
        } else {
            throw .unsupported
        }
        guard storedWidth * storedHeight <= Self.maximumPixels else {
            throw .tooLarge(pixels: storedWidth * storedHeight)
        }
    }

    /// The width in pixels as shown.
    public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// The height in pixels as shown.
    public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}
