/// A photo without its metadata: only what is needed to show the picture.
///
/// A card or a page takes a photo only in this form.
///
/// The camera, the time, the place where the photo was taken and all other metadata are removed. This includes the
/// small copy of the picture that Exif data may contain, and all data after the end of the picture, where phones add a
/// video or a second picture.
///
/// - Edges: color profiles are metadata too, so viewers read the colors as sRGB.
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
    /// How to turn the stored picture. The file no longer contains this orientation.
    public let orientation: PhotoOrientation

    /// Maximum number of pixels. A small file may unpack to more memory than a browser has.
    public static let maximumPixels = 200_000_000

    /// Takes the metadata out of a photo's file.
    ///
    /// - Throws: `PhotoError` if the file is not a complete JPEG or PNG, or if the picture has too many pixels. The
    ///   compressed pixels are not decoded, so damage inside them is not found in a JPEG.
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
