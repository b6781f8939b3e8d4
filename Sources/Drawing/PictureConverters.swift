internal import GeocliText

/// A program that makes a PNG of a card.
package struct CardConverter: Sendable, Equatable {
    /// The program's name, to be found on `$PATH`.
    package let program: String

    /// The programs in the order of preference. The first one is made for this purpose and starts fastest, browsers
    /// draw all writing systems, and the last one may draw SVG with a simple built-in renderer.
    package static let programs = [
        "rsvg-convert", "chromium", "chromium-browser", "google-chrome", "inkscape", "magick",
    ]

    /// The programs that draw emoji. Many versions of the others leave emoji out or draw empty boxes.
    private static let browsers = ["chromium", "chromium-browser", "google-chrome"]

    /// Returns the programs in the order of preference for a card; browsers are first if the card has emoji.
    package static func programs(hasEmoji: Bool) -> [String] {
        guard hasEmoji else { return programs }
        return browsers + programs.filter { !browsers.contains($0) }
    }

    /// Chooses the first program that is installed; nil if none is installed.
    package init?(hasEmoji: Bool = false, isInstalled: (String) -> Bool) {
        guard let program = Self.programs(hasEmoji: hasEmoji).first(where: isInstalled) else { return nil }
        self.program = program
    }

    /// Whether the program is known to draw emoji.
    package var drawsEmoji: Bool { Self.browsers.contains(program) }

    /// Returns the arguments, without the program's name. No shell reads them. `scratch` is a folder for the program's
    /// own files, so that a browser that is already open is not affected. For root (`isRoot`), a browser starts only
    /// without its sandbox.
    ///
    /// - Precondition: the paths are absolute. Use a new folder with a plain name.
    package func arguments(
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

    /// The arguments with which a browser saves a picture of an SVG file, in the format of `output`'s extension.
    static func browserArguments(
        picture: String, output: String, width: Int, height: Int, scratch: String, isRoot: Bool
    ) -> [String] {
        [
            "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--force-device-scale-factor=1",
            "--user-data-dir=\(scratch)", "--window-size=\(width),\(height)", "--screenshot=\(output)",
        ] + (isRoot ? ["--no-sandbox"] : []) + ["file://\(encoded(picture))"]
    }

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

/// A program that makes a small JPEG of a photo.
package struct PhotoConverter: Sendable, Equatable {
    /// The program's name, to be found on `$PATH`.
    package let program: String

    /// The longest side of the small photo, in pixels.
    package static let longestSide = 1024

    /// In the order of preference. The first two, made for photos, also read formats that browsers and geocli do not.
    package static let programs = ["magick", "convert", "chromium", "chromium-browser", "google-chrome"]

    /// Creates the converter; nil for a program that is not one of `programs`.
    package init?(program: String) {
        guard Self.programs.contains(program) else { return nil }
        self.program = program
    }

    /// The absolute paths of one run, in a new folder with a plain name.
    package struct Paths: Sendable {
        let input: String
        let output: String
        let scratch: String

        /// - Parameter scratch: a folder for the program's own files.
        package init(input: String, output: String, scratch: String) {
            (self.input, self.output, self.scratch) = (input, output, scratch)
        }
    }

    package struct Input: Sendable {
        package let bytes: [UInt8]
        /// The name of the file in the folder of the run.
        package let name: String
        fileprivate let width: Int
        fileprivate let height: Int
        fileprivate let format: String
    }

    /// Returns the file that the program is to read; nil if it can't read this format.
    ///
    /// - Parameters:
    ///   - ending: the extension that gives the format: `jpg`, `png`, `gif`, `webp`, `heic` or `avif`.
    ///   - bare: the photo without its metadata; nil if the metadata of this format can't be removed.
    package func input(_ file: [UInt8], ending: String, bare: StrippedPhoto?) -> Input? {
        let format = ending == "jpg" ? "jpeg" : ending
        guard isBrowser else {
            return Input(bytes: file, name: "photo.\(ending)", width: 0, height: 0, format: format)
        }
        guard let bare else { return nil }
        let scale = min(1, Double(Self.longestSide) / Double(max(bare.width, bare.height)))
        let width = max(1, Int((Double(bare.width) * scale).rounded()))
        let height = max(1, Int((Double(bare.height) * scale).rounded()))
        let matrix = bare.orientation.matrix(width: Double(bare.storedWidth), height: Double(bare.storedHeight))
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(bare.width) \(bare.height)" preserveAspectRatio="none">\
            <rect width="\(bare.width)" height="\(bare.height)" fill="#fff"/>\
            <image width="\(bare.storedWidth)" height="\(bare.storedHeight)" preserveAspectRatio="none" \
            transform="matrix(\(matrix.map(SVGText.number).joined(separator: " ")))" \
            href="data:\(bare.format.mediaType);base64,\(Base64.text(bare.bytes))"/></svg>
            """
        return Input(bytes: Array(svg.utf8), name: "photo.svg", width: width, height: height, format: "svg")
    }

    /// Returns the arguments, without the program's name. No shell reads them. For root, a browser starts only without
    /// its sandbox.
    package func arguments(_ input: Input, _ paths: Paths, isRoot: Bool) -> [String] {
        guard isBrowser else {
            let side = Self.longestSide
            // The prefix gives the format, so a file can't choose another reader. Only the first picture is used.
            return [
                "-limit", "memory", "1GiB", "-limit", "map", "1GiB", "-limit", "disk", "2GiB", "-define",
                "jpeg:size=\(2 * side)x\(2 * side)", "\(input.format):\(paths.input)", "-delete", "1--1",
                "-auto-orient", "-resize", "\(side)x\(side)>", "-background", "white", "-alpha", "remove", "-strip",
                "-quality", "82", "jpeg:\(paths.output)",
            ]
        }
        return CardConverter.browserArguments(
            picture: paths.input, output: paths.output, width: input.width, height: input.height,
            scratch: paths.scratch, isRoot: isRoot)
    }

    private var isBrowser: Bool { program != "magick" && program != "convert" }
}
