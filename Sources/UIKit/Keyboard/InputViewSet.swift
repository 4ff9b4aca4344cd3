import Foundation

/// What a first responder brings to be typed on, and how high it is.
@MainActor
struct InputViewSet {
    private(set) var input: UIView?
    private(set) var accessory: UIView?
    /// Points; 0 without the view.
    private(set) var inputHeight: CGFloat = 0
    private(set) var accessoryHeight: CGFloat = 0
    /// The first responder, or where the chain leaves the views if it is inside them: whom they pass events on to.
    private(set) weak var owner: UIResponder?

    var height: CGFloat { inputHeight + accessoryHeight }

    /// Nothing.
    init() {}

    /// The first of each kind up the chain, as on Apple's systems.
    /// - Parameters:
    ///   - window: the window that views of this kind are in already.
    ///   - size: the screen's, points; nothing is higher.
    init(for responder: UIResponder, shownIn window: InputViewWindow?, size: CGSize) {
        var current: UIResponder? = responder
        while let candidate = current {
            if input == nil { input = candidate.inputView }
            if accessory == nil { accessory = candidate.inputAccessoryView }
            if owner == nil, window == nil || candidate.responderWindow !== window { owner = candidate }
            current = candidate.next
        }
        // A view that the responder is in cannot be taken from under it.
        if let view = input, Self.holds(view, responder), window == nil || view.window !== window { input = nil }
        if let view = accessory, Self.holds(view, responder), window == nil || view.window !== window {
            accessory = nil
        }
        if accessory === input { accessory = nil }
        accessoryHeight = min(Self.height(of: accessory, width: size.width), size.height)
        inputHeight = min(Self.height(of: input, width: size.width), size.height - accessoryHeight)
    }

    private static func holds(_ view: UIView, _ responder: UIResponder) -> Bool {
        var current: UIResponder? = responder
        while let candidate = current {
            if candidate === view { return true }
            if let controller = candidate as? UIViewController, controller.viewIfLoaded === view { return true }
            current = candidate.next
        }
        return false
    }

    /// The height it has; one without any is asked what it needs.
    private static func height(of view: UIView?, width: CGFloat) -> CGFloat {
        guard let view else { return 0 }
        var height = view.bounds.height
        if height == 0 {
            height = view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
        }
        return height.isFinite && height > 0 ? height : height == .infinity ? .greatestFiniteMagnitude : 0
    }
}
