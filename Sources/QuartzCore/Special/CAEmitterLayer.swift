internal import CoreGraphics
public import Foundation
internal import Motion
internal import RenderServer

/// Shows particles: pictures that cells give birth to, and that move, turn, change colour and size, and end.
///
/// Particles are drawn over background and border, under the sublayers, and only on screen: `render(in:)` shows none.
/// Numbers and points animate by themselves.
@preconcurrency @MainActor
open class CAEmitterLayer: CALayer {
    /// Particles emitting particles that emit particles, and no more.
    private static let cellDepth = 4

    private final var content = EmitterContent()
    private final var cells: [CAEmitterCell]?

    public override init() { super.init() }

    /// Copies the settings and cells of the emitter layer `layer`, too.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAEmitterLayer { copyEmitter(of: layer) }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func copyEmitter(of layer: CAEmitterLayer) { (content, cells) = (layer.content, layer.cells) }

    private func change(_ key: String, _ property: String, isUsable: Bool = true, _ body: () -> Void) {
        guard canSet(property, isUsable) else { return }
        let action = willChange(key, .specialChanged)
        body()
        run(action, key)
    }

    private func change<Value: Equatable>(
        _ key: String, _ property: WritableKeyPath<EmitterContent, Value>, to value: Value, isUsable: Bool = true
    ) {
        guard content[keyPath: property] != value else { return }
        change(key, key, isUsable: isUsable) { content[keyPath: property] = value }
    }

    // MARK: Properties

    /// Copies of what was set; default nil. Change what it has by key paths such as `emitterCells.spark.birthRate`, or by
    /// setting the list again.
    open var emitterCells: [CAEmitterCell]? {
        get { cells }
        set {
            change("emitterCells", "emitterCells") {
                cells = newValue?.map { $0.duplicate() }
                commitCells()
            }
        }
    }

    private func commitCells() { content.cells = cells?.map { $0.committed(depth: Self.cellDepth) } ?? [] }

