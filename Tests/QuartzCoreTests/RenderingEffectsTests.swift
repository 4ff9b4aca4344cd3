import CoreGraphics
import Foundation
import QuartzCore
import Raster
import Testing

@testable import QuartzCore

@Suite("Effects drawn into a context", .serialized)
@MainActor
struct RenderingEffectsTests {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    private func drawn(
        _ layer: CALayer, _ width: Int = 40, _ height: Int = 40, scale: CGFloat = 1
    ) throws -> Bitmap {
        let bitmap = try Bitmap(width: width, height: height, format: .argb8888)
        let context = CGContext(bitmap: bitmap, scale: scale)
        layer.render(in: context)
        return try #require(context.finish())
    }

    private func layer(_ frame: CGRect, _ color: CGColor?) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = color
        return layer
    }

    private func alpha(_ picture: Bitmap, _ x: Int, _ y: Int) -> Int { Int(picture.pixel(x: x, y: y) >> 24) }

    @Test("D-28 D-83 the mask's alpha decides, its colour does not, and it multiplies with masksToBounds")
    func masks() throws {
        let root = layer(r(0, 0, 40, 40), red)
        root.addSublayer(layer(r(30, 0, 20, 40), blue))
        let mask = layer(r(10, 10, 25, 20), blue.copy(alpha: 0.5))
        root.mask = mask
        var picture = try drawn(root)
        #expect(picture.pixel(x: 5, y: 5) == 0 && picture.pixel(x: 36, y: 20) == 0)
        #expect(abs(alpha(picture, 20, 20) - 128) <= 1 && picture.pixel(x: 20, y: 20) & 0xFF == 0)
        #expect(alpha(picture, 32, 20) == alpha(picture, 20, 20) && picture.pixel(x: 32, y: 20) >> 16 & 0xFF == 0)
        root.bounds = r(0, 0, 20, 40)
        root.masksToBounds = true
        picture = try drawn(root)
        #expect(alpha(picture, 15, 20) > 0 && alpha(picture, 25, 20) == 0)
        mask.isHidden = true
        picture = try drawn(root)
        #expect(alpha(picture, 15, 20) == 0)
    }

    @Test("A mask of a sublayer leaves what is below alone")
    func innerMask() throws {
        let root = layer(r(0, 0, 40, 40), blue)
        let child = layer(r(0, 0, 40, 40), red)
        child.mask = layer(r(0, 0, 20, 40), .black)
        root.addSublayer(child)
        let picture = try drawn(root)
        #expect(picture.pixel(x: 10, y: 10) == 0xFFFF_0000 && picture.pixel(x: 30, y: 10) == 0xFF00_00FF)
    }

    @Test("D-81 D-82 a shadow lies below the layer, offset and blurred by its radius; none with masksToBounds")
    func shadows() throws {
        let root = layer(r(0, 0, 40, 40), nil)
        let child = layer(r(10, 10, 20, 20), red)
        root.addSublayer(child)
        child.shadowOpacity = 1
        child.shadowRadius = 0
        child.shadowOffset = CGSize(width: 5, height: 3)
        var picture = try drawn(root)
        #expect(picture.pixel(x: 32, y: 20) == 0xFF00_0000 && picture.pixel(x: 20, y: 20) == 0xFFFF_0000)
        #expect(picture.pixel(x: 12, y: 31) == 0 && picture.pixel(x: 16, y: 31) == 0xFF00_0000)
        #expect(picture.pixel(x: 35, y: 20) == 0 && picture.pixel(x: 20, y: 33) == 0)
        child.shadowRadius = 2
        child.shadowOffset = .zero
        child.shadowColor = blue
        picture = try drawn(root)
        // A gaussian's share half a pixel, 2.5 and 4.5 pixels beyond an edge, in standard deviations of 2.
        for (x, share) in [(30, 0.401), (32, 0.106), (34, 0.0122)] {
            #expect(abs(Double(alpha(picture, x, 20)) / 255 - share) < 0.02, "\(x)")
        }
        child.shadowOpacity = 0.5
        #expect(abs(try alpha(drawn(root), 30, 20) - alpha(picture, 30, 20) / 2) <= 1)
        child.masksToBounds = true
        picture = try drawn(root)
        #expect(picture.pixel(x: 31, y: 20) == 0)
    }

    @Test("A shadow follows the picture, sublayers included, and the scale of the context")
    func shadowOfPicture() throws {
        let root = layer(r(0, 0, 20, 20), nil)
        root.addSublayer(layer(r(2, 2, 4, 4), red))
        root.shadowOpacity = 1
        root.shadowRadius = 0
        root.shadowOffset = CGSize(width: 8, height: 0)
        let picture = try drawn(root, scale: 2)
        #expect(picture.pixel(x: 22, y: 8) == 0xFF00_0000 && picture.pixel(x: 8, y: 8) == 0xFFFF_0000)
        #expect(picture.pixel(x: 14, y: 8) == 0 && picture.pixel(x: 28, y: 8) == 0)
    }

    @Test("D-82 shadowPath casts in place of the picture, by the non-zero rule")
    func shadowPath() throws {
        let root = layer(r(0, 0, 40, 40), nil)
        root.shadowOpacity = 1
        root.shadowRadius = 0
        root.shadowOffset = .zero
        let path = CGMutablePath()
        path.addRect(r(5, 5, 30, 30))
        path.addRect(r(15, 15, 10, 10))
        root.shadowPath = path
        let picture = try drawn(root)
        #expect(picture.pixel(x: 20, y: 20) == 0xFF00_0000 && picture.pixel(x: 6, y: 6) == 0xFF00_0000)
        #expect(picture.pixel(x: 2, y: 20) == 0)
    }

    @Test("Opacity takes layer and shadow as one; without group opacity each layer by itself")
    func groups() throws {
        let root = layer(r(0, 0, 40, 40), nil)
        let child = layer(r(0, 0, 20, 20), red)
        child.opacity = 0.5
        child.addSublayer(layer(r(0, 0, 10, 10), blue))
        root.addSublayer(child)
        var picture = try drawn(root)
        #expect(picture.pixel(x: 5, y: 5) >> 16 & 0xFF == 0 && abs(alpha(picture, 5, 5) - 128) <= 1)
        child.allowsGroupOpacity = false
        picture = try drawn(root)
        #expect(abs(Int(picture.pixel(x: 5, y: 5) >> 16 & 0xFF) - 64) <= 2)
        #expect(abs(alpha(picture, 5, 5) - 191) <= 2 && abs(alpha(picture, 15, 15) - 128) <= 1)
    }

    @Test("D-30 a compositing filter mixes with what is below")
    func blendModes() throws {
        let root = layer(r(0, 0, 40, 40), CGColor(red: 0.5, green: 1, blue: 0, alpha: 1))
        let child = layer(r(0, 0, 20, 40), CGColor(red: 1, green: 0.5, blue: 1, alpha: 1))
        root.addSublayer(child)
        child.compositingFilter = "multiplyBlendMode"
        let pixel = try drawn(root).pixel(x: 10, y: 10)
        #expect(abs(Int(pixel >> 16 & 0xFF) - 128) <= 1 && abs(Int(pixel >> 8 & 0xFF) - 128) <= 1)
        #expect(pixel & 0xFF == 0)
        child.compositingFilter = "screenBlendMode"
        #expect(try drawn(root).pixel(x: 10, y: 10) == 0xFFFF_FFFF)
        #expect(try drawn(root).pixel(x: 30, y: 10) & 0xFF == 0)
    }

    @Test("A blur filter softens the layer's own picture")
    func blur() throws {
        let root = layer(r(0, 0, 40, 40), nil)
        let child = layer(r(10, 10, 20, 20), red)
        let filter = CAFilter(type: "gaussianBlur")
        filter.inputRadius = 2
        child.filters = [filter]
        root.addSublayer(child)
        let picture = try drawn(root)
        #expect(abs(Double(alpha(picture, 30, 20)) / 255 - 0.401) < 0.02 && alpha(picture, 20, 20) == 255)
        #expect(picture.pixel(x: 30, y: 20) & 0xFFFF == 0)
    }

    @Test("D-80 continuous corners begin earlier and meet the circle at its middle")
    func corners() throws {
        let root = layer(r(0, 0, 40, 40), red)
        root.cornerRadius = 12
        let circle = try drawn(root, 400, 400, scale: 10)
        root.cornerCurve = .continuous
        let curve = try drawn(root, 400, 400, scale: 10)
        // Where the circle has gone straight: radius 120 pixels, the curve 183.
        #expect(alpha(circle, 130, 0) == 255 && alpha(curve, 130, 0) < 255 && alpha(curve, 190, 0) == 255)
        #expect(alpha(circle, 33, 33) < 255 && alpha(circle, 38, 38) == 255)
        #expect(alpha(curve, 33, 33) < 255 && alpha(curve, 38, 38) == 255)
        root.borderWidth = 2
        root.borderColor = blue
        #expect(try drawn(root, 400, 400, scale: 10).pixel(x: 10, y: 200) == 0xFF00_00FF)
    }

    @Test("G-56 flipped geometry mirrors the sublayers; a single-sided layer that is turned away is not drawn")
    func flips() throws {
        let root = layer(r(0, 0, 40, 40), nil)
        let child = layer(r(0, 0, 40, 10), red)
        root.addSublayer(child)
        root.isGeometryFlipped = true
        #expect(try drawn(root).pixel(x: 5, y: 35) == 0xFFFF_0000 && drawn(root).pixel(x: 5, y: 5) == 0)
        child.transform = CATransform3DMakeRotation(.pi, 1, 0, 0)
        child.isDoubleSided = false
        #expect(try drawn(root).pixel(x: 5, y: 35) == 0)
    }

    @Test("A transform layer draws its sublayers only, each with the layer's opacity")
    func transformLayers() throws {
        let root = layer(r(0, 0, 40, 40), nil)
        let transformer = CATransformLayer()
        transformer.frame = r(0, 0, 40, 40)
        transformer.opacity = 0.5
        transformer.addSublayer(layer(r(0, 0, 20, 20), red))
        transformer.addSublayer(layer(r(0, 0, 10, 10), red))
        root.addSublayer(transformer)
        let picture = try drawn(root)
        #expect(abs(alpha(picture, 15, 15) - 128) <= 1 && abs(alpha(picture, 5, 5) - 191) <= 2)
    }

    @Test("What a context cannot show is said once")
    func limits() throws {
        let root = layer(r(0, 0, 40, 40), nil)
        let far = layer(r(0, 0, 20, 20), red)
        var transform = CATransform3DIdentity
        transform.m34 = -1 / 100
        far.transform = CATransform3DRotate(transform, 1, 0, 1, 0)
        root.addSublayer(far)
        let pane = layer(r(0, 0, 20, 20), nil)
        pane.backgroundFilters = [CAFilter(type: "gaussianBlur")]
        root.addSublayer(pane)
        let lines = logged {
            for _ in 0..<3 { #expect(throws: Never.self) { _ = try drawn(root) } }
        }
        #expect(lines.count == 2)
    }

    @Test("Ten thousand levels, shadows in shadows, and enormous shadows end")
    func badInput() throws {
        let root = layer(r(0, 0, 40, 40), red)
        var last = root
        for _ in 0..<10_000 {
            let next = layer(r(0, 0, 40, 40), nil)
            last.addSublayer(next)
            last = next
        }
        var lines = logged { #expect(throws: Never.self) { _ = try drawn(root) } }
        #expect(lines.count == 1)
        let caster = layer(r(0, 0, 40, 40), red)
        last = caster
        for _ in 0..<200 {
            let next = layer(r(0, 0, 40, 40), red)
            next.shadowOpacity = 1
            next.opacity = 0.9
            last.addSublayer(next)
            last = next
        }
        lines = logged { #expect(throws: Never.self) { _ = try drawn(caster) } }
        #expect(lines.count == 1)
        caster.sublayers = nil
        caster.shadowOpacity = 1
        caster.shadowRadius = 1e300
        caster.shadowOffset = CGSize(width: 1e300, height: -1e300)
        _ = logged { #expect(throws: Never.self) { _ = try drawn(caster) } }
        #expect(try drawn(caster).pixel(x: 20, y: 20) == 0xFFFF_0000)
    }
}
