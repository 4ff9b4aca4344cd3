internal import CoreGraphics
internal import RenderServer

/// Which points of a shape count as inside when its path crosses itself.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The default.
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// How the ends of an open line look.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Cut off at the end point; the default.
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    /// A half disc around the end point.
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    /// Half a line width beyond the end point.
    public static let square = CAShapeLayerLineCap(rawValue: "square")

    /// An unknown name is `butt`.
    var stroke: ShapeStroke.Cap {
        switch self {
        case .round: .round
        case .square: .square
        default: .butt
        }
    }

    init(_ cap: ShapeStroke.Cap) {
        switch cap {
        case .butt: self = .butt
        case .round: self = .round
        case .square: self = .square
        }
    }
}

/// How the corners of a line look.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Pointed, up to the miter limit; the default.
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    /// Cut off.
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")

    /// An unknown name is `miter`.
    var stroke: ShapeStroke.Join {
        switch self {
        case .round: .round
        case .bevel: .bevel
        default: .miter
        }
    }

    init(_ join: ShapeStroke.Join) {
        switch join {
        case .miter: self = .miter
        case .round: self = .round
        case .bevel: self = .bevel
        }
    }
}
