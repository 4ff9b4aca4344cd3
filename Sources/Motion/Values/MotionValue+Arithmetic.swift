extension MotionValue {
    /// The value that changes nothing when added: zeros, or the identity.
    public var neutral: MotionValue {
        switch self {
        case .number: .number(0)
        case .vector2: .vector2(SIMD2(0, 0))
        case .vector4: .vector4(SIMD4(0, 0, 0, 0))
        case .color: .color(SIMD4(0, 0, 0, 0))
        case .matrix: .matrix(.identity)
        case .colors(let a): .colors(a.combined(a) { $0 - $1 })
        case .numbers(let a): .numbers(a.combined(a) { $0 - $1 })
        case .blend: .blend(MotionBlend())
        }
    }

    /// Whether both are of the same kind, so that there is a way from one to the other.
    public func isSameKind(as other: MotionValue) -> Bool {
        switch (self, other) {
        case (.number, .number), (.vector2, .vector2), (.vector4, .vector4), (.color, .color), (.matrix, .matrix),
            (.blend, .blend):
            true
        case (.colors(let a), .colors(let b)): a.count == b.count
        case (.numbers(let a), .numbers(let b)): a.count == b.count
        default: false
        }
    }

    /// Share `t` of the way to `end`; `t` may lie outside 0…1. Exact at 0 and 1. A value of another kind is simply `end`.
    public func interpolated(to end: MotionValue, _ t: Double) -> MotionValue {
        if t == 1 { return end }
        switch (self, end) {
        case (.number(let a), .number(let b)): return .number(a + (b - a) * t)
        case (.vector2(let a), .vector2(let b)): return .vector2(a + (b - a) * t)
        case (.vector4(let a), .vector4(let b)): return .vector4(a + (b - a) * t)
        case (.color(let a), .color(let b)): return .color(a + (b - a) * Float(t))
        case (.matrix(let a), .matrix(let b)): return .matrix(a.interpolated(to: b, t))
        case (.colors(let a), .colors(let b)) where a.count == b.count:
            return .colors(a.combined(b) { $0 + ($1 - $0) * Float(t) })
        case (.numbers(let a), .numbers(let b)) where a.count == b.count:
            return .numbers(a.combined(b) { $0 + ($1 - $0) * t })
        case (.blend(let a), .blend(let b)): return .blend(a.interpolated(to: b, t))
        default: return end
        }
    }

    /// This value on top of `other`. Matrices multiply: `self` acts first, so from = old · new⁻¹ on new shows old.
    public func added(to other: MotionValue) -> MotionValue {
        switch (self, other) {
        case (.number(let a), .number(let b)): .number(b + a)
        case (.vector2(let a), .vector2(let b)): .vector2(b + a)
        case (.vector4(let a), .vector4(let b)): .vector4(b + a)
        case (.color(let a), .color(let b)): .color(b + a)
        case (.matrix(let a), .matrix(let b)): .matrix(a.concatenating(b))
        case (.colors(let a), .colors(let b)) where a.count == b.count: .colors(a.combined(b) { $1 + $0 })
        case (.numbers(let a), .numbers(let b)) where a.count == b.count: .numbers(a.combined(b) { $1 + $0 })
        default: self
        }
    }

    /// What `other` was added to when the result is this value. Undoing a matrix that cannot be undone changes nothing.
    public func subtracting(_ other: MotionValue) -> MotionValue {
        switch (self, other) {
        case (.number(let a), .number(let b)): .number(a - b)
        case (.vector2(let a), .vector2(let b)): .vector2(a - b)
        case (.vector4(let a), .vector4(let b)): .vector4(a - b)
        case (.color(let a), .color(let b)): .color(a - b)
        case (.matrix(let a), .matrix(let b)): .matrix((b.inverse ?? .identity).concatenating(a))
        case (.colors(let a), .colors(let b)) where a.count == b.count: .colors(a.combined(b) { $0 - $1 })
        case (.numbers(let a), .numbers(let b)) where a.count == b.count: .numbers(a.combined(b) { $0 - $1 })
        default: self
        }
    }

    /// This value added to the neutral one `count` times.
    func repeated(_ count: Double) -> MotionValue {
        switch self {
        case .number(let a): return .number(a * count)
        case .vector2(let a): return .vector2(a * count)
        case .vector4(let a): return .vector4(a * count)
        case .color(let a): return .color(a * Float(count))
        case .colors(let a): return .colors(a.combined(a) { pair, _ in pair * Float(count) })
        case .numbers(let a): return .numbers(a.combined(a) { numbers, _ in numbers * count })
        case .blend: return self
        case .matrix(let a):
            var remaining = Int(min(max(count, 0), 1e15))
            var result = Matrix4.identity
            var power = a
            while remaining > 0 {
                if remaining & 1 == 1 { result = result.concatenating(power) }
                power = power.concatenating(power)
                remaining >>= 1
            }
            return .matrix(result)
        }
    }
}

extension Matrix4 {
    /// Share `t` of the way to `end`, part by part (fact A-107).
    public func interpolated(to end: Matrix4, _ t: Double) -> Matrix4 { MatrixWay(from: self, to: end).value(at: t) }
}
