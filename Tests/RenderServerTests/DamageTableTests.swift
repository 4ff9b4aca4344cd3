import Motion
import Raster
import Testing

@testable import RenderServer

/// Promise 2 of the design: only what is dirty. Each rule is a tree, a change, and the rectangles that follow.
@Suite("Damage as a table")
struct DamageTableTests {
    /// 400 x 300 pixels: #1 red at (10,10 20x20), #2 green at (200,100 60x40) with #3 blue at (210,110 10x10) inside it.
    /// They lie in different cells of the damage grid, so that rectangles come out as they went in.
    static func sketch() -> Sketch {
        let sketch = Sketch(400, 300)
        sketch.solid(1, 10, 10, 20, 20, .red)
        sketch.solid(2, 200, 100, 60, 40, .green)
        sketch.solid(3, 10, 10, 10, 10, .blue)
        sketch.sublayers(0, [1, 2])
        sketch.sublayers(2, [3])
        sketch.show()
        return sketch
    }

    /// The damage of a change; and the same change said again is none.
    static func damage(of change: (Sketch) -> Void, after prepare: (Sketch) -> Void = { _ in }) -> Set<PixelRect> {
        let sketch = sketch()
        prepare(sketch)
        sketch.show()
        change(sketch)
        let damage = Set(sketch.show())
        change(sketch)
        sketch.update()
        #expect(!sketch.renderer.hasPendingDamage, "said again, it still is damage")
        #expect(sketch.firstDifference(buffer: 0) == nil)
        return damage
    }

    @Test("nothing said, nothing dirty")
    func nothing() {
        let sketch = Self.sketch()
        sketch.update()
        #expect(!sketch.renderer.hasPendingDamage)
        #expect(sketch.render(into: 0) == RenderCounters())
    }

    @Test("identical states are no damage")
    func identical() {
        let sketch = Self.sketch()
        for id: UInt32 in 0...3 { sketch.layer(id) { _ in } }
        sketch.sublayers(0, [1, 2])
        sketch.update()
        #expect(!sketch.renderer.hasPendingDamage)
    }

    @Test("add: the new layer's pixels")
    func add() {
        let damage = Self.damage {
            $0.solid(4, 300, 200, 10, 5, .red)
            $0.sublayers(0, [1, 2, 4])
        }
        #expect(damage == [rect(300, 200, 10, 5)])
    }

    @Test("add: a layer that draws nothing is none")
    func addEmpty() {
        let damage = Self.damage {
            $0.layer(4) { $0.frame(300, 200, 10, 5) }
            $0.sublayers(0, [1, 2, 4])
        }
        #expect(damage.isEmpty)
    }

