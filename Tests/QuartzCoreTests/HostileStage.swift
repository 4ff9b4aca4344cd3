import Display
import Foundation
import QuartzCore
import Raster
import Testing

@testable import QuartzCore
@testable import RenderServer

/// A small screen with everything behind it: what layers commit is placed, composited and written to a buffer.
@MainActor
final class HostileStage {
    private final class Sink: CommitSink {
        nonisolated(unsafe) let renderer: FrameRenderer

        nonisolated init(_ renderer: FrameRenderer) { self.renderer = renderer }
        nonisolated func makeCommit() -> Commit { Commit() }
        nonisolated func submit(_ commit: Commit) { renderer.apply(commit) }
        nonisolated func requestTick() {}
    }

    let root = CALayer()
    let context: LayerContext
    let size: PixelSize
    private let renderer: FrameRenderer
    private let screen: Bitmap
    private var time = 10.0

    init(_ width: Int = 48, _ height: Int = 32, scale: Double = 1) throws {
        CATransaction.flush()
        CATransaction.runCallbacks()
        MediaClock.setVirtual(time)
        size = PixelSize(width: width, height: height)
        screen = try Bitmap(width: width, height: height, format: .xrgb8888)
        renderer = FrameRenderer(panelSize: size, rotation: .none, bufferCount: 1)
        root.anchorPoint = .zero
        root.bounds = CGRect(x: 0, y: 0, width: CGFloat(width) / scale, height: CGFloat(height) / scale)
        context = LayerContext(sink: Sink(renderer), rootLayer: root, scale: scale)
    }

    /// Makes `layer` show, with another one in it.
    @discardableResult
    func add<Layer: CALayer>(_ layer: Layer) -> Layer {
        layer.frame = CGRect(x: 8, y: 8, width: 20, height: 16)
        if !(layer is CATransformLayer) { layer.backgroundColor = .red }
        let inner = CALayer()
        inner.frame = CGRect(x: 4, y: 4, width: 8, height: 8)
        inner.backgroundColor = .green
        layer.addSublayer(inner)
        root.addSublayer(layer)
        return layer
    }

    /// Commits and shows a frame `seconds` later.
    func show(after seconds: Double = 0.02) {
        CATransaction.flush()
        CATransaction.runCallbacks()
        time += seconds
        MediaClock.setVirtual(time)
        renderer.update(at: time)
        renderer.drainEndedAnimations { context.handle(.animationEnded(identifier: $0)) }
        _ = renderer.render(
            into: ScanoutBuffer(
                index: 0, pixels: screen.row(0), bytesPerRow: screen.bytesPerRow, size: size, format: .xrgb8888, age: 1)
        )
        renderer.didPresent(bufferIndex: 0)
    }

    /// When the render thread wakes by itself: minus infinity for the next refresh, infinity for never.
    var nextWake: Double { renderer.hasPendingDamage ? -.infinity : renderer.nextAnimationTime }
    /// Media time, seconds.
    var now: Double { time }
    /// Sets the clock to this stage's time again, after another one was used.
    func resumeClock() { MediaClock.setVirtual(time) }

    /// Draws the model tree into a picture.
    @discardableResult
    func draw(_ layer: CALayer? = nil) throws -> Bitmap? {
        let bitmap = try Bitmap(width: size.width, height: size.height, format: .argb8888)
        let context = CGContext(bitmap: bitmap, scale: 1)
        (layer ?? root).render(in: context)
        return context.finish()
    }

    func pixel(_ x: Int, _ y: Int) -> UInt32 { screen.pixel(x: x, y: y) & 0xFF_FFFF }

    /// Everything shown equals the same tree painted at once, and a new layer shows on top of it: the engine is well.
    func isWell() throws -> Bool {
        let reference = try Bitmap(width: size.width, height: size.height, format: .argb8888)
        renderer.renderReference(into: reference)
        for y in 0..<size.height {
            for x in 0..<size.width where pixel(x, y) != reference.pixel(x: x, y: y) & 0xFF_FFFF { return false }
        }
        let mark = CALayer()
        mark.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
        mark.zPosition = 1
        mark.backgroundColor = .blue
        let top = CALayer()
        top.frame = root.bounds
        top.zPosition = 1e30
        top.addSublayer(mark)
        root.addSublayer(top)
        show()
        defer { top.removeFromSuperlayer() }
        return pixel(1, 1) == 0x0000FF
    }
}

extension CGColor {
    static var red: CGColor { CGColor(red: 1, green: 0, blue: 0, alpha: 1) }
    static var green: CGColor { CGColor(red: 0, green: 1, blue: 0, alpha: 1) }
    static var blue: CGColor { CGColor(red: 0, green: 0, blue: 1, alpha: 1) }
}

/// Memory of this process that lies in RAM, bytes.
func residentSize() -> Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (words.flatMap { Int($0[1]) } ?? 0) * 4096
}

/// Runs `body` and checks that it took no longer than `limit` and left no more than `memory` behind.
@MainActor
func bounded(
    _ name: String, seconds limit: Double = 2, megabytes memory: Int = 200,
    _ location: SourceLocation = #_sourceLocation, _ body: @MainActor () throws -> Void
) rethrows {
    let start = threadSeconds()
    let before = residentSize()
    if ProcessInfo.processInfo.environment["HOSTILE_TRACE"] != nil {
        FileHandle.standardError.write(Data("HOSTILE \(name)\n".utf8))
    }
    try body()
    let taken = threadSeconds() - start
    let grown = (residentSize() - before) >> 20
    if ProcessInfo.processInfo.environment["HOSTILE_TRACE"] != nil {
        FileHandle.standardError.write(Data("HOSTILE   done \(name) \(taken) s \(grown) MB\n".utf8))
    }
    #expect(taken < 3 * limit, "\(name) took \(taken) s.", sourceLocation: location)
    // Other suites run at the same time and take memory, too: it counts only when this one runs alone.
    guard ProcessInfo.processInfo.environment["HOSTILE_MEMORY"] != nil else { return }
    #expect(grown < memory, "\(name) left \(grown) MB behind.", sourceLocation: location)
}

/// What this thread has computed, seconds: a busy machine does not make a test slow.
private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
