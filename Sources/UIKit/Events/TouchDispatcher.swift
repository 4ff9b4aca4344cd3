import Foundation
import Input

/// Turns contacts into touches and events: begins and ends keep their order, moves are delivered once per display frame,
/// each finger where it will be when the frame is seen, with every hardware sample in them.
@MainActor
final class TouchDispatcher {
    /// Owns this.
    private unowned let application: UIApplication
    /// The one event of all fingers, as it was delivered last.
    let event = UIEvent()
    /// Live touches in the order they began.
    private(set) var touches: [UITouch] = []
    /// Touches that moved since the last delivery.
    private var moved: [UITouch] = []
    /// Touches that were shown ahead of their last sample: without a further one they go back to it.
    private var ahead: [UITouch] = []
    /// How far beyond the last sample a finger may be shown, seconds; nil shows the last sample itself.
    var resamplingLimit: TimeInterval?
    /// Called before touches are delivered with the time of the newest report among them, seconds.
    var willDeliver: ((TimeInterval) -> Void)?
    /// What later taps are compared with.
    private var lastTap: (location: CGPoint, time: TimeInterval, count: Int, screen: ObjectIdentifier)?

    /// Fact E-30: the next tap counts on within this time and this distance.
    static let multipleTapInterval: TimeInterval = 0.35
    static let multipleTapDistance: CGFloat = 45

    init(application: UIApplication) { self.application = application }

    /// Whether a display frame must be asked for, to deliver moves with it.
    func hasPendingMoves(on screen: UIScreen) -> Bool {
        moved.contains { $0.screen === screen } || ahead.contains { $0.screen === screen }
    }

    // MARK: Contacts in

    /// Takes one contact of a hardware report. `location` is in points of `screen`.
    func take(_ contact: Contact, at location: CGPoint, radius: CGFloat, rotation: Int = 0, on screen: UIScreen) {
        let sample = UITouch.Sample(location: location, timestamp: contact.timestamp, majorRadius: radius)
        self.rotation = rotation
        switch contact.phase {
        case .began: pendingBegans.append((contact, sample, screen))
        case .moved: move(contact, to: sample)
        case .ended: pendingEnds.append((contact.identifier, .ended, sample))
        case .cancelled: pendingEnds.append((contact.identifier, .cancelled, sample))
        }
    }

    /// How the picture is turned on its way to the panel, degrees.
    private var rotation = 0
    /// Whether a mouse holds a button down on something.
    var hasPointerTouch: Bool { touches.contains { $0.type == .indirectPointer && $0.phase != .ended } }

    private var pendingBegans: [(Contact, UITouch.Sample, UIScreen)] = []
    private var pendingEnds: [(UInt64, UITouch.Phase, UITouch.Sample)] = []

    /// The hardware report is complete: begins and ends in it are delivered now, moves before them so that order holds.
    func endReport() {
        guard !pendingBegans.isEmpty || !pendingEnds.isEmpty else { return }
        // A gesture that ends with a finger stays where all fingers are, and not where a frame would have shown them.
        deliverMoves(predictingFor: nil, isLanding: !pendingEnds.isEmpty, on: nil)
        if !pendingEnds.isEmpty {
            let ends = pendingEnds
            pendingEnds.removeAll(keepingCapacity: true)
            for (identifier, phase, sample) in ends { end(identifier, phase, sample) }
            deliver(timestamp: ends.last?.2.timestamp ?? 0)
        }
        if !pendingBegans.isEmpty {
            let begans = pendingBegans
            pendingBegans.removeAll(keepingCapacity: true)
            for (contact, sample, screen) in begans { begin(contact, sample, screen) }
            deliver(timestamp: begans.last?.1.timestamp ?? 0)
        }
    }

    /// Delivers all moves on the screen collected so far, for its frame expected at `predictingFor` seconds.
    func flushMoves(predictingFor target: TimeInterval, on screen: UIScreen) {
        deliverMoves(predictingFor: target, isLanding: false, on: screen)
    }

