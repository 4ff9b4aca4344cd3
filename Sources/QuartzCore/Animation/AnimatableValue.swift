internal import CoreGraphics
internal import Foundation
internal import Motion

/// Between the values that applications give and read and those that move.
enum AnimatableValue {
    /// What a missing colour is: nothing to see.
    static let noColor = MotionValue.color(SIMD4(0, 0, 0, 0))

    /// `value` as `key` wants it; nil if it is of another kind or not finite.
    static func motion(_ value: Any, for key: LayerKey) -> MotionValue? {
        switch key {
        case .bounds, .contentsRect, .contentsCenter:
            guard let rect = value as? CGRect, rect.isFinite else { return nil }
            return .vector4(rect.vector)
        case .position, .anchorPoint, .boundsOrigin, .boundsSize, .transformTranslation, .sublayerTransformTranslation,
            .instanceTransformTranslation, .shadowOffset, .startPoint, .endPoint, .emitterPosition, .emitterSize:
            guard let pair = pair(value), pair.x.isFinite, pair.y.isFinite else { return nil }
            return .vector2(pair)
        case .transform, .sublayerTransform, .instanceTransform:
            if let transform = value as? CATransform3D, transform.matrix.isFinite { return .matrix(transform.matrix) }
            if let transform = value as? CGAffineTransform {
                let matrix = CATransform3DMakeAffineTransform(transform).matrix
                return matrix.isFinite ? .matrix(matrix) : nil
            }
            return nil
        case .backgroundColor, .borderColor, .shadowColor, .fillColor, .strokeColor, .instanceColor:
            if value is NSNull { return noColor }
            guard let color = value as? CGColor else { return nil }
            return .color(color.motion)
        case .colors:
            guard let colors = value as? [CGColor] else { return nil }
            return MotionColors(colors.map(\.motion)).map { .colors($0) }
        case .locations:
            guard let list = value as? [Any] else { return nil }
            let numbers = list.compactMap(number).filter(\.isFinite)
            return numbers.count == list.count ? MotionNumbers(numbers).map { .numbers($0) } : nil
        case .custom:
            guard let motion = CustomValue.motion(value), CustomValue.isFinite(motion) else { return nil }
            return motion
        default:
            guard let number = number(value), number.isFinite else { return nil }
            return .number(number)
        }
    }

    /// What `key` reads as: a number object, a point, size or rectangle, a colour (nil for none) or a transform.
    static func value(_ motion: MotionValue, for key: LayerKey) -> Any? {
        switch motion {
        case .number(let number): return key == .isHidden ? NSNumber(value: number != 0) : NSNumber(value: number)
        case .vector2(let pair):
            switch key {
            case .boundsSize, .transformTranslation, .sublayerTransformTranslation, .instanceTransformTranslation,
                .shadowOffset, .emitterSize:
                return CGSize(width: pair.x, height: pair.y)
            default: return CGPoint(x: pair.x, y: pair.y)
            }
        case .vector4(let rect): return CGRect(rect)
        case .color(let color): return CGColor.make(color)
        case .matrix(let matrix): return CATransform3D(matrix)
        case .colors(let colors): return colors.array.map { CGColor.make($0) ?? .clear }
        case .numbers(let numbers): return numbers.array.map { NSNumber(value: $0) }
        case .blend: return nil
        }
    }

    /// Any kind of number, and truth values as 0 and 1.
    static func number(_ value: Any) -> Double? {
        switch value {
        case let number as CGFloat: Double(number)
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as Int: Double(number)
        case let flag as Bool: flag ? 1 : 0
        case let number as NSNumber: number.doubleValue
        case let number as any BinaryInteger: Double(number)
        default: nil
        }
    }

    private static func pair(_ value: Any) -> SIMD2<Double>? {
        switch value {
        case let point as CGPoint: SIMD2(Double(point.x), Double(point.y))
        case let size as CGSize: SIMD2(Double(size.width), Double(size.height))
        default: nil
        }
    }
}

extension CGRect {
    init(_ vector: SIMD4<Double>) { self.init(x: vector.x, y: vector.y, width: vector.z, height: vector.w) }

    /// Origin and size, as they are stored.
    var vector: SIMD4<Double> {
        SIMD4(Double(origin.x), Double(origin.y), Double(size.width), Double(size.height))
    }

    var isFinite: Bool {
        origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
    }
}

extension CGPoint {
    init(_ vector: SIMD2<Double>) { self.init(x: vector.x, y: vector.y) }

    var vector: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
    var isFinite: Bool { x.isFinite && y.isFinite }
}
