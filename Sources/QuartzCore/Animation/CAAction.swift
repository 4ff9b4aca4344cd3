public import Foundation

/// What happens when a layer's property changes, or an event of another name reaches it. Animations are actions.
@preconcurrency @MainActor
public protocol CAAction {
    /// - Parameters:
    ///   - event: the property's name, or `onOrderIn`, `onOrderOut`, `sublayers`, `onLayout`.
    ///   - anObject: the layer, which already has the new value.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// "No action, and do not look further" (fact A-84).
extension NSNull: CAAction {
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// Becomes visible; looked up on a layer that was added.
public let kCAOnOrderIn = "onOrderIn"
/// Looked up on a layer that is about to leave its superlayer.
public let kCAOnOrderOut = "onOrderOut"
