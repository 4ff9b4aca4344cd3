public import CoreGraphics
public import Foundation
internal import Motion
internal import RenderServer

/// Shows its sublayers several times, each copy moved, turned, coloured and delayed against the one before.
///
/// Everything but `preservesDepth` animates by itself. Touches go to the original only.
@preconcurrency @MainActor
open class CAReplicatorLayer: CALayer {
    /// More copies than this are not drawn: each is a layer of its own on screen.
    static let instanceLimit = 16_384

    private final var content = ReplicatorContent()
    private final var count = 1
    private final var tint: CGColor? = CGColor.white

    public override init() { super.init() }

    /// Copies the settings of the replicator layer `layer`, too.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAReplicatorLayer { copySettings(of: layer) }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func copySettings(of layer: CAReplicatorLayer) {
        (content, count, tint) = (layer.content, layer.count, layer.tint)
    }

    private func change(_ key: String, isUsable: Bool = true, _ body: () -> Void) {
        guard canSet(key, isUsable) else { return }
        let action = willChange(key, .specialChanged)
        body()
        run(action, key)
    }

    private func change(
        _ key: String, _ property: WritableKeyPath<ReplicatorContent, Float>, to value: Float
    ) {
        guard content[keyPath: property] != value else { return }
        change(key, isUsable: value.isFinite) { content[keyPath: property] = value }
    }

    // MARK: Properties

    /// How often the sublayers are drawn, the original included. Default 1; 0 and less draw nothing, and more than 16,384
    /// are not drawn.
    open var instanceCount: Int {
        get { count }
        set {
            guard newValue != count else { return }
            change("instanceCount") {
                count = newValue
                content.count = min(max(newValue, 0), Self.instanceLimit)
            }
            if newValue > Self.instanceLimit {
                LayerLog.note("\(label) is to show \(newValue) copies; it shows \(Self.instanceLimit).")
            }
        }
    }

    /// Whether copies keep their depth instead of being flattened into the layer's plane. Default false.
    open var preservesDepth: Bool {
        get { content.preservesDepth }
        set {
            guard newValue != content.preservesDepth else { return }
            change("preservesDepth") { content.preservesDepth = newValue }
        }
    }

    /// Seconds by which each copy's animations come after those of the one before. Default 0. Animatable.
    open var instanceDelay: CFTimeInterval {
        get { content.delay }
        set {
            guard newValue != content.delay else { return }
            change("instanceDelay", isUsable: newValue.isFinite) { content.delay = newValue }
        }
    }

    /// From each copy to the next, about the layer's anchor point. Default the identity. Animatable.
    open var instanceTransform: CATransform3D {
        get { CATransform3D(content.transform) }
        set {
            let matrix = newValue.matrix
            guard matrix != content.transform else { return }
            change("instanceTransform", isUsable: matrix.isFinite) { content.transform = matrix }
        }
    }

    /// Multiplies the colours of the original. Default opaque white; nil is that, too. Animatable.
    open var instanceColor: CGColor? {
        get { tint }
        set {
            guard newValue != tint else { return }
            change("instanceColor") {
                tint = newValue
                content.color = newValue?.motion ?? SIMD4(1, 1, 1, 1)
            }
        }
    }

    /// Added to the red of `instanceColor` from each copy to the next. Default 0. Animatable, as are the other three.
    open var instanceRedOffset: Float {
        get { content.colorOffset.x }
        set { change("instanceRedOffset", \.colorOffset.x, to: newValue) }
    }
    open var instanceGreenOffset: Float {
        get { content.colorOffset.y }
        set { change("instanceGreenOffset", \.colorOffset.y, to: newValue) }
    }
    open var instanceBlueOffset: Float {
        get { content.colorOffset.z }
        set { change("instanceBlueOffset", \.colorOffset.z, to: newValue) }
    }
    open var instanceAlphaOffset: Float {
        get { content.colorOffset.w }
        set { change("instanceAlphaOffset", \.colorOffset.w, to: newValue) }
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "instanceCount": NSNumber(value: 1)
        case "instanceColor": CGColor.white
        case "instanceTransform": CATransform3DIdentity
        default: super.defaultValue(forKey: key)
        }
    }

    // MARK: What is committed and shown

    override func specialContent() -> LayerSpecial? { .replicator(content) }

    override class func animates(_ key: LayerKey) -> Bool {
        switch key.property {
        case .instanceCount, .instanceDelay, .instanceTransform, .instanceColor, .instanceRedOffset,
            .instanceGreenOffset,
            .instanceBlueOffset, .instanceAlphaOffset:
            true
        default: false
        }
    }

    override func specialValue(forKeyPath path: String) -> Any?? {
        switch path {
        case "instanceCount": NSNumber(value: instanceCount)
        case "preservesDepth": NSNumber(value: preservesDepth)
        case "instanceColor": .some(instanceColor)
        default: nil
        }
    }

    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        let number = value.flatMap(AnimatableValue.number) ?? 0
        switch path {
        case "instanceCount": instanceCount = Int(exactly: number.rounded()) ?? (number > 0 ? .max : 0)
        case "preservesDepth": preservesDepth = number != 0
        case "instanceDelay": instanceDelay = number
        case "instanceTransform":
            instanceTransform =
                value as? CATransform3D ?? (value as? CGAffineTransform).map(CATransform3DMakeAffineTransform)
                ?? CATransform3DIdentity
        case "instanceColor": instanceColor = value as? CGColor
        case "instanceRedOffset": instanceRedOffset = Float(number)
        case "instanceGreenOffset": instanceGreenOffset = Float(number)
        case "instanceBlueOffset": instanceBlueOffset = Float(number)
        case "instanceAlphaOffset": instanceAlphaOffset = Float(number)
        default: return false
        }
        return true
    }

    open override func presentation() -> CAReplicatorLayer? { makePresentation() as? CAReplicatorLayer }
    open override func model() -> CAReplicatorLayer { super.model() as? CAReplicatorLayer ?? self }

    override func makePresentationCopy() -> CALayer { CAReplicatorLayer(layer: self) }

    override func take(_ special: LayerSpecial, of model: CALayer) {
        guard case .replicator(let shown) = special else { return }
        if shown.count != content.count { count = shown.count }
        content = shown
        tint = Self.color(shown.color, like: tint)
    }

    override func drawSublayers(in ctx: CGContext) { drawCopies(content, in: ctx) }
}
