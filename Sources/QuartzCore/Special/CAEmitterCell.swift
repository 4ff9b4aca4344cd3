public import CoreGraphics
public import Foundation
internal import Raster
internal import RenderServer

/// How one kind of particle is born and what becomes of it. A value with a range is drawn for each particle from a range
/// about the value: half of it below, half above.
///
/// An emitter layer takes copies when it is given cells: change those it has by key paths of the layer such as
/// `emitterCells.spark.birthRate`.
@preconcurrency @MainActor
open class CAEmitterCell: NSObject, NSCopying {
    final var content = EmitterCell()
    private final var image: Any?
    private final var tint: CGColor? = CGColor.white
    private final var cells: [CAEmitterCell]?
    /// Values stored under names that cells do not know.
    final var values: [String: Any] = [:]

    public nonisolated override init() { super.init() }

    /// Names the cell in key paths.
    open var name: String?

    /// Whether particles are born. Default true.
    open var isEnabled: Bool {
        get { content.isEnabled }
        set { content.isEnabled = newValue }
    }

    /// Particles born each second. Default 0.
    open var birthRate: Float {
        get { content.birthRate }
        set { set(\.birthRate, newValue) }
    }
    /// Seconds; default 0.
    open var lifetime: Float {
        get { content.lifetime }
        set { set(\.lifetime, newValue) }
    }
    open var lifetimeRange: Float {
        get { content.lifetimeRange }
        set { set(\.lifetimeRange, newValue) }
    }

    /// Radians out of the layer's plane. Default 0.
    open var emissionLatitude: CGFloat {
        get { CGFloat(content.emissionLatitude) }
        set { set(\.emissionLatitude, Double(newValue)) }
    }
    /// Radians in the layer's plane from the positive x axis, clockwise on the screen. Default 0.
    open var emissionLongitude: CGFloat {
        get { CGFloat(content.emissionLongitude) }
        set { set(\.emissionLongitude, Double(newValue)) }
    }
    /// The angle of the cone around the direction in which particles leave, radians. Default 0.
    open var emissionRange: CGFloat {
        get { CGFloat(content.emissionRange) }
        set { set(\.emissionRange, Double(newValue)) }
    }

    /// Points per second. Default 0.
    open var velocity: CGFloat {
        get { CGFloat(content.velocity) }
        set { set(\.velocity, Double(newValue)) }
    }
    open var velocityRange: CGFloat {
        get { CGFloat(content.velocityRange) }
        set { set(\.velocityRange, Double(newValue)) }
    }
    /// Points per second, each second. Default 0.
    open var xAcceleration: CGFloat {
        get { CGFloat(content.acceleration.x) }
        set { set(\.acceleration.x, Double(newValue)) }
    }
    open var yAcceleration: CGFloat {
        get { CGFloat(content.acceleration.y) }
        set { set(\.acceleration.y, Double(newValue)) }
    }
    open var zAcceleration: CGFloat {
        get { CGFloat(content.acceleration.z) }
        set { set(\.acceleration.z, Double(newValue)) }
    }

    /// Factor for the size of the contents. Default 1.
    open var scale: CGFloat {
        get { CGFloat(content.scale) }
        set { set(\.scale, Double(newValue)) }
    }
    open var scaleRange: CGFloat {
        get { CGFloat(content.scaleRange) }
        set { set(\.scaleRange, Double(newValue)) }
    }
    /// Change of the scale each second. Default 0.
    open var scaleSpeed: CGFloat {
        get { CGFloat(content.scaleSpeed) }
        set { set(\.scaleSpeed, Double(newValue)) }
    }
    /// Radians each second. Default 0.
    open var spin: CGFloat {
        get { CGFloat(content.spin) }
        set { set(\.spin, Double(newValue)) }
    }
    open var spinRange: CGFloat {
        get { CGFloat(content.spinRange) }
        set { set(\.spinRange, Double(newValue)) }
    }

    // MARK: Colour

