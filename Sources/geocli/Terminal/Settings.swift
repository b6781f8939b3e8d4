internal import GeocliFetching
internal import GeocliText
internal import Glibc

/// The configuration file, `$XDG_CONFIG_HOME/geocli/config`: lines of `name = value`; `#` starts a comment.
enum Settings {
    /// Returns the key of the Seoul Open Data Plaza: `$SEOUL_OPENAPI_KEY`, else the configuration file's
    /// `seoul_openapi_key`; nil if neither has one.
    ///
    /// - Throws: `APIKeyError` for a text that is not a key, `SettingsError` for a file that can't be read or
    ///   understood.
    static func key(isQuiet: Bool) throws -> APIKey? {
        if let text = Environment.variable("SEOUL_OPENAPI_KEY"), !text.trimmingBlanks().isEmpty {
            return try APIKey(text)
        }
        guard let path, let values = try values(path), let text = values["seoul_openapi_key"] else { return nil }
        let key = try APIKey(text)
        warnIfReadable(path)
        return key
    }

    /// The path of the file; nil if neither variable is set. The XDG specification says to ignore relative paths.
    private static var path: String? {
        if let folder = Environment.variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/geocli/config"
        }
        return Environment.variable("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.config/geocli/config" }
    }

    private static func values(_ path: String) throws -> [String: String]? {
        let bytes: [UInt8]
        // Reading a pipe could wait forever.
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG { throw SettingsError.noFile(path) }
        do {
            // A larger file is not a configuration file.
            guard let all = try ByteSource.file(path: path).readAll(limit: 64 << 10) else {
                throw SettingsError.line(1, of: path)
            }
            bytes = all
        } catch let error as ByteSourceError where error.isMissing { return nil }
        var values: [String: String] = [:]
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        for (offset, line) in lines.enumerated() {
            let text = String(line).trimmingBlanks()
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0]).trimmingBlanks()
            guard parts.count == 2, name == "seoul_openapi_key" else { throw SettingsError.line(offset + 1, of: path) }
            values[name] = String(parts[1]).trimmingBlanks()
        }
        return values
    }

    /// Warns if other users of this machine could read the key.
    private static func warnIfReadable(_ path: String) {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & 0o077 != 0 else { return }
        Console.complain(
            Words(
                en: "warning: other users may read the key in \(path); run 'chmod 600 \(path)'",
                ko: "주의: 다른 사용자가 \(path)의 인증키를 읽을 수 있습니다; 'chmod 600 \(path)'를 실행하세요"))
    }
}

/// An error in a configuration file. Its message does not repeat the line, which may contain the key.
struct SettingsError: ExplainedError, Equatable {
    let words: Words

    static func noFile(_ path: String) -> SettingsError {
        SettingsError(
            words: Words(
                en: "\(path) is no file; make it one with the line 'seoul_openapi_key = KEY'",
                ko: "\(path)이(가) 파일이 아닙니다; 'seoul_openapi_key = 인증키' 한 줄이 있는 파일로 만드세요"))
    }

    static func line(_ number: Int, of path: String) -> SettingsError {
        SettingsError(
            words: Words(
                en: "\(path), line \(number): write 'seoul_openapi_key = KEY', or begin a remark with #",
                ko: "\(path) \(number)번째 줄: 'seoul_openapi_key = 인증키'로 쓰거나 #로 주석을 쓰세요"))
    }
}
