import BoardConfig
internal import CShims
import ControlSocket
import CoreGraphics
import DesktopWindow
import Display
import Foundation
import Input
import QuartzCore
import Raster
import RemoteScreen
import RenderServer

/// The composition root: reads the environment, opens the output and the input, starts the render server and runs the
/// application. The one place that knows everything, and the one that may write to standard error and exit.
@MainActor
enum ApplicationLauncher {
    /// Exit codes of sysexits(3).
    enum ExitCode {
        static let usage: Int32 = 64
        static let unavailable: Int32 = 69
        static let noPermission: Int32 = 77
    }

    /// What must not be freed while the run loop runs.
    private static var keptAlive: [Any] = []

    /// Media time at which virtual time begins; not zero, which means "now" to an animation.
    private static let virtualStart = 1000.0

    static func run(_ delegateType: any UIApplicationDelegate.Type) -> Never {
        vitrine_print_by_lines()
        let configuration: LaunchConfiguration
        do throws(LaunchConfiguration.Failure) {
            // The command line goes before the environment: from here on they are one.
            for setting in try LaunchArguments.settings(CommandLine.arguments) {
                setenv(setting.variable, setting.value, 1)
            }
            let environment = ProcessInfo.processInfo.environment
            UnknownVariables.report(environment).forEach(report)
            configuration = try LaunchConfiguration(environment: environment)
        } catch {
            fail(error.description, code: ExitCode.usage)
        }
        if configuration.isVirtualTime {
            runVirtual(delegateType, configuration)
        } else {
            runReal(delegateType, configuration)
        }
    }

    // MARK: Virtual time

    private static func runVirtual(
        _ delegateType: any UIApplicationDelegate.Type, _ configuration: LaunchConfiguration
    ) -> Never {
        guard configuration.output == nil || configuration.output == .headless else {
            fail(
                "VITRINE_CLOCK=virtual needs VITRINE_OUTPUT=headless: a real panel has a real clock.",
                code: ExitCode.usage)
        }
        MediaClock.setVirtual(virtualStart)
        let output = openHeadless(configuration, pacing: .manual)
        let server = RenderServer(
            output: output, rotation: configuration.rotation ?? .none, threads: configuration.drawingThreads,
            contentsBudget: configuration.contentsBudget ?? RenderServer.standardContentsBudget,
            dithers: configuration.dithers)
        let recorder = record(server, configuration)
        let session = DisplaySession(server: server, scale: configuration.scale ?? 1, idle: configuration.idle)
        UIApplication.shared.dispatcher.resamplingLimit = configuration.resamplingLimit
        UIScrollView.isDraggedByMice = configuration.isDraggedByMice
        let driver = VirtualTimeDriver(session: session, output: output)
        driver.waitsForTasks = true
        let others = OtherPanels(headless: configuration, pacing: .manual)
        for (session, output) in zip(others.sessions, others.headlessOutputs) { driver.add(session, output: output) }
        session.others = others.sessions
        if let script = loadScript(configuration, ([session] + others.sessions).map(\.server.outputInfo)) {
            driver.playback = ContactPlayback(script, startingAt: MediaClock.now)
        }
        func quit() -> Never {
            others.stop()
            terminate(server: server, source: nil)
            recorder?.finish()
            if let failure = recorder?.failure { fail(failure.description, code: ExitCode.unavailable) }
            exit(UIApplication.shared.endStatus)
        }
        UIApplication.shared.quit = { quit() }
        launch(delegateType)
        reportFonts()
        driver.advance(to: virtualStart + (configuration.until ?? .infinity))
        quit()
    }

    // MARK: Real time

