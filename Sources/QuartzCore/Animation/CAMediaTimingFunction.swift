public import Foundation
package import Motion

public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    /// What implicit animations use.
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The pace of an animation: a cubic Bézier from (0,0) to (1,1), time share to way share (facts ). Immutable.
public final class CAMediaTimingFunction: NSObject, Sendable {
    package let curve: TimingCurve

    package init(curve: TimingCurve) { self.curve = curve }

    /// The two inner control points. Horizontal ones are kept in 0…1; values that are no numbers count as 0.
    public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        func usable(_ value: Float) -> Double { value.isFinite ? Double(value) : 0 }
        self.init(curve: TimingCurve(usable(c1x), usable(c1y), usable(c2x), usable(c2y)))
    }

    /// An unknown name gives `linear`.
    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(curve: .easeIn)
        case .easeOut: self.init(curve: .easeOut)
        case .easeInEaseOut: self.init(curve: .easeInEaseOut)
        case .default: self.init(curve: .standard)
        default: self.init(curve: .linear)
        }
    }

    /// Writes point `index`, 0…3, as x and y into `values`; another index writes nothing.
    public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
        let points = [(0, 0), (curve.x1, curve.y1), (curve.x2, curve.y2), (1, 1)]
        guard points.indices.contains(index) else { return }
        values[0] = Float(points[index].0)
        values[1] = Float(points[index].1)
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? CAMediaTimingFunction)?.curve == curve }
    public override var hash: Int { curve.hashValue }
}
