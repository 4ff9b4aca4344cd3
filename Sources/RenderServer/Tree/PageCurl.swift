#if canImport(Glibc)
    internal import Glibc
#else
    internal import Foundation
#endif

/// A picture on a page that rolls up from its lower edge, as one sees it from above: flat beyond a fold that moves upwards,
/// round a cylinder there, and flat again above it, where the page's back is seen.
///
/// What a row of the screen shows is one row of the picture, so the roll is the same however the screen is cut.
struct PageCurl: Equatable {
    /// The page, pixels. Nothing is drawn beyond it.
    var rect: ScreenRect
    /// Where the page leaves the plane, pixels above the lower edge.
    private var fold: Double
    private var radius: Double

    /// Of the page's height.
    private static let relativeRadius = 0.12
    /// Pixels.
    private static let largestRadius = 160.0

    /// - Parameter progress: 0, flat, to 1, gone.
    init(rect: ScreenRect, progress: Double) {
        self.rect = rect
        let height = Double(rect.height)
        radius = min(max(height * Self.relativeRadius, 1), Self.largestRadius)
        fold = max(0, min(1, progress)) * (height + radius)
    }

    /// What a row of the screen shows of the page.
    struct Row {
        /// The row of the picture, in rows of the screen and between their middles; nil where there is no page.
        var source: Double?
        var isBack = false
        /// How bright it is, 0…1: turned away from the light, or in a shadow.
        var light = 1.0
        /// Of the shadow that the roll casts below it, 0…1; as wide as row `caster` of the picture is opaque.
        var shadow = 0.0
        var caster: Int32?

        /// The picture as it is.
        var isPlain: Bool {
            guard let source else { return false }
            return light == 1 && !isBack && source == source.rounded()
        }
    }

    func row(_ y: Int32) -> Row {
        let height = Double(rect.height)
        /// Pixels above the lower edge.
        let here = Double(rect.maxY) - Double(y) - 0.5
        var result = Row()
        let below = fold - here
        if below <= 0 {
            // Over the flat part lies the page's back, as far as it reaches.
            let turned = 2 * fold - .pi * radius - here
            if turned >= 0 {
                result.source = picture(turned)
                result.isBack = true
                return result
            }
            result.source = here <= height ? Double(y) : nil
            result.light = 1 - 0.35 * Self.falling(here - leadingEdge, over: radius)
            return result
        }
        if below < radius {
            let angle = asin(below / radius)
            let upper = fold - radius * (.pi - angle)
            if upper >= 0 {
                result.source = picture(upper)
                result.isBack = true
                result.light = 1 - 0.3 * (1 - cos(angle))
                return result
            }
            let lower = fold - radius * angle
            if lower >= 0, lower <= height {
                result.source = picture(lower)
                result.light = 1 - 0.4 * (1 - cos(angle))
                return result
            }
        }
        // The roll's lower side, or the edge of a page that has not come that far, is over it.
        let edge = fold >= radius * .pi / 2 ? fold - radius : fold - radius * sin(fold / radius)
        // It comes with the roll and goes with it.
        let strength = 0.4 * min(fold / radius, (height + radius - fold) / radius, 1)
        let shadow = strength * Self.falling(edge - here, over: radius)
        if shadow < 0.002 { return result }
        result.shadow = shadow
        result.caster = rows(around: picture(max(fold - radius * .pi / 2, 0))).0
        return result
    }

    /// Where the page's own lower edge is seen from above, pixels above its place; below everything while it is not over
    /// the flat part.
    private var leadingEdge: Double {
        if fold < radius * .pi / 2 { return -.infinity }
        return fold < radius * .pi ? fold - radius * sin(fold / radius) : 2 * fold - .pi * radius
    }

    /// 1 at the beginning of a way, 0 at its end and beyond; 0 before it, too.
    private static func falling(_ distance: Double, over way: Double) -> Double {
        guard distance >= 0, distance < way else { return 0 }
        let left = 1 - distance / way
        return left * left
    }

    /// The row of the picture at a height over its lower edge.
    private func picture(_ height: Double) -> Double { Double(rect.maxY) - height - 0.5 }

    /// The two rows next to a place between rows; within the page.
    func rows(around source: Double) -> (Int32, Int32) {
        let first = Int32(source.rounded(.down))
        func within(_ row: Int32) -> Int32 { min(max(row, rect.minY), rect.maxY &- 1) }
        return (within(first), within(first &+ 1))
    }

    /// All of the page in the columns of some pixels.
    @inline(__always)
    func columns(of part: ScreenRect) -> ScreenRect {
        let part = part.intersection(rect)
        if part.isEmpty { return .empty }
        return ScreenRect(minX: part.minX, minY: rect.minY, maxX: part.maxX, maxY: rect.maxY)
    }
}
