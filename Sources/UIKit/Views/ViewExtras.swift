internal import QuartzCore

/// What few views have, made when one of them first needs it.
@MainActor
final class ViewExtras {
    /// The controller whose root view this is.
    weak var viewController: UIViewController?
    var tint: UIColor?
    var tintAdjustment = UIView.TintAdjustmentMode.automatic
    var margins = UIView.Margins()
    var recognizers: [UIGestureRecognizer] = []
    var mask: UIView?
    var tag = 0
    var traits = TraitExtras()
    var semanticContentAttribute = UIView.SemanticContentAttribute.unspecified
    var accessibility: AccessibilityValues?
    var interactions: [any UIInteraction] = []

    nonisolated init() {}
}

extension UIView {
    final var madeExtras: ViewExtras {
        if let extras { return extras }
        let made = ViewExtras()
        extras = made
        return made
    }

    /// The controller whose root view this is.
    final var viewController: UIViewController? {
        get { extras?.viewController }
        set { if newValue != nil || extras != nil { madeExtras.viewController = newValue } }
    }
    final var tintStorage: UIColor? {
        get { extras?.tint }
        set { if newValue != nil || extras != nil { madeExtras.tint = newValue } }
    }
    final var tintAdjustmentStorage: TintAdjustmentMode {
        get { extras?.tintAdjustment ?? .automatic }
        set { if newValue != tintAdjustmentStorage { madeExtras.tintAdjustment = newValue } }
    }
    final var margins: Margins {
        get { extras?.margins ?? Margins() }
        set { madeExtras.margins = newValue }
    }
    final var recognizers: [UIGestureRecognizer] { extras?.recognizers ?? [] }
    final var maskStorage: UIView? {
        get { extras?.mask }
        set { if newValue != nil || extras != nil { madeExtras.mask = newValue } }
    }

    // MARK: Flags

    /// Whether the class draws: has a `draw` of its own, or a layer that draws itself. Others never get a bitmap (D-04).
    final var drawsContent: Bool { flags.contains(.drawsContent) }
    final var awaitsWindowMessage: Bool {
        get { flags.contains(.awaitsWindowMessage) }
        set { flags.set(.awaitsWindowMessage, newValue) }
    }
    final var hasOwnContentScale: Bool {
        get { flags.contains(.hasOwnContentScale) }
        set { flags.set(.hasOwnContentScale, newValue) }
    }

    /// What a view of a class is from the start.
    static func flags(of type: UIView.Type, layerClass: AnyClass) -> ViewFlags {
        var flags = ViewFlags.standard
        // The commonest class of all overrides nothing.
        if type == UIView.self, layerClass == CALayer.self { return flags }
        flags.set(.drawsContent, drawsContent(type, layerClass: layerClass))
        flags.set(.answersHitTest, HitTesting.hitTest.isOverridden(in: type))
        flags.set(.answersTouchQuestions, HitTesting.questions.isOverridden(in: type))
        return flags
    }
}
