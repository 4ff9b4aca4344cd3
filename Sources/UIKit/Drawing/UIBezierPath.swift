public import CoreGraphics
public import Foundation

/// A path with the way it is drawn (fact D-104). Not for several threads at once.
open class UIBezierPath: NSObject, NSCopying, NSSecureCoding {
    private var path = CGMutablePath()
    private var dash: (pattern: [CGFloat], phase: CGFloat) = ([], 0)

    /// Points; default 1.
    open var lineWidth: CGFloat = 1
    open var lineCapStyle: CGLineCap = .butt
    open var lineJoinStyle: CGLineJoin = .miter
    open var miterLimit: CGFloat = 10
    /// How far a drawn curve may be from the true one; default 0.6.
    open var flatness: CGFloat = 0.6
    /// Whether points inside an even number of loops are outside; default false: windings are counted.
    open var usesEvenOddFillRule = false

    public override init() { super.init() }

    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }

    public convenience init(ovalIn rect: CGRect) {
        self.init()
        path.addEllipse(in: rect)
    }

    /// A radius of more than half a side is that half.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect, byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
        addRoundedRect(rect, corners, cornerRadii)
    }

    /// Angles in radians from the positive x axis; clockwise as seen on the screen.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    public convenience init(cgPath: CGPath) {
        self.init()
        path.addPath(cgPath)
    }

    // MARK: Building

    open func move(to point: CGPoint) { path.move(to: point) }

    open func addLine(to point: CGPoint) {
        guard !path.isEmpty else { return }
        path.addLine(to: point)
    }

    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        guard !path.isEmpty else { return }
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        guard !path.isEmpty else { return }
        path.addQuadCurve(to: endPoint, control: controlPoint)
    }

    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        // A context's clockwise is the other way round: its y axis is meant to grow upwards.
        path.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }

    open func close() {
        guard !path.isEmpty else { return }
        path.closeSubpath()
    }

    open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }
    /// The same path drawn from its end to its beginning.
    open func reversing() -> UIBezierPath {
        let reversed = UIBezierPath(cgPath: path.reversed())
        reversed.takeStyle(of: self)
        return reversed
    }

    open func removeAllPoints() { path = CGMutablePath() }

    open func apply(_ transform: CGAffineTransform) {
        let old = path
        path = CGMutablePath()
        path.addPath(old, transform: transform)
    }

    /// Once round, clockwise as seen, from the upper left.
    private func addRoundedRect(_ rect: CGRect, _ corners: UIRectCorner, _ radii: CGSize) {
        let rect = rect.standardized
        let rx = min(max(radii.width, 0), rect.width / 2)
        let ry = min(max(radii.height, 0), rect.height / 2)
        guard rx > 0, ry > 0, !corners.isEmpty else {
            path.addRect(rect)
            return
        }
        // How far the control points of a quarter circle lie from the corner, in radii.
        let c: CGFloat = 1 - 0.552_284_749_830_793_4
        func corner(_ corner: UIRectCorner, _ point: CGPoint, in incoming: CGVector, out outgoing: CGVector) {
            // Directions of unit length along the edges, the incoming towards the corner.
            let rounded = corners.contains(corner)
            guard rounded else {
                path.addLine(to: point)
                return
            }
            let start = CGPoint(x: point.x - incoming.dx * rx, y: point.y - incoming.dy * ry)
            let end = CGPoint(x: point.x + outgoing.dx * rx, y: point.y + outgoing.dy * ry)
            path.addLine(to: start)
            path.addCurve(
                to: end,
                control1: CGPoint(x: point.x - incoming.dx * rx * c, y: point.y - incoming.dy * ry * c),
                control2: CGPoint(x: point.x + outgoing.dx * rx * c, y: point.y + outgoing.dy * ry * c))
        }
        let right = CGVector(dx: 1, dy: 0)
        let down = CGVector(dx: 0, dy: 1)
        let left = CGVector(dx: -1, dy: 0)
        let up = CGVector(dx: 0, dy: -1)
        path.move(to: CGPoint(x: rect.minX + (corners.contains(.topLeft) ? rx : 0), y: rect.minY))
        corner(.topRight, CGPoint(x: rect.maxX, y: rect.minY), in: right, out: down)
        corner(.bottomRight, CGPoint(x: rect.maxX, y: rect.maxY), in: down, out: left)
        corner(.bottomLeft, CGPoint(x: rect.minX, y: rect.maxY), in: left, out: up)
        corner(.topLeft, CGPoint(x: rect.minX, y: rect.minY), in: up, out: right)
        path.closeSubpath()
    }

    // MARK: Reading

    open var cgPath: CGPath {
        get { path.copy() ?? path }
        set {
            path = CGMutablePath()
            path.addPath(newValue)
        }
    }
    open var isEmpty: Bool { path.isEmpty }
    /// The box around all points, control points included (fact D-104).
    open var bounds: CGRect { path.isEmpty ? .zero : path.boundingBox }
    open var currentPoint: CGPoint { path.currentPoint }

    open func contains(_ point: CGPoint) -> Bool {
        path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
    }

    // MARK: Drawing into the current context

    /// Lengths of dashes and gaps in turn, points; none for a solid line.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        dash = (pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? [], phase)
    }

    /// Stores the number of lengths, the lengths and the phase where there is a place for them; ask for the number first.
    open func getLineDash(
        _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
        phase: UnsafeMutablePointer<CGFloat>?
    ) {
        count?.pointee = dash.pattern.count
        phase?.pointee = dash.phase
        if let pattern { for (index, length) in dash.pattern.enumerated() { pattern[index] = length } }
    }

    open func fill() { fill(with: .normal, alpha: 1) }

    open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        prepare(context, blendMode, alpha)
        context.addPath(path)
        context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
        context.restoreGState()
    }

    open func stroke() { stroke(with: .normal, alpha: 1) }

    open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        prepare(context, blendMode, alpha)
        context.setLineWidth(lineWidth)
        context.setLineCap(lineCapStyle)
        context.setLineJoin(lineJoinStyle)
        context.setMiterLimit(miterLimit)
        if !dash.pattern.isEmpty { context.setLineDash(phase: dash.phase, lengths: dash.pattern) }
        context.addPath(path)
        context.strokePath()
        context.restoreGState()
    }

    /// A blend mode or alpha other than the usual replaces the context's.
    private func prepare(_ context: CGContext, _ blendMode: CGBlendMode, _ alpha: CGFloat) {
        if flatness != 0.6 { context.setFlatness(flatness) }
        if blendMode != .normal { context.setBlendMode(blendMode) }
        if alpha < 1 { context.setAlpha(alpha) }
    }

    /// Limits drawing in the current context to the path's inside.
    open func addClip() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.addPath(path)
        context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }

    // MARK: Copying and archiving

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIBezierPath(cgPath: path)
        copy.takeStyle(of: self)
        return copy
    }

    private func takeStyle(of other: UIBezierPath) {
        lineWidth = other.lineWidth
        lineCapStyle = other.lineCapStyle
        lineJoinStyle = other.lineJoinStyle
        miterLimit = other.miterLimit
        flatness = other.flatness
        usesEvenOddFillRule = other.usesEvenOddFillRule
        dash = other.dash
    }

    open class var supportsSecureCoding: Bool { true }

    /// Nil for an archive that does not hold a whole path.
    public required init?(coder: NSCoder) {
        super.init()
        var numbers = Data()
        if let data = coder.decodeObject(of: NSData.self, forKey: Key.steps) { numbers = data as Data }
        guard let steps = UIBezierPath.path(from: numbers) else { return nil }
        path = steps
        lineWidth = CGFloat(coder.decodeDouble(forKey: Key.lineWidth))
        lineCapStyle = CGLineCap(rawValue: coder.decodeInt32(forKey: Key.lineCap)) ?? .butt
        lineJoinStyle = CGLineJoin(rawValue: coder.decodeInt32(forKey: Key.lineJoin)) ?? .miter
        miterLimit = CGFloat(coder.decodeDouble(forKey: Key.miterLimit))
        flatness = CGFloat(coder.decodeDouble(forKey: Key.flatness))
        usesEvenOddFillRule = coder.decodeBool(forKey: Key.evenOdd)
        if let data = coder.decodeObject(of: NSData.self, forKey: Key.dashes) {
            dash = (UIBezierPath.numbers(in: data as Data), CGFloat(coder.decodeDouble(forKey: Key.dashPhase)))
        }
    }

    open func encode(with coder: NSCoder) {
        coder.encode(UIBezierPath.data(of: path) as NSData, forKey: Key.steps)
        coder.encode(Double(lineWidth), forKey: Key.lineWidth)
        coder.encode(lineCapStyle.rawValue, forKey: Key.lineCap)
        coder.encode(lineJoinStyle.rawValue, forKey: Key.lineJoin)
        coder.encode(Double(miterLimit), forKey: Key.miterLimit)
        coder.encode(Double(flatness), forKey: Key.flatness)
        coder.encode(usesEvenOddFillRule, forKey: Key.evenOdd)
        coder.encode(UIBezierPath.data(of: dash.pattern) as NSData, forKey: Key.dashes)
        coder.encode(Double(dash.phase), forKey: Key.dashPhase)
    }

    private enum Key {
        static let steps = "UIBezierPath.steps"
        static let lineWidth = "UIBezierPath.lineWidth"
        static let lineCap = "UIBezierPath.lineCap"
        static let lineJoin = "UIBezierPath.lineJoin"
        static let miterLimit = "UIBezierPath.miterLimit"
        static let flatness = "UIBezierPath.flatness"
        static let evenOdd = "UIBezierPath.usesEvenOddFillRule"
        static let dashes = "UIBezierPath.dashes"
        static let dashPhase = "UIBezierPath.dashPhase"
    }
}
