import CoreGraphics
import Foundation
import Raster
import RenderServer
import Synchronization
import Testing

@testable import QuartzCore

/// Whether this is the main queue. The test process has no main thread that lasts.
private var isOnMain: Bool { DispatchQueue.getSpecific(key: mainKey) == true }
private let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// What drawing threads tell.
private final class Drawn: Sendable {
    struct Call: Sendable {
        var clip: CGRect
        var scale: CGFloat
        var isMain: Bool
    }

    let calls = Mutex<[Call]>([])
    /// Holds drawing up until it is opened.
    let gate = DispatchSemaphore(value: 0)

    var all: [Call] { calls.withLock { $0 } }

    func note(_ context: CGContext) {
        let call = Call(clip: context.boundingBoxOfClipPath, scale: context.ctm.a, isMain: isOnMain)
        calls.withLock { $0.append(call) }
    }
}

/// A red frame around each square of 10 points.
private final class Squares: CATiledLayer {
    let drawn = Drawn()
    private let waits: Bool

    init(waits: Bool = false) {
        self.waits = waits
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override class func fadeDuration() -> CFTimeInterval { 0 }

    nonisolated override func draw(in ctx: CGContext) {
        drawn.note(ctx)
        if waits { drawn.gate.wait() }
        ctx.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        for y in 0..<40 {
            for x in 0..<40 where (x + y) % 2 == 0 { ctx.fill(CGRect(x: x * 10, y: y * 10, width: 10, height: 10)) }
        }
    }
}

@Suite("How a tiled layer is cut")
struct TileGridTests {
    private func grid(_ levels: Int = 1, _ bias: Int = 0, scale: CGFloat = 1, side: CGFloat = 256) -> TileGrid {
        TileGrid(tileSize: CGSize(width: side, height: side), scale: scale, levelsOfDetail: levels, bias: bias)
    }

    @Test("The level is the coarsest that has a pixel for each of the screen, within those there are")
    func level() {
        #expect(grid().levels == 0...0 && grid(4, 3).levels == 0...3 && grid(3, 0).levels == -2...0)
        #expect(grid(4, 3).level(for: 1) == 0 && grid(4, 3).level(for: 1.5) == 1 && grid(4, 3).level(for: 2) == 1)
        #expect(
            grid(4, 3).level(for: 100) == 3 && grid(3, 0).level(for: 0.5) == -1 && grid(3, 0).level(for: 0.01) == -2)
        #expect(grid(4, 1, scale: 2).level(for: 2) == 0)
        for nonsense in [CGFloat.nan, 0, -1, .infinity] {
            #expect(grid(3, 1).levels.contains(grid(3, 1).level(for: nonsense)))
        }
        #expect(grid(.max, .max).levels.count < 64 && grid(-5, -5).levels == 0...0)
    }

    @Test("Tiles cover what is asked for and nothing else, the middle first")
    func places() {
        let tiles = grid().tiles(in: CGRect(x: 0, y: 0, width: 768, height: 256), pixelsPerPoint: 1)
        #expect(tiles.map(\.column) == [1, 0, 2] && tiles.allSatisfy { $0.row == 0 && $0.level == 0 })
        #expect(grid().tiles(in: CGRect(x: -1, y: 0, width: 2, height: 1), pixelsPerPoint: 1).count == 2)
        #expect(
            grid(2, 1).rect(TileKey(level: 1, column: 1, row: 2)) == CGRect(x: 128, y: 256, width: 128, height: 128))
        #expect(
            grid().tiles(in: .null, pixelsPerPoint: 1).isEmpty && grid().tiles(in: .infinite, pixelsPerPoint: 1).isEmpty
        )
    }

    @Test("Never more tiles than a screen can show: a coarser level, or the middle")
    func limit() {
        let huge = CGRect(x: 0, y: 0, width: 1e6, height: 1e6)
        let coarse = grid(20, 0).tiles(in: huge, pixelsPerPoint: 1)
        #expect(coarse.count <= TileGrid.tileLimit && coarse.count > 1000 && coarse[0].level < 0)
        let middle = grid().tiles(in: huge, pixelsPerPoint: 1)
        #expect(middle.count <= TileGrid.tileLimit && abs(middle[0].column - 1953) <= 1)
        #expect(grid(side: 1).width == 32 && grid(side: 1e9).width == 4096)
        #expect(grid().tiles(in: CGRect(x: 1e300, y: 0, width: 1e290, height: 5), pixelsPerPoint: 1).isEmpty)
    }
}

