import BoardConfig
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

/// What a start opens, one after the other: signals, board, panel or window, input, remote help, the socket of the tool.
extension ApplicationLauncher {
    static func installSignals() -> TerminationSignals? {
        do throws(DisplayError) {
            return try TerminationSignals()
        } catch {
            // Without it the process still ends on a signal; only the orderly end is lost.
            report(error.description)
            return nil
        }
    }

    static func findBoard() -> LaunchBoard {
        do throws(BoardError) {
            return try LaunchBoard(environment: ProcessInfo.processInfo.environment)
        } catch {
            fail(error.description, code: ExitCode.usage)
        }
    }

    static func openPanel(
        _ wishes: () -> LaunchConfiguration, _ signals: TerminationSignals?, _ notifier: ServiceNotifier
    ) -> OpenedPanel {
        var isEnding = false
        do throws(DisplayError) {
            return try PanelOpener.open(
                // By hand somebody reads that there is no card; at boot, or with a display by USB, it may be about to come.
                wishes, waitsForCard: notifier.isSupervised, endingDescriptor: signals?.fileDescriptor ?? -1,
                isEnding: {
                    if signals?.receive() != nil { isEnding = true }
                    notifier.extendStart(by: PanelOpener.proofInterval * 2)
                    return isEnding
                },
                tell: { text in
                    report(text)
                    notifier.status("waiting for a display")
                })
        } catch {
            if isEnding { exit(0) }
            // Without root's rights the kernel's refusal is the same while another program shows something.
            let isForbidden = (error.code == EACCES || error.code == EPERM) && error.operation != .becomeMaster
            fail(
                error.description + "\nTo run without a panel: VITRINE_OUTPUT=headless.",
                code: isForbidden ? ExitCode.noPermission : ExitCode.unavailable)
        }
    }

    /// Where one is wanted, or where nothing else is and the program was started on a desktop.
    static func openWindow(
        _ configuration: LaunchConfiguration, _ screenshots: WindowScreenshots
    ) -> DesktopWindow? {
        let isWanted = configuration.output == .window
        guard isWanted || configuration.output == nil && configuration.window.isOnDesktop else { return nil }
        do throws(DisplayError) {
            return try DesktopWindow.open(
                WindowConfiguration(configuration, title: programName),
                // As if somebody at a terminal ended it.
                onClose: { kill(getpid(), SIGTERM) }, onScreenshot: { screenshots.wake() })
        } catch {
            if isWanted { fail(error.description, code: ExitCode.unavailable) }
            report(error.description + " The panel, then.")
            return nil
        }
    }

