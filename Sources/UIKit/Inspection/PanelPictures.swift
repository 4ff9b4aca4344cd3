internal import CShims
import ControlSocket
import CoreGraphics
import Foundation
import Raster
import RenderServer
import Synchronization

/// PNGs of what the panel shows, made on threads of their own that let every other one go first.
final class PanelPictures: Sendable {
    /// How long the thread of a recording sleeps where nothing moves, or where the tool does not keep up, seconds.
    private static let patience = 0.1

    private let server: RenderServer
    private let isRecording = Atomic(false)

    init(server: RenderServer) { self.server = server }

    // MARK: One

    func takeScreenshot(_ turn: ControlRequest.ScreenshotTurn, facts: ProgramFacts, reply: ControlReply) {
        server.attach(
            FrameTap(.now) { tap in
                Self.startThread("screenshot") {
                    guard let picture = tap.take() else {
                        reply.send(.failure("there is not enough memory for a picture of the panel"))
                        return
                    }
                    reply.send(Self.message(picture, turn, facts.json, isFast: false))
                    tap.giveBack(picture)
                }
            })
    }

    // MARK: Many

    func record(_ recording: ControlRequest.Recording, facts: ProgramFacts, reply: ControlReply) {
        guard !isRecording.exchange(true, ordering: .acquiringAndReleasing) else {
            reply.send(.failure("another recording runs"))
            return
        }
        // So that the tool knows that it is heard, however long nothing moves.
        reply.send(ControlMessage(facts.json.adding("recording", .bool(true))), isLast: false)
        let news = DispatchSemaphore(value: 0)
        let tap = FrameTap(.frames) { _ in news.signal() }
        server.attach(tap)
        Self.startThread("recording") { [self] in
            let count = run(recording, tap: tap, news: news, reply: reply)
            server.detach(tap)
            isRecording.store(false, ordering: .releasing)
            reply.send(
                ControlMessage(.fields(["frames": .integer(count), "dropped": .integer(tap.dropped)])), isLast: true)
        }
    }

    /// Until there are enough frames, the time is over, or nobody listens. Returns how many frames were told.
    private func run(
        _ recording: ControlRequest.Recording, tap: FrameTap, news: DispatchSemaphore, reply: ControlReply
    ) -> Int {
        let start = vitrine_monotonic_seconds()
        var firstTime: Double?
        var count = 0
        while count < recording.frames, reply.isOpen {
            let left = start + recording.seconds - vitrine_monotonic_seconds()
            guard left > 0 else { break }
            _ = news.wait(timeout: .now() + min(left, Self.patience))
            // A disk, or a tool, that is too slow loses frames; what waits for it does not grow.
            while !reply.isCaughtUp, reply.isOpen, vitrine_monotonic_seconds() < start + recording.seconds {
                usleep(2000)
            }
            guard reply.isCaughtUp, let picture = tap.take() else { continue }
            count += 1
            let time = picture.time - (firstTime ?? picture.time)
            firstTime = firstTime ?? picture.time
            let fields = JSONValue.fields([
                "frame": .integer(count), "number": .integer(picture.number),
                "time": .number(rounded(time, 1_000_000)), "dropped": .integer(tap.dropped),
            ])
            reply.send(Self.message(picture, recording.turn, fields, isFast: true), isLast: false)
            tap.giveBack(picture)
        }
        return count
    }

    // MARK: Parts

    private static func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            vitrine_thread_lower_priority()
            body()
        }
        thread.name = name
        thread.start()
    }

    private static func message(
        _ picture: FrameTap.Picture, _ turn: ControlRequest.ScreenshotTurn, _ fields: JSONValue, isFast: Bool
    ) -> ControlMessage {
        do {
            let bitmap = turn == .shown ? try upright(picture) : picture.bitmap
            let data = try ImageEncoder.png(bitmap.surface, isOpaque: true, isFast: isFast)
            withExtendedLifetime(bitmap) {}
            let size = JSONValue.fields(["width": .integer(bitmap.width), "height": .integer(bitmap.height)])
            return ControlMessage(fields.adding("picture", size), bytes: Array(data))
        } catch {
            return .failure("the picture could not be made: \(error)")
        }
    }

    /// As a person in front of the panel sees it.
    static func upright(_ picture: FrameTap.Picture) throws(Bitmap.Failure) -> Bitmap {
        let panel = picture.bitmap
        guard picture.rotation != .none else { return panel }
        let size = picture.rotation.applied(to: panel.size)
        let screen = try Bitmap(width: size.width, height: size.height, format: .xrgb8888)
        if panel.format == .xrgb8888 {
            Kernels.scanOut(panel.surface, to: screen.surface, rotation: picture.rotation.inverted)
            screen.freeze()
            return screen
        }
        func place(_ x: Int, _ y: Int) -> SIMD2<Int> {
            let rect = picture.rotation.panelRect(PixelRect(x: x, y: y, width: 1, height: 1), panel: panel.size)
            return SIMD2(rect.minX, rect.minY)
        }
        let origin = place(0, 0)
        let right = place(1, 0) &- origin
        let down = place(0, 1) &- origin
        let surface = panel.surface
        for y in 0..<size.height {
            let row = screen.row(y).assumingMemoryBound(to: UInt32.self)
            var position = origin &+ down &* y
            for x in 0..<size.width {
                row[x] = surface.pixel(x: position.x, y: position.y)
                position = position &+ right
            }
        }
        screen.freeze()
        return screen
    }
}
