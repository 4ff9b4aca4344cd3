internal import CShims
import Display
import Foundation
import Raster

/// A panel, and what stands before it.
struct OpenedPanel {
    /// The main one.
    let output: any Output
    /// Panels beside it, which may have to be waited for.
    private(set) var others: [KMSOutput] = []
    /// Nil where a daemon has it.
    let console: Console?
    /// Who opens the devices; nil: the process itself.
    let seat: DaemonSeat?

    /// The console is taken after the card, and only where no daemon does that.
    ///
    /// - Parameter outputs: at least one; the first with a display becomes the main one.
    init(_ outputs: [KMSOutput], _ seat: DaemonSeat?, allowsLeaving: Bool) {
        var others = outputs
        let main = others.remove(at: outputs.firstIndex(where: \.isConnected) ?? 0)
        output = main
        self.others = others
        self.seat = seat
        console = seat == nil ? Console.open() : nil
        if let terminals = console?.makeSeat(allowsLeaving: allowsLeaving) {
            KMSOutput.follow(terminals, [main] + others)
        }
    }

    /// Which of the wanted screens the main one is, from 0.
    var mainSlot: Int { (output as? KMSOutput)?.slot ?? 0 }
}

extension OpenedPanel {
    /// The old interface: only where it is asked for, for it tears. A wish for a card is its path, /dev/fb1.
    init(framebuffer configuration: LaunchConfiguration) throws(DisplayError) {
        output = try FramebufferOutput.open(configuration.card ?? "/dev/fb0", rate: configuration.maximumRate)
        console = Console.open()
        seat = nil
    }
}

/// Opens the real panel: the card first, then the console. Waits a little for a predecessor that is just going.
enum PanelOpener {
    /// How long a display that is busy, or whose rights come late at boot, is asked again, seconds.
    static let patience = 5.0
    /// How often a service manager is told that the waiting goes on, seconds; its limit for starting is 90.
    static let proofInterval = 30.0

    /// - Parameters:
    ///   - wishes: what is wanted, asked before each attempt.
    ///   - isEnding: whether the process was told to end; ends the waiting with the last error.
    ///   - endingDescriptor: becomes readable when that happens; negative for none.
    ///   - waitsForCard: whether a machine without a display card is one that gets it later.
    ///   - tell: what a person at the device should read while it waits.
    static func open(
        _ wishes: () -> LaunchConfiguration, waitsForCard: Bool, endingDescriptor: Int32, isEnding: () -> Bool,
        tell: (String) -> Void
    ) throws(DisplayError) -> OpenedPanel {
        // Before the first attempt, so that a display that appears during it is not missed.
        let watcher = try DisplayWatcher()
        defer { watcher.close() }
        var waited = 0.0
        var delay = 0.05
        var hasTold = false
        var seat: DaemonSeat?
        while true {
            let configuration = wishes()
            do throws(DisplayError) {
                if configuration.output == .fbdev { return try OpenedPanel(framebuffer: configuration) }
                if configuration.seat == .libseat, seat == nil { seat = try DaemonSeat() }
                let outputs =
                    configuration.otherScreens.isEmpty
                    ? [try openFirst(of: kmsConfigurations(configuration), seat: seat)]
                    : try KMSOutput.open(severalConfigurations(configuration), seat: seat, tell: tell)
                return OpenedPanel(outputs, seat, allowsLeaving: configuration.allowsLeaving)
            } catch {
                switch error.recovery {
                case .retryLater where waited < patience:
                    wait(for: [endingDescriptor], seconds: delay)
                    waited += delay
                    delay = min(delay * 2, 0.8)
                case .retryAfterEvent where waitsForCard || hasCard(error):
                    // A card without a display, or none yet: whoever plugs one in wants to see the picture.
                    if !hasTold { tell(error.description + " Waiting for a display.") }
                    hasTold = true
                    wait(for: [endingDescriptor, watcher.fileDescriptor], seconds: proofInterval)
                    _ = watcher.drain()
                default:
                    throw error
                }
                if isEnding() { throw error }
            }
        }
    }

    private static func hasCard(_ error: DisplayError) -> Bool {
        guard case .noConnectedOutput(let candidates) = error.reason else { return false }
        return !candidates.isEmpty
    }

    private static func wait(for descriptors: [Int32], seconds: Double) {
        var polled = descriptors.filter { $0 >= 0 }.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = Int32(polled.count)
        _ = polled.withUnsafeMutableBufferPointer {
            threads_poll($0.baseAddress, count, vitrine_monotonic_seconds() + seconds)
        }
    }

    /// The first of the wishes that is there; the error is the first one's.
    private static func openFirst(
        of wanted: [KMSConfiguration], seat: DaemonSeat?
    ) throws(DisplayError) -> KMSOutput {
        var firstError: DisplayError?
        for configuration in wanted {
            do throws(DisplayError) {
                return try KMSOutput.open(configuration, seat: seat)
            } catch {
                guard case .noConnectedOutput = error.reason else { throw error }
                firstError = firstError ?? error
            }
        }
        throw firstError ?? DisplayError(.chooseOutput, on: "/dev/dri", reason: .noConnectedOutput([]))
    }

    /// One for each screen. Only the connector counts: which card has it is found out.
    private static func severalConfigurations(_ configuration: LaunchConfiguration) -> [KMSConfiguration] {
        var first = kmsConfigurations(configuration)[0]
        // A driver is a wish, and other screens may be on other cards; a path is meant.
        if first.card?.contains("/") == false { first.card = nil }
        return [first]
            + configuration.otherScreens.map { screen in
                var wanted = first
                wanted.connector = screen.connector
                wanted.mode = screen.mode
                wanted.rotation = screen.rotation ?? .none
                return wanted
            }
    }

    /// At least one.
    private static func kmsConfigurations(_ configuration: LaunchConfiguration) -> [KMSConfiguration] {
        var wanted = KMSConfiguration()
        wanted.mode = configuration.mode ?? configuration.panelSize.map { "\($0.width)x\($0.height)" }
        if let format = configuration.format { wanted.format = format }
        if let count = configuration.bufferCount { wanted.bufferCount = count }
        if let rate = configuration.fallbackRefreshRate { wanted.fallbackRefreshRate = rate }
        wanted.maximumRate = configuration.maximumRate
        wanted.usesDirtyRectangles = configuration.usesDirtyRectangles
        wanted.forceLegacy = configuration.forcesLegacy
        wanted.rotation = configuration.rotation ?? .none
        wanted.usesPlaneRotation = configuration.usesPlaneRotation ?? true
        wanted.usesCursorPlane = configuration.usesCursorPlane ?? true
        let displays = configuration.displays
        guard !displays.isEmpty else {
            wanted.card = configuration.card
            wanted.connector = configuration.connector
            return [wanted]
        }
        return displays.map { display in
            wanted.card = display.card
            wanted.connector = display.connector
            return wanted
        }
    }
}