    static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
    }

    static func startRemoteHelp(
        _ configuration: LaunchConfiguration, server: RenderServer, queue: ContactQueue, keys: KeyQueue,
        pointer: PointerQueue
    ) -> RemoteHelp? {
        guard let wishes = configuration.remote else { return nil }
        do throws(RemoteScreenError) {
            return try RemoteHelp(
                wishes, name: programName, renderer: server, contacts: queue, keys: keys, pointer: pointer)
        } catch {
            // The panel does not need it.
            report(error.description)
            return nil
        }
    }

    static func openHeadless(
        _ configuration: LaunchConfiguration, pacing: HeadlessConfiguration.Pacing, size: PixelSize? = nil,
        number: Int = 1
    ) -> HeadlessOutput {
        do throws(DisplayError) {
            return try HeadlessOutput(
                HeadlessConfiguration(
                    size: size ?? configuration.panelSize ?? PixelSize(width: 800, height: 480),
                    format: configuration.format ?? .xrgb8888, bufferCount: configuration.bufferCount ?? 2,
                    pacing: pacing, number: number))
        } catch {
            fail(error.description, code: ExitCode.unavailable)
        }
    }

    /// - Parameter name: of a folder in the one that is wanted.
    static func record(
        _ server: RenderServer, _ configuration: LaunchConfiguration, name: String? = nil
    ) -> FrameRecorder? {
        guard let top = configuration.framesFolder else { return nil }
        let folder = name.map { "\(top)/\($0)" } ?? top
        do throws(FrameRecorder.Failure) {
            let recorder = try FrameRecorder(
                folder: folder, minimumInterval: configuration.framesInterval, startTime: MediaClock.now)
            server.setFrameObserver { buffer, time in recorder.record(buffer, time: time) }
            return recorder
        } catch {
            fail(error.description, code: ExitCode.usage)
        }
    }

    /// A mouse goes as far as the modes of all panels reach.
    static func follow(_ sessions: [DisplaySession], _ devices: LibinputSource) {
        for (output, session) in sessions.enumerated() {
            let server = session.server
            session.onPanelChange = {
                let size = server.outputInfo.panelSize
                devices.setPanel(
                    width: size.width, height: size.height, rotation: server.rotation.rawValue, output: output,
                    isThere: server.isConnected)
            }
            if output > 0 { session.onPanelChange?() }
        }
    }

    static func loadScript(_ configuration: LaunchConfiguration, _ infos: [OutputInfo]) -> ContactScript? {
        guard let path = configuration.contactsFile else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            fail("VITRINE_CONTACTS=\(path): the file cannot be read.", code: ExitCode.usage)
        }
        do throws(ContactScriptError) {
            return try ContactScript(
                String(decoding: data, as: UTF8.self),
                panels: infos.map {
                    ContactScript.Panel(name: $0.name, width: $0.panelSize.width, height: $0.panelSize.height)
                })
        } catch {
            fail("VITRINE_CONTACTS=\(path): \(error.description)", code: ExitCode.usage)
        }
    }

    static func startInput(
        _ configuration: LaunchConfiguration, servers: [RenderServer], queue: ContactQueue, keys: KeyQueue,
        seat: DaemonSeat?, pointer: PointerQueue, rules: DeviceRules, window: DesktopWindow?
    ) -> (any ContactSource)? {
        let info = servers[0].outputInfo
        let source: any ContactSource
        if let script = loadScript(configuration, servers.map(\.outputInfo)) {
            source = ScriptedSource(script, pointer: pointer)
        } else if let window {
            window.input.deliver(keys: keys, pointer: pointer)
            source = window.input
        } else if configuration.output == .headless {
            return nil
        } else {
            source = LibinputSource(
                panelWidth: info.panelSize.width, panelHeight: info.panelSize.height,
                rotation: servers[0].rotation.rawValue, keys: keys, layout: .system(),
                opener: seat.map { seat in DeviceOpener(open: { seat.open($0) }, close: { seat.close($0) }) },
                pointer: pointer, rules: rules, tell: { report($0) })
        }
        return start(source, queue) ? source : nil
    }

    @discardableResult
    static func start(_ source: (any ContactSource)?, _ queue: ContactQueue) -> Bool {
        do throws(InputError) {
            try source?.start(delivering: queue)
            return true
        } catch {
            // A picture without touch is still worth more than none, but it must not be silent.
            report(error.description)
            return false
        }
    }

    static func startControl(
        _ configuration: LaunchConfiguration, _ sessions: [DisplaySession], _ help: RemoteHelp?
    ) -> ControlServer? {
        guard configuration.hasControlSocket else { return nil }
        do throws(ControlFolder.Failure) {
            return try InspectionService.start(
                facts: ProgramFacts(name: programName, help: help),
                screens: sessions.map { InspectedScreen(server: $0.server, scale: Double($0.screen.scale)) })
        } catch {
            // The picture does not need it.
            report(error.description)
            return nil
        }
    }

    static func launch(_ delegateType: any UIApplicationDelegate.Type) {
        CATransaction.installRunLoopObserver()
        LayerLog.report = report
        UIApplication.shared.launch(with: delegateType.init())
    }

    static func terminate(server: RenderServer, source: (any ContactSource)?) {
        UIApplication.shared.terminate()
        source?.stop()
        server.stop()
    }
}
