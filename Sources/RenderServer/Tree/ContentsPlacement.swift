internal import Motion

/// Which part of a bitmap is shown where in the layer, before nine-slice stretching.
struct ContentsPlacement {
    /// Left, top, right and bottom edge in the bitmap, pixels.
    var source: SIMD4<Double>
    /// The same edges in the layer's own space, points.
    var destination: SIMD4<Double>
    /// Whether the bitmap is stretched to the destination, so that `contentsCenter` applies (fact D-64).
    var isStretched: Bool
    /// Points per pixel of the bitmap at its natural size.
    var naturalScale: Double

    /// Nil when nothing is shown.
    @inline(__always)
    init?(_ node: UnsafePointer<RenderNode>, _ extras: UnsafePointer<NodeExtras>?, _ contents: ContentsRecord) {
        let bounds = node.pointee.bounds
        let width = Double(contents.width)
        let height = Double(contents.height)
        source = SIMD4(0, 0, width, height)
        if let extras {
            let part = extras.pointee.contentsRect
            source = SIMD4(
                part.x * width, part.y * height, (part.x + part.z) * width, (part.y + part.w) * height)
        }
        naturalScale = node.pointee.contentsScale > 0 ? 1 / node.pointee.contentsScale : 1
        isStretched = true
        destination = SIMD4(bounds.x, bounds.y, bounds.x + bounds.z, bounds.y + bounds.w)
        let size = SIMD2(source.z - source.x, source.w - source.y)
        // No comparison with NaN is true.
        guard size.x > 0, size.y > 0, bounds.z > 0, bounds.w > 0 else { return nil }
        if node.pointee.gravity == .resize { return }

        var shown = size * naturalScale
        switch node.pointee.gravity {
        case .resizeAspect: shown *= min(bounds.z / shown.x, bounds.w / shown.y)
        case .resizeAspectFill: shown *= max(bounds.z / shown.x, bounds.w / shown.y)
        default: isStretched = false
        }
        // The share of the free room to the left of and above the contents.
        let share: SIMD2<Double> =
            switch node.pointee.gravity {
            case .topLeft: SIMD2(0, 0)
            case .top: SIMD2(0.5, 0)
            case .topRight: SIMD2(1, 0)
            case .left: SIMD2(0, 0.5)
            case .right: SIMD2(1, 0.5)
            case .bottomLeft: SIMD2(0, 1)
            case .bottom: SIMD2(0.5, 1)
            case .bottomRight: SIMD2(1, 1)
            default: SIMD2(0.5, 0.5)
            }
        let corner = bounds.lowHalf + (bounds.highHalf - shown) * share
        destination = SIMD4(lowHalf: corner, highHalf: corner + shown)
    }

    @inline(__always) var isFinite: Bool { (source.sum() + destination.sum()).isFinite }
}
