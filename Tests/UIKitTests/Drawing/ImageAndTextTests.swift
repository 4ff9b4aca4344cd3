import Foundation
import Testing
import UIKit

private let red: UInt32 = 0xFFFF_0000
private let blue: UInt32 = 0xFF00_00FF
private let green: UInt32 = 0xFF00_FF00

/// 4×2 pixels: left half red, right half blue, lower left corner green.
@MainActor
private func sample() -> CGImage {
    UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2)).image { _ in
        UIColor.red.setFill()
        UIRectFill(r(0, 0, 2, 2))
        UIColor.blue.setFill()
        UIRectFill(r(2, 0, 2, 2))
        UIColor.green.setFill()
        UIRectFill(r(0, 1, 1, 1))
    }.cgImage!
}

@MainActor
private func drawn(_ width: CGFloat, _ height: CGFloat, _ body: () -> Void) -> Pixels {
    Pixels(UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { _ in body() }.cgImage!)
}

@MainActor
@Suite("Images, colours, paths and labels")
struct ImageAndTextTests {
    @Test("D-100 size is in points and follows the orientation")
    func imageSize() {
        let image = UIImage(cgImage: sample(), scale: 2, orientation: .up)
        #expect(image.size == CGSize(width: 2, height: 1))
        #expect(UIImage(cgImage: sample(), scale: 2, orientation: .left).size == CGSize(width: 1, height: 2))
        #expect(UIImage().size == .zero)
    }

    @Test("D-105 Images are drawn upright with the point at the upper left")
    func drawing() {
        let pixels = drawn(6, 4) { UIImage(cgImage: sample()).draw(at: CGPoint(x: 1, y: 1)) }
        #expect(pixels[0, 0] == 0)
        #expect(pixels[1, 1] == red)
        #expect(pixels[1, 2] == green)
        #expect(pixels[4, 2] == blue)
        #expect(pixels[5, 1] == 0)
    }

    @Test("Orientations turn and mirror the pixels")
    func orientations() {
        func corners(_ orientation: UIImage.Orientation) -> [UInt32] {
            let image = UIImage(cgImage: sample(), scale: 1, orientation: orientation)
            let width = Int(image.size.width)
            let height = Int(image.size.height)
            let pixels = drawn(image.size.width, image.size.height) { image.draw(at: .zero) }
            return [pixels[0, 0], pixels[width - 1, 0], pixels[0, height - 1], pixels[width - 1, height - 1]]
        }
        // Upper left, upper right, lower left, lower right.
        #expect(corners(.up) == [red, blue, green, blue])
        #expect(corners(.down) == [blue, green, blue, red])
        #expect(corners(.upMirrored) == [blue, red, blue, green])
        #expect(corners(.downMirrored) == [green, blue, red, blue])
        #expect(corners(.right) == [green, red, blue, blue])
        #expect(corners(.left) == [blue, blue, red, green])
        #expect(corners(.leftMirrored) == [red, green, blue, blue])
        #expect(corners(.rightMirrored) == [blue, blue, green, red])
    }

