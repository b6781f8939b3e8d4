package import GeocliExport
package import GeocliText

/// What a person should know about a listing besides its rows.
package enum ListingNotes {
    /// Returns the note about rows that are missing because they have no point; nil if there are none.
    package static func withoutPoint(_ count: Int, of rows: Int, _ format: ListingFormat) -> Words? {
        guard count > 0 else { return nil }
        return Words(
            en:
                "\(count) of \(rows) rows \(count == 1 ? "has" : "have") no point and \(count == 1 ? "is" : "are") not in the \(format.rawValue) file",
            ko: "\(rows)행 가운데 \(count)행은 좌표가 없어 \(format.rawValue)에서 뺐습니다")
    }
}
