import Display
import Foundation
import Input
import QuartzCore
import Raster
import RenderServer

/// Everything between the application and one panel: the render server, the screen, contacts, ticks. The same for real
/// and virtual time; the drivers differ only in who waits. A program with several panels has one for each.
@MainActor
final class DisplaySession {
    let server: RenderServer
    let screen: UIScreen
    let context: LayerContext
    private let application: UIApplication
    /// False for panels beside the main one, which come and go.
    private let isMain: Bool
    private(set) var mapping: ContactMapping
    /// Dims, blanks and wakes.
    let idle: PanelIdle
    private var pixelShift: PixelShift?
    /// Of the main panel: those of the others, by the numbers of their contacts from 1.
    var others: [DisplaySession] = []
    private var drained: [Contact] = []
    private var drainedKeys: [KeyEvent] = []
    private var drainedPointer: [PointerEvent] = []
    /// Called once, when the first frame is on the panel.
    var onFirstFrame: ((FrameReport) -> Void)?
    /// Called with every tick: the render thread is alive and no flip is stuck.
    var onTick: (() -> Void)?
    /// Called when another program gets the panel (true), and when it is ours again.
    var onPause: ((Bool) -> Void)?
    private var wasThere = true
    private var wasPaused = false
    private var isPauseTold = false
    /// Called when the panel is another, has another mode, comes or goes.
    var onPanelChange: (() -> Void)?
    /// Called with what a person at the device should read.
    var onMessage: ((String) -> Void)? {
        didSet { idle.onMessage = onMessage }
    }

    init(
        server: RenderServer, scale: Double, idle configuration: IdleConfiguration = IdleConfiguration(),
        backlight: Backlight? = nil, application: UIApplication = .shared, isMain: Bool = true
    ) {
        self.server = server
        self.application = application
        self.isMain = isMain
        let info = server.outputInfo
        mapping = ContactMapping(
            panelWidth: info.panelSize.width, panelHeight: info.panelSize.height, rotation: server.rotation.rawValue,
            scale: scale)
        screen = UIScreen(
            pixelSize: Self.size(of: server), scale: scale, maximumFramesPerSecond: Self.rate(of: server))
        screen.name = info.name
        if isMain { UIScreen.setMain(screen) }
        idle = PanelIdle(
            configuration, backlight: backlight, server: server, screen: screen, application: application)
        pixelShift = configuration.pixelShift.map { [screen] in PixelShift(interval: $0, screen: screen) }
        context = LayerContext(sink: server, rootLayer: screen.rootLayer, scale: scale, isMain: isMain)
        // What a finger leads to may be seen on any panel. The screens hold the contexts weakly.
        if isMain {
            application.dispatcher.willDeliver = { UIScreen.noteContact(at: $0) }
        }
        screen.server = server
        context.scheduleLinks { time, body in MainScheduler.shared.schedule(at: time, body) }
        screen.context = context
        wasThere = server.isConnected
        if !isMain, wasThere { UIScreen.connect(screen) }
        // A delayed animation tells its delegate when it starts, not when it is committed.
        context.scheduleWake = { [weak context] time in
            if let context { Self.wake(context, at: time) }
        }
    }

    private static func wake(_ context: LayerContext, at time: Double) {
        MainScheduler.shared.schedule(at: time) { [weak context] in
            guard let context, let next = context.startDueAnimations(at: MediaClock.now) else { return }
            wake(context, at: next)
        }
    }

    private static func size(of server: RenderServer) -> CGSize {
        CGSize(width: server.screenSize.width, height: server.screenSize.height)
    }

    private static func rate(of server: RenderServer) -> Int {
        Int((1 / server.outputInfo.refreshInterval).rounded())
    }

    /// Tells the render server's news to whom they concern.
    func drainServer() {
        server.drainEvents { event in
            switch event {
            case .tick(_, let target):
                application.dispatcher.flushMoves(predictingFor: target, on: screen)
                application.pointerDispatcher.flush()
                // A finger shown ahead of its last report is looked at again: it may have stopped.
                if application.dispatcher.hasPendingMoves(on: screen) { server.requestTick() }
                context.handle(event)
                CATransaction.flush()
                context.newestContactTime = 0
                server.finishTick()
                onTick?()
            case .animationEnded:
                context.handle(event)
            case .framePresented(let report):
                onFirstFrame?(report)
                onFirstFrame = nil
            case .outputChanged:
                outputChanged()
            case .panelLit:
                idle.panelLit()
            case .cursorRefused:
                application.pointerDispatcher.cursorRefused(on: screen)
            case .outputFailed(let text), .warning(let text):
                onMessage?(text)
            }
        }
        // The event may have been taken before what it tells was published.
        if server.isConnected != wasThere || server.isPaused != wasPaused { outputChanged() }
        if isPauseTold != wasPaused {
            isPauseTold = wasPaused
            onPause?(wasPaused)
        }
    }