    @Test("remove: what the subtree showed")
    func remove() {
        let sketch = Self.sketch()
        sketch.sublayers(0, [1])
        sketch.remove(2, 3)
        #expect(Set(sketch.show()) == [rect(200, 100, 60, 40)])
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("remove: a sublayer that leaves no list behind")
    func removeOnly() {
        let sketch = Self.sketch()
        sketch.remove(3)
        #expect(Set(sketch.show()) == [rect(210, 110, 10, 10)])
    }

    @Test("move: the old place and the new one")
    func move() {
        let damage = Self.damage { $0.layer(1) { $0.frame(300, 200, 20, 20) } }
        #expect(damage == [rect(10, 10, 20, 20), rect(300, 200, 20, 20)])
    }

    @Test("move: a container moves what is in it, and nothing else")
    func moveContainer() {
        let damage = Self.damage(
            of: { $0.layer(2) { $0.frame(200, 40, 60, 40) } }, after: { $0.layer(2) { $0.backgroundColor.w = 0 } })
        #expect(damage == [rect(210, 110, 10, 10), rect(210, 50, 10, 10)])
    }

    @Test("move: less than what rounds to a pixel is none")
    func moveALittle() {
        let damage = Self.damage { $0.layer(1) { $0.frame(10.3, 9.8, 20, 20) } }
        #expect(damage.isEmpty)
    }

    @Test("scroll: bounds that move give the sublayers' places, not the layer's own")
    func scroll() {
        let damage = Self.damage { $0.layer(2) { $0.bounds.y = 8 } }
        #expect(damage == [rect(210, 102, 10, 18)])
    }

    @Test("resize: both sizes")
    func resize() {
        let damage = Self.damage { $0.layer(1) { $0.frame(10, 10, 20, 30) } }
        #expect(damage == [rect(10, 10, 20, 30)])
    }

    @Test("hide: what was seen; a change while hidden is none; show: what is seen")
    func hide() {
        #expect(Self.damage { $0.layer(2) { $0.isHidden = true } } == [rect(200, 100, 60, 40)])
        let whileHidden = Self.damage(
            of: {
                $0.layer(2) { $0.frame(0, 0, 90, 90) }
                $0.solid(3, 0, 0, 5, 5, .red)
            }, after: { $0.layer(2) { $0.isHidden = true } })
        #expect(whileHidden.isEmpty)
        let shown = Self.damage(
            of: { $0.layer(2) { $0.isHidden = false } }, after: { $0.layer(2) { $0.isHidden = true } })
        #expect(shown == [rect(200, 100, 60, 40)])
    }

    @Test("fade: the subtree; at opacity 0 nothing below matters")
    func fade() {
        #expect(Self.damage { $0.layer(2) { $0.opacity = 0.5 } } == [rect(200, 100, 60, 40)])
        let transparent = Self.damage(
            of: { $0.solid(3, 0, 0, 50, 5, .red) }, after: { $0.layer(2) { $0.opacity = 0 } })
        #expect(transparent.isEmpty)
    }

    @Test("clip: what it takes away, and nothing where nothing was")
    func clip() {
        let damage = Self.damage(
            of: { $0.layer(2) { $0.masksToBounds = true } }, after: { $0.solid(3, 50, 10, 40, 10, .blue) })
        #expect(damage == [rect(260, 110, 30, 10)])
        let unused = Self.damage(
            of: { $0.layer(2) { $0.frame(200, 100, 30, 40) } },
            after: {
                $0.layer(2) {
                    $0.masksToBounds = true
                    $0.backgroundColor.w = 0
                }
            })
        #expect(unused.isEmpty)
    }

    @Test("a clip that grows gives the strip that appears")
    func clipGrows() {
        let damage = Self.damage(
            of: { $0.layer(2) { $0.frame(200, 100, 70, 40) } },
            after: {
                $0.layer(2) {
                    $0.masksToBounds = true
                    $0.backgroundColor.w = 0
                }
                $0.solid(3, 0, 0, 300, 10, .blue)
            })
        #expect(damage == [rect(260, 100, 10, 10)])
    }

    @Test("corner radius: of a clip that draws nothing itself, what it cuts")
    func clipRadius() {
        let damage = Self.damage(
            of: { $0.layer(2) { $0.cornerRadius = 8 } },
            after: {
                $0.layer(2) {
                    $0.masksToBounds = true
                    $0.cornerRadius = 4
                    $0.backgroundColor.w = 0
                }
                $0.solid(3, 0, 0, 60, 40, .blue)
            })
        #expect(damage == [rect(200, 100, 60, 40)])
    }

    @Test("a layer that left and comes back elsewhere: only the new place")
    func comeBack() {
        let damage = Self.damage(
            of: {
                $0.layer(1) { $0.frame(300, 200, 20, 20) }
                $0.sublayers(0, [1, 2])
            }, after: { $0.sublayers(0, [2]) })
        #expect(damage == [rect(300, 200, 20, 20)])
    }

    @Test("a sublayer transform that goes, and one whose anchor moves, move the sublayers")
    func sublayerTransform() {
        let scaled: (Sketch) -> Void = {
            $0.layer(2) {
                $0.backgroundColor.w = 0
                $0.sublayerTransform = .scale(2, 2)
            }
        }
        let gone = Self.damage(of: { $0.layer(2) { $0.sublayerTransform = .identity } }, after: scaled)
        #expect(gone == [rect(190, 100, 30, 20)])
        // The layer grows to the right and stays where it is; its centre does not.
        let moved = Self.damage(of: { $0.layer(2) { $0.frame(200, 100, 80, 40) } }, after: scaled)
        #expect(moved == [rect(180, 100, 30, 20)])
    }

    @Test("transform: old pixels and new ones")
    func transform() {
        let damage = Self.damage { $0.layer(1) { $0.transform = .scale(2, 1) } }
        #expect(damage == [rect(0, 10, 40, 20)])
        let turned = Self.damage { $0.layer(1) { $0.transform = .rotation(.pi / 4, 0, 0, 1) } }
        #expect(turned == [rect(5, 5, 30, 30)])
    }

    @Test("reorder: only a layer whose place among the others changed")
    func reorder() {
        let prepare: (Sketch) -> Void = {
            $0.solid(4, 15, 15, 30, 30, .white)
            $0.solid(5, 300, 200, 10, 10, .white)
            $0.sublayers(0, [1, 2, 4, 5])
        }
        #expect(Self.damage(of: { $0.sublayers(0, [2, 4, 5, 1]) }, after: prepare) == [rect(10, 10, 20, 20)])
        #expect(Self.damage(of: { $0.sublayers(0, [5, 1, 2, 4]) }, after: prepare) == [rect(300, 200, 10, 10)])
        #expect(Self.damage(of: { $0.layer(1) { $0.zPosition = 1 } }, after: prepare) == [rect(10, 10, 20, 20)])
    }

    @Test("reparent: the old pixels and the new ones")
    func reparent() {
        let damage = Self.damage {
            $0.sublayers(0, [1, 2, 3])
            $0.sublayers(2, [])
        }
        #expect(damage == [rect(210, 110, 10, 10), rect(10, 10, 10, 10)])
    }

    @Test("colour and border: the layer's own pixels")
    func looks() {
        #expect(Self.damage { $0.layer(2) { $0.backgroundColor = .red } } == [rect(200, 100, 60, 40)])
        #expect(Self.damage { $0.layer(3) { $0.borderWidth = 2 } } == [rect(210, 110, 10, 10)])
        #expect(Self.damage { $0.layer(3) { $0.cornerRadius = 3 } } == [rect(210, 110, 10, 10)])
        // A border of no width has a colour without being seen, but nobody is asked to prove that.
    }

    @Test("contents: a part that changed maps to that part of the screen")
    func contentsPart() throws {
        let first = try picture(60, 40) { _, _ in 0xFF10_2030 }
        let second = try picture(60, 40) { x, y in x >= 20 && x < 25 && y < 3 ? 0xFFFF_FFFF : 0xFF10_2030 }
        let damage = Self.damage(
            of: { $0.contents(2, second, changed: rect(20, 0, 5, 3)) }, after: { $0.contents(2, first) })
        #expect(damage == [rect(220, 100, 5, 3)])
    }

    @Test("contents: scaled, a part maps to that part and the pixels that blend with it")
    func contentsPartScaled() throws {
        let first = try picture(30, 20) { _, _ in 0xFF10_2030 }
        let second = try picture(30, 20) { x, y in x == 10 && y == 10 ? 0xFFFF_FFFF : 0xFF10_2030 }
        let damage = Self.damage(
            of: { $0.contents(2, second, changed: rect(10, 10, 1, 1)) }, after: { $0.contents(2, first) })
        #expect(damage == [rect(217, 117, 8, 8)])
    }

    @Test("contents: whole, gone, and an empty part")
    func contentsWhole() throws {
        let first = try picture(60, 40) { _, _ in 0xFF10_2030 }
        let sketch = Self.sketch()
        sketch.contents(2, first)
        #expect(sketch.show() == [rect(200, 100, 60, 40)])
        sketch.contents(2, try picture(60, 40) { _, _ in 0xFF10_2030 }, changed: .empty)
        sketch.update()
        #expect(!sketch.renderer.hasPendingDamage)
        sketch.contents(2, nil)
        #expect(sketch.show() == [rect(200, 100, 60, 40)])
    }

    @Test("animation: old and new place in each frame; none once it stands")
    func animation() {
        let sketch = Self.sketch()
        sketch.animate(
            1,
            RenderServerTests.animation(
                7, .positionX, from: .number(20), to: .number(220), duration: 2, fill: .forwards, isRemoved: false))
        sketch.update(at: 0)
        #expect(!sketch.renderer.hasPendingDamage)
        #expect(Set(sketch.show(at: 1)) == [rect(10, 10, 20, 20), rect(110, 10, 20, 20)])
        sketch.show(at: 2)
        sketch.update(at: 3)
        #expect(!sketch.renderer.hasPendingDamage)
        #expect(sketch.renderer.nextAnimationTime == .infinity)
    }

    @Test("a refused present keeps the damage; a later change adds to it")
    func refused() {
        let sketch = Self.sketch()
        sketch.layer(1) { $0.backgroundColor = .white }
        sketch.update()
        sketch.render(into: 0)
        #expect(sketch.renderer.hasPendingDamage)
        sketch.layer(3) { $0.backgroundColor = .white }
        #expect(Set(sketch.show()) == [rect(10, 10, 20, 20), rect(210, 110, 10, 10)])
        #expect(!sketch.renderer.hasPendingDamage)
    }

    @Test("a buffer of age 0 gets everything, whatever is believed of it")
    func ageZero() {
        let sketch = Self.sketch()
        sketch.layer(1) { $0.backgroundColor = .white }
        sketch.update()
        let buffer = sketch.buffers[0]
        buffer.memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: buffer.bytesPerRow * 300)
        sketch.loseContents(of: 0)
        #expect(sketch.render(into: 0).pixelsComposited == 400 * 300)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("each buffer gets what it missed, and the device hears only of the last change")
    func missed() {
        let sketch = Sketch(400, 300, buffers: 2)
        sketch.solid(1, 10, 10, 20, 20, .red)
        sketch.sublayers(0, [1])
        sketch.show()
        sketch.layer(1) { $0.backgroundColor = .green }
        sketch.show()
        sketch.layer(1) { $0.frame(100, 10, 20, 20) }
        #expect(Set(sketch.show(buffer: 0)) == [rect(10, 10, 20, 20), rect(100, 10, 20, 20)])
        sketch.layer(1) { $0.frame(200, 10, 20, 20) }
        sketch.update()
        var clips: [PixelRect] = []
        sketch.renderer.damageClips(limit: 16, into: &clips)
        #expect(Set(clips) == [rect(100, 10, 20, 20), rect(200, 10, 20, 20)])
        // The second buffer still has the layer at its first place.
        #expect(sketch.render(into: 1).pixelsComposited == 3 * 400)
        sketch.present(1)
        #expect(sketch.firstDifference(buffer: 1) == nil)
    }

    @Test("clips are in panel coordinates and never more than asked for", arguments: Rotation.allCases)
    func clips(_ rotation: Rotation) {
        let sketch = Sketch(400, 300, rotation: rotation)
        for id: UInt32 in 1...30 {
            sketch.solid(id, Double(id % 6) * 50, Double(id / 6) * 50, 10, 10, .red)
        }
        sketch.sublayers(0, Array(1...30))
        sketch.show()
        for id: UInt32 in 1...30 { sketch.layer(id) { $0.backgroundColor = .blue } }
        sketch.update()
        var clips: [PixelRect] = []
        sketch.renderer.damageClips(limit: 4, into: &clips)
        #expect(clips.count <= 4)
        for id in 1...30 {
            let place = rect(id % 6 * 50, id / 6 * 50, 10, 10)
            let panelPlace = rotation.panelRect(place, panel: sketch.panelSize)
            #expect(clips.contains { $0.contains(panelPlace) })
        }
        #expect(clips.allSatisfy { PixelRect(size: sketch.panelSize).contains($0) })
    }
}
