/// The way of an animation of numbers, points, rectangles or colours, in one form for all of them and with its ends filled
/// in.
///
/// The way of a keyframe animation belongs to the animation, which has to be there as long as this is used.
public struct VectorWay: @unchecked Sendable {
    // Unchecked because of the reference, whose object never changes.

    private let start, end, difference: SIMD4<Double>
    /// Through stops, in place of start and end. Uncounted: it is looked at in every frame.
    private let stops: Unmanaged<KeyframeTrack>?
    /// Worked out with 32 bits, as colours are.
    private let isColor: Bool
    /// Of the property's numbers, those that the animation drives.
    private let first, count: UInt8

    /// From 0 to 0.
    public static let none = VectorWay()

    private init() {
        start = SIMD4(repeating: 0)
        (end, difference) = (start, start)
        stops = nil
        isColor = false
        (first, count) = (0, 4)
    }

    /// - Parameter model: the value that the property has below the animation; it stands for ends that are not given.
    /// - Returns: nil for what is no way of such values, or leads beyond what numbers can say.
    public init?(_ animation: LayerAnimation, model whole: MotionValue) {
        guard animation.key != .isHidden, let (first, count) = Self.place(of: animation.key, in: whole) else {
            return nil
        }
        let model = animation.key.part(of: whole)
        (self.first, self.count) = (UInt8(first), UInt8(count))
        if case .color = model { isColor = true } else { isColor = false }
        if case .keyframes(let track, _) = animation.course {
            guard !track.vectors.isEmpty, track.first.isSameKind(as: model) else { return nil }
            stops = Unmanaged.passUnretained(track)
            start = SIMD4(repeating: 0)
            (end, difference) = (start, start)
            return
        }
        stops = nil
        let ends: (start: MotionValue, end: MotionValue)
        switch animation.course {
        case .basic(let from, let to, let by, _), .spring(let from, let to, let by, _):
            ends = animation.ends(from: from, to: to, by: by, model: model)
        case .keyframes, .keyframeAngle: return nil
        }
        guard ends.start.isSameKind(as: model), ends.end.isSameKind(as: model), let start = ends.start.plainVector,
            let end = ends.end.plainVector
        else { return nil }
        self.start = start.moved(by: first)
        self.end = end.moved(by: first)
        difference =
            isColor
            ? SIMD4<Double>(SIMD4<Float>(self.end) - SIMD4<Float>(self.start)) : self.end - self.start
        guard (self.start.sum() + self.end.sum() + difference.sum()).isFinite else { return nil }
    }

    /// Shows share `t` of the way in the property's numbers, in place of what is below or added to it. What would be no
    /// numbers shows nothing.
    @inline(__always)
    func apply(to value: inout SIMD4<Double>, _ t: Double, isAdditive: Bool) {
        if isColor {
            var here = place(at: t)
            if isAdditive {
                let sum: SIMD4<Float> = SIMD4<Float>(value) + SIMD4<Float>(here)
                here = SIMD4<Double>(sum)
            }
            if here.isUsable { value = here }
        } else if count == 4 {
            var here = place(at: t)
            if isAdditive { here = value + here }
            if here.isUsable { value = here }
        } else {
            applyPart(to: &value, t, isAdditive: isAdditive)
        }
    }

    @inline(__always)
    private func place(at t: Double) -> SIMD4<Double> {
        if let stops { return stops._withUnsafeGuaranteedRef { $0.vector(at: t) } }
        if t == 1 { return end }
        if isColor { return SIMD4<Double>(SIMD4<Float>(start) + SIMD4<Float>(difference) * Float(t)) }
        return start + difference * t
    }

    @inline(never)
    private func applyPart(to value: inout SIMD4<Double>, _ t: Double, isAdditive: Bool) {
        var here = place(at: t)
        // Stops have the part's own numbers; a start and an end lie where the part is in the whole.
        if stops != nil { here = here.moved(by: Int(first)) }
        var whole = value
        var part = SIMD4<Double>(repeating: 0)
        for lane in Int(first)..<Int(first) + Int(count) {
            part[lane] = (isAdditive ? value[lane] : 0) + here[lane]
            whole[lane] = part[lane]
        }
        if part.isUsable { value = whole }
    }

    /// The first of the property's numbers that `key` drives, and how many.
    private static func place(of key: LayerKey, in whole: MotionValue) -> (Int, Int)? {
        switch (key, whole) {
        case (.positionX, .vector2): (0, 1)
        case (.positionY, .vector2): (1, 1)
        case (.boundsOrigin, .vector4): (0, 2)
        case (.boundsOriginX, .vector4): (0, 1)
        case (.boundsOriginY, .vector4): (1, 1)
        case (.boundsSize, .vector4): (2, 2)
        case (.boundsSizeWidth, .vector4): (2, 1)
        case (.boundsSizeHeight, .vector4): (3, 1)
        default: key.isPart ? nil : (0, 4)
        }
    }
}

extension MotionValue {
    /// A number, point, rectangle or colour as four numbers, those it does not have being 0.
    public var plainVector: SIMD4<Double>? {
        switch self {
        case .number(let number): SIMD4(number, 0, 0, 0)
        case .vector2(let point): SIMD4(point.x, point.y, 0, 0)
        case .vector4(let rect): rect
        case .color(let color): SIMD4<Double>(color)
        case .matrix, .colors, .numbers, .blend: nil
        }
    }
}

extension SIMD4<Double> {
    fileprivate func moved(by lanes: Int) -> Self {
        var result = Self(repeating: 0)
        for lane in 0..<4 - lanes { result[lane + lanes] = self[lane] }
        return result
    }
}