    private func outputChanged() {
        (wasThere, wasPaused) = (server.isConnected, server.isPaused)
        if !isMain, !server.isConnected, !server.isPaused { screenLeft() }
        idle.panelDidChange(isThere: server.isConnected)
        defer { onPanelChange?() }
        guard server.isConnected else { return }
        let info = server.outputInfo
        mapping = ContactMapping(
            panelWidth: info.panelSize.width, panelHeight: info.panelSize.height, rotation: server.rotation.rawValue,
            scale: mapping.scale)
        screen.name = info.name
        screen.update(
            pixelSize: Self.size(of: server), scale: screen.scale, maximumFramesPerSecond: Self.rate(of: server))
        if !isMain { screenCame() }
    }

    private func screenCame() {
        UIScreen.connect(screen)
        application.connectScene(on: screen)
    }

    private func screenLeft() {
        application.pointerDispatcher.screenLeft(screen)
        application.disconnectScene(on: screen)
        UIScreen.disconnect(screen)
    }

    /// Takes all contacts that wait: begins and ends at once, moves with the next frame.
    func drain(_ queue: ContactQueue) {
        drained.removeAll(keepingCapacity: true)
        queue.drain(into: &drained)
        deliver(drained)
    }

    /// To the panels they are on.
    func deliver(_ contacts: [Contact]) {
        guard !others.isEmpty else { return take(contacts) }
        // A report is of one panel.
        var start = 0
        while start < contacts.count {
            let output = contacts[start].output
            let end = contacts[start...].firstIndex { $0.output != output } ?? contacts.count
            session(of: output).take(Array(contacts[start..<end]))
            start = end
        }
    }

    /// To the panel that was pointed at.
    func deliver(_ event: PointerEvent) { session(of: event.output).take(event) }

    private func session(of output: Int) -> DisplaySession {
        output > 0 && output <= others.count ? others[output - 1] : self
    }

    /// Takes all keys that wait.
    func drain(_ queue: KeyQueue) {
        drainedKeys.removeAll(keepingCapacity: true)
        queue.drain(into: &drainedKeys)
        for key in drainedKeys { take(key) }
    }

    func take(_ key: KeyEvent) {
        if idle.admits(key) { application.pressDispatcher.take(key) }
    }

    /// Takes all that the pointer did; it is told with the next frame.
    func drain(_ queue: PointerQueue) {
        drainedPointer.removeAll(keepingCapacity: true)
        queue.drain(into: &drainedPointer)
        for event in drainedPointer { deliver(event) }
    }

    func take(_ event: PointerEvent) {
        var location: CGPoint?
        switch event.action {
        case .moved(let x, let y):
            idle.didAct()
            let point = mapping.point(x: x, y: y)
            location = screen.place(x: point.x, y: point.y)
        case .penHovered(let x, let y, _):
            idle.didAct()
            let point = mapping.point(x: x, y: y)
            location = screen.place(x: point.x, y: point.y)
        case .wheel, .scrolled, .scrollEnded, .rested, .transformBegan, .transformed, .transformEnded, .penPressed:
            // What wakes the panel does nothing else.
            let isSeen = !idle.isBlanked
            idle.didAct()
            guard isSeen else { return }
        case .left, .penLeft:
            break
        }
        application.pointerDispatcher.take(event, at: location, rotation: mapping.rotation, on: screen)
        server.requestTick()
    }

    /// Contacts in the order they happened; those of one hardware report share their time.
    func take(_ contacts: [Contact]) {
        let dispatcher = application.dispatcher
        for (index, contact) in contacts.enumerated() {
            if idle.admits(contact) {
                let point = mapping.point(of: contact)
                dispatcher.take(
                    contact, at: screen.place(x: point.x, y: point.y), radius: CGFloat(contact.majorRadius ?? 0),
                    rotation: mapping.rotation, on: screen)
            }
            let isLast = index + 1 == contacts.count || contacts[index + 1].microseconds != contact.microseconds
            if isLast { dispatcher.endReport() }
        }
        // A touch that changed nothing must not count for what something else changes later.
        if !CATransaction.isOpen { context.newestContactTime = 0 }
        if dispatcher.hasPendingMoves(on: screen) || application.pointerDispatcher.hasPending { server.requestTick() }
    }

    /// Leaves the panel lit.
    func close() {
        if !isMain { screenLeft() }
        idle.close()
        pixelShift?.close()
    }
}
