public import Motion
public import Raster

/// What a layer of a special class shows besides what every layer does.
public enum LayerSpecial: Sendable {
    case shape(ShapeContent)
    case gradient(GradientContent)
    case replicator(ReplicatorContent)
    case emitter(EmitterContent)
    case pattern(PatternContent)
}

/// A picture laid side by side from the corner of the bounds on, over the background and under the contents, within the
/// layer's corners: a background that is a pattern.
public struct PatternContent: Sendable {
    /// Frozen, 32-bit pixels: one repetition and, on every side, one more pixel in which the picture goes on.
    public var tile: Bitmap
    /// What one repetition measures, points.
    public var size: SIMD2<Double>
    /// The tile's pixels on average, 0xAARRGGBB, premultiplied: what is left of it from very far away.
    public var averageColor: UInt32

    public init(tile: Bitmap, size: SIMD2<Double>, averageColor: UInt32) {
        self.tile = tile
        self.size = size
        self.averageColor = averageColor
    }

    /// Whether it can be drawn at all.
    var isUsable: Bool {
        tile.width > 2 && tile.height > 2 && tile.format.isDrawable && size.x > 0 && size.y > 0
            && (size.x + size.y).isFinite
    }
}

/// `CAShapeLayer`. Colours are not premultiplied; alpha 0 for none.
public struct ShapeContent: Sendable {
    public var shape: (any LayerShape)?
    public var isEvenOdd = false
    public var fillColor = SIMD4<Float>(0, 0, 0, 1)
    public var strokeColor = SIMD4<Float>(0, 0, 0, 0)
    public var stroke = ShapeStroke()

    public init() {}
}

/// `CAGradientLayer`. Points are in the unit space of the bounds.
public struct GradientContent: Hashable, Sendable {
    public enum Kind: UInt8, Hashable, Sendable { case axial, radial, conic }

    public var kind = Kind.axial
    /// Not premultiplied.
    public var colors: [SIMD4<Float>] = []
    /// As many as colours, ascending, 0 at the start and 1 at the end, also beyond those; empty for even steps.
    public var locations: [Double] = []
    public var startPoint = SIMD2<Double>(0.5, 0)
    public var endPoint = SIMD2<Double>(0.5, 1)

    public init() {}
}

/// `CAReplicatorLayer`.
public struct ReplicatorContent: Hashable, Sendable {
    /// Copies drawn, the original included; at least 0.
    public var count = 1
    /// Seconds by which each copy's animations come after the one before.
    public var delay = 0.0
    /// From each copy to the next, about the replicator's anchor point.
    public var transform = Matrix4.identity
    public var color = SIMD4<Float>(1, 1, 1, 1)
    /// Red, green, blue and alpha added from each copy to the next.
    public var colorOffset = SIMD4<Float>(0, 0, 0, 0)
    public var preservesDepth = false

    public init() {}
}

/// `CAEmitterLayer`. Lengths are points, times seconds, angles radians.
public struct EmitterContent: Sendable {
    public enum Shape: UInt8, Hashable, Sendable { case point, line, rectangle, cuboid, circle, sphere }
    public enum Mode: UInt8, Hashable, Sendable { case points, outline, surface, volume }
    public enum Order: UInt8, Hashable, Sendable { case unordered, oldestFirst, oldestLast, backToFront, additive }

    public var position = SIMD2<Double>(0, 0)
    public var zPosition = 0.0
    public var size = SIMD2<Double>(0, 0)
    public var depth = 0.0
    public var shape = Shape.point
    public var mode = Mode.volume
    public var order = Order.unordered
    /// Factors for the values of all cells.
    public var birthRate: Float = 1
    public var lifetime: Float = 1
    public var velocity = 1.0
    public var scale = 1.0
    public var spin = 1.0
    public var seed: UInt32 = 0
    public var preservesDepth = false
    public var cells: [EmitterCell] = []

    public init() {}
}

/// `CAEmitterCell`: how one kind of particle is born and what becomes of it.
public struct EmitterCell: Sendable {
    public var isEnabled = true
    /// Particles per second.
    public var birthRate: Float = 0
    public var lifetime: Float = 0
    public var lifetimeRange: Float = 0
    public var emissionLatitude = 0.0
    public var emissionLongitude = 0.0
    public var emissionRange = 0.0
    public var velocity = 0.0
    public var velocityRange = 0.0
    public var acceleration = SIMD3<Double>(0, 0, 0)
    public var scale = 1.0
    public var scaleRange = 0.0
    public var scaleSpeed = 0.0
    public var spin = 0.0
    public var spinRange = 0.0
    /// Not premultiplied; range and speed per channel.
    public var color = SIMD4<Float>(1, 1, 1, 1)
    public var colorRange = SIMD4<Float>(0, 0, 0, 0)
    public var colorSpeed = SIMD4<Float>(0, 0, 0, 0)
    /// Frozen.
    public var contents: Bitmap?
    public var contentsRect = SIMD4<Double>(0, 0, 1, 1)
    public var contentsScale = 1.0
    public var magnificationFilter = ContentsFilter.linear
    public var minificationFilter = ContentsFilter.linear
    /// Emitted by each particle.
    public var cells: [EmitterCell] = []

    public init() {}
}
