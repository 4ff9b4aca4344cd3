import BoardConfig
import Foundation
import Input
import Raster
import RenderServer

/// How the application is to meet the world, read once from the environment; `Documentation/environment.md` lists it.
struct LaunchConfiguration: Hashable, Sendable {
    enum OutputKind: String, Sendable { case kms, headless, fbdev, window }

    /// A value that cannot be used.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let variable: String
        let value: String
        let expectation: String

        var description: String { "\(variable)=\(value) cannot be used: expected \(expectation)." }
    }

    /// `VITRINE_OUTPUT`; nil: a panel by KMS if there is one.
    var output: OutputKind?
    /// `VITRINE_PANEL`, pixels in the panel's native orientation; nil: what the panel prefers, 800x480 without one.
    var panelSize: PixelSize?
    /// `VITRINE_SCALE`, or the `@` part of `VITRINE_PANEL`: pixels per point.
    var scale: Double?
    /// `VITRINE_ROTATION`.
    var rotation: Rotation?
    /// `VITRINE_FRAMES`: folder for a picture of every frame shown.
    var framesFolder: String?
    /// `VITRINE_FRAMES_INTERVAL`: seconds between two pictures at the least; 0, the default, takes every frame.
    var framesInterval = 0.0
    /// `VITRINE_CONTACTS`: file with scripted fingers.
    var contactsFile: String?
    /// `VITRINE_UNTIL`: seconds after which the application ends.
    var until: Double?
    /// `VITRINE_CLOCK=virtual`.
    var isVirtualTime = false
    /// `VITRINE_FORMAT`: the scan-out format, one of `PixelFormat.scanout`.
    var format: PixelFormat?
    /// `VITRINE_DITHER=on|off`: whether a format of 16 bits shows colours between its levels as a pattern of them.
    var dithers = false
    /// `VITRINE_BUFFERS=2|3`.
    var bufferCount: Int?
    /// `VITRINE_DRAWING_THREADS`: threads that draw large frames; nil: one for each core.
    var drawingThreadCount: Int?
    /// `VITRINE_CONTENTS_BUDGET`, in bytes; nil: what suits the machine.
    var contentsBudget: Int?
    /// `VITRINE_TOUCH_RESAMPLING=off|MILLISECONDS`: how far beyond its last report a finger may be shown, seconds; nil shows
    /// the last report itself.
    var resamplingLimit: Double? = ContactResampler.defaultLimit
    /// `VITRINE_MOUSE_DRAG=scroll|content`: whether a mouse that drags with its button down scrolls.
    var isDraggedByMice = true
    /// `VITRINE_KMS=legacy`: does not use atomic commits.
    var forcesLegacy = false
    /// `VITRINE_KMS=dirty`: paints one buffer and tells the device what changed.
    var usesDirtyRectangles = false
    /// `VITRINE_CARD`: device path; `VITRINE_CONNECTOR`: name such as `DSI-1`; `VITRINE_MODE`: `800x480` or `800x480@50`.
    var card: String?
    var connector: String?
    var mode: String?
    /// `VITRINE_CONTROL=off`: no socket for the tool `vitrine`.
    var hasControlSocket = true
    /// Cards and connectors in the order of the board file's wishes; empty without one.
    var displays: [BoardDisplay] = []
    /// Hz, for panels that report nonsense; from the board file.
    var fallbackRefreshRate: Double?

    /// `VITRINE_SEAT`: who opens the devices: the process itself, or seatd or logind through libseat.
    enum SeatKind: String, Sendable { case direct, libseat }
    var seat = SeatKind.direct
    /// `VITRINE_VT_SWITCH=on`: whether another virtual terminal may be shown meanwhile.
    var allowsLeaving = false
    /// `VITRINE_MAXIMUM_RATE`: pictures a second at the most.
    var maximumRate: Double?
    /// When and how the panel goes dark.
    var idle = IdleConfiguration()
    /// `VITRINE_WINDOW_ZOOM`, `VITRINE_WINDOW_MOUSE`: a desktop's window; and whether this process is on a desktop.
    var window = WindowWishes()
    /// `VITRINE_VNC` and its kin; nil: nobody sees the panel from afar.
    var remote: RemoteWishes?
    /// Panels beside the first one, to which all else belongs.
    var otherScreens: [OtherScreen] = []
    /// `VITRINE_PLANE_ROTATION=off`: the display controller turns no picture; nil: it does where it can.
    var usesPlaneRotation: Bool?
    /// `VITRINE_CURSOR_PLANE=off`: the mouse's arrow is a part of the picture; nil: it is in the device's plane if it has one.
    var usesCursorPlane: Bool?
    /// `VITRINE_NIGHT`: when the panel is less bright; nil with `isNightSet`: never.
    var night: BoardNight?
    private var isNightSet = false

    static let maximumRates = 0.1...240

    /// `drawingThreadCount`, or what suits the machine.
    var drawingThreads: DrawingThreads { drawingThreadCount.map { DrawingThreads(count: $0) } ?? .automatic }

    init(environment whole: [String: String]) throws(Failure) {
        let environment = OtherScreen.first(of: whole)
        func choice<Value>(_ name: String, _ values: [String: Value]) throws(Failure) -> Value? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            guard let value = values[text] else {
                throw Failure(
                    variable: name, value: text, expectation: values.keys.sorted().joined(separator: ", "))
            }
            return value
        }
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

        output = try choice("VITRINE_OUTPUT", ["kms": .kms, "headless": .headless, "fbdev": .fbdev, "window": .window])
        rotation = try choice(
            "VITRINE_ROTATION", ["0": .none, "90": .quarter, "180": .half, "270": .threeQuarter])
        idle = try IdleConfiguration(environment: environment)
        window = try WindowWishes(environment: environment)
        remote = try RemoteWishes.wished(environment: environment)
        seat = try choice("VITRINE_SEAT", ["direct": .direct, "libseat": .libseat]) ?? .direct
        allowsLeaving = try choice("VITRINE_VT_SWITCH", ["on": true, "off": false]) ?? false
        if let value = text("VITRINE_MAXIMUM_RATE") {
            guard let rate = Double(value), Self.maximumRates.contains(rate) else {
                throw Failure(
                    variable: "VITRINE_MAXIMUM_RATE", value: value, expectation: "pictures a second, 0.1 to 240")
            }
            maximumRate = rate
        }
        otherScreens = try OtherScreen.list(whole, isHeadless: output == .headless)
        usesPlaneRotation = try choice("VITRINE_PLANE_ROTATION", ["on": true, "off": false])
        usesCursorPlane = try choice("VITRINE_CURSOR_PLANE", ["on": true, "off": false])
        if let value = text("VITRINE_NIGHT") {
            isNightSet = true
            night = BoardNight(value)
            guard night != nil || value == "off" else {
                throw Failure(
                    variable: "VITRINE_NIGHT", value: value,
                    expectation: "off, or times and brightness such as 22:00-06:30@0.2")
            }
        }
        isVirtualTime = try choice("VITRINE_CLOCK", ["real": false, "virtual": true]) ?? false
        format = try choice(
            "VITRINE_FORMAT", Dictionary(uniqueKeysWithValues: PixelFormat.scanout.map { ("\($0)", $0) }))
        dithers = try choice("VITRINE_DITHER", ["on": true, "off": false]) ?? false
        isDraggedByMice = try choice("VITRINE_MOUSE_DRAG", ["scroll": true, "content": false]) ?? true
        bufferCount = try choice("VITRINE_BUFFERS", ["2": 2, "3": 3])
        let way = try choice("VITRINE_KMS", ["legacy": "legacy", "atomic": "atomic", "dirty": "dirty"])
        forcesLegacy = way == "legacy"
        usesDirtyRectangles = way == "dirty"
        hasControlSocket = try choice("VITRINE_CONTROL", ["on": true, "off": false]) ?? true
        framesFolder = text("VITRINE_FRAMES")
        contactsFile = text("VITRINE_CONTACTS")
        card = text("VITRINE_CARD")
        connector = text("VITRINE_CONNECTOR")
        mode = text("VITRINE_MODE")
        if let value = text("VITRINE_DRAWING_THREADS") {
            guard let count = Int(value), (1...DrawingThreads.maximumCount).contains(count) else {
                throw Failure(
                    variable: "VITRINE_DRAWING_THREADS", value: value,
                    expectation: "a number from 1 to \(DrawingThreads.maximumCount)")
            }
            drawingThreadCount = count
        }
        if let value = text("VITRINE_CONTENTS_BUDGET") {
            guard let megabytes = Int(value), (1...1_000_000).contains(megabytes) else {
                throw Failure(variable: "VITRINE_CONTENTS_BUDGET", value: value, expectation: "megabytes, 1 or more")
            }
            contentsBudget = megabytes << 20
        }
        if let value = text("VITRINE_TOUCH_RESAMPLING") {
            let milliseconds = Double(value)
            let greatest = ContactResampler.greatestLimit * 1000
            guard value == "off" || milliseconds.map({ (0...greatest).contains($0) }) == true else {
                throw Failure(
                    variable: "VITRINE_TOUCH_RESAMPLING", value: value,
                    expectation: "off, or milliseconds from 0 to \(Int(greatest))")
            }
            resamplingLimit = milliseconds.map { $0 / 1000 }
        }
        if let value = text("VITRINE_UNTIL") {
            guard let seconds = Double(value), seconds.isFinite, seconds >= 0 else {
                throw Failure(variable: "VITRINE_UNTIL", value: value, expectation: "seconds, 0 or more")
            }
            until = seconds
        }
        if let value = text("VITRINE_FRAMES_INTERVAL") {
            guard let seconds = Double(value), seconds.isFinite, seconds >= 0 else {
                throw Failure(
                    variable: "VITRINE_FRAMES_INTERVAL", value: value, expectation: "seconds, 0 or more")
            }
            framesInterval = seconds
        }
        if let value = text("VITRINE_PANEL") {
            guard let (size, scale) = Self.panel(value) else {
                throw Failure(
                    variable: "VITRINE_PANEL", value: value,
                    expectation: "pixels and scale such as 800x480 or 1280x800@2 (1…16384 pixels, scale 0.5…4)")
            }
            panelSize = size
            self.scale = scale
        }
        if let value = text("VITRINE_SCALE") {
            guard let number = Double(value), (0.5...4).contains(number) else {
                throw Failure(variable: "VITRINE_SCALE", value: value, expectation: "pixels per point, 0.5 to 4")
            }
            scale = number
        }
    }

    mutating func adopt(night boardNight: BoardNight?) { if !isNightSet { night = boardNight } }

    /// `WIDTHxHEIGHT[@SCALE]`.
    static func panel(_ text: String) -> (PixelSize, Double?)? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let sizeText = parts.first else { return nil }
        let sides = sizeText.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...16384).contains(width),
            (1...16384).contains(height)
        else { return nil }
        var scale: Double?
        if parts.count == 2 {
            guard let value = Double(parts[1]), value >= 0.5, value <= 4 else { return nil }
            scale = value
        }
        return (PixelSize(width: width, height: height), scale)
    }
}