    /// - Parameters:
    ///   - target: nil: the frame that the moves before were meant for.
    ///   - isLanding: touches go to their last samples.
    ///   - screen: nil: all of them.
    private func deliverMoves(predictingFor target: TimeInterval?, isLanding: Bool, on screen: UIScreen?) {
        if let target { screen?.touchTarget = target }
        var moving = moved
        if let screen, moving.contains(where: { $0.screen !== screen }) { moving.removeAll { $0.screen !== screen } }
        if target != nil || isLanding {
            for touch in ahead where !moved.contains(touch) && (screen == nil || touch.screen === screen) {
                touch.samples.removeAll(keepingCapacity: true)
                moving.append(touch)
            }
        }
        guard !moving.isEmpty else { return }
        ahead.removeAll { moving.contains($0) }
        if screen == nil {
            moved.removeAll(keepingCapacity: true)
        } else {
            moved.removeAll { moving.contains($0) }
        }
        var timestamp: TimeInterval = 0
        for touch in moving {
            follow(touch, isLanding: isLanding)
            timestamp = max(timestamp, touch.timestamp)
        }
        event.predictionTime = target
        deliver(timestamp: timestamp)
    }

    /// Brings the touch to where its samples say it is when the frame is seen.
    private func follow(_ touch: UITouch, isLanding: Bool) {
        guard let last = touch.resampler.last else { return }
        var place = last
        if !isLanding, resamplingLimit != nil, touch.type == .direct,
            let target = touch.screen?.touchTarget
        {
            place = touch.resampler.place(at: target) ?? last
            // No finger is beside the panel, however fast it was.
            let screen = (touch.screen ?? .main).bounds
            if place.x < screen.minX || place.x >= screen.maxX { place.x = last.x }
            if place.y < screen.minY || place.y >= screen.maxY { place.y = last.y }
        }
        touch.phase = .moved
        touch.previousScreenLocation = touch.screenLocation
        touch.screenLocation = CGPoint(x: place.x, y: place.y)
        // Back at the last sample is not back in time.
        touch.timestamp = max(place.time, touch.timestamp)
        if let sample = touch.samples.last { touch.majorRadius = sample.majorRadius }
        if place.x != last.x || place.y != last.y { ahead.append(touch) }
    }

    /// Ends every live touch as cancelled: the application leaves the foreground, a window goes.
    func cancelAll(where condition: (UITouch) -> Bool = { _ in true }) {
        let leaving = touches.filter { condition($0) && $0.phase != .ended && $0.phase != .cancelled }
        guard !leaving.isEmpty else { return }
        moved.removeAll { leaving.contains($0) }
        ahead.removeAll { leaving.contains($0) }
        for touch in leaving { touch.phase = .cancelled }
        deliver(timestamp: leaving.last?.timestamp ?? 0)
    }

    /// The next tap is a first one.
    func forgetTaps() { lastTap = nil }

    // MARK: Touch life

    private func begin(_ contact: Contact, _ sample: UITouch.Sample, _ screen: UIScreen) {
        let touch = UITouch(identifier: contact.identifier, sample: sample, resamplingLimit: resamplingLimit ?? 0)
        touch.type =
            switch contact.kind {
            case .finger: .direct
            case .mouse: .indirectPointer
            case .pen: .pencil
            }
        touch.buttons = UIEvent.ButtonMask(contact.buttons)
        touch.pen = contact.pen
        touch.penRotation = rotation
        touch.contactSlot = Int(contact.slot)
        touch.contactDevice = contact.deviceID
        if contact.kind != .mouse { application.pointerDispatcher.contactLanded(isPen: contact.kind == .pen) }
        touch.screen = screen
        if let last = lastTap, sample.timestamp - last.time <= Self.multipleTapInterval,
            abs(sample.location.x - last.location.x) <= Self.multipleTapDistance,
            abs(sample.location.y - last.location.y) <= Self.multipleTapDistance,
            last.screen == ObjectIdentifier(screen)
        {
            touch.tapCount = last.count + 1
        }
        lastTap = (sample.location, sample.timestamp, touch.tapCount, ObjectIdentifier(screen))
        // Fact E-29: a touch that begins while interaction is ignored is lost for good.
        guard !application.isIgnoringInteractionEvents else { return }
        guard let (window, view) = application.hitTest(screenPoint: sample.location, on: screen, event: event) else {
            return
        }
        touch.window = window
        touch.view = view
        touches.append(touch)
    }

