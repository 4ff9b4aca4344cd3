internal import CCairo
public import Foundation

extension CGContext {
    // MARK: The stack of states

    /// Remembers everything but the path, until the matching `restoreGState()`.
    public func saveGState() {
        cairo_save(cr)
        savedStates.append(SavedState(state: state, beginsLayer: false))
    }

    /// Brings back what the matching `saveGState()` remembered; without one, does nothing.
    public func restoreGState() {
        guard let saved = savedStates.last, !saved.beginsLayer else { return }
        savedStates.removeLast()
        cairo_restore(cr)
        state = saved.state
    }

    // MARK: The matrix

    /// From user space to pixels counted from the lower-left corner, y up; for PDF to the points of the page.
    public var ctm: CGAffineTransform {
        state.matrix.concatenating(document?.pageMatrix.inverted() ?? upsideDown)
    }

    private var upsideDown: CGAffineTransform {
        CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
    }

    public func scaleBy(x: CGFloat, y: CGFloat) { state.matrix = state.matrix.scaledBy(x: x, y: y) }

    public func translateBy(x: CGFloat, y: CGFloat) { state.matrix = state.matrix.translatedBy(x: x, y: y) }

    /// Turns by `angle` radians: anticlockwise where y grows upwards, clockwise where it grows downwards.
    public func rotate(by angle: CGFloat) { state.matrix = state.matrix.rotated(by: angle) }

    /// Puts `transform` before the current matrix.
    public func concatenate(_ transform: CGAffineTransform) { state.matrix = transform.concatenating(state.matrix) }

    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }

    /// Multiplies the alpha of everything drawn. 0 … 1, default 1.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = Float(min(max(alpha, 0), 1)) }

    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

    // MARK: Lines

    /// User space units; half of it lies on either side of the path. Default 1.
    public func setLineWidth(_ width: CGFloat) { state.lineWidth = width }

    public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }

    public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }

    /// How many times the line width a pointed corner may reach before it is cut off. Default 10.
    public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = limit }

    /// Lengths of dashes and gaps in turn, user space units; an empty array draws a solid line. `phase` is how far into
    /// the pattern the line starts. Lengths that are negative, or all zero, are refused.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        guard phase.isFinite, lengths.allSatisfy({ $0 >= 0 && $0.isFinite }),
            lengths.isEmpty || lengths.contains(where: { $0 > 0 })
        else { return }
        state.dashPhase = phase
        state.dashLengths = lengths.map { Double($0) }
    }

    // MARK: Quality

    /// Whether edges that cut through pixels are smoothed. Default true. Text is always smooth.
    public func setShouldAntialias(_ should: Bool) { state.shouldAntialias = should }

    /// Whether `setShouldAntialias(_:)` counts; false draws all edges jagged. Default true.
    public func setAllowsAntialiasing(_ allows: Bool) { state.allowsAntialiasing = allows }

    /// How far, in pixels, a drawn curve may be from the true one. Up to the default, 0.6, curves are as smooth as can be
    /// seen; more draws them faster, in visible pieces.
    public func setFlatness(_ flatness: CGFloat) { state.flatness = flatness.isFinite ? max(flatness, 0) : 0.6 }

    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolationQuality }
        set { state.interpolationQuality = newValue }
    }
}
