/// The error for a folder that the system refused to create.
package struct FolderFault: Error {
    /// The path of the folder.
    package let folder: String
    /// The errno.
    package let number: Int32
}