    private func move(_ contact: Contact, to sample: UITouch.Sample) {
        guard let touch = touches.first(where: { $0.identifier == contact.identifier }),
            touch.phase != .ended, touch.phase != .cancelled
        else { return }
        if !contact.buttons.isEmpty { touch.buttons = UIEvent.ButtonMask(contact.buttons) }
        if let pen = contact.pen { touch.pen = pen }
        if !moved.contains(touch) {
            moved.append(touch)
            touch.samples.removeAll(keepingCapacity: true)
        }
        touch.samples.append(sample)
        touch.resampler.add(.init(time: sample.timestamp, x: sample.location.x, y: sample.location.y))
    }

    private func end(_ identifier: UInt64, _ phase: UITouch.Phase, _ sample: UITouch.Sample) {
        guard let touch = touches.first(where: { $0.identifier == identifier }),
            touch.phase != .ended, touch.phase != .cancelled
        else { return }
        ahead.removeAll { $0 === touch }
        touch.phase = phase
        touch.timestamp = max(sample.timestamp, touch.timestamp)
        touch.previousScreenLocation = touch.screenLocation
        touch.screenLocation = sample.location
        touch.samples = [sample]
        if touch.type == .indirectPointer { application.pointerDispatcher.buttonsReleased(at: touch.timestamp) }
        if touch.tapCount > 0 { lastTap?.time = touch.timestamp }
    }

    // MARK: Delivery

    private var isDelivering = false
    private var needsAnotherDelivery = false
    /// Of the events since the first finger landed.
    private var newestTimestamp: TimeInterval = 0

    private func deliver(timestamp: TimeInterval) {
        guard !touches.isEmpty else { return }
        // A handler that cancels touches from inside a delivery is served by the loop below, not by recursion.
        guard !isDelivering else {
            needsAnotherDelivery = true
            return
        }
        isDelivering = true
        defer { isDelivering = false }
        repeat {
            needsAnotherDelivery = false
            // Devices are read one after the other: their stamps may cross, the events' do not.
            newestTimestamp = max(newestTimestamp, timestamp)
            event.timestamp = newestTimestamp
            event.allTouches = Set(touches)
            event.modifierFlags = application.pressDispatcher.modifierFlags
            event.buttonMask = touches.reduce([]) {
                $1.phase == .ended || $1.phase == .cancelled ? $0 : $0.union($1.buttons)
            }
            if let willDeliver {
                // A touch shown ahead of its reports is as new as the last of them.
                let newest = touches.reduce(0) {
                    $1.phase == .stationary ? $0 : max($0, $1.samples.last?.timestamp ?? 0)
                }
                willDeliver(newest)
            }
            let told = touches.map { ($0, $0.phase) }
            application.sendEvent(event)
            // What handlers did to a touch meanwhile, or what landed while they ran a loop of their own, is told next.
            for (touch, phase) in told where touch.phase == phase {
                if phase == .ended || phase == .cancelled {
                    touches.removeAll { $0 === touch }
                } else {
                    touch.phase = .stationary
                }
            }
        } while needsAnotherDelivery
        touches.removeAll { $0.phase == .cancelled }
        event.allTouches = Set(touches)
        if touches.isEmpty { newestTimestamp = 0 }
    }
}
