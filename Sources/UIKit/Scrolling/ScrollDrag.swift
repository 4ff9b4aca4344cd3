import CoreGraphics
import Foundation

/// How a finger drags a scroll view's content: what it asks for, which axis it keeps to, and what was seen of it.
@MainActor
struct ScrollDrag {
    enum Axis {
        case horizontal
        case vertical
    }

    /// What the finger asks for, before the rubber band; content coordinates.
    private(set) var offset = CGPoint.zero
    /// The only axis that it moves; nil for both.
    private(set) var lock: Axis?
    private var lastTranslation = CGPoint.zero
    /// Where it brought the content within the last moments.
    private var shown: [(offset: CGPoint, time: TimeInterval)] = []

    /// - Parameters:
    ///   - translation: of the finger, points.
    ///   - share: how much of the translation moves nothing, 0…1.
    ///   - locksDirection: whether a drag that goes twice as far one way as the other moves the content that way only.
    mutating func begin(at offset: CGPoint, translation: CGPoint, absorbing share: CGFloat, locksDirection: Bool) {
        self.offset = offset
        lastTranslation = CGPoint(x: translation.x * share, y: translation.y * share)
        shown.removeAll(keepingCapacity: true)
        lock = nil
        guard locksDirection else { return }
        if abs(translation.x) >= 2 * abs(translation.y) { lock = .horizontal }
        if abs(translation.y) >= 2 * abs(translation.x) { lock = .vertical }
    }

    mutating func follow(_ translation: CGPoint, horizontally: Bool, vertically: Bool) {
        if horizontally, lock != .vertical { offset.x -= translation.x - lastTranslation.x }
        if vertically, lock != .horizontal { offset.y -= translation.y - lastTranslation.y }
        lastTranslation = translation
    }

    /// The content was brought to `offset`.
    mutating func show(_ offset: CGPoint, at time: TimeInterval) {
        if shown.count == 32 { shown.removeFirst(16) }
        shown.append((offset, time))
    }

    /// How fast the content was seen to move within the last tenth of a second, points per second (fact SC-29).
    func shownVelocity(at now: TimeInterval) -> CGPoint {
        let recent = shown.filter { now - $0.time <= UIPanGestureRecognizer.velocityWindow }
        guard let first = recent.first, let last = recent.last, last.time > first.time else { return .zero }
        let seconds = CGFloat(last.time - first.time)
        return CGPoint(x: (last.offset.x - first.offset.x) / seconds, y: (last.offset.y - first.offset.y) / seconds)
    }
}
