public import Foundation

/// Where a gradient goes on painting beyond its ends, in the colour of that end.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colours along a line, to be drawn by a context as a linear or radial gradient.
public final class CGGradient: Sendable {
    struct Stop: Sendable {
        /// 0 … 1 along the gradient.
        let location: CGFloat
        let rgba: SIMD4<Float>
    }

    /// In order of their locations.
    let stops: [Stop]

    /// `locations` holds one number, 0 … 1, for each colour; nil spreads them evenly. Nil when there is no colour.
    public convenience init?(colorsSpace space: CGColorSpace?, colors: [CGColor], locations: UnsafePointer<CGFloat>?) {
        let last = max(colors.count - 1, 1)
        self.init(colors.indices.map { (colors[$0], locations?[$0] ?? CGFloat($0) / CGFloat(last)) })
    }

    /// `components` holds, for each of `count` colours, the space's components followed by alpha.
    public convenience init?(
        colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?, count: Int
    ) {
        let stride = space.numberOfComponents + 1
        let colors = (0..<max(count, 0)).compactMap { CGColor(colorSpace: space, components: components + $0 * stride) }
        self.init(colorsSpace: space, colors: colors, locations: locations)
    }

    private init?(_ pairs: [(CGColor, CGFloat)]) {
        guard !pairs.isEmpty else { return nil }
        let stops = pairs.map { Stop(location: min(max($0.1.isNaN ? 0 : $0.1, 0), 1), rgba: $0.0.rgba) }
        // A stable order: two stops at one place keep the order they were given in, which makes a hard edge.
        self.stops = stops.enumerated()
            .sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
            .map(\.element)
    }
}
