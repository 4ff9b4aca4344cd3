import Display
import Foundation
import QuartzCore
import Raster
import RenderServer

/// The panels beside the main one, each with a render server and a session of its own.
@MainActor
final class OtherPanels {
    private(set) var sessions: [DisplaySession] = []
    private(set) var headlessOutputs: [HeadlessOutput] = []
    private var recorders: [FrameRecorder] = []
    private var wakers: [MainThreadWaker] = []

    /// Panels by KMS; those whose display is not there yet come when it is plugged in.
    init(_ outputs: [KMSOutput], _ configuration: LaunchConfiguration) {
        for output in outputs { add(output, Self.wish(output.slot, configuration), configuration) }
    }

    init(headless configuration: LaunchConfiguration, pacing: HeadlessConfiguration.Pacing) {
        for (index, wish) in configuration.otherScreens.enumerated() {
            let output = ApplicationLauncher.openHeadless(
                configuration, pacing: pacing, size: wish.panelSize, number: index + 2)
            headlessOutputs.append(output)
            add(output, wish, configuration)
        }
    }

    /// What is wanted of the screen with a number, the first one's from 0.
    static func wish(_ slot: Int, _ configuration: LaunchConfiguration) -> OtherScreen {
        if slot > 0, slot <= configuration.otherScreens.count {
            var wish = configuration.otherScreens[slot - 1]
            wish.scale = wish.scale ?? configuration.scale
            return wish
        }
        return OtherScreen(
            connector: configuration.connector, mode: configuration.mode, rotation: configuration.rotation,
            scale: configuration.scale, panelSize: configuration.panelSize)
    }

    private func add(_ output: any Output, _ wish: OtherScreen, _ configuration: LaunchConfiguration) {
        let server = RenderServer(
            output: output, rotation: wish.rotation ?? .none, threads: configuration.drawingThreads,
            contentsBudget: configuration.contentsBudget ?? RenderServer.standardContentsBudget,
            dithers: configuration.dithers)
        if let recorder = ApplicationLauncher.record(server, configuration, name: output.info.name) {
            recorders.append(recorder)
        }
        // The light is the main panel's.
        let session = DisplaySession(
            server: server, scale: wish.scale ?? configuration.scale ?? 1, idle: configuration.idle, isMain: false)
        session.onMessage = ApplicationLauncher.report
        let waker = MainThreadWaker { [weak session] in session?.drainServer() }
        server.setMainThreadWaker { waker.wake() }
        wakers.append(waker)
        sessions.append(session)
    }

    /// Starts the render threads.
    func start() throws(ThreadError) {
        for session in sessions { try session.server.start() }
    }

    func stop() {
        for session in sessions {
            session.close()
            session.server.stop()
        }
        for recorder in recorders { recorder.finish() }
        for failure in recorders.compactMap(\.failure) { ApplicationLauncher.report(failure.description) }
        sessions = []
    }
}
