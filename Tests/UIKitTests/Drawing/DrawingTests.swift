import Foundation
import Testing
import UIKit

/// The pixels that `draw` makes in a bitmap of `width`×`height` points, top row first.
@MainActor
struct Pixels {
    let image: CGImage
    private let bytes: [UInt8]

    /// From an image, as it is.
    init(_ image: CGImage) {
        self.image = image
        var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
        bytes.withUnsafeMutableBytes { buffer in
            let context = CGContext(
                data: buffer.baseAddress, width: image.width, height: image.height, bitsPerComponent: 8,
                bytesPerRow: image.width * 4, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
            context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        }
        self.bytes = bytes
    }

    /// What a layer draws.
    init(_ layer: CALayer, width: Int, height: Int) {
        let size = CGSize(width: width, height: height)
        let image = UIGraphicsImageRenderer(size: size, format: UIGraphicsImageRendererFormat()).image { context in
            context.cgContext.translateBy(x: -layer.bounds.minX, y: -layer.bounds.minY)
            layer.render(in: context.cgContext)
        }
        self.init(image.cgImage ?? CALayer.nothing)
    }

    /// 0xAARRGGBB, colour multiplied by alpha; from the upper left.
    subscript(x: Int, y: Int) -> UInt32 {
        let index = (y * image.width + x) * 4
        return UInt32(bytes[index + 3]) << 24 | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 1]) << 8
            | UInt32(bytes[index])
    }
}

extension CALayer {
    fileprivate static var nothing: CGImage {
        UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { _ in }.cgImage!
    }
}

private let red: UInt32 = 0xFFFF_0000
private let blue: UInt32 = 0xFF00_00FF
private let black: UInt32 = 0xFF00_0000

/// Draws by a closure and counts.
@MainActor
private final class ClosureView: UIView {
    var rects: [CGRect] = []
    var body: (CGRect) -> Void = { _ in }
    override func draw(_ rect: CGRect) {
        rects.append(rect)
        body(rect)
    }
}

@MainActor
@Suite("Drawing of views")
struct DrawingTests {
    @Test("D-01, D-02 Drawn once when first shown and once per commit after marks; moving and fading draw nothing")
    func whenDrawn() {
        TestScreen.with { test in
            let view = ClosureView(frame: r(0, 0, 100, 50))
            #expect(view.rects.isEmpty)
            test.window.addSubview(view)
            #expect(view.rects.isEmpty)
            test.commit()
            #expect(view.rects == [r(0, 0, 100, 50)])
            view.frame = r(10, 10, 40, 80)
            view.alpha = 0.5
            view.isHidden = true
            view.isHidden = false
            view.transform = CGAffineTransform(rotationAngle: 1)
            test.commit()
            #expect(view.rects.count == 1)
            view.setNeedsDisplay()
            view.setNeedsDisplay()
            #expect(view.rects.count == 1)
            test.commit()
            #expect(view.rects.count == 2)
            test.commit()
            #expect(view.rects.count == 2)
        }
    }

    @Test("D-03 The rectangle is the union of the marks inside the bounds; marks outside draw nothing")
    func partialMarks() {
        TestScreen.with { test in
            let view = ClosureView(frame: r(0, 0, 100, 100))
            test.window.addSubview(view)
            test.commit()
            view.setNeedsDisplay(r(0, 0, 10, 10))
            view.setNeedsDisplay(r(50, 50, 10, 10))
            test.commit()
            #expect(view.rects.last == r(0, 0, 60, 60))
            view.setNeedsDisplay(r(90, 90, 30, 30))
            test.commit()
            #expect(view.rects.last == r(90, 90, 10, 10))
            let count = view.rects.count
            view.setNeedsDisplay(r(200, 200, 10, 10))
            test.commit()
            #expect(view.rects.count == count)
        }
    }

    @Test("D-06 contentMode redraw draws when the bounds change, not when the view moves")
    func redrawMode() {
        TestScreen.with { test in
            let view = ClosureView(frame: r(0, 0, 100, 100))
            view.contentMode = .redraw
            test.window.addSubview(view)
            test.commit()
            view.center = CGPoint(x: 90, y: 90)
            test.commit()
            #expect(view.rects.count == 1)
            view.bounds.size.width = 60
            test.commit()
            #expect(view.rects.last == r(0, 0, 60, 100))
        }
    }

    @Test("A view made without a size draws once it has one")
    func lateSize() {
        TestScreen.with { test in
            let view = ClosureView()
            test.window.addSubview(view)
            test.commit()
            #expect(view.rects.isEmpty)
            view.frame = r(0, 0, 10, 10)
            test.commit()
            #expect(view.rects == [r(0, 0, 10, 10)])
        }
    }

    @Test("D-04 A view that does not draw never gets a bitmap")
    func noBitmap() {
        TestScreen.with { test in
            let view = UIView(frame: r(0, 0, 10, 10))
            view.backgroundColor = .red
            test.window.addSubview(view)
            view.setNeedsDisplay()
            test.commit()
            #expect(view.layer.contents == nil)
        }
    }

    @Test("D-20 The origin is the upper left corner of the bounds, y down, at the content's scale")
    func coordinates() {
        TestScreen.with(scale: 2) { test in
            let view = ClosureView(frame: r(0, 0, 20, 10))
            view.bounds.origin = CGPoint(x: 5, y: 3)
            view.isOpaque = false
            var ctm = CGAffineTransform.identity
            view.body = { _ in
                ctm = UIGraphicsGetCurrentContext()?.ctm ?? .identity
                UIColor.red.setFill()
                UIRectFill(r(5, 3, 4, 2))
            }
            test.window.addSubview(view)
            test.commit()
            #expect(ctm.a == 2 && ctm.d == -2)
            #expect(view.rects == [r(5, 3, 20, 10)])
            let pixels = Pixels(view.layer, width: 20, height: 10)
            #expect(pixels[0, 0] == red)
            #expect(pixels[3, 1] == red)
            #expect(pixels[4, 1] == 0)
            #expect(pixels[3, 2] == 0)
        }
    }

