import Foundation

/// A pan that begins at an edge of the screen and goes inwards (fact E-89).
///
/// It goes by the edge of the window's screen, not of the view. Put it on a large view, and let other pans wait for it with
/// `require(toFail:)` where they would win.
@preconcurrency @MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// Which edges count. Default none.
    open var edges: UIRectEdge = []

    /// How far from the edge a finger may land, points.
    static let reach: CGFloat = 20
    /// The edge the finger landed at.
    private var startEdges: UIRectEdge = []
    private var start = CGPoint.zero

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard trackedTouches.count == 1, let touch = touches.first else {
            // A second finger makes another gesture of it, unless this one has begun already.
            if state == .possible { state = .failed } else { for touch in touches { ignore(touch, for: event) } }
            return
        }
        start = touch.screenLocation
        startEdges = edges.intersection(edgesNear(start))
        guard !startEdges.isEmpty else {
            state = .failed
            return
        }
        super.touchesBegan(touches, with: event)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible, let touch = touches.first {
            let way = CGPoint(x: touch.screenLocation.x - start.x, y: touch.screenLocation.y - start.y)
            // Along the edge, or out over it, is no such pan.
            if hypot(way.x, way.y) >= Self.hysteresis, !goesInwards(way) {
                state = .failed
                return
            }
        }
        super.touchesMoved(touches, with: event)
    }

    private func goesInwards(_ way: CGPoint) -> Bool {
        (startEdges.contains(.left) && way.x >= abs(way.y)) || (startEdges.contains(.right) && -way.x >= abs(way.y))
            || (startEdges.contains(.top) && way.y >= abs(way.x))
            || (startEdges.contains(.bottom) && -way.y >= abs(way.x))
    }

    private func edgesNear(_ point: CGPoint) -> UIRectEdge {
        let screen = (view?.windowStorage?.screen ?? .main).bounds
        let reach = Self.reach
        var edges: UIRectEdge = []
        if point.x - screen.minX < reach { edges.insert(.left) }
        if screen.maxX - point.x <= reach { edges.insert(.right) }
        if point.y - screen.minY < reach { edges.insert(.top) }
        if screen.maxY - point.y <= reach { edges.insert(.bottom) }
        return edges
    }
}
