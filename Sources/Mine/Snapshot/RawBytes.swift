internal import Glibc

/// Reads numbers from bytes: little-endian, not aligned.
extension UnsafeRawBufferPointer {
    /// Returns the number at an offset.
    ///
    /// - Precondition: the number is inside the bytes.
    @inline(__always)
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// Returns whether these bytes are equal to `other`.
    @inline(__always)
    func same(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard count > 0, let left = baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, count) == 0
    }

    /// Returns whether these bytes come before those of `other`.
    @inline(__always)
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        let shared = Swift.min(count, other.count)
        if shared > 0, let left = baseAddress, let right = other.baseAddress {
            let order = memcmp(left, right, shared)
            if order != 0 { return order < 0 }
        }
        return count < other.count
    }
}

extension [UInt8] {
    /// Appends a number.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Writes a number at an offset.
    @inline(__always)
    mutating func set<Number: FixedWidthInteger>(number: Number, at offset: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self) }
    }
}
