package import Foundation
package import Raster

extension PixelRect {
    /// The smallest rectangle of whole pixels around `rect`, which is in pixels. Edges closer to a pixel boundary than
    /// rounding errors reach count as lying on it; coordinates beyond `farthest` are cut, so nothing overflows.
    package init(around rect: CGRect) {
        guard !rect.isNull, !rect.isEmpty else {
            self = .empty
            return
        }
        let slack: CGFloat = 1.0 / 1024
        self.init(
            minX: Self.whole((rect.minX + slack).rounded(.down)), minY: Self.whole((rect.minY + slack).rounded(.down)),
            maxX: Self.whole((rect.maxX - slack).rounded(.up)), maxY: Self.whole((rect.maxY - slack).rounded(.up)))
    }

    /// Farther than any bitmap reaches, near enough for cairo's fixed-point numbers (24 bits before the point).
    package static let farthest: CGFloat = 4_000_000

    private static func whole(_ value: CGFloat) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -farthest), farthest))
    }
}

extension CGRect {
    package init(_ pixels: PixelRect) {
        self.init(x: pixels.minX, y: pixels.minY, width: pixels.width, height: pixels.height)
    }
}
