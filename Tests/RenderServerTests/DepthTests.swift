import Motion
import Raster
import Testing

@testable import RenderServer

/// A camera `distance` points before the plane.
func camera(_ distance: Double) -> Matrix4 {
    var matrix = Matrix4.identity
    matrix.m34 = -1 / distance
    return matrix
}

extension Sketch {
    /// The columns of row `y` that show `colour`, which must be without gaps; nil for none.
    func columns(of colour: UInt32, row y: Int) -> ClosedRange<Int>? {
        let found = (0..<panelSize.width).filter { pixel($0, y) == colour }
        guard let first = found.first, let last = found.last else { return nil }
        return last - first + 1 == found.count ? first...last : nil
    }

    func rows(of colour: UInt32, column x: Int) -> ClosedRange<Int>? {
        let found = (0..<panelSize.height).filter { pixel(x, $0) == colour }
        guard let first = found.first, let last = found.last else { return nil }
        return last - first + 1 == found.count ? first...last : nil
    }

    func count(of colour: UInt32) -> Int {
        var count = 0
        for y in 0..<panelSize.height {
            for x in 0..<panelSize.width where pixel(x, y) == colour { count += 1 }
        }
        return count
    }
}

@Suite("The third dimension")
struct DepthTests {
    static let red: UInt32 = 0xFFFF_0000
    static let green: UInt32 = 0xFF00_FF00
    static let blue: UInt32 = 0xFF00_00FF
    static let black: UInt32 = 0xFF00_0000

    // MARK: Perspective

    @Test("G-36: m34 = -1/500 and a turn by 60° about y: +50 lands at 23.0075, -50 at -27.3703")
    func perspective() {
        let sketch = Sketch(200, 200)
        sketch.solid(1, 50, 50, 100, 100, .red)
        sketch.layer(1) { $0.transform = Matrix4.rotation(.pi / 3, 0, 1, 0).concatenating(camera(500)) }
        sketch.sublayers(0, [1])
        sketch.show()
        // Pixel centres from 100 - 27.3703 to 100 + 23.0075.
        #expect(sketch.columns(of: Self.red, row: 100) == 73...122)
        // The near edge is longer than the far one: 100 / 0.9134 and 100 / 1.0866, about the middle.
        #expect(sketch.rows(of: Self.red, column: 73) == 45...154)
        #expect(sketch.rows(of: Self.red, column: 122) == 54...145)
    }

    @Test("G-36: points carry exact places, a point at a time")
    func places() {
        let matrix = Matrix4.rotation(.pi / 3, 0, 1, 0).concatenating(camera(500))
        let plane = Homography(matrix)
        for (x, wanted) in [(50.0, 23.0075), (-50.0, -27.3703)] {
            let place = (plane.affine.a * x + plane.affine.tx) / plane.w(x, 0)
            #expect((place - wanted).magnitude < 5e-4)
        }
    }

