import Foundation
import Input

/// One finger (or the mouse with its button held) from the moment it lands until it lifts or is cancelled: the same
/// object through all phases (fact E-20).
@preconcurrency @MainActor
open class UITouch: NSObject {
    /// `UITouch.Phase`; raw values as Apple's (fact E-21).
    public enum Phase: Int, Sendable {
        case began = 0
        case moved = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    /// `UITouch.TouchType` (fact E-32).
    public enum TouchType: Int, Sendable {
        case direct = 0
        case indirect = 1
        case pencil = 2
        case indirectPointer = 3
    }

    /// Where and when the hardware saw the finger.
    struct Sample {
        /// Screen points.
        var location: CGPoint
        /// Seconds since boot.
        var timestamp: TimeInterval
        /// Points.
        var majorRadius: CGFloat
    }

    public internal(set) var phase: Phase = .began
    /// How often the finger tapped at this place in quick succession, this touch included.
    public internal(set) var tapCount = 1
    /// Seconds since boot on the kernel's clock, the same as `CACurrentMediaTime()`.
    public internal(set) var timestamp: TimeInterval
    public internal(set) var type: TouchType = .direct
    /// The window the finger landed in.
    public internal(set) var window: UIWindow?
    /// The view the finger landed on, for life (fact E-20).
    public internal(set) var view: UIView?
    /// Radius of the contact, points; 0 when the device does not say.
    public internal(set) var majorRadius: CGFloat
    /// Accuracy of `majorRadius`, points.
    public var majorRadiusTolerance: CGFloat { 0 }
    /// 0…`maximumPossibleForce`, 1 being an ordinary pressure; 0 when the device measures no force, as fingers on all panels
    /// so far.
    public var force: CGFloat { CGFloat(pen?.pressure ?? 0) * maximumPossibleForce }
    /// What the device can measure; 0 when it measures no force.
    public var maximumPossibleForce: CGFloat { pen?.pressure == nil ? 0 : Self.greatestForce }
    /// Apple's for its pencil.
    private static let greatestForce: CGFloat = 25 / 6

    /// Phase, window, view and places, as Apple's systems print them.
    open override var description: String { MainThread.describe(self) { words } }

    /// What a pen says of itself; nil for all else.
    var pen: PenState?
    /// The screen the finger is on.
    weak var screen: UIScreen?
    /// How the picture is turned on its way to the panel that the pen writes on, degrees.
    var penRotation = 0
    /// The buttons that were down with this touch, the newest that were not none.
    var buttons: UIEvent.ButtonMask = []

    /// The contact this touch follows.
    let identifier: UInt64
    /// The device's own number for the finger.
    var contactSlot = 0
    /// The device, as `InputDevice.id`.
    var contactDevice: UInt32 = 0
    /// Screen points.
    var screenLocation: CGPoint
    var previousScreenLocation: CGPoint
    /// Where the finger landed, screen points.
    let initialScreenLocation: CGPoint
    /// All hardware samples since the last delivery, oldest first; none when the touch only comes back to its last one.
    var samples: [Sample] = []
    /// Knows where the finger is between and after its samples, in screen points.
    var resampler: ContactResampler

    /// Whether the view gets this touch at all; false for fingers that multi-touch or exclusive-touch rules leave out.
    var isDeliveredToView = true
    /// Whether the view was told of the end or the cancellation: nothing more goes to it.
    var isFinishedForView = false
    /// Whether the view has been told that the touch began (it may be withheld by a recognizer).
    var hasBegunForView = false
    /// Whether the end is held back until recognizers decide (fact E-82).
    var isEndWithheld = false
    /// The recognizers that follow this touch.
    public internal(set) var gestureRecognizers: [UIGestureRecognizer]? = []

    init(identifier: UInt64, sample: Sample, resamplingLimit: TimeInterval = 0) {
        resampler = ContactResampler(limit: resamplingLimit)
        resampler.add(.init(time: sample.timestamp, x: sample.location.x, y: sample.location.y))
        self.identifier = identifier
        timestamp = sample.timestamp
        screenLocation = sample.location
        previousScreenLocation = sample.location
        initialScreenLocation = sample.location
        majorRadius = sample.majorRadius
        samples = [sample]
        super.init()
    }

    /// A touch of no finger, at the screen's origin and time 0: for tests that hand touches to their views.
    public override init() {
        resampler = ContactResampler(limit: 0)
        identifier = 0
        timestamp = 0
        screenLocation = .zero
        previousScreenLocation = .zero
        initialScreenLocation = .zero
        majorRadius = 0
        super.init()
    }

    /// Where the finger is, in `view`'s coordinates; nil means the window's.
    open func location(in view: UIView?) -> CGPoint { convert(screenLocation, to: view) }

    /// Where the finger was at the previous event; equal to the location when it began (fact E-31).
    open func previousLocation(in view: UIView?) -> CGPoint { convert(previousScreenLocation, to: view) }

    /// The location without rounding; contacts are never rounded here.
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

    open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

    private func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { window.convertFromScreen(point, to: view) }

    /// A separate touch object for one sample; for coalesced and predicted touches.
    func copy(at sample: Sample, previous: CGPoint) -> UITouch {
        let touch = UITouch(identifier: identifier, sample: sample)
        touch.phase = phase
        touch.tapCount = tapCount
        touch.type = type
        touch.pen = pen
        touch.penRotation = penRotation
        touch.contactSlot = contactSlot
        touch.contactDevice = contactDevice
        touch.buttons = buttons
        touch.window = window
        touch.view = view
        touch.previousScreenLocation = previous
        touch.gestureRecognizers = nil
        return touch
    }
}

extension Optional where Wrapped == UIWindow {
    /// A point of the screen in the coordinates of `view`; nil means this window's.
    @MainActor
    func convertFromScreen(_ point: CGPoint, to view: UIView?) -> CGPoint {
        guard let window = view?.window ?? self else { return point }
        let inWindow = window.convert(point, from: nil as UIWindow?)
        guard let view, view !== window else { return inWindow }
        return view.convert(inWindow, from: nil)
    }
}
