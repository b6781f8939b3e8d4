/// A value for a question mark of a statement.
package enum SQLValue: Sendable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case null
    /// An object for one of our SQL functions. The function checks by `name` that the object has the right type. The
    /// statement keeps the object alive.
    case object(any AnyObject & Sendable, name: StaticString)
}

/// A type whose values can be bound to a question mark.
package protocol SQLBindable {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
    package var sqlValue: SQLValue { self }
}

extension Int: SQLBindable {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLBindable {
    package var sqlValue: SQLValue { .integer(self) }
}

extension Bool: SQLBindable {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLBindable {
    package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLBindable {
    package var sqlValue: SQLValue { .text(self) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
    package var sqlValue: SQLValue { map(\.sqlValue) ?? .null }
}
