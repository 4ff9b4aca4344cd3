import Motion
import Raster
import Testing

@testable import RenderServer

/// Single pixels in solid areas, where there is one right answer.
@Suite("Pixels")
struct PixelTests {
    @Test("nothing is opaque black")
    func nothing() {
        let sketch = Sketch()
        sketch.show()
        #expect(sketch.pixel(50, 50) == 0xFF00_0000)
    }

    @Test("D-29: opacity .5 on red over black is (128, 0, 0)")
    func halfRed() {
        let sketch = Sketch()
        sketch.solid(1, 10, 10, 20, 20, .red)
        sketch.layer(1) { $0.opacity = 0.5 }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(15, 15) == 0xFF80_0000)
        #expect(sketch.pixel(9, 15) == 0xFF00_0000)
        #expect(sketch.pixel(30, 15) == 0xFF00_0000)
    }

    @Test("translucent colours are premultiplied with rounding")
    func translucent() {
        let sketch = Sketch()
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 0, 0, 20, 20, SIMD4(1, 0.5, 0, 0.5))
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFFFF_BF7F)
    }

    @Test("D-29: a border lies inside the bounds and over sublayers")
    func border() {
        let sketch = Sketch()
        sketch.solid(1, 10, 10, 40, 40, .red)
        sketch.layer(1) {
            $0.borderWidth = 4
            $0.borderColor = .green
        }
        sketch.solid(2, 0, 0, 60, 60, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(sketch.pixel(10, 30) == 0xFF00_FF00)
        #expect(sketch.pixel(13, 30) == 0xFF00_FF00)
        #expect(sketch.pixel(14, 30) == 0xFF00_00FF)
        #expect(sketch.pixel(49, 49) == 0xFF00_FF00)
        #expect(sketch.pixel(60, 60) == 0xFF00_00FF)
        #expect(sketch.pixel(9, 30) == 0xFF00_0000)
    }

    @Test("D-29: masksToBounds with a corner radius clears the corner; without it a sublayer shows there")
    func roundedClip() {
        let sketch = Sketch()
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 10, 10, 60, 60, .red)
        sketch.layer(1) {
            $0.cornerRadius = 10
            $0.masksToBounds = true
        }
        sketch.solid(2, 0, 0, 60, 60, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        for (x, y) in [(10, 10), (69, 10), (10, 69), (69, 69)] { #expect(sketch.pixel(x, y) == 0xFFFF_FFFF) }
        #expect(sketch.pixel(40, 10) == 0xFF00_00FF)
        #expect(sketch.pixel(13, 13) == 0xFF00_00FF)
        sketch.layer(1) { $0.masksToBounds = false }
        sketch.show()
        for (x, y) in [(10, 10), (69, 69)] { #expect(sketch.pixel(x, y) == 0xFF00_00FF) }
    }

    @Test("a clip's rounded edge mixes with what is below once: no line of another colour")
    func roundedClipEdge() {
        let sketch = Sketch()
        sketch.layer(0) { $0.backgroundColor = .white }
        sketch.solid(1, 10, 10, 60, 60, .white)
        sketch.layer(1) {
            $0.cornerRadius = 20
            $0.masksToBounds = true
        }
        sketch.solid(2, 0, 0, 60, 60, .white)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        for x in 0..<100 { #expect(sketch.pixel(x, 12) == 0xFFFF_FFFF) }
    }

    @Test("only the corners of maskedCorners are round")
    func maskedCorners() {
        let sketch = Sketch()
        sketch.solid(1, 10, 10, 60, 60, .red)
        sketch.layer(1) {
            $0.cornerRadius = 10
            $0.maskedCorners = [.topLeft, .bottomRight]
        }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(10, 10) == 0xFF00_0000)
        #expect(sketch.pixel(69, 69) == 0xFF00_0000)
        #expect(sketch.pixel(69, 10) == 0xFFFF_0000)
        #expect(sketch.pixel(10, 69) == 0xFFFF_0000)
        // Mirrored, they change sides.
        sketch.layer(1) { $0.transform = .scale(-1, 1) }
        sketch.show()
        #expect(sketch.pixel(69, 10) == 0xFF00_0000)
        #expect(sketch.pixel(10, 10) == 0xFFFF_0000)
        // A quarter turn clockwise takes the top left corner to the top right.
        sketch.layer(1) { $0.transform = .rotation(.pi / 2, 0, 0, 1) }
        sketch.show()
        #expect(sketch.pixel(69, 10) == 0xFF00_0000)
        #expect(sketch.pixel(10, 69) == 0xFF00_0000)
        #expect(sketch.pixel(10, 10) == 0xFFFF_0000)
    }

    @Test("D-84: the opacity of a group is applied to its picture; children do not show through each other")
    func group() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 80, 80)
            $0.opacity = 0.5
        }
        sketch.solid(2, 0, 0, 40, 40, .red)
        sketch.solid(3, 20, 20, 40, 40, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2, 3])
        sketch.show()
        #expect(sketch.pixel(10, 10) == 0xFF80_0000)
        #expect(sketch.pixel(30, 30) == 0xFF00_0080)
        #expect(sketch.pixel(50, 50) == 0xFF00_0080)
        sketch.layer(1) { $0.allowsGroupOpacity = false }
        sketch.show()
        #expect(sketch.pixel(30, 30) == 0xFF40_0080)
    }

    @Test("a half-transparent picture in a half-transparent group is a quarter of itself")
    func pictureInGroup() throws {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 80, 80)
            $0.opacity = 0.5
        }
        sketch.layer(2) {
            $0.frame(0, 0, 40, 40)
            $0.opacity = 0.5
        }
        sketch.contents(2, try picture(40, 40) { _, _ in 0xFFFF_FFFF })
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(sketch.pixel(10, 10) == 0xFF40_4040)
    }

    @Test("a turned layer that grows by less than a pixel is drawn again")
    func turnedGrowth() {
        let sketch = Sketch()
        sketch.solid(1, 40, 20, 40, 40, .white)
        sketch.layer(1) {
            $0.anchorPoint = SIMD2(0, 0)
            $0.position = SIMD2(40, 20)
            $0.transform = .rotation(0.5, 0, 0, 1)
        }
        sketch.sublayers(0, [1])
        sketch.show()
        for step in 1...20 {
            sketch.layer(1) { $0.bounds.z = 40 + Double(step) * 0.07 }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(step)")
        }
    }

    @Test("groups inside groups multiply")
    func nestedGroups() {
        let sketch = Sketch()
        for id: UInt32 in 1...3 {
            sketch.layer(id) {
                $0.frame(0, 0, 80, 80)
                $0.opacity = 0.5
                $0.backgroundColor = SIMD4(0, 0, 0, id == 3 ? 1 : 0)
            }
        }
        sketch.layer(0) { $0.backgroundColor = .white }
        for parent: UInt32 in 0...2 { sketch.sublayers(parent, [parent + 1]) }
        sketch.show()
        // 1/8 black over white, with the rounding of three bytes.
        #expect(sketch.pixel(10, 10) & 0xFF == 255 - 32)
    }

    @Test("D-88: hidden and transparent layers hide what is in them")
    func hidden() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 80, 80)
            $0.isHidden = true
        }
        sketch.solid(2, 0, 0, 40, 40, .red)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(sketch.pixel(10, 10) == 0xFF00_0000)
        sketch.layer(1) {
            $0.isHidden = false
            $0.opacity = 0.001
        }
        sketch.show()
        #expect(sketch.pixel(10, 10) == 0xFF00_0000)
    }

    @Test("D-89: z position first, then the list")
    func order() {
        let sketch = Sketch()
        sketch.solid(1, 0, 0, 40, 40, .red)
        sketch.solid(2, 0, 0, 40, 40, .green)
        sketch.solid(3, 0, 0, 40, 40, .blue)
        sketch.sublayers(0, [1, 2, 3])
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFF00_00FF)
        sketch.layer(1) { $0.zPosition = 1 }
        sketch.layer(2) { $0.zPosition = 1 }
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFF00_FF00)
        sketch.sublayers(0, [2, 1, 3])
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFFFF_0000)
        sketch.layer(1) { $0.zPosition = 0 }
        sketch.layer(2) { $0.zPosition = 0 }
        sketch.show()
        #expect(sketch.pixel(5, 5) == 0xFF00_00FF)
    }

    @Test("a layer is turned about its anchor point, and positive angles turn clockwise")
    func anchor() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.bounds = SIMD4(0, 0, 40, 10)
            $0.anchorPoint = SIMD2(0, 0)
            $0.position = SIMD2(50, 50)
            $0.transform = .rotation(.pi / 2, 0, 0, 1)
            $0.backgroundColor = .red
        }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(45, 85) == 0xFFFF_0000)
        #expect(sketch.pixel(40, 50) == 0xFFFF_0000)
        #expect(sketch.pixel(39, 50) == 0xFF00_0000)
        #expect(sketch.pixel(50, 55) == 0xFF00_0000)
        #expect(sketch.pixel(45, 90) == 0xFF00_0000)
    }

    @Test("D-85: edges of a turned layer are jagged, or smoothed when asked for")
    func turnedEdges() {
        func greys(_ isSmoothed: Bool, _ radius: Double) -> Int {
            let sketch = Sketch()
            sketch.solid(1, 20, 20, 60, 60, .white)
            sketch.layer(1) {
                $0.transform = .rotation(0.3, 0, 0, 1)
                $0.allowsEdgeAntialiasing = isSmoothed
                $0.cornerRadius = radius
            }
            sketch.sublayers(0, [1])
            sketch.show()
            var count = 0
            for y in 0..<100 {
                for x in 0..<100 where ![0xFFFF_FFFF, 0xFF00_0000].contains(sketch.pixel(x, y)) { count += 1 }
            }
            return count
        }
        #expect(greys(false, 0) == 0)
        #expect(greys(true, 0) > 150)
        #expect((20...120).contains(greys(false, 10)))
    }

    @Test("a sublayer transform acts about the layer's anchor point")
    func sublayerTransform() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 100, 100)
            $0.sublayerTransform = .scale(2, 2)
        }
        sketch.solid(2, 50, 50, 10, 10, .red)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        #expect(sketch.pixel(69, 69) == 0xFFFF_0000)
        #expect(sketch.pixel(70, 70) == 0xFF00_0000)
        #expect(sketch.pixel(49, 49) == 0xFF00_0000)
    }

    @Test("a single-sided layer is not seen from behind")
    func singleSided() {
        let sketch = Sketch()
        sketch.solid(1, 0, 0, 40, 40, .red)
        sketch.layer(1) {
            $0.isDoubleSided = false
            $0.transform = .rotation(.pi, 0, 1, 0)
        }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(20, 20) == 0xFF00_0000)
        sketch.layer(1) { $0.isDoubleSided = true }
        sketch.show()
        #expect(sketch.pixel(20, 20) == 0xFFFF_0000)
    }

    @Test("numbers that are no numbers, and far too large ones, make a layer invisible and are counted")
    func impossible() {
        let sketch = Sketch()
        sketch.solid(1, 0, 0, 40, 40, .red)
        sketch.solid(2, 0, 0, 10, 10, .green)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.show()
        for matrix in [Matrix4.scale(.nan, 1), .translation(.infinity, 0), .scale(1e300, 1e300)] {
            let before = sketch.renderer.unusableLayerCount
            sketch.layer(1) {
                $0.transform = matrix
                $0.bounds.z = 1e300
            }
            sketch.show()
            #expect(sketch.pixel(5, 5) == 0xFF00_0000)
            #expect(sketch.renderer.unusableLayerCount > before)
            sketch.layer(1) {
                $0.transform = .identity
                $0.bounds.z = 40
            }
            sketch.show()
            #expect(sketch.pixel(5, 5) == 0xFF00_FF00)
        }
        // Huge but sensible: clipped to the screen.
        sketch.solid(1, -1e9, -1e9, 2e9, 2e9, .red)
        sketch.show()
        #expect(sketch.pixel(99, 99) == 0xFFFF_0000)
    }
}
