import Motion
import Raster
import Testing

@testable import RenderServer

@Suite("Drawing in perspective")
struct DepthDrawingTests {
    static let red = DepthTests.red
    static let green = DepthTests.green
    static let black = DepthTests.black

    /// A floor that begins before the camera and ends far away: 300 x 200 pixels, horizon in row 100.
    static func floor(_ width: Double = 4000, tilt: Double = .pi / 2 - 0.2) -> Sketch {
        let sketch = Sketch(300, 200)
        sketch.layer(0) { $0.sublayerTransform = camera(200) }
        sketch.layer(1) {
            $0.bounds = SIMD4(0, 0, width, 4000)
            $0.position = SIMD2(150, 180)
            $0.transform = .rotation(tilt, 1, 0, 0)
            $0.backgroundColor = .red
        }
        sketch.sublayers(0, [1])
        return sketch
    }

    // MARK: The near plane

    @Test("what reaches behind the camera is cut before it: it fills the screen to its edge and no further")
    func nearPlane() {
        let sketch = Self.floor()
        sketch.show()
        // The floor reaches the lower edge of the screen everywhere, and nothing of it is in the sky.
        for x in 0..<300 { #expect(sketch.pixel(x, 199) == Self.red) }
        for x in 0..<300 { #expect(sketch.pixel(x, 60) == Self.black) }
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 37, height: 19)) == nil)
    }

    @Test("a layer that passes through the camera is exact in every frame, and gone when wholly behind")
    func throughCamera() {
        let sketch = Sketch(120, 90)
        sketch.layer(0) { $0.sublayerTransform = camera(60) }
        sketch.solid(1, 20, 20, 80, 50, .red)
        sketch.layer(1) {
            $0.borderWidth = 5
            $0.borderColor = .green
            $0.cornerRadius = 9
            $0.masksToBounds = true
            $0.allowsEdgeAntialiasing = true
        }
        sketch.solid(2, 60, 5, 60, 20, .blue)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        for step in 0...60 {
            sketch.layer(1) {
                $0.transform = .rotation(1.2, 0, 1, 0)
                $0.zPosition = Double(step) * 3
            }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(step)")
        }
        #expect(sketch.count(of: Self.black) == 120 * 90)
    }

    @Test("impossible matrices: nothing is drawn, nothing breaks, and the layer comes back")
    func impossible() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 100, 100)
            $0.isTransformLayer = true
        }
        sketch.solid(2, 20, 20, 40, 40, .red)
        sketch.solid(3, 0, 0, 10, 10, .green)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.sublayers(2, [3])
        let zero = Matrix4(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        var noW = Matrix4.rotation(1, 0, 1, 0)
        noW.m44 = 0
        var matrices: [Matrix4] = [zero, noW, .rotation(.pi / 2, 0, 1, 0), .scale(0, 1, 1), .scale(1, 1, 0)]
        for value in [Double.nan, .infinity, 1e300, -1e300, 1e-300] {
            var matrix = Matrix4.identity
            matrix.m14 = value
            matrices.append(matrix)
            matrix = .rotation(0.5, 1, 1, 0)
            matrix.m34 = value
            matrices.append(matrix)
            matrix = .identity
            matrix.m44 = value
            matrices.append(matrix)
            matrices.append(.translation(0, 0, value))
        }
        for matrix in matrices {
            for layer: UInt32 in 0...2 {
                sketch.layer(layer) { if layer == 0 { $0.sublayerTransform = matrix } else { $0.transform = matrix } }
                sketch.show()
                #expect(sketch.firstDifference(buffer: 0) == nil, "\(layer) \(matrix)")
                sketch.layer(layer) {
                    if layer == 0 { $0.sublayerTransform = .identity } else { $0.transform = .identity }
                }
                sketch.show()
                #expect(sketch.pixel(25, 25) == Self.green, "\(layer) \(matrix)")
                #expect(sketch.pixel(50, 50) == Self.red, "\(layer) \(matrix)")
            }
        }
        // A plane seen edge-on shows nothing, and neither does what lies in it.
        sketch.layer(2) { $0.transform = .rotation(.pi / 2, 0, 1, 0) }
        sketch.show()
        #expect(sketch.count(of: Self.black) == 10_000)
    }

    @Test("an enormous layer in perspective")
    func enormous() {
        let sketch = Self.floor(1e9)
        sketch.layer(1) { $0.bounds.w = 1e9 }
        sketch.show()
        for x in 0..<300 { #expect(sketch.pixel(x, 199) == Self.red) }
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 50, height: 50)) == nil)
    }

    // MARK: Contents

    /// Four quarters: red, green, blue, white.
    private func quarters() throws -> Bitmap {
        try picture(2, 2) { x, y in [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF][y * 2 + x] }
    }

    @Test("contents are sampled with the right perspective: the middle of a picture is nearer to its far edge")
    func sampling() throws {
        let sketch = Sketch(200, 200)
        sketch.layer(1) {
            $0.frame(50, 50, 100, 100)
            $0.transform = Matrix4.rotation(.pi / 3, 0, 1, 0).concatenating(camera(500))
            $0.magnificationFilter = .nearest
            $0.minificationFilter = .nearest
        }
        sketch.contents(1, try quarters())
        sketch.sublayers(0, [1])
        sketch.show()
        // From 72.63 to 123.01, and the middle of the layer is where the axis is: at 100, not at 97.8.
        #expect(sketch.columns(of: Self.red, row: 70) == 73...99)
        #expect(sketch.columns(of: Self.green, row: 70) == 100...122)
        #expect(sketch.pixel(90, 99) == Self.red)
        #expect(sketch.pixel(90, 100) == 0xFF00_00FF)
    }

    @Test("D-61: the parts of a nine-slice picture meet in perspective")
    func nineSlice() throws {
        let sketch = Sketch(200, 200)
        sketch.layer(0) { $0.sublayerTransform = camera(300) }
        sketch.layer(1) {
            $0.frame(20, 20, 160, 160)
            $0.transform = .rotation(0.9, 1, 1, 0)
            $0.contentsCenter = SIMD4(0.3, 0.3, 0.4, 0.4)
        }
        sketch.contents(1, try picture(10, 10) { _, _ in 0x8080_8080 })
        sketch.sublayers(0, [1])
        sketch.show()
        var colours: Set<UInt32> = []
        for y in 0..<200 { for x in 0..<200 { colours.insert(sketch.pixel(x, y)) } }
        // Nothing twice, and no hole: a hole would be black inside, so count the edges of each row.
        #expect(colours == [Self.black, 0xFF80_8080])
        for y in 0..<200 where (0..<200).contains(where: { sketch.pixel($0, y) != Self.black }) {
            #expect(sketch.columns(of: 0xFF80_8080, row: y) != nil, "\(y)")
        }
    }

    @Test("background, contents and clip of a jagged layer end at the same pixels")
    func sameEdges() throws {
        func shape(_ kind: Int) throws -> [Bool] {
            let sketch = Sketch(150, 150)
            sketch.layer(0) { $0.sublayerTransform = camera(170) }
            sketch.layer(1) {
                $0.frame(30, 25, 90, 100)
                $0.transform = .rotation(0.8, 0.3, 1, 0.2)
                $0.backgroundColor = kind == 0 ? .white : SIMD4(0, 0, 0, 0)
                $0.masksToBounds = kind == 2
                if kind == 3 {
                    $0.borderWidth = 200
                    $0.borderColor = .white
                }
            }
            if kind == 1 { sketch.contents(1, try picture(9, 9) { _, _ in 0xFFFF_FFFF }) }
            sketch.solid(2, -200, -200, 600, 600, .white)
            sketch.sublayers(0, [1])
            if kind == 2 { sketch.sublayers(1, [2]) }
            sketch.show()
            return (0..<150 * 150).map { sketch.pixel($0 % 150, $0 / 150) == 0xFFFF_FFFF }
        }
        let background = try shape(0)
        #expect(background.filter { $0 }.count > 3000)
        #expect(try shape(1) == background)
        #expect(try shape(2) == background)
        #expect(try shape(3) == background)
    }

    @Test("D-85: only the edges in the mask are smoothed")
    func smoothedEdges() {
        func greys(_ edges: LayerEdges, isTurnedOnly: Bool) -> (left: Int, right: Int) {
            let sketch = Sketch(200, 200)
            sketch.layer(0) { $0.sublayerTransform = camera(400) }
            sketch.solid(1, 50, 50, 100, 100, .white)
            sketch.layer(1) {
                $0.transform = isTurnedOnly ? .rotation(0.1, 0, 0, 1) : .rotation(0.7, 0.2, 1, 0)
                $0.allowsEdgeAntialiasing = true
                $0.smoothedEdges = edges
            }
            sketch.sublayers(0, [1])
            sketch.show()
            func count(_ columns: Range<Int>) -> Int {
                var count = 0
                for y in 70..<130 {
                    for x in columns where ![0xFFFF_FFFF, Self.black].contains(sketch.pixel(x, y)) { count += 1 }
                }
                return count
            }
            return (count(0..<100), count(100..<200))
        }
        for isTurnedOnly in [false, true] {
            let none = greys([], isTurnedOnly: isTurnedOnly)
            let left = greys(.left, isTurnedOnly: isTurnedOnly)
            let all = greys(.all, isTurnedOnly: isTurnedOnly)
            #expect(none == (0, 0))
            #expect(left.left > 30 && left.right == 0)
            #expect(all.left > 30 && all.right > 30)
        }
    }

    @Test("rounded corners and borders are seen in perspective: larger on the near side")
    func corners() {
        let sketch = Sketch(200, 200)
        sketch.layer(0) { $0.sublayerTransform = camera(150) }
        sketch.solid(1, 50, 50, 100, 100, .red)
        sketch.layer(1) {
            $0.transform = .rotation(0.8, 0, 1, 0)
            $0.borderWidth = 10
            $0.borderColor = .green
        }
        sketch.sublayers(0, [1])
        sketch.show()
        let green = (0..<200).filter { sketch.pixel($0, 100) == Self.green }
        let left = green.filter { $0 < 100 }.count
        let right = green.filter { $0 >= 100 }.count
        #expect(left > right + 3)
        sketch.layer(1) { $0.cornerRadius = 50 }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 23, height: 29)) == nil)
    }

    @Test("D-84: the opacity of a group of layers in space is applied to their picture")
    func group() {
        let sketch = DepthTests.cross()
        for id: UInt32 in 1...2 { sketch.layer(id) { $0.opacity = 1 } }
        sketch.layer(3) {
            $0.frame(0, 0, 200, 200)
            $0.opacity = 0.5
        }
        sketch.sublayers(0, [3])
        sketch.sublayers(3, [1, 2])
        sketch.show()
        #expect(sketch.pixel(80, 100) == 0xFF80_0000)
        #expect(sketch.pixel(120, 100) == 0xFF00_8000)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 21, height: 17)) == nil)
    }

    // MARK: Flipped geometry

    @Test("G-56, D-67: flipped geometry mirrors sublayers about the middle, and no picture")
    func flipped() throws {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 100, 100)
            $0.isGeometryFlipped = true
        }
        sketch.layer(2) {
            $0.frame(10, 5, 40, 20)
            $0.magnificationFilter = .nearest
        }
        sketch.contents(2, try quarters())
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        for angle in [0, 0.02, .pi / 2] {
            sketch.layer(2) { $0.transform = .rotation(angle, 0, 0, 1) }
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil)
            if angle < 1 {
                // From row 75 to 95, upright.
                #expect(sketch.pixel(20, 80) == Self.red)
                #expect(sketch.pixel(40, 80) == Self.green)
                #expect(sketch.pixel(20, 90) == 0xFF00_00FF)
                #expect(sketch.pixel(20, 15) == Self.black)
            } else {
                // Turned by +90° in a space whose y points up: against the clock.
                #expect(sketch.pixel(25, 100 - 5) == Self.red)
                #expect(sketch.pixel(25, 80) == Self.green)
                #expect(sketch.pixel(35, 100 - 5) == 0xFF00_00FF)
            }
        }
        // A second flip undoes the first: mirrored twice, turned over never.
        sketch.layer(0) { $0.isGeometryFlipped = true }
        sketch.layer(2) { $0.transform = .identity }
        sketch.show()
        #expect(sketch.pixel(20, 10) == Self.red)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("G-39: a single-sided layer in flipped geometry shows its front")
    func flippedSides() {
        let sketch = Sketch()
        sketch.layer(0) { $0.isGeometryFlipped = true }
        sketch.solid(1, 0, 0, 40, 40, .red)
        sketch.layer(1) { $0.isDoubleSided = false }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.pixel(20, 80) == Self.red)
        sketch.layer(1) { $0.transform = .rotation(.pi, 0, 1, 0) }
        sketch.show()
        #expect(sketch.count(of: Self.red) == 0)
    }

    // MARK: Damage

    @Test("a layer that turns in space is damage where it was and where it is")
    func damage() {
        let sketch = Sketch(400, 300)
        sketch.layer(0) { $0.sublayerTransform = camera(500) }
        sketch.solid(1, 10, 10, 40, 40, .red)
        sketch.solid(2, 200, 100, 60, 40, .green)
        sketch.sublayers(0, [1, 2])
        sketch.show()
        sketch.layer(2) { $0.transform = .rotation(0.5, 0, 1, 0) }
        let damage = sketch.show().reduce(PixelRect.empty) { $0.union($1) }
        #expect(damage.contains(rect(200, 100, 60, 40)))
        #expect(damage.area < 70 * 50)
        // Again the same: nothing.
        sketch.layer(2) { $0.transform = .rotation(0.5, 0, 1, 0) }
        sketch.update()
        #expect(!sketch.renderer.hasPendingDamage)
        // Where two layers' order changes while their places do not, what lies in them is damage.
        sketch.layer(1) { $0.transform = .translation(0, 0, -1e-3) }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("a change of height alone, by transform: what sticks out of the layer is damage, too")
    func heightDamage() {
        let sketch = Sketch(400, 100)
        sketch.solid(1, 10, 10, 20, 20, .red)
        sketch.solid(2, 300, 0, 20, 20, .red)
        sketch.solid(3, 290, 0, 60, 60, .green)
        sketch.sublayers(0, [1, 3])
        sketch.sublayers(1, [2])
        for (height, colour) in [(0.0, Self.green), (5, Self.red), (-5, Self.green), (-6, Self.green), (7, Self.red)] {
            sketch.layer(1) { $0.transform = .translation(0, 0, height) }
            sketch.show()
            #expect(sketch.pixel(315, 15) == colour, "\(height)")
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(height)")
        }
        // The height of a transform layer lifts what is in it.
        sketch.layer(1) {
            $0.isTransformLayer = true
            $0.transform = .identity
        }
        for (height, colour) in [(0.0, Self.green), (5, Self.red), (-5, Self.green), (7, Self.red)] {
            sketch.layer(1) { $0.zPosition = height }
            sketch.show()
            #expect(sketch.pixel(315, 15) == colour, "\(height)")
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(height)")
        }
    }

    @Test("a card that turns over among many flat layers cuts none of those it does not touch")
    func cardInList() {
        let sketch = Sketch(200, 400)
        sketch.layer(0) { $0.sublayerTransform = camera(500) }
        var ids: [UInt32] = [1]
        sketch.solid(1, 0, 0, 200, 400, .white)
        for row: UInt32 in 0..<20 {
            sketch.solid(row + 2, 10, Double(row) * 20 + 1, 180, 18, .green)
            ids.append(row + 2)
        }
        sketch.sublayers(0, ids)
        sketch.layer(12) {
            $0.transform = .rotation(0.7, 0, 1, 0)
            $0.backgroundColor = .red
            $0.isDoubleSided = false
        }
        sketch.update()
        let items = sketch.render(into: 0).items
        // The card passes through the layer behind it: two items and two clips for it and no more than that for the other.
        #expect(items <= 19 + 4 + 4)
        sketch.present(0)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.columns(of: Self.red, row: 210)?.upperBound == 99)
    }
}