@Suite("Tiled layers", .serialized)
@MainActor
struct TiledLayerTests {
    /// Commits, and lets drawing threads finish, until nothing is missing.
    private func settle(_ screen: Screen, _ layer: CATiledLayer) {
        repeat { screen.flush() } while CATiledLayer.finishDrawing()
        screen.flush()
        #expect(layer.drawings.isEmpty && layer.seen.allSatisfy { layer.tiles[$0].map { !$0.isStale } ?? false })
    }

    private func squares(_ frame: CGRect, _ screen: Screen, waits: Bool = false) -> Squares {
        let layer = Squares(waits: waits)
        layer.tileSize = CGSize(width: 32, height: 32)
        layer.frame = frame
        screen.root.addSublayer(layer)
        return layer
    }

    /// What the tiles show, in the layer's coordinates.
    private func pixel(_ layer: CATiledLayer, _ x: CGFloat, _ y: CGFloat) -> UInt32? {
        for tile in layer.tiles.values.map(\.layer).sorted(by: { $0.zPosition > $1.zPosition }) {
            guard tile.frame.contains(p(x, y)), let bitmap = tile.contentsBitmap else { continue }
            let unit = tile.contentsRect
            let u = unit.minX + (x - tile.frame.minX) / tile.frame.width * unit.width
            let v = unit.minY + (y - tile.frame.minY) / tile.frame.height * unit.height
            return bitmap.pixel(x: Int(u * CGFloat(bitmap.width)), y: Int(v * CGFloat(bitmap.height)))
        }
        return nil
    }

    @Test("What a new tiled layer has")
    func defaults() {
        let layer = CATiledLayer()
        #expect(layer.tileSize == CGSize(width: 256, height: 256) && CATiledLayer.fadeDuration() == 0.25)
        #expect(layer.value(forKey: "levelsOfDetail") as? Int == 1)
        #expect(layer.value(forKey: "levelsOfDetailBias") as? Int == 0)
        #expect(layer.value(forKey: "tileSize") as? CGSize == layer.tileSize && layer.sublayers == nil)
        let lines = logged {
            layer.tileSize = .zero
            layer.tileSize = CGSize(width: CGFloat.nan, height: 3)
        }
        #expect(lines.count == 1 && layer.tileSize.width == 256)
    }

    @Test("Only tiles that are seen are drawn, off the main thread, each clipped to itself")
    func drawsWhatIsSeen() {
        let screen = Screen()
        let layer = squares(r(0, 0, 4000, 4000), screen)
        #expect(isOnMain)
        settle(screen, layer)
        let calls = layer.drawn.all
        #expect(calls.count == 16 && layer.tiles.count == 16)
        #expect(calls.allSatisfy { !$0.isMain && $0.clip.width == 32 && $0.clip.height == 32 && $0.scale == 1 })
        #expect(Set(calls.map { "\($0.clip)" }).count == 16)
        #expect(pixel(layer, 5, 5) == 0xFFFF_0000 && pixel(layer, 15, 5) == 0 && pixel(layer, 95, 75) == 0xFFFF_0000)
        #expect(layer.sublayers == nil && layer.hitTest(p(5, 5)) === layer)
    }

    @Test("Tiles come to the main queue by themselves, and ask for a commit")
    func comesByItself() async {
        let screen = Screen()
        let layer = squares(r(0, 0, 64, 64), screen)
        screen.flush()
        for _ in 0..<5000 where layer.tiles.count < 4 { try? await Task.sleep(nanoseconds: 1_000_000) }
        #expect(layer.tiles.count == 4 && layer.drawings.isEmpty)
    }

    @Test("The render server gets the tiles below the sublayers, and nothing twice")
    func commits() throws {
        let screen = Screen()
        let layer = squares(r(0, 0, 64, 32), screen)
        let child = CALayer()
        layer.addSublayer(child)
        settle(screen, layer)
        let name = LayerID(rawValue: layer.identifier)
        var order: [LayerID] = []
        var contents = 0
        for commit in screen.recorder.commits {
            contents += commit.contents.filter { $0.bitmap != nil }.count
            for update in commit.sublayers where update.parent == name {
                order = Array(commit.sublayerIDs[update.range])
            }
        }
        #expect(order == [layer.ground.identifier, child.identifier].map(LayerID.init(rawValue:)) && contents == 2)
        screen.recorder.forget()
        layer.position.x += 1
        screen.flush()
        #expect(screen.recorder.last?.contents.isEmpty == true && layer.drawn.all.count == 2)
    }