    private static func runReal(
        _ delegateType: any UIApplicationDelegate.Type, _ given: LaunchConfiguration
    ) -> Never {
        var configuration = given
        let signals = installSignals()
        let notifier = ServiceNotifier()
        var console: Console?
        var seat: DaemonSeat?
        let output: any Output
        var rules = DeviceRules()
        var otherOutputs: [KMSOutput] = []
        var mainSlot = 0
        let screenshots = WindowScreenshots(tell: report)
        let window = openWindow(configuration, screenshots)
        if let window {
            output = window.output
            configuration.output = .window
        } else if configuration.output == .headless {
            output = openHeadless(configuration, pacing: .timed)
        } else {
            // The finger's way is checked before the screen is taken: a picture that hears nobody looks like a crash.
            var board = findBoard()
            let panel = openPanel(
                {
                    board.refresh()
                    configuration = given.completed(by: board.choice.board)
                    return configuration
                }, signals, notifier)
            output = panel.output
            console = panel.console
            seat = panel.seat
            otherOutputs = panel.others
            mainSlot = panel.mainSlot
            for line in board.report { report(line) }
            rules = DeviceRules(
                board: board.choice.board, outputs: [output.info.name] + otherOutputs.map(\.info.name))
        }
        let wish = OtherPanels.wish(mainSlot, configuration)
        let rotation = wish.rotation ?? .none
        let server = RenderServer(
            output: output, rotation: rotation, threads: configuration.drawingThreads,
            contentsBudget: configuration.contentsBudget ?? RenderServer.standardContentsBudget,
            dithers: configuration.dithers)
        screenshots.server = server
        let recorder = record(server, configuration)
        let session = DisplaySession(
            server: server, scale: wish.scale ?? 1, idle: configuration.idle,
            backlight: configuration.output == .headless || configuration.output == .window
                ? nil
                : Backlight.find(
                    configuration.idle.backlight, isOnOffOnly: configuration.idle.isBacklightOnOffOnly))
        UIApplication.shared.dispatcher.resamplingLimit = configuration.resamplingLimit
        UIScrollView.isDraggedByMice = configuration.isDraggedByMice
        session.onMessage = report
        let others =
            configuration.output == .headless
            ? OtherPanels(headless: configuration, pacing: .timed) : OtherPanels(otherOutputs, configuration)
        session.others = others.sessions
        let sessions = [session] + others.sessions
        let night = followNight(configuration, sessions)

        session.onFirstFrame = { _ in
            notifier.ready(status: server.outputInfo.status)
        }

        var source: (any ContactSource)?
        let queueBox = InputQueueBox()
        let contactWaker = MainThreadWaker { if let queue = queueBox.queue { session.drain(queue) } }
        let queue = ContactQueue(wake: { contactWaker.wake() })
        queueBox.queue = queue
        let keyWaker = MainThreadWaker { if let keys = queueBox.keys { session.drain(keys) } }
        let keys = KeyQueue(wake: { keyWaker.wake() })
        queueBox.keys = keys
        let pointerWaker = MainThreadWaker { if let pointer = queueBox.pointer { session.drain(pointer) } }
        let pointer = PointerQueue(wake: { pointerWaker.wake() })
        queueBox.pointer = pointer
        let serverWaker = MainThreadWaker { session.drainServer() }
        server.setMainThreadWaker { serverWaker.wake() }

        launch(delegateType)
        CATransaction.flush()
        do throws(ThreadError) {
            try server.start()
            try others.start()
        } catch {
            fail(error.description, code: ExitCode.unavailable)
        }
        reportFonts()
        source = startInput(
            configuration, servers: sessions.map(\.server), queue: queue, keys: keys, seat: seat,
            pointer: pointer, rules: rules, window: window)
        if let devices = source as? LibinputSource { follow(sessions, devices) }
        // Fingers and keys on another program are not for us, and the devices are its own.
        session.onPause = { isPaused in
            source?.stop()
            if !isPaused { start(source, queue) }
        }

        let help = startRemoteHelp(configuration, server: server, queue: queue, keys: keys, pointer: pointer)
        let control = startControl(configuration, sessions, help)

        func quit() -> Never {
            notifier.stopping()
            control?.stop()
            help?.stop()
            session.close()
            others.stop()
            terminate(server: server, source: source)
            console?.close()
            recorder?.finish()
            if let failure = recorder?.failure { report(failure.description) }
            exit(UIApplication.shared.endStatus)
        }
        UIApplication.shared.quit = { quit() }
        UIApplication.shared.devices = { (source as? LibinputSource)?.devices ?? [] }
        let proof = PictureProof(notifier, sessions, tell: report)
        proof.start(every: notifier.watchdogInterval)
        if let until = configuration.until {
            MainScheduler.shared.schedule(at: MediaClock.now + until) { quit() }
        }
        let signalSource = signals.map { signals in
            let source = DispatchSource.makeReadSource(fileDescriptor: signals.fileDescriptor, queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { () -> Void in quit() } }
            source.activate()
            return source
        }
        MemoryPressure.watch { UIApplication.shared.receiveMemoryWarning() }
        // The sources live as long as the process.
        keptAlive = [
            signalSource as Any, screenshots, others, night as Any, contactWaker, keyWaker, pointerWaker, serverWaker,
            proof,
        ]
        while true { RunLoop.main.run() }
    }

    /// Nil where there is no night; what comes back must live as long as it is to be followed.
    private static func followNight(_ configuration: LaunchConfiguration, _ sessions: [DisplaySession]) -> WallTimer? {
        guard let schedule = configuration.night, let timer = WallTimer() else { return nil }
        let light = NightLight(schedule, clock: timer.clock) { limit in
            for session in sessions { session.idle.nightLimit = limit }
        }
        timer.onLook = { light.look() }
        light.look()
        return timer
    }

    // MARK: Words

    /// Text that does not show must not be a riddle. After the first commit, so that no picture waits for it; before fingers
    /// are heard, so that none waits either.
    private static func reportFonts() {
        if let warning = FontFace.warning { report(warning.description) }
        FontFace.tellOfMissingScripts { report($0.description) }
    }

    nonisolated static func report(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    static func fail(_ text: String, code: Int32) -> Never {
        report(text)
        exit(code)
    }
}

/// Lets the waker's closure name a queue that is made after it.
@MainActor
private final class InputQueueBox {
    var queue: ContactQueue?
    var keys: KeyQueue?
    var pointer: PointerQueue?
}