    @Test("D-101, D-102 Resizable images keep their caps")
    func resizable() {
        // Caps of one pixel; the middle is blue.
        let source = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 3)).image { _ in
            UIColor.red.setFill()
            UIRectFill(r(0, 0, 3, 3))
            UIColor.blue.setFill()
            UIRectFill(r(1, 1, 1, 1))
        }
        let image = UIImage(cgImage: source.cgImage!)
            .resizableImage(withCapInsets: UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
        let pixels = drawn(10, 8) { image.draw(in: r(0, 0, 10, 8)) }
        #expect(pixels[0, 0] == red)
        #expect(pixels[5, 0] == red)
        #expect(pixels[1, 1] == blue)
        #expect(pixels[8, 6] == blue)
        #expect(pixels[9, 7] == red)
        let view = UIImageView(image: image)
        #expect(near(view.layer.contentsCenter, r(1.0 / 3, 1.0 / 3, 1.0 / 3, 1.0 / 3)))
        let stretchable = UIImage(cgImage: sample()).stretchableImage(withLeftCapWidth: 1, topCapHeight: 0)
        #expect(stretchable.capInsets == UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 2))
    }

    @Test("D-103 Templates keep their alpha and take the tint, and follow it")
    func templates() {
        let template = UIImage(cgImage: sample()).withRenderingMode(.alwaysTemplate)
        let view = UIImageView(image: template)
        view.tintColor = .green
        #expect(Pixels(view.layer, width: 4, height: 2)[3, 0] == green)
        view.tintColor = .red
        #expect(Pixels(view.layer, width: 4, height: 2)[3, 0] == red)
        let pixels = drawn(4, 2) { UIImage(cgImage: sample()).withTintColor(.green).draw(at: .zero) }
        #expect(pixels[3, 0] == green)
    }

    @Test("An image view shows its image as contents and is as large as it")
    func imageView() {
        let image = UIImage(cgImage: sample(), scale: 2, orientation: .up)
        let view = UIImageView(image: image)
        #expect(view.frame == r(0, 0, 2, 1))
        #expect(view.layer.contentsScale == 2)
        #expect(view.intrinsicContentSize == CGSize(width: 2, height: 1))
        view.image = nil
        #expect(view.layer.contents == nil)
    }

    @Test("Images from data come back as they were, and rubbish gives nil")
    func decoding() throws {
        let data = try #require(UIImage(cgImage: sample()).pngData())
        let image = try #require(UIImage(data: data, scale: 2))
        #expect(image.size == CGSize(width: 2, height: 1))
        #expect(Pixels(image.cgImage!)[0, 1] == green)
        #expect(UIImage(data: Data([1, 2, 3])) == nil)
        #expect(UIImage(data: data.prefix(40)) == nil)
        #expect(UIImage(named: "there is no such image") == nil)
        #expect(throws: (any Error).self) { try UIImage.load(contentsOfFile: "/nowhere.png") }
    }

    @Test("Images by name: the form for the screen's scale, else the next sharper; the same name is decoded once")
    func named() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("images-\(UUID().uuidString).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try #require(UIImage(cgImage: sample()).pngData())
        for file in ["one.png", "two@2x.png", "two.png", "three@3x.png"] {
            try data.write(to: folder.appendingPathComponent(file))
        }
        let bundle = try #require(Bundle(path: folder.path))
        TestScreen.with(scale: 2) { _ in
            #expect(UIImage(named: "one", in: bundle)?.scale == 1)
            #expect(UIImage(named: "one.png", in: bundle)?.size == CGSize(width: 4, height: 2))
            #expect(UIImage(named: "two", in: bundle)?.scale == 2)
            #expect(UIImage(named: "three", in: bundle)?.scale == 3)
            #expect(UIImage(named: "two", in: bundle)?.cgImage == UIImage(named: "two", in: bundle)?.cgImage)
            #expect(UIImage(named: "four", in: bundle) == nil)
        }
    }

    @Test("Colours: spaces, components, equality")
    func colors() {
        var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        UIColor(hue: 1.0 / 3, saturation: 1, brightness: 0.5, alpha: 0.25).getRed(&r, green: &g, blue: &b, alpha: &a)
        #expect(near(r, 0) && near(g, 0.5) && near(b, 0) && near(a, 0.25))
        UIColor(red: 1, green: 0.5, blue: 0, alpha: 1).getHue(&r, saturation: &g, brightness: &b, alpha: nil)
        #expect(near(r, 1.0 / 12) && near(g, 1) && near(b, 1))
        #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(UIColor.red.withAlphaComponent(0.5) != UIColor.red)
        #expect(UIColor.systemBlue.cgColor.components == [0, 122.0 / 255, 1, 1])
        #expect(UIColor(cgColor: CGColor(gray: 0.5, alpha: 1)) == UIColor.gray)
        let view = UIView()
        view.backgroundColor = .orange
        #expect(view.backgroundColor === UIColor.orange)
        view.layer.backgroundColor = UIColor.blue.cgColor
        #expect(view.backgroundColor == .blue)
    }

    @Test("D-104 Paths: defaults, direction, box")
    func paths() {
        let path = UIBezierPath()
        #expect(path.lineWidth == 1)
        #expect(path.miterLimit == 10)
        #expect(path.flatness == 0.6)
        #expect(!path.usesEvenOddFillRule)
        #expect(path.isEmpty)
        // Clockwise on the screen from the right: down first.
        path.addArc(withCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        #expect(near(path.currentPoint, CGPoint(x: 0, y: 10)))
        #expect(near(path.bounds, r(0, 0, 10, 10), 0.1))
        let rounded = UIBezierPath(
            roundedRect: r(0, 0, 20, 10), byRoundingCorners: [.topLeft], cornerRadii: CGSize(width: 5, height: 5))
        #expect(rounded.bounds == r(0, 0, 20, 10))
        #expect(!rounded.contains(CGPoint(x: 0.5, y: 0.5)))
        #expect(rounded.contains(CGPoint(x: 19.5, y: 0.5)))
        #expect(rounded.contains(CGPoint(x: 0.5, y: 9.5)))
        let pixels = drawn(10, 10) {
            UIColor.red.setFill()
            UIBezierPath(rect: r(2, 2, 4, 4)).fill()
            let clip = UIBezierPath(rect: r(8, 8, 1, 1))
            clip.addClip()
            UIBezierPath(rect: r(0, 0, 10, 10)).fill()
        }
        #expect(pixels[2, 2] == red)
        #expect(pixels[6, 6] == 0)
        #expect(pixels[8, 8] == red)
        #expect(pixels[9, 9] == 0)
    }

    @Test("S-82 Label defaults")
    func labelDefaults() {
        let label = UILabel()
        #expect(label.font.pointSize == 17)
        #expect(label.textColor == .label)
        #expect(label.textAlignment == .natural)
        #expect(label.lineBreakMode == .byTruncatingTail)
        #expect(label.numberOfLines == 1)
        #expect(!label.adjustsFontSizeToFitWidth)
        #expect(label.minimumScaleFactor == 0)
        #expect(label.shadowOffset == CGSize(width: 0, height: -1))
        #expect(!label.isUserInteractionEnabled)
        #expect(label.sizeThatFits(CGSize(width: 100, height: 100)) == .zero)
    }

    @Test("A label is as high as its lines; one line does not mind the width, several are broken at it")
    func labelSizes() {
        let label = UILabel()
        label.text = "one two three four five six"
        let single = label.sizeThatFits(CGSize(width: 60, height: 1000))
        #expect(single.width > 100)
        #expect(near(single.height, label.font.lineHeight, 2))
        label.numberOfLines = 0
        let wrapped = label.sizeThatFits(CGSize(width: 60, height: 1000))
        #expect(wrapped.width <= 60)
        #expect(wrapped.height > single.height * 2.5)
        label.numberOfLines = 2
        #expect(near(label.sizeThatFits(CGSize(width: 60, height: 1000)).height, single.height * 2, 3))
        label.sizeToFit()
        #expect(label.bounds.size == label.sizeThatFits(label.bounds.size))
    }

    @Test("A label draws when its text changes, not when it is set again, and keeps no bitmap without text")
    func labelRedraw() {
        final class Counting: UILabel {
            var draws = 0
            override func drawText(in rect: CGRect) {
                draws += 1
                super.drawText(in: rect)
            }
        }
        TestScreen.with { test in
            let label = Counting(frame: r(0, 0, 100, 30))
            test.window.addSubview(label)
            test.commit()
            #expect(label.draws == 0)
            #expect(label.layer.contents == nil)
            label.text = "W"
            test.commit()
            #expect(label.draws == 1)
            label.text = "W"
            label.textColor = .label
            test.commit()
            #expect(label.draws == 1)
            label.textColor = .red
            label.textAlignment = .right
            test.commit()
            #expect(label.draws == 2)
            label.frame.size.width = 80
            test.commit()
            #expect(label.draws == 3)
            let pixels = Pixels(label.layer, width: 80, height: 30)
            let inked = (0..<80).filter { x in (0..<30).contains { y in pixels[x, y] != 0 } }
            #expect((inked.first ?? 0) > 40)
            #expect(inked.contains { x in (0..<30).contains { y in pixels[x, y] == red } })
            label.text = nil
            test.commit()
            #expect(label.layer.contents == nil)
        }
    }

    @Test("Fonts: sizes, weights, names")
    func fonts() {
        let font = UIFont.systemFont(ofSize: 20)
        #expect(font.pointSize == 20)
        #expect(font.ascender > 0)
        #expect(font.descender < 0)
        #expect(near(font.lineHeight, font.ascender - font.descender + font.leading))
        #expect(font.withSize(10).ascender < font.ascender)
        #expect(UIFont.systemFont(ofSize: 20) == font)
        #expect(UIFont.boldSystemFont(ofSize: 20) != font)
        #expect(UIFont(name: "There Is No Such Family", size: 12) == nil)
        if let family = UIFont.familyNames.first { #expect(UIFont(name: family, size: 12) != nil) }
        #expect("1".size(withAttributes: [.font: font]).width > 0)
    }
}
