internal import Foundation
internal import Raster

/// Tiles on their way from the threads that draw them to the main thread.
final class TileInbox: Sendable {
    static let shared = TileInbox()

    private struct Finished {
        var drawing: TileDrawing
        var bitmap: Bitmap?
    }

    private final class State: @unchecked Sendable {
        // Unchecked because it is only touched while the condition is locked.
        var running = 0
        var finished: [Finished] = []
    }

    private let condition = NSCondition()
    private let state = State()

    /// A drawing begins.
    func begin() { condition.withLock { state.running += 1 } }

    /// A drawing has ended; on its thread.
    func end(_ drawing: TileDrawing, _ bitmap: Bitmap?) {
        condition.withLock {
            state.running -= 1
            state.finished.append(Finished(drawing: drawing, bitmap: bitmap))
            condition.broadcast()
        }
        DispatchQueue.main.async { MainActor.assumeIsolated { _ = self.deliver() } }
    }

    /// Gives finished tiles to their layers, which may have others drawn; false if there were none.
    @MainActor
    func deliver() -> Bool {
        let finished = condition.withLock {
            let finished = state.finished
            state.finished = []
            return finished
        }
        for tile in finished { tile.drawing.deliver(tile.bitmap) }
        return !finished.isEmpty
    }

    /// Waits for every drawing and delivers it, those that follow included; false if there were none.
    @MainActor
    func finish() -> Bool {
        var hadAny = false
        while true {
            condition.withLock { while state.running > 0 { condition.wait() } }
            guard deliver() else { return hadAny }
            hadAny = true
        }
    }
}

extension CATiledLayer {
    /// Waits until all tiles that are being drawn are there, and for those that follow. For virtual time, in which nothing
    /// may come by chance. The next commit shows them.
    /// - Returns: false if there were none.
    @discardableResult
    package static func finishDrawing() -> Bool { TileInbox.shared.finish() }
}
