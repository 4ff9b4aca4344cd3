internal import CShims
import ControlSocket
import Foundation
import Input
import Raster
import RemoteScreen
import RenderServer
import Synchronization

/// What the environment says of people who help from afar.
struct RemoteWishes: Hashable, Sendable {
    /// `VITRINE_VNC=on|view`.
    var isViewOnly: Bool
    /// `VITRINE_VNC_ADDRESS`.
    var address = "127.0.0.1"
    var port = 5900
    /// `VITRINE_VNC_PASSWORD_FILE`; without one nobody gets in.
    var passwordFile: String?

    /// Nil where nobody is to see the panel.
    static func wished(environment: [String: String]) throws(LaunchConfiguration.Failure) -> RemoteWishes? {
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let value = text("VITRINE_VNC") ?? "off"
        guard ["off", "on", "view"].contains(value) else {
            throw LaunchConfiguration.Failure(variable: "VITRINE_VNC", value: value, expectation: "off, on, view")
        }
        var wishes = RemoteWishes(isViewOnly: value == "view", passwordFile: text("VITRINE_VNC_PASSWORD_FILE"))
        if let place = text("VITRINE_VNC_ADDRESS") {
            let parts = place.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, isAddress(parts[0]), parts.count < 2 || isPort(parts[1]) else {
                throw LaunchConfiguration.Failure(
                    variable: "VITRINE_VNC_ADDRESS", value: place,
                    expectation: "an address of this machine such as 127.0.0.1 or 0.0.0.0:5900")
            }
            wishes.address = String(parts[0])
            if parts.count == 2, let port = Int(parts[1]) { wishes.port = port }
        }
        return value == "off" ? nil : wishes
    }

    private static func isPort(_ text: Substring) -> Bool { Int(text).map((1...65535).contains) == true }

    private static func isAddress(_ text: Substring) -> Bool {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
    }
}

/// Lets people elsewhere see the panel and touch it. While nobody looks it costs nothing: pictures are taken only then, by
/// a thread that lets every other one go first.
final class RemoteHelp: Sendable {
    private struct News: Sendable {
        var viewers = 0
        /// The picture that was there when the first of them came.
        var first: FrameTap.Picture?
        var mustStop = false
    }

    /// Where the library's threads and the render thread leave their news.
    private final class Board: Sendable {
        private let news = Mutex(News())
        private let hasNews = DispatchSemaphore(value: 0)

        func tell(_ change: (inout News) -> Void) {
            news.withLock { change(&$0) }
            hasNews.signal()
        }

        var viewers: Int { news.withLock { $0.viewers } }

        /// Waits for news, and takes the picture out of them.
        func wait() -> News {
            hasNews.wait()
            return news.withLock { news in
                defer { news.first = nil }
                return news
            }
        }
    }

    private let wishes: RemoteWishes
    private let renderer: RenderServer
    private let server: RemoteScreenServer
    private let board = Board()
    private let isOver = DispatchSemaphore(value: 0)

    /// - Parameter contacts: where their fingers go; keys and wheels have queues of their own.
    init(
        _ wishes: RemoteWishes, name: String, renderer: RenderServer, contacts: ContactQueue, keys: KeyQueue,
        pointer: PointerQueue
    ) throws(RemoteScreenError) {
        self.wishes = wishes
        self.renderer = renderer
        let input = ReportedInput(keys: keys, pointer: pointer)
        // It fails only where it was started before.
        try? input.start(delivering: contacts)
        var configuration = RemoteScreenConfiguration()
        configuration.address = wishes.address
        configuration.port = wishes.port
        configuration.name = name
        configuration.isViewOnly = wishes.isViewOnly
        guard let file = wishes.passwordFile else {
            throw RemoteScreenError(
                .readPassword, on: "a file", note: "VITRINE_VNC_PASSWORD_FILE names none, so nobody may see the panel.")
        }
        try configuration.readPasswords(from: file)
        server = try RemoteScreenServer(
            configuration, screenSize: renderer.screenSize, rotation: renderer.rotation, input: input,
            onViewers: { [board] count in board.tell { $0.viewers = count } })
        let thread = Thread { [self] in
            vitrine_thread_lower_priority()
            serve()
            isOver.signal()
        }
        thread.name = "remote screen"
        thread.start()
    }

    /// Where it is served, and how many look.
    var json: JSONValue {
        .fields([
            "protocol": .text("vnc"), "address": .text("\(wishes.address):\(wishes.port)"),
            "view_only": .bool(wishes.isViewOnly), "viewers": .integer(board.viewers),
        ])
    }

    func stop() {
        board.tell { $0.mustStop = true }
        isOver.wait()
        server.stop()
    }

    /// The thread's work: takes pictures while anybody looks.
    private func serve() {
        var tap: FrameTap?
        defer { if let tap { renderer.detach(tap) } }
        while true {
            let now = board.wait()
            if now.mustStop { return }
            if now.viewers > 0, tap == nil {
                tap = begin()
            } else if now.viewers == 0, let ended = tap {
                renderer.detach(ended)
                tap = nil
            }
            if let first = now.first { show(first) }
            while let picture = tap?.take() {
                show(picture)
                tap?.giveBack(picture)
            }
        }
    }

    private func begin() -> FrameTap {
        let tap = FrameTap(.frames) { [board] _ in board.tell { _ in } }
        renderer.attach(tap)
        // Nothing may move for a long time: what is there already comes first.
        renderer.attach(
            FrameTap(.now) { [board] tap in
                if let picture = tap.take() { board.tell { $0.first = picture } }
            })
        return tap
    }

    private func show(_ picture: FrameTap.Picture) {
        guard let upright = try? Self.upright(picture) else { return }
        server.show(upright, rotation: picture.rotation)
    }

    /// In the one format that viewers get.
    private static func upright(_ picture: FrameTap.Picture) throws(Bitmap.Failure) -> Bitmap {
        let upright = try PanelPictures.upright(picture)
        guard upright.format != .xrgb8888 else { return upright }
        let bitmap = try Bitmap(width: upright.width, height: upright.height, format: .xrgb8888)
        let surface = upright.surface
        for y in 0..<upright.height {
            let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<upright.width { row[x] = surface.pixel(x: x, y: y) }
        }
        return bitmap
    }
}