    /// Factor for the birth rates of all cells. Default 1. Animatable.
    open var birthRate: Float {
        get { content.birthRate }
        set { change("birthRate", \.birthRate, to: newValue, isUsable: newValue.isFinite) }
    }
    /// Factor for the lifetimes of all cells. Default 1. Animatable.
    open var lifetime: Float {
        get { content.lifetime }
        set { change("lifetime", \.lifetime, to: newValue, isUsable: newValue.isFinite) }
    }
    /// The middle of the figure, in the layer's coordinates. Default (0, 0). Animatable.
    open var emitterPosition: CGPoint {
        get { CGPoint(content.position) }
        set { change("emitterPosition", \.position, to: newValue.vector, isUsable: newValue.isFinite) }
    }
    /// Default 0. Animatable.
    open var emitterZPosition: CGFloat {
        get { CGFloat(content.zPosition) }
        set { change("emitterZPosition", \.zPosition, to: Double(newValue), isUsable: newValue.isFinite) }
    }
    /// Points; what they mean depends on the shape. Default 0 × 0. Animatable.
    open var emitterSize: CGSize {
        get { CGSize(width: content.size.x, height: content.size.y) }
        set {
            change(
                "emitterSize", \.size, to: SIMD2(Double(newValue.width), Double(newValue.height)),
                isUsable: newValue.width.isFinite && newValue.height.isFinite)
        }
    }
    /// Points. Default 0. Animatable.
    open var emitterDepth: CGFloat {
        get { CGFloat(content.depth) }
        set { change("emitterDepth", \.depth, to: Double(newValue), isUsable: newValue.isFinite) }
    }
    /// Default `point`.
    open var emitterShape: CAEmitterLayerEmitterShape {
        get { QuartzCore.name(content.shape, CAEmitterLayerEmitterShape.all) }
        set { change("emitterShape", \.shape, to: committed(newValue, CAEmitterLayerEmitterShape.all)) }
    }
    /// Default `volume`.
    open var emitterMode: CAEmitterLayerEmitterMode {
        get { QuartzCore.name(content.mode, CAEmitterLayerEmitterMode.all) }
        set { change("emitterMode", \.mode, to: committed(newValue, CAEmitterLayerEmitterMode.all)) }
    }
    /// Default `unordered`.
    open var renderMode: CAEmitterLayerRenderMode {
        get { QuartzCore.name(content.order, CAEmitterLayerRenderMode.all) }
        set { change("renderMode", \.order, to: committed(newValue, CAEmitterLayerRenderMode.all)) }
    }
    /// Whether particles keep their depth instead of being flattened into the layer's plane. Default false.
    open var preservesDepth: Bool {
        get { content.preservesDepth }
        set { change("preservesDepth", \.preservesDepth, to: newValue) }
    }
    /// Factor for the velocities of all cells. Default 1. Animatable.
    open var velocity: Float {
        get { Float(content.velocity) }
        set { change("velocity", \.velocity, to: Double(newValue), isUsable: newValue.isFinite) }
    }
    /// Factor for the scales of all cells. Default 1. Animatable.
    open var scale: Float {
        get { Float(content.scale) }
        set { change("scale", \.scale, to: Double(newValue), isUsable: newValue.isFinite) }
    }
    /// Factor for the spins of all cells. Default 1. Animatable.
    open var spin: Float {
        get { Float(content.spin) }
        set { change("spin", \.spin, to: Double(newValue), isUsable: newValue.isFinite) }
    }
    /// Where chance begins: the same seed gives the same particles. Default 0.
    open var seed: UInt32 {
        get { content.seed }
        set { change("seed", \.seed, to: newValue) }
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "birthRate", "lifetime", "velocity", "scale", "spin": NSNumber(value: 1)
        case "emitterShape": CAEmitterLayerEmitterShape.point.rawValue
        case "emitterMode": CAEmitterLayerEmitterMode.volume.rawValue
        case "renderMode": CAEmitterLayerRenderMode.unordered.rawValue
        default: super.defaultValue(forKey: key)
        }
    }

    // MARK: What is committed and shown

    override func specialContent() -> LayerSpecial? { .emitter(content) }

    override class func animates(_ key: LayerKey) -> Bool {
        switch key {
        case .emitterPosition, .emitterZPosition, .emitterSize, .emitterDepth, .birthRate, .lifetime, .velocity,
            .emitterScale, .spin:
            true
        default: false
        }
    }

    override func specialValue(forKeyPath path: String) -> Any?? {
        switch path {
        case "emitterCells": .some(emitterCells)
        case "emitterPosition.x": NSNumber(value: content.position.x)
        case "emitterPosition.y": NSNumber(value: content.position.y)
        case "emitterSize.width": NSNumber(value: content.size.x)
        case "emitterSize.height": NSNumber(value: content.size.y)
        case "emitterShape": emitterShape.rawValue
        case "emitterMode": emitterMode.rawValue
        case "renderMode": renderMode.rawValue
        case "preservesDepth": NSNumber(value: preservesDepth)
        case "seed": NSNumber(value: seed)
        default: CAEmitterCell.find(path, in: cells).map { cell, rest in rest.map(cell.value(forKeyPath:)) ?? cell }
        }
    }

    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        let number = value.flatMap(AnimatableValue.number) ?? 0
        switch path {
        case "emitterCells": emitterCells = value as? [CAEmitterCell]
        case "birthRate": birthRate = Float(number)
        case "lifetime": lifetime = Float(number)
        case "emitterPosition": emitterPosition = value as? CGPoint ?? .zero
        case "emitterPosition.x": emitterPosition.x = CGFloat(number)
        case "emitterPosition.y": emitterPosition.y = CGFloat(number)
        case "emitterZPosition": emitterZPosition = CGFloat(number)
        case "emitterSize": emitterSize = value as? CGSize ?? .zero
        case "emitterSize.width": emitterSize.width = CGFloat(number)
        case "emitterSize.height": emitterSize.height = CGFloat(number)
        case "emitterDepth": emitterDepth = CGFloat(number)
        case "emitterShape": emitterShape = CAEmitterLayerEmitterShape(rawValue: value.name)
        case "emitterMode": emitterMode = CAEmitterLayerEmitterMode(rawValue: value.name)
        case "renderMode": renderMode = CAEmitterLayerRenderMode(rawValue: value.name)
        case "preservesDepth": preservesDepth = number != 0
        case "velocity": velocity = Float(number)
        case "scale": scale = Float(number)
        case "spin": spin = Float(number)
        case "seed": seed = UInt32(exactly: number.rounded()) ?? 0
        default:
            guard let (cell, rest) = CAEmitterCell.find(path, in: cells), let rest else { return false }
            change(path, "emitterCells") {
                cell.setValue(value, forKeyPath: rest)
                commitCells()
            }
        }
        return true
    }

    open override func presentation() -> CAEmitterLayer? { makePresentation() as? CAEmitterLayer }
    open override func model() -> CAEmitterLayer { super.model() as? CAEmitterLayer ?? self }

    override func makePresentationCopy() -> CALayer { CAEmitterLayer(layer: self) }

    override func take(_ special: LayerSpecial, of model: CALayer) {
        if case .emitter(let shown) = special { content = shown }
    }
}
