internal import CoreGraphics
internal import Foundation
internal import Motion

/// Between the values of properties that applications add to their layers and those that move.
enum CustomValue {
    /// By the kind of the value itself; nil for one that has no way to another.
    static func motion(_ value: Any) -> MotionValue? {
        switch value {
        case let point as CGPoint: .vector2(point.vector)
        case let size as CGSize: .vector2(SIMD2(Double(size.width), Double(size.height)))
        case let rect as CGRect: .vector4(rect.vector)
        case let color as CGColor: .color(color.motion)
        case let transform as CATransform3D: .matrix(transform.matrix)
        case let transform as CGAffineTransform: .matrix(CATransform3DMakeAffineTransform(transform).matrix)
        default: AnimatableValue.number(value).map { .number($0) }
        }
    }

    /// As a property of the type wants it.
    static func value<Value>(_ motion: MotionValue, as type: Value.Type) -> Value? {
        let candidates: [Any]
        switch motion {
        case .number(let number):
            let whole = Int(exactly: number.rounded()) ?? 0
            candidates = [CGFloat(number), number, Float(number), whole, number != 0, NSNumber(value: number)]
        case .vector2(let pair): candidates = [CGPoint(pair), CGSize(width: pair.x, height: pair.y)]
        case .vector4(let rect): candidates = [CGRect(rect)]
        case .color(let color): candidates = CGColor.make(color).map { [$0] } ?? []
        case .matrix(let matrix):
            let transform = CATransform3D(matrix)
            candidates = [transform, CATransform3DGetAffineTransform(transform)]
        case .colors, .numbers, .blend: candidates = []
        }
        for candidate in candidates { if let value = candidate as? Value { return value } }
        return nil
    }

    /// Whether all numbers in it are.
    static func isFinite(_ motion: MotionValue) -> Bool {
        switch motion {
        case .number(let number): number.isFinite
        case .vector2(let pair): pair.x.isFinite && pair.y.isFinite
        case .vector4(let rect): CGRect(rect).isFinite
        case .matrix(let matrix): matrix.isFinite
        default: true
        }
    }
}
