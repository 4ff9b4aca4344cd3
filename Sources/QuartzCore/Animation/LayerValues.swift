internal import Foundation
internal import Motion

/// The arithmetic of animations on the values that applications give.
@MainActor
package enum LayerValues {
    /// Share `share` of the way between two values of the property `key`; nil if they do not fit it.
    package static func value(between from: Any, and to: Any, _ share: Double, forKey key: String) -> Any? {
        guard let key = LayerKey(rawValue: key), let start = AnimatableValue.motion(from, for: key),
            let end = AnimatableValue.motion(to, for: key)
        else { return nil }
        return AnimatableValue.value(share == 0 ? start : start.interpolated(to: end, share), for: key)
    }
}
