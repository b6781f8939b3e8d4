extension String {
    /// Returns the text with each scalar replaced by what `replacement` returns for it. If that is nil, the scalar
    /// stays.
    ///
    /// Unlike `replacing(_:with:)`, this also finds a scalar that is followed by a combining sign.
    func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let new = replacement(scalar) {
                text.append(contentsOf: new.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
