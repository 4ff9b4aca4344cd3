#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

/// Values as points of a space, element by element: what curves through them and lengths along them need. A matrix is its
/// sixteen elements here.
extension MotionValue {
    func scaled(_ factor: Double) -> MotionValue {
        switch self {
        case .number(let a): .number(a * factor)
        case .vector2(let a): .vector2(a * factor)
        case .vector4(let a): .vector4(a * factor)
        case .color(let a): .color(a * Float(factor))
        case .matrix(let a): .matrix(a.mapped { $0 * factor })
        case .colors(let a): .colors(a.combined(a) { pair, _ in pair * Float(factor) })
        case .numbers(let a): .numbers(a.combined(a) { numbers, _ in numbers * factor })
        case .blend: self
        }
    }

    /// A value of another kind adds nothing.
    func sum(_ other: MotionValue) -> MotionValue {
        switch (self, other) {
        case (.number(let a), .number(let b)): .number(a + b)
        case (.vector2(let a), .vector2(let b)): .vector2(a + b)
        case (.vector4(let a), .vector4(let b)): .vector4(a + b)
        case (.color(let a), .color(let b)): .color(a + b)
        case (.matrix(let a), .matrix(let b)): .matrix(a.combined(b) { $0 + $1 })
        case (.colors(let a), .colors(let b)) where a.count == b.count: .colors(a.combined(b) { $0 + $1 })
        case (.numbers(let a), .numbers(let b)) where a.count == b.count: .numbers(a.combined(b) { $0 + $1 })
        default: self
        }
    }

    func difference(from other: MotionValue) -> MotionValue { sum(other.scaled(-1)) }

    /// How long the straight way is.
    func distance(to other: MotionValue) -> Double {
        switch difference(from: other) {
        case .number(let a): return a.magnitude
        case .vector2(let a): return (a * a).sum().squareRoot()
        case .vector4(let a): return (a * a).sum().squareRoot()
        case .color(let a): return Double((a * a).sum().squareRoot())
        case .matrix(let a):
            var sum = 0.0
            _ = a.mapped {
                sum += $0 * $0
                return 0
            }
            return sum.squareRoot()
        case .colors(let a):
            return Double(((a.a * a.a).sum() + (a.b * a.b).sum() + (a.c * a.c).sum() + (a.d * a.d).sum()).squareRoot())
        case .numbers(let a): return ((a.low * a.low).sum() + (a.high * a.high).sum()).squareRoot()
        case .blend: return 0
        }
    }
}

extension Matrix4 {
    func mapped(_ body: (Double) -> Double) -> Matrix4 { combined(self) { a, _ in body(a) } }

    func combined(_ b: Matrix4, _ body: (Double, Double) -> Double) -> Matrix4 {
        Matrix4(
            body(m11, b.m11), body(m12, b.m12), body(m13, b.m13), body(m14, b.m14), body(m21, b.m21),
            body(m22, b.m22), body(m23, b.m23), body(m24, b.m24), body(m31, b.m31), body(m32, b.m32),
            body(m33, b.m33), body(m34, b.m34), body(m41, b.m41), body(m42, b.m42), body(m43, b.m43),
            body(m44, b.m44))
    }
}

extension KeyframeTrack.Segment {
    static func arc(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
}
