package import Glibc

/// What the system says about paths, and whole writes.
package enum FileSystem {
    /// Returns the facts about the file to which a path leads; nil if there are none, with the reason in `errno`.
    package static func facts(_ path: String) -> stat? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts : nil
    }

    /// Returns the facts about a file or a link itself; nil if there are none, with the reason in `errno`.
    package static func ownFacts(_ path: String) -> stat? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts : nil
    }

    /// Returns the facts about an open file; nil if there are none, with the reason in `errno`.
    package static func facts(_ descriptor: Int32) -> stat? {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? facts : nil
    }

    /// Returns the path without links and dots; nil if nothing is there.
    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the names in a folder, except `.` and `..`, in any order; nil if it can't be read, with the reason in
    /// `errno`. U+FFFD replaces bytes that are not UTF-8.
    package static func names(in folder: String) -> [String]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Returns at most `count` bytes of an open file.
    package static func bytes(of descriptor: Int32, from start: Int, count: Int) -> Result<[UInt8], SystemNumber> {
        var failed: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(start + filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failed = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        if let failed { return .failure(SystemNumber(failed)) }
        return .success(bytes)
    }

    /// Writes all bytes; returns the system's error number, or nil if all were written.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let written = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return written < 0 ? errno : EIO }
                done += written
            }
            return nil
        }
    }
}

/// A reason of the system: `errno`.
package struct SystemNumber: Error {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }
}

extension stat {
    package var isFile: Bool { st_mode & S_IFMT == S_IFREG }
    package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

    package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

    /// Returns whether both are facts about one file.
    package func isSame(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
