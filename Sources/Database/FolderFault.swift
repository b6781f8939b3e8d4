/// A folder that the system refused to create.
package struct FolderFault: Error {
    /// Its path.
    package let folder: String
    /// The number of the system's error.
    package let number: Int32
}
