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
