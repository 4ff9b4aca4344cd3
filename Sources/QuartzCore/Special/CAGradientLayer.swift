internal import CoreGraphics
public import Foundation
internal import Motion
internal import RenderServer

/// How a gradient runs.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Along the line from the start to the end point; the default, and what an unknown name is.
    public static let axial = CAGradientLayerType(rawValue: "axial")
    /// From the start point, the middle of an ellipse, outwards; the end point is a corner of the ellipse's box.
    public static let radial = CAGradientLayerType(rawValue: "radial")
    /// Around the start point, beginning at the direction to the end point.
    public static let conic = CAGradientLayerType(rawValue: "conic")

    var kind: GradientContent.Kind {
        switch self {
        case .radial: .radial
        case .conic: .conic
        default: .axial
        }
    }

    init(_ kind: GradientContent.Kind) {
        switch kind {
        case .axial: self = .axial
        case .radial: self = .radial
        case .conic: self = .conic
        }
    }
}

/// Shows a gradient over its background colour, within bounds and corners (fact D-87).
///
/// Everything but the type animates by itself: up to 8 colours and up to 16 locations, between equally many; more change
/// at once.
@preconcurrency @MainActor
open class CAGradientLayer: CALayer {
    private final var content = GradientContent()
    private final var colorList: [Any]?
    private final var locationList: [NSNumber]?

    public override init() { super.init() }

    /// Copies what the gradient layer `layer` shows, too.
    public override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? CAGradientLayer { copyGradient(of: layer) }
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    private func copyGradient(of layer: CAGradientLayer) {
        (content, colorList, locationList) = (layer.content, layer.colorList, layer.locationList)
    }

    private func change(_ key: String, isUsable: Bool = true, _ body: () -> Void) {
        guard canSet(key, isUsable) else { return }
        let action = willChange(key, .specialChanged)
        body()
        run(action, key)
    }

    // MARK: Properties

    /// `CGColor` objects; what is something else does not count. Default nil: no gradient. One colour fills. Animatable.
    open var colors: [Any]? {
        get { colorList }
        set {
            let list = newValue?.compactMap { $0 as? CGColor } ?? []
            guard list != colorList?.compactMap({ $0 as? CGColor }) ?? [] || (newValue == nil) != (colorList == nil)
            else { return }
            change("colors") {
                colorList = newValue
                content.colors = list.map(\.motion)
            }
        }
    }

    /// Where along the gradient each colour stands, ascending: 0 is the start, 1 the end; they may lie beyond both.
    /// Default nil: evenly from 0 to 1, as are locations that are not as many as the colours. One that is less than the
    /// one before counts as that. Animatable.
    open var locations: [NSNumber]? {
        get { locationList }
        set {
            guard newValue != locationList else { return }
            let numbers = newValue?.map(\.doubleValue) ?? []
            change("locations", isUsable: numbers.allSatisfy(\.isFinite)) {
                locationList = newValue
                content.locations = numbers
            }
        }
    }

    /// In the unit space of the bounds. Default (0.5, 0). Animatable.
    open var startPoint: CGPoint {
        get { CGPoint(content.startPoint) }
        set {
            guard newValue != startPoint else { return }
            change("startPoint", isUsable: newValue.isFinite) { content.startPoint = newValue.vector }
        }
    }

    /// In the unit space of the bounds. Default (0.5, 1). Animatable.
    open var endPoint: CGPoint {
        get { CGPoint(content.endPoint) }
        set {
            guard newValue != endPoint else { return }
            change("endPoint", isUsable: newValue.isFinite) { content.endPoint = newValue.vector }
        }
    }

    /// Default `axial`.
    open var type: CAGradientLayerType {
        get { CAGradientLayerType(content.kind) }
        set {
            guard newValue.kind != content.kind else { return }
            change("type") { content.kind = newValue.kind }
        }
    }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "startPoint": CGPoint(x: 0.5, y: 0)
        case "endPoint": CGPoint(x: 0.5, y: 1)
        case "type": CAGradientLayerType.axial.rawValue
        default: super.defaultValue(forKey: key)
        }
    }

    // MARK: What is committed and shown

    override func specialContent() -> LayerSpecial? {
        var committed = content
        if committed.locations.count != committed.colors.count { committed.locations = [] }
        for index in committed.locations.indices.dropFirst() {
            committed.locations[index] = max(committed.locations[index], committed.locations[index - 1])
        }
        return .gradient(committed)
    }

    override class func animates(_ key: LayerKey) -> Bool {
        key == .colors || key == .locations || key == .startPoint || key == .endPoint
    }

    override func specialValue(forKeyPath path: String) -> Any?? {
        switch path {
        case "colors": .some(colors)
        case "locations": .some(locations)
        case "startPoint.x": NSNumber(value: content.startPoint.x)
        case "startPoint.y": NSNumber(value: content.startPoint.y)
        case "endPoint.x": NSNumber(value: content.endPoint.x)
        case "endPoint.y": NSNumber(value: content.endPoint.y)
        case "type": type.rawValue
        default: nil
        }
    }

    override func setSpecialValue(_ value: Any?, forKeyPath path: String) -> Bool {
        let number = CGFloat(value.flatMap(AnimatableValue.number) ?? 0)
        switch path {
        case "colors": colors = value as? [Any]
        case "locations": locations = (value as? [Any])?.map { NSNumber(value: AnimatableValue.number($0) ?? 0) }
        case "startPoint": startPoint = value as? CGPoint ?? .zero
        case "startPoint.x": startPoint.x = number
        case "startPoint.y": startPoint.y = number
        case "endPoint": endPoint = value as? CGPoint ?? .zero
        case "endPoint.x": endPoint.x = number
        case "endPoint.y": endPoint.y = number
        case "type": type = CAGradientLayerType(rawValue: value.name)
        default: return false
        }
        return true
    }

    open override func presentation() -> CAGradientLayer? { makePresentation() as? CAGradientLayer }
    open override func model() -> CAGradientLayer { super.model() as? CAGradientLayer ?? self }

    override func makePresentationCopy() -> CALayer { CAGradientLayer(layer: self) }

    override func take(_ special: LayerSpecial, of model: CALayer) {
        guard case .gradient(let shown) = special else { return }
        if shown.colors != content.colors { colorList = shown.colors.map { CGColor.make($0) ?? .clear } }
        if !shown.locations.isEmpty || content.locations.isEmpty {
            locationList = shown.locations.isEmpty ? nil : shown.locations.map { NSNumber(value: $0) }
        }
        content = shown
    }

    override func drawSpecial(in ctx: CGContext) {
        guard case .gradient(let content) = specialContent(), !bounds.isEmpty else { return }
        let scale = ctx.pixelsPerUnit
        func pixels(_ length: CGFloat) -> Int { Int(min(max(length.rounded(), 1), 4096)) }
        guard
            let picture = content.picture(
                width: pixels(bounds.width * scale.width), height: pixels(bounds.height * scale.height))
        else { return }
        ctx.saveGState()
        ctx.addPath(outline(inset: 0))
        ctx.clip()
        ctx.drawUpright(CGImage(bitmap: picture), in: bounds)
        ctx.restoreGState()
    }
}
