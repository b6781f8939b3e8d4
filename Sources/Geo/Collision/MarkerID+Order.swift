extension MarkerID {
    /// The positions of `ids` in ascending order: by value if all are whole numbers, else by the UTF-8 bytes of their
    /// text.
    ///
    /// - Complexity: O(n log n).
    public static func ascending(_ ids: [MarkerID]) -> [Int] {
        let numbers = ids.compactMap { id -> Int64? in
            guard case .integer(let number) = id else { return nil }
            return number
        }
        if numbers.count == ids.count { return ids.indices.sorted { numbers[$0] < numbers[$1] } }
        let texts = ids.map { Array($0.description.utf8) }
        return ids.indices.sorted { texts[$0].lexicographicallyPrecedes(texts[$1]) }
    }
}