    @Test("Scrolling draws what comes into view and keeps a bounded number of what left it")
    func scrolling() {
        let screen = Screen()
        let container = screen.layer(r(0, 0, 100, 100))
        container.masksToBounds = true
        let layer = Squares()
        layer.tileSize = CGSize(width: 32, height: 32)
        layer.frame = r(0, 0, 100_000, 100)
        container.addSublayer(layer)
        settle(screen, layer)
        let first = layer.drawn.all.count
        func scroll(to x: CGFloat) {
            CATransaction.setDisableActions(true)
            container.bounds.origin.x = x
        }
        scroll(to: 32)
        settle(screen, layer)
        #expect(layer.drawn.all.count == first + 4)
        scroll(to: 0)
        settle(screen, layer)
        #expect(layer.drawn.all.count == first + 4)
        for step in 1...40 {
            scroll(to: CGFloat(step * 320))
            settle(screen, layer)
        }
        #expect(layer.tiles.count <= 64 && layer.ground.sublayers?.count == layer.tiles.count)
    }

    @Test("Levels: enlarged it is drawn in more detail, and coarser tiles stay until all finer ones are there")
    func levels() {
        let screen = Screen()
        let layer = squares(r(0, 0, 64, 64), screen)
        layer.levelsOfDetail = 3
        layer.levelsOfDetailBias = 1
        settle(screen, layer)
        #expect(Set(layer.drawn.all.map(\.scale)) == [1])
        CATransaction.setDisableActions(true)
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        screen.flush()
        #expect(layer.tiles.keys.contains { $0.level == 0 })
        settle(screen, layer)
        #expect(Set(layer.drawn.all.map(\.scale)) == [1, 2] && layer.tiles.keys.allSatisfy { $0.level == 1 })
        CATransaction.setDisableActions(true)
        layer.setAffineTransform(CGAffineTransform(scaleX: 0.25, y: 0.25))
        settle(screen, layer)
        #expect(layer.tiles.keys.allSatisfy { $0.level == -1 })
        #expect(layer.drawn.all.last?.scale == 0.5 && layer.drawn.all.last?.clip.width == 64)
    }

    @Test("Marking a part draws its tiles again; marking all draws all that are seen")
    func invalidation() {
        let screen = Screen()
        let layer = squares(r(0, 0, 64, 64), screen)
        settle(screen, layer)
        #expect(layer.drawn.all.count == 4)
        layer.setNeedsDisplay(r(40, 2, 4, 4))
        settle(screen, layer)
        #expect(layer.drawn.all.count == 5 && layer.drawn.all.last?.clip == r(32, 0, 32, 32))
        layer.setNeedsDisplay()
        settle(screen, layer)
        #expect(layer.drawn.all.count == 9)
        layer.setNeedsDisplay(.null)
        layer.setNeedsDisplay(r(500, 500, 5, 5))
        settle(screen, layer)
        #expect(layer.drawn.all.count == 9 && !layer.needsDisplay())
    }

    @Test("A tile that is marked while it is being drawn is drawn again")
    func markedWhileDrawing() {
        let screen = Screen()
        let layer = squares(r(0, 0, 32, 32), screen, waits: true)
        screen.flush()
        while layer.drawn.all.isEmpty { usleep(1000) }
        layer.setNeedsDisplay(r(0, 0, 5, 5))
        for _ in 0..<2 { layer.drawn.gate.signal() }
        settle(screen, layer)
        #expect(layer.drawn.all.count == 2)
    }

    @Test("A new tile fades in over the class's time; a tile drawn again does not")
    func fading() {
        final class Fading: CATiledLayer {
            nonisolated override func draw(in ctx: CGContext) {}
        }
        let screen = Screen()
        let layer = Fading()
        layer.frame = r(0, 0, 50, 50)
        screen.root.addSublayer(layer)
        settle(screen, layer)
        let tile = layer.tiles.values.first
        let fade = tile?.layer.animation(forKey: "fade") as? CABasicAnimation
        #expect(fade?.duration == 0.25 && tile?.isSettled == false)
        screen.advance(to: 1)
        screen.endAnimations()
        screen.flush()
        #expect(tile?.isSettled == true)
        layer.setNeedsDisplay()
        settle(screen, layer)
        #expect(tile?.layer.animationKeys() == nil && layer.tiles.count == 1)
    }

