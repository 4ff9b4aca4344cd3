internal import Foundation
internal import RenderServer

/// Where contents that do not fill the bounds are placed. Names look from below: "top" is the greatest y, which is the
/// visual bottom on a screen whose y grows down (fact D-44).
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let center = CALayerContentsGravity(rawValue: "center")
    public static let top = CALayerContentsGravity(rawValue: "top")
    public static let bottom = CALayerContentsGravity(rawValue: "bottom")
    public static let left = CALayerContentsGravity(rawValue: "left")
    public static let right = CALayerContentsGravity(rawValue: "right")
    public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
    public static let topRight = CALayerContentsGravity(rawValue: "topRight")
    public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
    public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
    /// Stretched to the bounds; the default.
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")

    /// By what one sees. An unknown name is `center` (fact D-47).
    var visual: ContentsGravity {
        switch self {
        case .resize: .resize
        case .resizeAspect: .resizeAspect
        case .resizeAspectFill: .resizeAspectFill
        case .top: .bottom
        case .bottom: .top
        case .left: .left
        case .right: .right
        case .topLeft: .bottomLeft
        case .topRight: .bottomRight
        case .bottomLeft: .topLeft
        case .bottomRight: .topRight
        default: .center
        }
    }

    init(_ visual: ContentsGravity) {
        switch visual {
        case .resize: self = .resize
        case .resizeAspect: self = .resizeAspect
        case .resizeAspectFill: self = .resizeAspectFill
        case .center: self = .center
        case .top: self = .bottom
        case .bottom: self = .top
        case .left: self = .left
        case .right: self = .right
        case .topLeft: self = .bottomLeft
        case .topRight: self = .bottomRight
        case .bottomLeft: self = .topLeft
        case .bottomRight: self = .topRight
        }
    }
}

/// How contents are sampled when they are scaled or turned.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    /// The default.
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    /// Smooth between sizes, too; where contents are made smaller.
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")

    /// An unknown name is `linear`.
    var render: ContentsFilter {
        switch self {
        case .nearest: .nearest
        case .trilinear: .trilinear
        default: .linear
        }
    }

    init(_ filter: ContentsFilter) {
        switch filter {
        case .nearest: self = .nearest
        case .linear: self = .linear
        case .trilinear: self = .trilinear
        }
    }
}

/// How the pixels are stored that a layer draws itself.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Eight bits each of red, green, blue and alpha; the default.
    public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
    /// Not to be had here: drawn as `RGBA8Uint`.
    public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
    /// Colours become shades of grey. Takes as much memory as `RGBA8Uint`.
    public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
}

/// How rounded corners bend.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Quarters of a circle; the default.
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    /// Begins earlier and bends more gently.
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// The edges that `CALayer.allowsEdgeAntialiasing` smooths. Names look from below: the bottom edge is at the minimum y,
/// the visual top.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
    public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
    /// Minimum y.
    public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
    /// Maximum y.
    public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)

    static let all: CAEdgeAntialiasingMask = [.layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge]

    /// By what one sees.
    var visual: LayerEdges {
        var edges: LayerEdges = []
        if contains(.layerLeftEdge) { edges.insert(.left) }
        if contains(.layerRightEdge) { edges.insert(.right) }
        if contains(.layerBottomEdge) { edges.insert(.top) }
        if contains(.layerTopEdge) { edges.insert(.bottom) }
        return edges
    }
}

/// The corners that `CALayer.cornerRadius` rounds; minimum y is the visual top.
public struct CACornerMask: OptionSet, Hashable, Sendable {
    public var rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

    static let all: CACornerMask = [
        .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
}
