public import CoreGraphics
public import Foundation
internal import Motion
internal import RenderServer

/// Shows a path, filled and stroked, sharp at any scale (fact D-87). The path is in the layer's coordinates and is not cut
/// at the bounds; touches go by the bounds.
///
/// Path, colours, line width, dash phase, miter limit and the ends of the stroke animate by themselves, the rest changes at
/// once.
@preconcurrency @MainActor
open class CAShapeLayer: CALayer {
    private final var content = ShapeContent()
    private final var pathStorage: CGPath?
    private final var fill: CGColor? = CGColor.black
    private final var stroke: CGColor?
    private final var dashes: [NSNumber]?

    public override init() { super.init() }

    /// Copies what the shape layer `layer` shows, too.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAShapeLayer { copyShape(of: layer) }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func copyShape(of layer: CAShapeLayer) {
        (content, pathStorage, fill) = (layer.content, layer.pathStorage, layer.fill)
        (stroke, dashes) = (layer.stroke, layer.dashes)
    }

    /// A setter's work, when the value is another one and usable.
    private func change(_ key: String, isUsable: Bool = true, _ body: () -> Void) {
        guard canSet(key, isUsable) else { return }
        let action = willChange(key, .specialChanged)
        body()
        run(action, key)
    }

    private func change<Value: Equatable>(
        _ key: String, _ property: WritableKeyPath<ShapeContent, Value>, to value: Value, isUsable: Bool = true
    ) {
        guard content[keyPath: property] != value else { return }
        change(key, isUsable: isUsable) { content[keyPath: property] = value }
    }

    // MARK: Properties

    /// A copy of what was set. Default nil. A path with a coordinate that is not a finite number is refused. Animatable:
    /// between paths of the same kinds of steps every point moves; from others the first stays to the end.
    open var path: CGPath? {
        get { pathStorage }
        set {
            guard newValue != pathStorage else { return }
            let shape = newValue.flatMap { PathShape($0) }
            change("path", isUsable: newValue == nil || shape != nil) {
                pathStorage = newValue?.copy()
                content.shape = shape
            }
        }
    }

    /// Default opaque black; nil does not fill. Animatable.
    open var fillColor: CGColor? {
        get { fill }
        set {
            guard newValue != fill else { return }
            change("fillColor") {
                fill = newValue
                content.fillColor = newValue?.motion ?? SIMD4(0, 0, 0, 0)
            }
        }
    }

    /// Default `nonZero`, which any name but `evenOdd` is.
    open var fillRule: CAShapeLayerFillRule {
        get { content.isEvenOdd ? .evenOdd : .nonZero }
        set { change("fillRule", \.isEvenOdd, to: newValue == .evenOdd) }
    }

    /// Default nil: no stroke. Animatable.
    open var strokeColor: CGColor? {
        get { stroke }
        set {
            guard newValue != stroke else { return }
            change("strokeColor") {
                stroke = newValue
                content.strokeColor = newValue?.motion ?? SIMD4(0, 0, 0, 0)
            }
        }
    }

    /// Where along the path's length, over all its subpaths, the stroke begins; 0…1, default 0. Nothing is drawn when it
    /// is not before `strokeEnd`. Animatable.
    open var strokeStart: CGFloat {
        get { CGFloat(content.stroke.start) }
        set { change("strokeStart", \.stroke.start, to: Double(newValue), isUsable: newValue.isFinite) }
    }

    /// Where along the path's length the stroke ends; 0…1, default 1. Animatable.
    open var strokeEnd: CGFloat {
        get { CGFloat(content.stroke.end) }
        set { change("strokeEnd", \.stroke.end, to: Double(newValue), isUsable: newValue.isFinite) }
    }

    /// Points, half of them on either side of the path; default 1. Animatable.
    open var lineWidth: CGFloat {
        get { CGFloat(content.stroke.width) }
        set { change("lineWidth", \.stroke.width, to: Double(newValue), isUsable: newValue.isFinite) }
    }

    /// How many times the line width a pointed corner may reach before it is cut off; default 10. Animatable.
    open var miterLimit: CGFloat {
        get { CGFloat(content.stroke.miterLimit) }
        set { change("miterLimit", \.stroke.miterLimit, to: Double(newValue), isUsable: newValue.isFinite) }
    }

    open var lineCap: CAShapeLayerLineCap {
        get { CAShapeLayerLineCap(content.stroke.cap) }
        set { change("lineCap", \.stroke.cap, to: newValue.stroke) }
    }

    open var lineJoin: CAShapeLayerLineJoin {
        get { CAShapeLayerLineJoin(content.stroke.join) }
        set { change("lineJoin", \.stroke.join, to: newValue.stroke) }
    }

    /// How far into the dash pattern each subpath begins, points; default 0. Animatable.
    open var lineDashPhase: CGFloat {
        get { CGFloat(content.stroke.dashPhase) }
        set { change("lineDashPhase", \.stroke.dashPhase, to: Double(newValue), isUsable: newValue.isFinite) }
    }

    /// Lengths of dashes and gaps in turn, points; default nil: a line without gaps. So is a pattern with a negative
    /// length, one of nothing but zeros, and one that would make more than 100,000 dashes of the path.
    open var lineDashPattern: [NSNumber]? {
        get { dashes }
        set {
            guard newValue != dashes else { return }
            let lengths = newValue?.map(\.doubleValue) ?? []
            change("lineDashPattern", isUsable: lengths.allSatisfy(\.isFinite)) {
                dashes = newValue
                content.stroke.dashes = lengths
            }
        }
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "fillColor": CGColor.black
        case "fillRule": CAShapeLayerFillRule.nonZero.rawValue
        case "strokeEnd", "lineWidth": NSNumber(value: 1)
        case "miterLimit": NSNumber(value: 10)
        case "lineCap": CAShapeLayerLineCap.butt.rawValue
        case "lineJoin": CAShapeLayerLineJoin.miter.rawValue
        default: super.defaultValue(forKey: key)
        }
    }

    // MARK: What is committed and shown

    override func specialContent() -> LayerSpecial? { .shape(content) }

    override class func animates(_ key: LayerKey) -> Bool {
        switch key {
        case .path, .fillColor, .strokeColor, .strokeStart, .strokeEnd, .lineWidth, .lineDashPhase, .miterLimit: true
        default: false
        }
    }

    override func specialValue(forKeyPath path: String) -> Any?? {
        switch path {
        case "path": .some(self.path)
        case "fillColor": .some(fillColor)
        case "fillRule": fillRule.rawValue
        case "strokeColor": .some(strokeColor)
        case "lineCap": lineCap.rawValue
        case "lineJoin": lineJoin.rawValue
        case "lineDashPattern": .some(lineDashPattern)
        default: nil
        }
    }

    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        let number = CGFloat(value.flatMap(AnimatableValue.number) ?? 0)
        switch path {
        case "path": self.path = value as? CGPath
        case "fillColor": fillColor = value as? CGColor
        case "fillRule": fillRule = CAShapeLayerFillRule(rawValue: value.name)
        case "strokeColor": strokeColor = value as? CGColor
        case "strokeStart": strokeStart = number
        case "strokeEnd": strokeEnd = number
        case "lineWidth": lineWidth = number
        case "miterLimit": miterLimit = number
        case "lineCap": lineCap = CAShapeLayerLineCap(rawValue: value.name)
        case "lineJoin": lineJoin = CAShapeLayerLineJoin(rawValue: value.name)
        case "lineDashPhase": lineDashPhase = number
        case "lineDashPattern":
            lineDashPattern = (value as? [Any])?.map { NSNumber(value: AnimatableValue.number($0) ?? 0) }
        default: return false
        }
        return true
    }

    open override func presentation() -> CAShapeLayer? { makePresentation() as? CAShapeLayer }
    open override func model() -> CAShapeLayer { super.model() as? CAShapeLayer ?? self }

    override func makePresentationCopy() -> CALayer { CAShapeLayer(layer: self) }

    override func take(_ special: LayerSpecial, of model: CALayer) {
        guard case .shape(let shown) = special else { return }
        if shown.shape !== content.shape {
            pathStorage = (shown.shape as? PathShape).map { CGPath(elements: $0.elements) }
        }
        content = shown
        fill = Self.color(shown.fillColor, like: fill)
        stroke = Self.color(shown.strokeColor, like: stroke)
    }

    override func drawSpecial(in ctx: CGContext) {
        guard let shape = content.shape as? PathShape, let pathStorage else { return }
        if let fill, fill.alpha > 0 {
            ctx.setFillColor(fill)
            ctx.addPath(pathStorage)
            ctx.fillPath(using: content.isEvenOdd ? .evenOdd : .winding)
        }
        if let stroke, stroke.alpha > 0 {
            ctx.setStrokeColor(stroke)
            shape.draw(content.stroke, in: ctx)
        }
    }
}

extension Any? {
    /// The text of a name, which may come as the name's type or as a string.
    var name: String {
        if let text = self as? String { return text }
        guard let name = self as? any RawRepresentable else { return "" }
        return name.rawValue as? String ?? ""
    }
}
