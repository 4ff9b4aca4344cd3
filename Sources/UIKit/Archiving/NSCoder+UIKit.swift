public import CoreGraphics
public import Foundation

/// What archives of views are made of. `encode(_:forKey:)` for points, sizes and rectangles is Foundation's.
extension NSCoder {
    public func decodeCGPoint(forKey key: String) -> CGPoint { decodePoint(forKey: key) }
    public func decodeCGSize(forKey key: String) -> CGSize { decodeSize(forKey: key) }
    public func decodeCGRect(forKey key: String) -> CGRect { decodeRect(forKey: key) }

    public func encode(_ transform: CGAffineTransform, forKey key: String) {
        encode(numbers: [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty], forKey: key)
    }

    /// Identity without a usable value.
    public func decodeCGAffineTransform(forKey key: String) -> CGAffineTransform {
        guard let n = numbers(forKey: key, count: 6) else { return .identity }
        return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }

    public func encode(_ insets: UIEdgeInsets, forKey key: String) {
        encode(numbers: [insets.top, insets.left, insets.bottom, insets.right], forKey: key)
    }

    /// Zero without a usable value.
    public func decodeUIEdgeInsets(forKey key: String) -> UIEdgeInsets {
        guard let n = numbers(forKey: key, count: 4) else { return .zero }
        return UIEdgeInsets(top: n[0], left: n[1], bottom: n[2], right: n[3])
    }

    func encode(numbers: [CGFloat], forKey key: String) {
        encode(
            Data(numbers.flatMap { withUnsafeBytes(of: Double($0).bitPattern.littleEndian, Array.init) }), forKey: key)
    }

    func numbers(forKey key: String, count: Int) -> [CGFloat]? {
        guard let numbers = numbers(forKey: key), numbers.count == count else { return nil }
        return numbers
    }

    /// Nil without the value, or when it is no list of finite numbers.
    func numbers(forKey key: String) -> [CGFloat]? {
        guard let data: Data = object(forKey: key), data.count % 8 == 0 else { return nil }
        let bytes = [UInt8](data)
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { start in
            CGFloat(Double(bitPattern: bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }))
        }
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// Nil without the value, or for one of another kind. Asking an archive for what it does not hold fails all of it,
    /// so it is asked whether it does first.
    func object<Value>(forKey key: String) -> Value? {
        guard containsValue(forKey: key) else { return nil }
        return decodeObject(forKey: key) as? Value
    }

    func bool(forKey key: String) -> Bool? { containsValue(forKey: key) ? decodeBool(forKey: key) : nil }
    func integer(forKey key: String) -> Int? { containsValue(forKey: key) ? decodeInteger(forKey: key) : nil }
    func number(forKey key: String) -> CGFloat? {
        guard containsValue(forKey: key) else { return nil }
        let value = decodeDouble(forKey: key)
        return value.isFinite ? CGFloat(value) : nil
    }
    func rect(forKey key: String) -> CGRect? {
        guard containsValue(forKey: key) else { return nil }
        let rect = decodeRect(forKey: key)
        return [rect.minX, rect.minY, rect.width, rect.height].allSatisfy(\.isFinite) ? rect : nil
    }
    func point(forKey key: String) -> CGPoint? {
        guard containsValue(forKey: key) else { return nil }
        let point = decodePoint(forKey: key)
        return point.x.isFinite && point.y.isFinite ? point : nil
    }
    func size(forKey key: String) -> CGSize? {
        guard containsValue(forKey: key) else { return nil }
        let size = decodeSize(forKey: key)
        return size.width.isFinite && size.height.isFinite ? size : nil
    }
}
