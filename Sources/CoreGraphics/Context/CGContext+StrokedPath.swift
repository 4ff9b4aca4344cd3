import Foundation

extension CGContext {
    /// Makes the current path the outline of its own stroke, dashes included: clipping to it or filling it with a gradient
    /// then does so to the line. Nothing if the matrix flattens the plane.
    public func replacePathWithStrokedPath() {
        guard state.matrix.isInvertible else { return currentPath.removeAll() }
        var pen = PathPen()
        pen.width = state.lineWidth
        pen.cap = state.lineCap
        pen.join = state.lineJoin
        pen.miterLimit = state.miterLimit
        pen.dashes = state.dashLengths
        pen.dashPhase = Double(state.dashPhase)
        currentPath = currentPath.applying(state.matrix.inverted()).stroked(pen).applying(state.matrix)
    }
}
