import CoreGraphics
import DesktopWindow
import Foundation
import Raster
import RenderServer

/// What the environment says of a desktop's window.
struct WindowWishes: Hashable, Sendable {
    /// `VITRINE_WINDOW_ZOOM`: the desktop's units for one pixel of the panel; nil: 1, or what fits.
    var zoom: Double?
    /// `VITRINE_WINDOW_MOUSE`.
    var mouse = WindowConfiguration.Mouse.finger
    /// Whether the process was started on a desktop.
    var isOnDesktop = false

    static let zooms = 0.1...8

    init() {}

    init(environment: [String: String]) throws(LaunchConfiguration.Failure) {
        func isGiven(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        isOnDesktop = isGiven("DISPLAY") || isGiven("WAYLAND_DISPLAY")
        if let value = environment["VITRINE_WINDOW_ZOOM"], !value.isEmpty {
            guard let number = Double(value), Self.zooms.contains(number) else {
                throw LaunchConfiguration.Failure(
                    variable: "VITRINE_WINDOW_ZOOM", value: value, expectation: "a factor from 0.1 to 8")
            }
            zoom = number
        }
        if let value = environment["VITRINE_WINDOW_MOUSE"], !value.isEmpty {
            guard let kind = WindowConfiguration.Mouse(rawValue: value) else {
                throw LaunchConfiguration.Failure(
                    variable: "VITRINE_WINDOW_MOUSE", value: value, expectation: "finger, pointer")
            }
            mouse = kind
        }
    }
}

extension WindowConfiguration {
    init(_ configuration: LaunchConfiguration, title: String) {
        self.init()
        self.title = title
        if let size = configuration.panelSize { panelSize = size }
        rotation = configuration.rotation ?? .none
        zoom = configuration.window.zoom
        mouse = configuration.window.mouse
        if let count = configuration.bufferCount { bufferCount = count }
    }
}

/// Pictures that a person at the window asks for: into the folder that the program was started in.
@MainActor
final class WindowScreenshots {
    weak var server: RenderServer?
    private let tell: @MainActor (String) -> Void
    /// Set once in `init`.
    private nonisolated(unsafe) var waker: MainThreadWaker?

    init(tell: @escaping @MainActor (String) -> Void) {
        self.tell = tell
        waker = MainThreadWaker { [weak self] in self?.take() }
    }

    /// Takes one soon. Any thread.
    nonisolated func wake() { waker?.wake() }

    private func take() {
        let path = Self.path(at: Date())
        server?.attach(
            FrameTap(.now) { [tell] tap in
                guard let picture = tap.take() else { return }
                // Making a file of it takes longer than the render thread may wait.
                DispatchQueue.global(qos: .utility).async {
                    let text = Self.write(picture, to: path)
                    DispatchQueue.main.async { MainActor.assumeIsolated { tell(text) } }
                }
            })
    }

    private nonisolated static func write(_ picture: FrameTap.Picture, to path: String) -> String {
        do {
            let bitmap = try PanelPictures.upright(picture)
            let data = try ImageEncoder.png(bitmap.surface, isOpaque: true, isFast: false)
            withExtendedLifetime(bitmap) {}
            try data.write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            return "screenshot: \(path)"
        } catch {
            return "\(path): the screenshot could not be written: \(error)"
        }
    }

    /// "Screenshot-20261130-191503.250.png"
    private static func path(at date: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "yyyyMMdd-HHmmss.SSS"
        return "Screenshot-\(format.string(from: date)).png"
    }
}
