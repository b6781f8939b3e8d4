/// A program that makes a PNG of a card.
public struct CardConverter: Sendable, Equatable {
    /// The program's name, to be found on `$PATH`.
    public let program: String

    /// The programs in the order of preference.
    ///
    /// The first program is made for this purpose and starts fastest. Browsers draw all writing systems. The last
    /// program may draw SVG with a simple built-in renderer.
    public static let programs = [
        "rsvg-convert", "chromium", "chromium-browser", "google-chrome", "inkscape", "magick",
    ]

    /// The programs that draw emoji. Many versions of the other programs, with many fonts, leave emoji out or draw
    /// empty boxes.
    private static let browsers = ["chromium", "chromium-browser", "google-chrome"]

    /// Returns the programs in the order of preference for a card; browsers are first if the card has emoji.
    public static func programs(hasEmoji: Bool) -> [String] {
        guard hasEmoji else { return programs }
        return browsers + programs.filter { !browsers.contains($0) }
    }

    /// Chooses the first program that is installed; nil if none is installed.
    public init?(hasEmoji: Bool = false, isInstalled: (String) -> Bool) {
        guard let program = Self.programs(hasEmoji: hasEmoji).first(where: isInstalled) else { return nil }
        self.program = program
    }

    /// Whether the program is known to draw emoji.
    public var drawsEmoji: Bool { Self.browsers.contains(program) }

    /// Returns the arguments, without the program's name. No shell reads them.
    ///
    /// - Parameters:
    ///   - svgPath: the absolute path of the card.
    ///   - pngPath: the absolute path of the picture to write.
    ///   - scratch: the absolute path of a folder for the program's own files, so that a browser that is already open
    ///     is not affected.
    ///   - isRoot: whether the user is root. A browser starts for root only without its sandbox.
    /// - Precondition: the paths are absolute. Use a new folder with a plain name.
    public func arguments(
        svgPath: String, pngPath: String, size: CardSize, scratch: String, isRoot: Bool = false
    ) -> [String] {
        precondition([svgPath, pngPath, scratch].allSatisfy { $0.hasPrefix("/") })
        let (width, height) = (String(size.width), String(size.height))
        switch program {
        case "rsvg-convert":
            // Without --unlimited, the program's XML reader rejects photos of more than 10 MB.
            return [
                "--unlimited", "--format=png", "--width=\(width)", "--height=\(height)", "--output=\(pngPath)", svgPath,
            ]
        case "inkscape":
            return ["--export-type=png", "--export-width=\(width)", "--export-filename=\(pngPath)", svgPath]
        case "magick": return ["-background", "none", svgPath, "png:\(pngPath)"]
        default:
            return Self.browserArguments(
                picture: svgPath, output: pngPath, width: size.width, height: size.height, scratch: scratch,
                isRoot: isRoot)
        }
    }

    /// Returns the arguments for a browser that draws an SVG file and saves a picture of it. The extension of `output`
    /// gives the picture's format.
    static func browserArguments(
        picture: String, output: String, width: Int, height: Int, scratch: String, isRoot: Bool
    ) -> [String] {
        [
            "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--force-device-scale-factor=1",
            "--user-data-dir=\(scratch)", "--window-size=\(width),\(height)", "--screenshot=\(output)",
        ] + (isRoot ? ["--no-sandbox"] : []) + ["file://\(encoded(picture))"]
    }

    /// Returns a path encoded for a URL.
    ///
    /// - Source: RFC 3986, §2.3: unreserved characters are not encoded.
    private static func encoded(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            let isPlain =
                "/-._~".utf8.contains(byte) || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
            let hex = String(byte, radix: 16, uppercase: true)
            text += isPlain ? String(UnicodeScalar(byte)) : "%\(hex.count == 1 ? "0" : "")\(hex)"
        }
    }
}
