/// Values that can be shown. An animation that makes something else of its numbers, as sums beyond all numbers or a spring
/// without measure do, shows nothing.
extension MotionValue {
    /// Far beyond any screen, and well inside what 32 bits can say.
    static let greatest = 1e30

    var isUsable: Bool {
        switch self {
        case .number, .vector2, .vector4, .color: plainVector?.isUsable ?? false
        case .matrix(let matrix): matrix.isUsable
        case .colors(let colors): colors.isUsable
        case .numbers(let numbers): numbers.isUsable
        case .blend(let blend): blend.share.isFinite
        }
    }
}

extension SIMD4<Double> {
    @inline(__always)
    var isUsable: Bool { (self * self).sum() < MotionValue.greatest * MotionValue.greatest }
}

extension MotionColors {
    /// 0 times what is no number is no number either.
    fileprivate var isUsable: Bool {
        let first: SIMD8<Float> = a * 0 + b * 0
        let second: SIMD8<Float> = c * 0 + d * 0
        return (first + second).sum() == 0
    }
}

extension MotionNumbers {
    fileprivate var isUsable: Bool {
        let sum: SIMD8<Double> = low * 0 + high * 0
        return sum.sum() == 0
    }
}

extension Matrix4 {
    /// Whether all of its numbers are numbers.
    @inlinable public var isUsable: Bool {
        var sum: SIMD4<Double> = SIMD4(m11, m12, m13, m14) * 0
        sum += SIMD4(m21, m22, m23, m24) * 0
        sum += SIMD4(m31, m32, m33, m34) * 0
        sum += SIMD4(m41, m42, m43, m44) * 0
        return sum.sum() == 0
    }
}
