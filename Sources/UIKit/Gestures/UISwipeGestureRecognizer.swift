import Foundation

/// A quick stroke in one direction.
@preconcurrency @MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// `UISwipeGestureRecognizer.Direction`.
    public struct Direction: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let right = Direction(rawValue: 1)
        public static let left = Direction(rawValue: 2)
        public static let up = Direction(rawValue: 4)
        public static let down = Direction(rawValue: 8)
    }

    /// Default `.right` (fact E-89).
    open var direction: Direction = .right
    /// Default 1.
    open var numberOfTouchesRequired = 1

    static let minimumDistance: CGFloat = 50
    static let maximumSideways: CGFloat = 50
    static let maximumDuration: TimeInterval = 0.5

    private var start = CGPoint.zero
    private var startTime: TimeInterval = 0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if trackedTouches.count > numberOfTouchesRequired {
            state = .failed
        } else {
            start = location(in: nil)
            startTime = event.timestamp
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard trackedTouches.count == numberOfTouchesRequired else { return }
        if event.timestamp - startTime > Self.maximumDuration {
            state = .failed
            return
        }
        let now = location(in: nil)
        let dx = now.x - start.x
        let dy = now.y - start.y
        let isHorizontal = abs(dx) >= abs(dy)
        let along = isHorizontal ? dx : dy
        let across = isHorizontal ? dy : dx
        if abs(across) > Self.maximumSideways {
            state = .failed
            return
        }
        guard abs(along) >= Self.minimumDistance else { return }
        let stroke: Direction = isHorizontal ? (along > 0 ? .right : .left) : (along > 0 ? .down : .up)
        state = direction.contains(stroke) ? .ended : .failed
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }
}
