internal import Glibc

/// A catalog that is read again and again while other processes change it or replace its file. Between two reads it
/// holds no snapshot, so SQLite can empty its log.
///
/// A class because it owns a connection. Only one thread uses it.
package final class WatchedCatalog {
    private let path: String
    private let isUncorrected: Bool
    private var opened: (catalog: Catalog, file: FileNumber)?
    /// The file and its version at the last call of `hasChanged`; nil before the first call, and after the file has
    /// been opened again.
    private var seen: (file: FileNumber, version: Int64)?

    /// The numbers that identify a file. A file that replaces an open file has different numbers.
    private struct FileNumber: Equatable {
        let device: UInt
        let inode: UInt
    }

    /// Creates an instance that opens the catalog at the first read.
    package init(path: String, isUncorrected: Bool) { (self.path, self.isUncorrected) = (path, isUncorrected) }

    /// Runs `body` with the catalog that is at the path now. All reads of `body` see one snapshot.
    ///
    /// - Throws: `CatalogError`; what `body` throws.
    package func read<Result>(_ body: (Catalog) throws -> Result) throws -> Result {
        let catalog = try current()
        do {
            return try catalog.inSnapshot { try body(catalog) }
        } catch {
            // The file may be damaged, so the next read opens the catalog again.
            opened = nil
            throw error
        }
    }

    /// Returns whether another connection has changed the catalog since the last call, or whether its file was
    /// replaced.
    ///
    /// - Throws: `CatalogError`, for example while the file is being replaced.
    package func hasChanged() throws -> Bool {
        let catalog = try current()
        guard let file = opened?.file else { return true }
        let version = try catalog.dataVersion()
        defer { seen = (file, version) }
        return seen.map { $0.file != file || $0.version != version } ?? true
    }

    private func current() throws -> Catalog {
        var facts = stat()
        let isThere = stat(path, &facts) == 0
        let file = FileNumber(device: isThere ? UInt(facts.st_dev) : 0, inode: isThere ? UInt(facts.st_ino) : 0)
        if let opened, opened.file == file { return opened.catalog }
        opened = nil
        let catalog = try Catalog(path: path, isUncorrected: isUncorrected)
        opened = (catalog, file)
        seen = nil
        return catalog
    }
}
