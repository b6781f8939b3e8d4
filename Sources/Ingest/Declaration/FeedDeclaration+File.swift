internal import CGeocliAssets
public import GeocliText
internal import Glibc

extension FeedDeclaration {
    /// Returns a declaration to fill in, with remarks in `language`. The keys are the same in both languages.
    public static func starter(in language: Language) -> [UInt8] {
        switch language {
        case .english: starter_toml.bytes
        case .korean: starter_ko_toml.bytes
        }
    }

    /// Returns the feed that a file declares.
    ///
    /// - Throws: `ByteSourceError` for a file that can't be read; `PlainError` for a folder, a pipe or a device;
    ///   `DeclarationError` with the line and the key.
    public static func feed(at path: String) throws -> Feed {
        var feed = try feed(try bytes(at: path), name: path)
        feed.declarationPath = path
        return feed
    }

    /// Returns the text of a declaration file.
    ///
    /// - Throws: the same errors as `feed(at:)`. A file that is larger than any declaration is cut off.
    public static func bytes(at path: String) throws -> [UInt8] {
        var information = stat()
        guard stat(path, &information) == 0 else { throw ByteSourceError(path: path, number: errno) }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw PlainError.notAFile(path, mode: information.st_mode)
        }
        let source = try ByteSource.file(path: path)
        var bytes: [UInt8] = []
        while bytes.count <= maximumBytes, case let chunk = try source.next(), !chunk.isEmpty { bytes += chunk }
        return bytes
    }
}
