public import Foundation
import Input

/// A mouse's pointer or a pen above a view: began when it comes, changed while it moves there, ended when it goes.
///
/// Fingers do not hover: where only they touch, it never begins. While a button is down the pointer's way belongs to the
/// touch; where it is then is told once the button is up. A pen ends it when its tip touches. Hover recognizers do not prevent
/// others, nor are they prevented. A view that moves under a pointer at rest is noticed with the pointer's next motion.
/// `allowedTouchTypes` with only one of `.indirectPointer` and `.pencil` leaves out the other.
@preconcurrency @MainActor
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    /// What a pen says of itself; nil for a mouse.
    private var pen: PenState?
    private var penRotation = 0

    /// How far a pen is above the panel: 1 as far as it can be seen, 0 close to it, and for what does not know.
    open var zOffset: CGFloat { CGFloat(pen?.distance ?? 0) }

    /// The angle between a pen and the panel, radians; 0 for what does not know.
    open var altitudeAngle: CGFloat { lean?.altitude ?? 0 }

    /// Where a pen's upper end points, radians clockwise from the x axis of `view` (nil: the window); 0 when it stands upright,
    /// and for what does not know.
    open func azimuthAngle(in view: UIView?) -> CGFloat {
        let vector = azimuthUnitVector(in: view)
        return atan2(vector.dy, vector.dx)
    }

    /// The same as a vector of length 1; of length 0 for what does not know.
    open func azimuthUnitVector(in view: UIView?) -> CGVector {
        guard let lean, let pointerLocation else { return CGVector(dx: 0, dy: 0) }
        return lean.azimuth(at: pointerLocation, in: view, of: self.view?.window) ?? CGVector(dx: 1, dy: 0)
    }

    /// How far a pen is turned clockwise about its own axis, seen from its upper end, radians, -π…π; 0 for what does not know.
    open var rollAngle: CGFloat { CGFloat(pen?.roll ?? 0) * .pi / 180 }

    private var lean: PenLean? { PenLean(pen, rotation: penRotation) }

    /// Whether the pointer is over the view as far as this recognizer knows.
    var isOver: Bool { currentState == .began || currentState == .changed }

    override var followsTouches: Bool { false }

    func takes(_ type: UITouch.TouchType) -> Bool { allowedTouchTypes.contains { $0.intValue == type.rawValue } }

    /// The pointer is over the view, screen points.
    func hover(at point: CGPoint, pen: PenState?, rotation: Int, event: UIEvent) {
        if isOver {
            guard point != pointerLocation || pen != self.pen else { return }
            (pointerLocation, self.pen, penRotation) = (point, pen, rotation)
            tell(.changed, event)
        } else {
            if let delegate, !delegate.gestureRecognizer(self, shouldReceive: event) { return }
            (pointerLocation, self.pen, penRotation) = (point, pen, rotation)
            guard delegate?.gestureRecognizerShouldBegin(self) ?? true, view?.gestureRecognizerShouldBegin(self) ?? true
            else {
                pointerLocation = nil
                self.pen = nil
                return
            }
            tell(.began, event)
        }
    }

    /// The pointer has gone: `.ended`, or `.cancelled` because something else than its motion took it away.
    func leave(_ ending: State, event: UIEvent) {
        guard isOver else { return }
        tell(ending, event)
        pointerLocation = nil
        finishAndReset()
    }

    open override func reset() {
        super.reset()
        pen = nil
    }

    private func tell(_ state: State, _ event: UIEvent) {
        modifierFlags = event.modifierFlags
        enter(state)
        sendUnsentActions(event: event)
    }
}
