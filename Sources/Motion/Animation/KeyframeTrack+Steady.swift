/// One piece of a way of numbers, points, rectangles or colours, as four numbers each.
struct VectorSegment {
    let start, end, difference: SIMD4<Double>
    /// Where a curve leaves and arrives.
    let first, second: SIMD4<Double>
    let isCurved: Bool
    /// Worked out with 32 bits, as colours are.
    let isColor: Bool

    /// Nil if a segment is of another kind, or leads beyond what numbers can say.
    static func all(_ segments: [KeyframeTrack.Segment]) -> [VectorSegment]? {
        var result: [VectorSegment] = []
        for segment in segments {
            guard let made = VectorSegment(segment) else { return nil }
            result.append(made)
        }
        return result
    }

    private init?(_ segment: KeyframeTrack.Segment) {
        guard let start = segment.start.plainVector, let end = segment.end.plainVector else { return nil }
        self.start = start
        self.end = end
        if case .color = segment.start { isColor = true } else { isColor = false }
        difference = isColor ? SIMD4<Double>(SIMD4<Float>(end) - SIMD4<Float>(start)) : end - start
        if let controls = segment.controls {
            guard let first = controls.first.plainVector, let second = controls.second.plainVector else { return nil }
            (self.first, self.second) = (first, second)
            isCurved = true
        } else {
            (first, second) = (start, end)
            isCurved = false
        }
        let ends: SIMD4<Double> = start + end + difference
        let controls: SIMD4<Double> = first + second
        guard (ends + controls).sum().isFinite else { return nil }
    }

    /// As `KeyframeTrack.Segment.value(at:)`, to the last bit.
    @inline(__always)
    func value(at t: Double) -> SIMD4<Double> {
        if isCurved, t > 0, t < 1 {
            let s = 1 - t
            let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            if isColor {
                var sum = SIMD4<Float>(start) * Float(a)
                sum += SIMD4<Float>(first) * Float(b)
                sum += SIMD4<Float>(second) * Float(c)
                sum += SIMD4<Float>(end) * Float(d)
                return SIMD4<Double>(sum)
            }
            var sum: SIMD4<Double> = start * a
            sum += first * b
            sum += second * c
            sum += end * d
            return sum
        }
        if t <= 0 { return start }
        if t == 1 { return end }
        if isColor { return SIMD4<Double>(SIMD4<Float>(start) + SIMD4<Float>(difference) * Float(t)) }
        return start + difference * t
    }
}

extension MatrixWay {
    /// Straight ways between transforms; nil for curved ones and for values of other kinds.
    static func all(_ segments: [KeyframeTrack.Segment]) -> [MatrixWay]? {
        var result: [MatrixWay] = []
        for segment in segments {
            guard case .matrix(let start) = segment.start, case .matrix(let end) = segment.end,
                segment.controls == nil
            else { return nil }
            result.append(MatrixWay(from: start, to: end))
        }
        return result
    }
}

extension KeyframeTrack {
    /// The value at a share of the duration as four numbers; `vectors` is not empty.
    @inline(__always)
    func vector(at progress: Double) -> SIMD4<Double> {
        let (index, share) = place(at: progress)
        return vectors[index].value(at: share)
    }

    /// The same for transforms; `matrices` is not empty.
    public func matrix(at progress: Double) -> Matrix4 {
        let (index, share) = place(at: progress)
        return MatrixWay.value(of: UnsafePointer(matrices.baseAddress! + index), at: max(share, 0))
    }

    /// Whether `matrix(at:)` may be asked.
    public var leadsThroughMatrices: Bool { !matrices.isEmpty }
}