    @Test("D-21, D-23 Opaque views start from their background, or black; others from nothing")
    func backgrounds() {
        TestScreen.with { test in
            @MainActor func corner(_ prepare: (UIView) -> Void) -> UInt32 {
                let view = ClosureView(frame: r(0, 0, 4, 4))
                prepare(view)
                test.window.addSubview(view)
                test.commit()
                return Pixels(view.layer, width: 4, height: 4)[1, 1]
            }
            #expect(corner { _ in } == black)
            #expect(corner { $0.backgroundColor = .blue } == blue)
            #expect(corner { $0.isOpaque = false } == 0)
            #expect(corner { $0.backgroundColor = .clear } == 0)
        }
    }

    @Test("D-24 UIRectFrame is one unit wide inside the rectangle, in the fill colour, whatever the line width")
    func rectFrame() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { context in
            context.cgContext.setLineWidth(10)
            UIColor.blue.setStroke()
            UIColor.red.setFill()
            UIRectFrame(r(1, 1, 8, 8))
        }
        let pixels = Pixels(image.cgImage!)
        #expect(pixels[1, 1] == red)
        #expect(pixels[8, 8] == red)
        #expect(pixels[8, 1] == red)
        #expect(pixels[2, 2] == 0)
        #expect(pixels[0, 0] == 0)
        #expect(pixels[9, 9] == 0)
    }

    @Test("D-24, D-25 UIRectFill replaces what is there; set() sets both colours")
    func rectFill() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { context in
            UIColor.red.set()
            context.cgContext.fill(r(0, 0, 4, 4))
            UIColor.blue.withAlphaComponent(0.5).setFill()
            UIRectFill(r(0, 0, 2, 4))
            context.cgContext.stroke(r(3, 0.5, 0, 0))
        }
        let pixels = Pixels(image.cgImage!)
        #expect(pixels[0, 0] >> 24 == 128 || pixels[0, 0] >> 24 == 127)
        #expect((pixels[0, 0] >> 16) & 0xFF == 0)
        #expect(pixels[3, 3] == red)
    }

    @Test("D-26 Contexts form a stack; outside drawing there is none")
    func contextStack() {
        #expect(UIGraphicsGetCurrentContext() == nil)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 10, height: 5), true, 2)
        let outer = UIGraphicsGetCurrentContext()
        #expect(outer != nil)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 1, height: 1), false, 1)
        #expect(UIGraphicsGetCurrentContext() !== outer)
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() === outer)
        UIColor.red.setFill()
        UIRectFill(r(0, 0, 1, 1))
        let image = UIGraphicsGetImageFromCurrentImageContext()
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(image?.size == CGSize(width: 10, height: 5))
        #expect(image?.cgImage?.width == 20)
        let pixels = Pixels(image!.cgImage!)
        #expect(pixels[1, 1] == red)
        #expect(pixels[2, 2] == black)
    }

    @Test("D-40 to D-44 Content modes place drawn content")
    func contentModes() {
        func red40x20(_ mode: UIView.ContentMode) -> CGRect {
            let view = UIView(frame: r(0, 0, 100, 100))
            view.contentMode = mode
            view.clipsToBounds = true
            view.layer.contents =
                UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { _ in
                    UIColor.red.setFill()
                    UIRectFill(r(0, 0, 40, 20))
                }.cgImage
            let pixels = Pixels(view.layer, width: 100, height: 100)
            var box = CGRect.null
            for y in 0..<100 {
                for x in 0..<100 where pixels[x, y] == red {
                    box = box.union(r(CGFloat(x), CGFloat(y), 1, 1))
                }
            }
            return box
        }
        #expect(red40x20(.scaleToFill) == r(0, 0, 100, 100))
        #expect(red40x20(.redraw) == r(0, 0, 100, 100))
        #expect(red40x20(.scaleAspectFit) == r(0, 25, 100, 50))
        #expect(red40x20(.scaleAspectFill) == r(0, 0, 100, 100))
        #expect(red40x20(.center) == r(30, 40, 40, 20))
        #expect(red40x20(.top) == r(30, 0, 40, 20))
        #expect(red40x20(.bottom) == r(30, 80, 40, 20))
        #expect(red40x20(.left) == r(0, 40, 40, 20))
        #expect(red40x20(.right) == r(60, 40, 40, 20))
        #expect(red40x20(.topLeft) == r(0, 0, 40, 20))
        #expect(red40x20(.topRight) == r(60, 0, 40, 20))
        #expect(red40x20(.bottomLeft) == r(0, 80, 40, 20))
        #expect(red40x20(.bottomRight) == r(60, 80, 40, 20))
        #expect(UIView.ContentMode.allCases.map(\.rawValue) == Array(0...12))
    }

    @Test("D-22, D-46, D-60 Defaults")
    func defaults() {
        let view = UIView()
        #expect(view.isOpaque)
        #expect(view.clearsContextBeforeDrawing)
        #expect(!view.clipsToBounds)
        #expect(view.alpha == 1)
        #expect(!view.isHidden)
        #expect(view.contentMode == .scaleToFill)
        #expect(view.contentStretch == r(0, 0, 1, 1))
        #expect(view.backgroundColor == nil)
        #expect(UILabel().contentMode == .redraw)
        #expect(UIImageView().contentMode == .scaleToFill)
    }
}