    @Test("A layer and its delegate that end while tiles are drawn end on the main thread, afterwards")
    func endsWhileDrawing() {
        final class Painter: NSObject, CALayerDelegate {
            let drawn: Drawn
            nonisolated(unsafe) var whenEnded: (@Sendable (Bool) -> Void)?

            init(_ drawn: Drawn) { self.drawn = drawn }

            nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
                drawn.note(ctx)
                drawn.gate.wait()
            }

            deinit { whenEnded?(isOnMain) }
        }
        let screen = Screen()
        let drawn = Drawn()
        let ends = Mutex<[Bool]>([])
        weak var weakLayer: CATiledLayer?
        do {
            let painter = Painter(drawn)
            painter.whenEnded = { isMain in ends.withLock { $0.append(isMain) } }
            let layer = CATiledLayer()
            weakLayer = layer
            layer.frame = r(0, 0, 50, 50)
            layer.delegate = painter
            screen.root.addSublayer(layer)
            screen.flush()
            while drawn.all.isEmpty { usleep(1000) }
            layer.removeFromSuperlayer()
            screen.flush()
        }
        #expect(ends.withLock { $0.isEmpty } && weakLayer != nil)
        drawn.gate.signal()
        CATiledLayer.finishDrawing()
        #expect(ends.withLock { $0 } == [true])
        #expect(weakLayer == nil && drawn.all.count == 1)
    }

    @Test("Tiles of a layer that leaves the screen are let go of, and drawn again when it comes back")
    func leavesTheScreen() {
        let screen = Screen()
        let layer = squares(r(0, 0, 64, 64), screen)
        settle(screen, layer)
        layer.removeFromSuperlayer()
        screen.flush()
        #expect(layer.tiles.isEmpty && layer.ground.sublayers == nil)
        screen.root.addSublayer(layer)
        settle(screen, layer)
        #expect(layer.tiles.count == 4 && layer.drawn.all.count == 8)
    }

    @Test("Nothing is drawn of a layer that is hidden, clipped away or off the screen")
    func unseen() {
        let screen = Screen()
        let layer = squares(r(0, 0, 64, 64), screen)
        layer.isHidden = true
        screen.flush()
        CATransaction.setDisableActions(true)
        layer.isHidden = false
        layer.position = p(500, 500)
        screen.flush()
        layer.removeFromSuperlayer()
        let clip = screen.layer(r(0, 0, 10, 10))
        clip.masksToBounds = true
        clip.addSublayer(layer)
        layer.position = p(60, 60)
        settle(screen, layer)
        #expect(layer.drawn.all.isEmpty)
        CATransaction.setDisableActions(true)
        layer.transform = CATransform3DMakeScale(0, 0, 0)
        settle(screen, layer)
        #expect(layer.drawn.all.isEmpty)
    }

    @Test("Tiles at the edge are cut at the bounds, and follow them")
    func edges() {
        let screen = Screen()
        let layer = squares(r(0, 0, 50, 20), screen)
        settle(screen, layer)
        #expect(Set(layer.tiles.values.map { "\($0.layer.frame)" }) == ["\(r(0, 0, 32, 20))", "\(r(32, 0, 18, 20))"])
        CATransaction.setDisableActions(true)
        layer.bounds.size.width = 60
        settle(screen, layer)
        #expect(layer.drawn.all.count == 2 && pixel(layer, 55, 15) == 0xFFFF_0000)
        #expect(layer.tiles.values.map(\.layer.frame.maxX).max() == 60)
    }

    @Test("An opaque layer's tiles are opaque, on its background; drawing the tree into a context needs no tiles")
    func opaqueAndRender() throws {
        let screen = Screen()
        let layer = squares(r(0, 0, 32, 32), screen)
        layer.isOpaque = true
        layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        layer.setNeedsDisplay()
        settle(screen, layer)
        #expect(pixel(layer, 15, 5) == 0xFF00_00FF && pixel(layer, 5, 5) == 0xFFFF_0000)
        let bitmap = try Bitmap(width: 32, height: 32, format: .argb8888)
        layer.render(in: CGContext(bitmap: bitmap, scale: 1))
        #expect(bitmap.pixel(x: 15, y: 5) == 0xFF00_00FF && bitmap.pixel(x: 5, y: 5) == 0xFFFF_0000)
    }
}
