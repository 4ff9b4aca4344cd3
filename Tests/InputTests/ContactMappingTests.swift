import Input
import Testing

@Suite("Contact mapping")
struct ContactMappingTests {
    static let rotations = [0, 90, 180, 270]
    static let scales = [1, 1.5, 2.0]
    static let width = 800
    static let height = 480

    /// Where the pixel of the screen at `screen` lights up on the panel when the picture is turned clockwise step by step:
    /// the definition, one quarter at a time, that the mapping must undo.
    private func panelPixel(_ screen: SIMD2<Double>, rotation: Int, panel: SIMD2<Double>) -> SIMD2<Double> {
        var size = rotation % 180 == 0 ? panel : SIMD2(panel.y, panel.x)
        var position = screen
        for _ in 0..<rotation / 90 {
            position = SIMD2(size.y - position.y, position.x)
            size = SIMD2(size.y, size.x)
        }
        return position
    }

    @Test(
        "C30: in 4 rotations at 3 scales the finger hits the target under it, in the corners and the centre",
        arguments: rotations, scales)
    func targets(rotation: Int, scale: Double) {
        let mapping = ContactMapping(
            panelWidth: Self.width, panelHeight: Self.height, rotation: rotation, scale: scale)
        let panel = SIMD2(Double(Self.width), Double(Self.height))
        let screen = (rotation % 180 == 0 ? panel : SIMD2(panel.y, panel.x)) / scale
        #expect(mapping.screenSize == screen)
        let inset = 10.0
        for x in [inset, screen.x / 2, screen.x - inset] {
            for y in [inset, screen.y / 2, screen.y - inset] {
                let lit = panelPixel(SIMD2(x, y) * scale, rotation: rotation, panel: panel) / panel
                let point = mapping.point(x: lit.x, y: lit.y)
                #expect(abs(point.x - x) < 1e-9 && abs(point.y - y) < 1e-9)
                let back = mapping.panelPosition(of: SIMD2(x, y))
                #expect(abs(back.x - lit.x) < 1e-12 && abs(back.y - lit.y) < 1e-12)
            }
        }
    }

    @Test("C30: dragging along each edge moves the point the way the finger goes", arguments: rotations, scales)
    func edges(rotation: Int, scale: Double) {
        let mapping = ContactMapping(
            panelWidth: Self.width, panelHeight: Self.height, rotation: rotation, scale: scale)
        // The panel hangs turned so that the picture is upright: its right edge on top for 90, and so on.
        let rightOfUser: SIMD2<Double> =
            switch rotation {
            case 90: SIMD2(0, 1)
            case 180: SIMD2(-1, 0)
            case 270: SIMD2(0, -1)
            default: SIMD2(1, 0)
            }
        let middle = SIMD2(0.5, 0.5)
        let from = mapping.point(x: middle.x, y: middle.y)
        let to = mapping.point(x: middle.x + 0.1 * rightOfUser.x, y: middle.y + 0.1 * rightOfUser.y)
        #expect(to.x > from.x && abs(to.y - from.y) < 1e-9)
    }

    @Test(
        "A finger in the very corner is inside the screen, whose far edges belong to no view",
        arguments: rotations, scales)
    func corners(rotation: Int, scale: Double) {
        let mapping = ContactMapping(
            panelWidth: Self.width, panelHeight: Self.height, rotation: rotation, scale: scale)
        for x in [0, 1, -0.2, 1.2, Double.nan] {
            for y in [0, 1, -0.2, 1.2, Double.infinity] {
                let point = mapping.point(x: x, y: y)
                #expect(point.x >= 0 && point.x < mapping.screenSize.x)
                #expect(point.y >= 0 && point.y < mapping.screenSize.y)
            }
        }
    }

    @Test("Whole turns and negative angles mean the same", arguments: [(-90, 270), (360, 0), (450, 90), (-180, 180)])
    func angles(given: Int, meant: Int) {
        let one = ContactMapping(panelWidth: 640, panelHeight: 480, rotation: given, scale: 1)
        #expect(one == ContactMapping(panelWidth: 640, panelHeight: 480, rotation: meant, scale: 1))
    }

    @Test(
        "C31: a digitiser turned against its panel is set right before, and apart from, the rotation",
        arguments: rotations)
    func calibration(rotation: Int) throws {
        let turned = try #require(Calibration([0, -1, 1, 1, 0, 0]))
        let plain = ContactMapping(panelWidth: Self.width, panelHeight: Self.height, rotation: rotation, scale: 2)
        let mapping = ContactMapping(
            panelWidth: Self.width, panelHeight: Self.height, rotation: rotation, scale: 2, calibration: turned)
        // What is the digitiser's top left corner is the panel's top right one.
        #expect(mapping.point(x: 0.1, y: 0.2) == plain.point(x: 0.8, y: 0.1))
        let point = SIMD2(50.0, 70.0)
        let position = mapping.panelPosition(of: point)
        let back = mapping.point(x: position.x, y: position.y)
        #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
    }

    @Test(
        "A matrix that cannot be meant is refused",
        arguments: [[], [1, 0, 0, 0, 1], [1, 0, 0, 0, 1, .nan], [0, 0, 0, 0, 0, 0], [1, 1, 0, 1, 1, 0]])
    func badMatrix(matrix: [Double]) {
        #expect(Calibration(matrix) == nil)
    }
}