    @Test("G-37: in sublayerTransform all sublayers share one vanishing point; in transform each has its own")
    func vanishingPoint() {
        let sketch = Sketch(200, 100)
        for (id, x) in [(UInt32(1), 10.0), (2, 130)] {
            sketch.solid(id, x, 20, 60, 60, id == 1 ? .red : .green)
            sketch.layer(id) { $0.transform = Matrix4.rotation(.pi / 4, 0, 1, 0).concatenating(camera(200)) }
        }
        sketch.sublayers(0, [1, 2])
        sketch.show()
        let own = (sketch.columns(of: Self.red, row: 50), sketch.columns(of: Self.green, row: 50))
        // Each the same picture, in another place.
        // From 40 - 21.2132 / 0.8939 to 40 + 21.2132 / 1.1061.
        #expect(own.0 == 16...58)
        #expect(own.0.map { $0.lowerBound + 120 } == own.1?.lowerBound)
        #expect(own.0.map { $0.upperBound + 120 } == own.1?.upperBound)

        for id: UInt32 in 1...2 { sketch.layer(id) { $0.transform = .rotation(.pi / 4, 0, 1, 0) } }
        sketch.layer(0) { $0.sublayerTransform = camera(200) }
        sketch.show()
        // Seen from the middle: (60 -+ 21.2) from it, at depths that leave w = 1 ± 0.106.
        func place(_ x: Double, _ near: Double) -> Int { Int((100 + x / (1 - near / 200)).rounded()) }
        let edge = 30 * (0.5).squareRoot()
        #expect(
            sketch.columns(of: Self.red, row: 50) == place(-60 - edge, edge)...(place(-60 + edge, -edge) - 1))
        #expect(
            sketch.columns(of: Self.green, row: 50) == place(60 - edge, edge)...(place(60 + edge, -edge) - 1))
    }

    @Test("zPosition brings nearer under a perspective, and layers stay sharp there")
    func height() {
        let sketch = Sketch(200, 200)
        sketch.solid(1, 50, 50, 100, 100, .red)
        sketch.layer(1) { $0.zPosition = 100 }
        sketch.sublayers(0, [1])
        sketch.show()
        #expect(sketch.columns(of: Self.red, row: 100) == 50...149)
        sketch.layer(0) { $0.sublayerTransform = camera(500) }
        sketch.show()
        // 50 / (1 - 100/500)
        #expect(sketch.columns(of: Self.red, row: 100) == 38...162)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        // Behind the camera, and in its plane.
        for z in [500.0, 501, 1e6] {
            sketch.layer(1) { $0.zPosition = z }
            sketch.show()
            #expect(sketch.count(of: Self.red) == 0)
        }
    }

    @Test("G-38: a normal layer flattens its sublayers into its plane, a transform layer does not")
    func flattening() {
        func width(_ isTransformLayer: Bool) -> Int {
            let sketch = Sketch(200, 200)
            sketch.layer(1) {
                $0.frame(50, 50, 100, 100)
                $0.transform = .rotation(.pi / 3, 0, 1, 0)
                $0.isTransformLayer = isTransformLayer
            }
            sketch.solid(2, 0, 0, 100, 100, .red)
            sketch.layer(2) { $0.transform = .rotation(-.pi / 3, 0, 1, 0) }
            sketch.sublayers(0, [1])
            sketch.sublayers(1, [2])
            sketch.show()
            return sketch.columns(of: Self.red, row: 100)?.count ?? 0
        }
        // Half of a half; and two turns that undo each other.
        #expect(width(false) == 25 || width(false) == 26)
        #expect(width(true) == 100)
    }

    @Test("a transform layer draws nothing itself, clips nothing, and hands its opacity to each sublayer")
    func transformLayer() {
        let sketch = Sketch()
        sketch.solid(1, 20, 20, 40, 40, .red)
        sketch.layer(1) {
            $0.isTransformLayer = true
            $0.masksToBounds = true
            $0.borderWidth = 3
            $0.opacity = 0.5
        }
        sketch.solid(2, 30, 0, 40, 40, .green)
        sketch.solid(3, 30, 0, 20, 20, .white)
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2, 3])
        sketch.show()
        #expect(sketch.pixel(25, 25) == Self.black)
        #expect(sketch.pixel(80, 50) == 0xFF00_8000)
        // Not a group: half white over half green.
        #expect(sketch.pixel(55, 25) == 0xFF80_C080 || sketch.pixel(55, 25) == 0xFF80_BF80)
        sketch.layer(1) { $0.isTransformLayer = false }
        sketch.show()
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.pixel(55, 25) == 0xFF80_8080)
        #expect(sketch.pixel(80, 50) == Self.black)
    }

    // MARK: Back faces

    @Test("G-39: single-sided layers vanish past 90°, in perspective and in transform layers too")
    func backFaces() {
        let sketch = Sketch(200, 200)
        sketch.layer(1) {
            $0.frame(0, 0, 200, 200)
            $0.sublayerTransform = camera(300)
        }
        sketch.layer(2) {
            $0.frame(0, 0, 200, 200)
            $0.isTransformLayer = true
        }
        sketch.solid(3, 50, 50, 100, 100, .red)
        sketch.layer(3) { $0.isDoubleSided = false }
        sketch.solid(4, 50, 50, 100, 100, .green)
        sketch.layer(4) {
            $0.isDoubleSided = false
            $0.transform = .rotation(.pi, 0, 1, 0)
        }
        sketch.sublayers(0, [1])
        sketch.sublayers(1, [2])
        sketch.sublayers(2, [3, 4])
        for degrees in stride(from: 0, through: 360, by: 15) {
            sketch.layer(2) { $0.transform = .rotation(Double(degrees) * .pi / 180, 0, 1, 0) }
            sketch.show()
            let isFront = degrees < 90 || degrees > 270
            let isBack = degrees > 90 && degrees < 270
            #expect((sketch.count(of: Self.red) > 0) == isFront, "\(degrees)")
            #expect((sketch.count(of: Self.green) > 0) == isBack, "\(degrees)")
            #expect(sketch.firstDifference(buffer: 0) == nil)
        }
    }

    // MARK: Order

    /// Two layers across each other, turned ±45° about y.
    static func cross(_ width: Int = 200, perspective: Double? = nil) -> Sketch {
        let sketch = Sketch(width, 200)
        if let perspective { sketch.layer(0) { $0.sublayerTransform = camera(perspective) } }
        for (id, sign) in [(UInt32(1), 1.0), (2, -1.0)] {
            sketch.solid(id, Double(width) / 2 - 50, 50, 100, 100, id == 1 ? .red : .green)
            sketch.layer(id) { $0.transform = .rotation(sign * .pi / 4, 0, 1, 0) }
        }
        sketch.sublayers(0, [1, 2])
        return sketch
    }

    @Test("G-38: layers that cross are cut where they meet, without a seam", arguments: [nil, 300, 60] as [Double?])
    func cross(_ perspective: Double?) {
        let sketch = Self.cross(perspective: perspective)
        sketch.show()
        // Turned by +45° the left half comes nearer: there #1 covers #2.
        let left = sketch.columns(of: Self.red, row: 100)
        let right = sketch.columns(of: Self.green, row: 100)
        #expect(left?.upperBound == 99)
        #expect(right?.lowerBound == 100)
        #expect(left?.count == right?.count)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 7, height: 5)) == nil)
    }

    @Test("every pixel of two crossing translucent layers is drawn once by each")
    func seam() {
        let sketch = Self.cross()
        for id: UInt32 in 1...2 { sketch.layer(id) { $0.backgroundColor = SIMD4<Float>.white.alpha(0.5) } }
        sketch.show()
        let columns = sketch.columns(of: 0xFFC0_C0C0, row: 100) ?? sketch.columns(of: 0xFFBF_BFBF, row: 100)
        #expect(columns?.count == 70 || columns?.count == 71)
    }

    @Test("an odd screen: the column in the middle belongs to exactly one, the later in the list")
    func middleColumn() {
        let sketch = Self.cross(201)
        sketch.show()
        #expect(sketch.columns(of: Self.red, row: 100)?.upperBound == 99)
        #expect(sketch.columns(of: Self.green, row: 100)?.lowerBound == 100)
        sketch.sublayers(0, [2, 1])
        sketch.show()
        #expect(sketch.columns(of: Self.red, row: 100)?.upperBound == 100)
        #expect(sketch.columns(of: Self.green, row: 100)?.lowerBound == 101)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("three layers through one line: each pixel shows the nearest")
    func star() {
        let sketch = Sketch(201, 201)
        let colours: [SIMD4<Float>] = [.red, .green, .blue]
        for k in 0..<3 {
            sketch.solid(UInt32(k + 1), 50.5, 50.5, 100, 100, colours[k])
            sketch.layer(UInt32(k + 1)) { $0.transform = .rotation(Double(k) * .pi / 3, 1, 0.2, 0) }
        }
        sketch.sublayers(0, [1, 2, 3])
        sketch.show()
        for colour in [Self.red, Self.green, Self.blue] { #expect(sketch.count(of: colour) > 500) }
        #expect(sketch.firstDifference(buffer: 0) == nil)
        #expect(sketch.firstDifference(buffer: 0, pieces: PixelSize(width: 13, height: 11)) == nil)
    }

    @Test("layers of nested transform layers and their flat neighbours are ordered in one space")
    func nestedOrder() {
        let sketch = Sketch()
        sketch.layer(1) {
            $0.frame(0, 0, 100, 100)
            $0.isTransformLayer = true
        }
        sketch.layer(2) {
            $0.frame(0, 0, 100, 100)
            $0.isTransformLayer = true
            $0.transform = .translation(0, 0, 20)
        }
        sketch.solid(3, 10, 10, 40, 40, .red)
        sketch.solid(4, 10, 10, 40, 40, .green)
        sketch.layer(4) { $0.zPosition = -15 }
        sketch.solid(5, 10, 10, 40, 40, .blue)
        sketch.layer(5) { $0.zPosition = 10 }
        sketch.sublayers(0, [1, 5])
        sketch.sublayers(1, [2])
        sketch.sublayers(2, [3, 4])
        // Heights: #3 20, #4 5, #5 10.
        sketch.show()
        #expect(sketch.pixel(20, 20) == Self.red)
        sketch.layer(3) { $0.isHidden = true }
        sketch.show()
        #expect(sketch.pixel(20, 20) == Self.blue)
        sketch.layer(5) { $0.zPosition = 4 }
        sketch.show()
        #expect(sketch.pixel(20, 20) == Self.green)
        #expect(sketch.firstDifference(buffer: 0) == nil)
        // Equal heights: z positions decide, and then the list, in the order of the tree.
        sketch.layer(5) { $0.zPosition = 5 }
        sketch.show()
        #expect(sketch.pixel(20, 20) == Self.blue)
        sketch.layer(5) {
            $0.zPosition = 0
            $0.transform = .translation(0, 0, 5)
        }
        sketch.show()
        #expect(sketch.pixel(20, 20) == Self.blue)
        sketch.sublayers(0, [5, 1])
        sketch.show()
        #expect(sketch.pixel(20, 20) == Self.green)
        #expect(sketch.firstDifference(buffer: 0) == nil)
    }

    @Test("so many crossing layers that they are not cut any more: still exact, also on the way there and back")
    func tooMany() {
        let sketch = Sketch(120, 120)
        var random = RandomNumbers(seed: 5)
        var ids: [UInt32] = []
        var wasCoarse = false
        for id: UInt32 in 1...40 {
            sketch.solid(
                id, 20, 20, 80, 80,
                SIMD4(
                    Float(random.double(0...1)), Float(random.double(0...1)), Float(random.double(0...1)), 1))
            sketch.layer(id) {
                $0.transform = Matrix4.rotation(
                    random.double(-1...1), random.double(-1...1), random.double(-1...1), random.double(-1...1)
                ).concatenating(camera(300))
            }
            ids.append(id)
            sketch.sublayers(0, ids)
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(id)")
        }
        for id in stride(from: UInt32(40), to: 1, by: -1) {
            ids.removeLast()
            sketch.sublayers(0, ids)
            sketch.remove(id)
            sketch.show()
            #expect(sketch.firstDifference(buffer: 0) == nil, "\(id)")
            wasCoarse = true
        }
        #expect(wasCoarse)
    }
}

@Suite("Random changes in space")
struct DepthWalkTests {
    @Test("layers in space: exact after each frame", arguments: UInt64(1)...16)
    func walk(_ seed: UInt64) {
        let rotation = Rotation.allCases[Int(seed % 4)]
        let walk = RandomLayerWalk(
            seed: 4000 + seed, scale: [1, 1.5][Int(seed % 2)], rotation: rotation, buffers: 1 + Int(seed % 3),
            format: .xrgb8888, features: [.depth])
        let fault = walk.run(steps: 120)
        #expect(fault == nil, "\(fault ?? "")")
    }
}
