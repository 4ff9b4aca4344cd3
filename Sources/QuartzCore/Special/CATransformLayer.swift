public import CoreGraphics
public import Foundation

/// Holds sublayers together in space: they keep their depth instead of being flattened into the layer's plane
/// (fact G-38). It shows nothing itself.
///
/// Background, contents, border, corners, masks, clipping, shadow and filters have no effect; the first one set is told to
/// the log. Opacity applies to each sublayer on its own, not to all as one.
@preconcurrency @MainActor
open class CATransformLayer: CALayer {
    public override init() {
        super.init()
        flags.insert(.isTransformLayer)
    }

    public override init(layer: Any) {
        super.init(layer: layer)
        flags.insert(.isTransformLayer)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        flags.insert(.isTransformLayer)
    }

    /// What is in the layer; never the layer itself, which has no plane of its own.
    open override func hitTest(_ p: CGPoint) -> CALayer? {
        let hit = super.hitTest(p)
        return hit === self ? nil : hit
    }

    // MARK: Properties without effect

    private func noteUseless(_ property: StaticString, _ isSet: Bool) {
        guard isSet, !flags.contains(.hasComplained) else { return }
        flags.insert(.hasComplained)
        LayerLog.note("\(property) of \(label) was set; a transform layer shows nothing itself, so it has no effect.")
    }

    open override var backgroundColor: CGColor? {
        get { super.backgroundColor }
        set {
            noteUseless("backgroundColor", newValue != nil)
            super.backgroundColor = newValue
        }
    }
    open override var contents: Any? {
        get { super.contents }
        set {
            noteUseless("contents", newValue != nil)
            super.contents = newValue
        }
    }
    open override var borderWidth: CGFloat {
        get { super.borderWidth }
        set {
            noteUseless("borderWidth", newValue != 0)
            super.borderWidth = newValue
        }
    }
    open override var cornerRadius: CGFloat {
        get { super.cornerRadius }
        set {
            noteUseless("cornerRadius", newValue != 0)
            super.cornerRadius = newValue
        }
    }
    open override var masksToBounds: Bool {
        get { super.masksToBounds }
        set {
            noteUseless("masksToBounds", newValue)
            super.masksToBounds = newValue
        }
    }

    open override func presentation() -> CATransformLayer? { makePresentation() as? CATransformLayer }
    open override func model() -> CATransformLayer { super.model() as? CATransformLayer ?? self }

    override func makePresentationCopy() -> CALayer { CATransformLayer(layer: self) }
}
