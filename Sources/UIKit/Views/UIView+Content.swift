import CoreGraphics
import Foundation
import QuartzCore

/// What a view shows: its layer, its colour, its drawing.
extension UIView {
    // MARK: Making

    static func makeLayer(_ layerClass: AnyClass) -> CALayer {
        guard let type = layerClass as? CALayer.Type else {
            preconditionFailure("layerClass must be a kind of CALayer; it is \(layerClass).")
        }
        return CALayer.make(type)
    }

    /// A class draws if it overrides one of the drawing methods, or if its layer's class does.
    static func drawsContent(_ type: UIView.Type, layerClass: AnyClass) -> Bool {
        DrawOverrides.layerDraw.isOverridden(in: layerClass) || DrawOverrides.layerDisplay.isOverridden(in: layerClass)
            || DrawOverrides.rect.isOverridden(in: type)
            || DrawOverrides.layer.isOverridden(in: type) || DrawOverrides.display.isOverridden(in: type)
    }

    final func finishMaking(frame: CGRect) {
        layer.owner = self
        if !flags.isDisjoint(with: [.answersHitTest, .answersTouchQuestions]) { layer.setOwnerAnswersTouches(true) }
        layer.frame = frame
        if drawsContent {
            updateOpacity()
            layer.setNeedsDisplay()
        }
    }

    // MARK: Colour

    final var currentBackgroundColor: UIColor? {
        // The layer's colour may have been set past the view.
        guard let color = layer.backgroundColor else { return nil }
        if let colorStorage, resolved(colorStorage).cgColor == color { return colorStorage }
        return UIColor(cgColor: color)
    }

    final func setBackgroundColor(_ color: UIColor?) {
        colorStorage = color
        layer.backgroundColor = color.map { resolved($0).cgColor }
        updateOpacity()
    }

    /// A dynamic colour as it is here.
    private func resolved(_ color: UIColor) -> UIColor {
        color.isDynamic ? color.resolvedColor(with: traitCollection) : color
    }

    /// Whether everything below what this view draws is surely hidden. A background that shows through makes a view
    /// translucent whatever `isOpaque` says.
    private var coversItsBounds: Bool {
        guard isOpaque else { return false }
        guard let color = layer.backgroundColor else { return true }
        // A pattern may have holes, and is drawn below anyway.
        return color.alpha >= 1 && color.pattern == nil
    }

    /// Only drawn content can be promised to be opaque; contents set from outside are what they are.
    final func updateOpacity() {
        guard drawsContent else { return }
        let isOpaque = coversItsBounds
        if layer.isOpaque != isOpaque {
            layer.isOpaque = isOpaque
            layer.setNeedsDisplay()
        }
    }

    // MARK: Placing content

    final func updateContentMode() {
        layer.contentsGravity = contentMode.gravity
        // Fact D-06.
        layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }

    final func setContentScaleFactor(_ scale: CGFloat) {
        hasOwnContentScale = true
        changeContentScale(to: scale)
    }

    final func adoptScale(of window: UIWindow) { adoptScale(window.screen.scale) }

    final func adoptScale(_ scale: CGFloat) {
        if drawsContent, !hasOwnContentScale { changeContentScale(to: scale) }
    }

    private func changeContentScale(to scale: CGFloat) {
        guard layer.contentsScale != scale else { return }
        layer.contentsScale = scale
        if drawsContent { layer.setNeedsDisplay() }
    }

    // MARK: Drawing

    /// What a layer without a delegate of its own mind does: draws into a bitmap.
    static let standardDisplay = StandardDisplay()

    final class StandardDisplay: NSObject, CALayerDelegate {}

    /// Prepares the layer's context as facts D-20 to D-23 want it and lets the class draw. The layer has set the
    /// coordinates and the clip.
    ///
    /// A tiled layer calls this on other threads, has filled opaque tiles, and draws as much as the clip lets through.
    final func drawContent(in context: CGContext) {
        guard DrawOverrides.rect.isOverridden(in: type(of: self)) else { return }
        if layer is CATiledLayer {
            UIGraphicsPushContext(context)
            draw(context.boundingBoxOfClipPath)
            UIGraphicsPopContext()
            return
        }
        let rect = layer.displayRect
        guard !rect.isEmpty else { return }
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        if layer.isOpaque {
            // An opaque bitmap has no colour of its own: black shows where nothing is drawn.
            context.setFillColor(layer.backgroundColor ?? UIColor.black.cgColor)
            context.fill(rect)
            context.setFillColor(UIColor.black.cgColor)
        }
        withTraits { draw(rect) }
    }

    /// Layout of one level, with the controller's word before and after (fact L-25).
    final func layOut() {
        if UIView.hasSafeAreas { tellSafeArea() }
        guard let viewController else {
            layoutSubviews()
            return
        }
        viewController.tellIsAppearing()
        viewController.viewWillLayoutSubviews()
        layoutSubviews()
        viewController.viewDidLayoutSubviews()
    }
}

/// Which drawing methods view classes have of their own.
private enum DrawOverrides {
    static let rect = MethodOverride(of: UIView.self, plain: Plain.self, witness: Rect.self)
    static let display = MethodOverride(of: UIView.self, plain: Plain.self, witness: Display.self)
    static let layer = MethodOverride(of: UIView.self, plain: Plain.self, witness: Layer.self)

    static let layerDraw = MethodOverride(of: CALayer.self, plain: PlainLayer.self, witness: DrawLayer.self)
    static let layerDisplay = MethodOverride(of: CALayer.self, plain: PlainLayer.self, witness: DisplayLayer.self)

    final class PlainLayer: CALayer {}

    final class DrawLayer: CALayer {
        override func draw(in ctx: CGContext) {}
    }

    final class DisplayLayer: CALayer {
        override func display() {}
    }

    final class Plain: UIView {}

    final class Rect: UIView {
        override func draw(_ rect: CGRect) {}
    }

    final class Display: UIView {
        override func display(_ layer: CALayer) {}
    }

    final class Layer: UIView {
        override func draw(_ layer: CALayer, in ctx: CGContext) {}
    }
}
