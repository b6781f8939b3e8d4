package import GeocliQuery
package import GeocliText

extension PlaceOrder {
    /// Reads the order of a listing; nil for the listing's usual order.
    ///
    /// - Parameters:
    ///   - sort: the key; nil if none was given.
    ///   - hint: how to get rows with a distance; nil if the rows have one.
    /// - Throws: `UsageError`.
    package init?(
        _ sort: String?, isReversed: Bool, withoutDistance hint: Words?, _ style: ArgumentStyle
    ) throws {
        guard let sort else {
            guard !isReversed else {
                let example = style == .option ? "--sort name --reverse" : "sort=name&reverse=true"
                throw UsageError(
                    en: "\(style("reverse")) only works with \(style("sort")), as in \(example)",
                    ko: "\(style("reverse"))\(.topic) \(example)처럼 \(style("sort"))\(.with) 함께 쓰세요")
            }
            return nil
        }
        let key = try ValueArgument.choice(sort, option: style("sort"), of: PlaceOrder.Key.self)
        if key == .distance, let hint { throw ValueArgument.wrong(style("sort"), sort, en: hint.en, ko: hint.ko) }
        self.init(by: key, isReversed: isReversed)
    }
}
