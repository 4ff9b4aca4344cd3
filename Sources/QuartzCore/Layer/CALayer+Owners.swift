internal import CoreGraphics
internal import Foundation

/// What views ask of their layers when they look for the view at a point: most sublayers are missed, and a tree may have
/// very many, so those are passed by without a call for each and without counting references.
extension CALayer {
    /// Whether each sublayer belongs to the view of the same number; see `setSublayersAreOwned(_:)`.
    package final var sublayersAreOwned: Bool { flags.contains(.sublayersAreOwned) }

    /// Found out by the view; forgotten when sublayers change, or the view's order does.
    package final func setSublayersAreOwned(_ areOwned: Bool) { flags.set(.sublayersAreOwned, areOwned) }

    package final var sublayerCount: Int { sublayerStorage.count }

    package final func isSublayer(_ layer: CALayer, at index: Int) -> Bool { sublayerStorage[index] === layer }

    /// Whether the view's class has a word of its own in what may be hit.
    package final func setOwnerAnswersTouches(_ answers: Bool) { flags.set(.ownerAnswersTouches, answers) }

    /// The number of the frontmost sublayer before `end` that may hold `point`, of this layer's coordinates; -1 for none.
    /// Those passed by lie elsewhere for sure; others, of classes that may have bounds of their own, or that are not simply
    /// moved, have to be looked at.
    package final func frontmostSublayer(before end: Int, near point: CGPoint) -> Int {
        if details?.depth != nil { return end - 1 }
        var index = min(end, sublayerStorage.count) - 1
        while index >= 0 {
            if !sublayerStorage[index].isMissed(by: point) { return index }
            index -= 1
        }
        return -1
    }

    /// Whether the point, in the superlayer's coordinates, is surely not in the bounds.
    @inline(__always)
    private final func isMissed(by point: CGPoint) -> Bool {
        guard flags.isSuperset(of: .isPlainClass), flags.isDisjoint(with: .ownerAnswersTouches) else { return false }
        let bounds = boundsStorage
        var anchor = CGPoint(x: 0.5, y: 0.5)
        if let details {
            if details.depth != nil { return false }
            anchor = details.anchorPoint
        }
        // As `movedPoint` and `contains` reckon.
        let x = point.x - positionStorage.x + (bounds.origin.x + anchor.x * bounds.size.width)
        let y = point.y - positionStorage.y + (bounds.origin.y + anchor.y * bounds.size.height)
        return
            !(x >= bounds.origin.x && x < bounds.origin.x + bounds.size.width && y >= bounds.origin.y
            && y < bounds.origin.y + bounds.size.height)
    }
}
