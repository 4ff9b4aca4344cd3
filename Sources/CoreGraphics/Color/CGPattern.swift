public import Foundation

/// How a pattern's cells may be bent to fit whole pixels; here cells always keep their distances.
public enum CGPatternTiling: Int32, Sendable {
    case noDistortion = 0
    case constantSpacingMinimalDistortion = 1
    case constantSpacing = 2
}

/// Draws one cell of a pattern. The first argument is the pattern's `info`.
public typealias CGPatternDrawPatternCallback = (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void
/// Called once when a pattern is gone.
public typealias CGPatternReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// What a pattern is drawn with.
public struct CGPatternCallbacks {
    /// 0.
    public var version: UInt32
    public var drawPattern: CGPatternDrawPatternCallback?
    public var releaseInfo: CGPatternReleaseInfoCallback?

    public init(
        version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
    ) {
        self.version = version
        self.drawPattern = drawPattern
        self.releaseInfo = releaseInfo
    }
}

/// A cell that is drawn again and again to fill an area.
///
/// The cell is drawn when the pattern is first painted with, in whatever thread that happens, and kept for painting with
/// the same colour at the same size.
public final class CGPattern: @unchecked Sendable {
    // Unchecked because the callbacks are the caller's: they must be fit for the threads the pattern is painted on.

    let bounds: CGRect
    /// From the pattern's space to the space a context begins with; the context's later transforms do not move it.
    let matrix: CGAffineTransform
    /// Distances between cells, pattern space; positive.
    let step: CGSize
    /// Whether the cell has colours of its own; else it is a stencil for the colour in force.
    public let isColored: Bool
    private let draw: CGPatternDrawPatternCallback
    private let release: CGPatternReleaseInfoCallback?
    private let info: UnsafeMutableRawPointer?
    /// What layers show of it.
    let tiles = PatternTileMemory()

    /// Nil for steps that are 0 or not finite, bounds that are empty or not finite, and callbacks that draw nothing.
    public init?(
        info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
        tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
    ) {
        guard let draw = callbacks.pointee.drawPattern else { return nil }
        let bounds = bounds.standardized
        let numbers = [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY, xStep, yStep]
        guard numbers.allSatisfy(\.isFinite), !bounds.isEmpty, xStep != 0, yStep != 0, matrix.isInvertible else {
            return nil
        }
        self.info = info
        self.bounds = bounds
        self.matrix = matrix
        step = CGSize(width: abs(xStep), height: abs(yStep))
        self.isColored = isColored
        self.draw = draw
        release = callbacks.pointee.releaseInfo
    }

    /// A coloured pattern drawn by `draw`; nil as above.
    package convenience init?(bounds: CGRect, matrix: CGAffineTransform, draw: @escaping (CGContext) -> Void) {
        var callbacks = CGPatternCallbacks(version: 0, drawPattern: { _, context in draw(context) }, releaseInfo: nil)
        self.init(
            info: nil, bounds: bounds, matrix: matrix, xStep: bounds.width, yStep: bounds.height,
            tiling: .noDistortion, isColored: true, callbacks: &callbacks)
    }

    deinit { release?(info) }

    func drawCell(in context: CGContext) { draw(info, context) }
}