    /// Multiplies the contents. Default opaque white; nil is that, too.
    open var color: CGColor? {
        get { tint }
        set {
            tint = newValue
            content.color = newValue?.motion ?? SIMD4(1, 1, 1, 1)
        }
    }
    open var redRange: Float {
        get { content.colorRange.x }
        set { set(\.colorRange.x, newValue) }
    }
    open var greenRange: Float {
        get { content.colorRange.y }
        set { set(\.colorRange.y, newValue) }
    }
    open var blueRange: Float {
        get { content.colorRange.z }
        set { set(\.colorRange.z, newValue) }
    }
    open var alphaRange: Float {
        get { content.colorRange.w }
        set { set(\.colorRange.w, newValue) }
    }
    /// Change of the channel each second, of 1. Default 0.
    open var redSpeed: Float {
        get { content.colorSpeed.x }
        set { set(\.colorSpeed.x, newValue) }
    }
    open var greenSpeed: Float {
        get { content.colorSpeed.y }
        set { set(\.colorSpeed.y, newValue) }
    }
    open var blueSpeed: Float {
        get { content.colorSpeed.z }
        set { set(\.colorSpeed.z, newValue) }
    }
    open var alphaSpeed: Float {
        get { content.colorSpeed.w }
        set { set(\.colorSpeed.w, newValue) }
    }

    // MARK: Picture

    /// A `CGImage`, the picture of each particle; default nil: particles that are not seen but may emit others.
    open var contents: Any? {
        get { image }
        set {
            image = newValue
            content.contents = (newValue as? CGImage)?.bitmap
        }
    }
    /// The part of the contents shown, a unit rectangle.
    open var contentsRect: CGRect {
        get { CGRect(content.contentsRect) }
        set {
            if newValue.isFinite { content.contentsRect = newValue.standardizedForLayers.vector } else { complain() }
        }
    }
    /// Contents pixels per point, greater than 0. Default 1.
    open var contentsScale: CGFloat {
        get { CGFloat(content.contentsScale) }
        set { if newValue.isFinite, newValue > 0 { content.contentsScale = Double(newValue) } else { complain() } }
    }
    /// `linear`, unless it is `nearest`.
    open var magnificationFilter: CALayerContentsFilter {
        get { content.magnificationFilter == .nearest ? .nearest : .linear }
        set { content.magnificationFilter = newValue == .nearest ? .nearest : .linear }
    }
    open var minificationFilter: CALayerContentsFilter {
        get { content.minificationFilter == .nearest ? .nearest : .linear }
        set { content.minificationFilter = newValue == .nearest ? .nearest : .linear }
    }

    /// Emitted by each particle, where it is. Default nil.
    open var emitterCells: [CAEmitterCell]? {
        get { cells }
        set { cells = newValue?.map { $0.duplicate() } }
    }

    // MARK: Copying

    public nonisolated func copy(with zone: NSZone? = nil) -> Any {
        MainActor.assumeIsolated { UncheckedCell(cell: duplicate()) }.cell
    }

    final func duplicate() -> CAEmitterCell {
        let copy = CAEmitterCell()
        (copy.name, copy.content, copy.image, copy.tint) = (name, content, image, tint)
        (copy.cells, copy.values) = (cells?.map { $0.duplicate() }, values)
        return copy
    }

    private struct UncheckedCell: @unchecked Sendable { let cell: CAEmitterCell }

    /// With those it emits, as the render server takes them; `depth` levels of them.
    final func committed(depth: Int) -> EmitterCell {
        var committed = content
        committed.cells = depth > 0 ? cells?.map { $0.committed(depth: depth - 1) } ?? [] : []
        return committed
    }

    // MARK: Setting values

    private func set<Number: FloatingPoint>(_ property: WritableKeyPath<EmitterCell, Number>, _ value: Number) {
        if value.isFinite { content[keyPath: property] = value } else { complain() }
    }

    private func complain() {
        LayerLog.note(
            "A value of the emitter cell “\(name ?? "")” was set to what is not a finite number; the old one is kept.")
    }
}
