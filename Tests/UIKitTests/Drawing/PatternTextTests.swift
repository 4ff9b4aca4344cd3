import CoreGraphics
import Foundation
import QuartzCore
import Raster
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Patterns as the colour of text", .serialized)
struct PatternTextTests {
    private static let size = CGSize(width: 120, height: 60)

    /// Stripes across, 3 points of red and 3 of blue.
    private let stripes: UIColor = {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIColor(
            patternImage: UIGraphicsImageRenderer(size: CGSize(width: 5, height: 6), format: format).image { _ in
                UIColor.red.setFill()
                UIRectFill(r(0, 0, 5, 3))
                UIColor.blue.setFill()
                UIRectFill(r(0, 3, 5, 3))
            })
    }()

    private func picture(_ draw: (CGContext) -> Void) throws -> Bitmap {
        let bitmap = try Bitmap(width: Int(Self.size.width), height: Int(Self.size.height), format: .argb8888)
        let context = CGContext(bitmap: bitmap, scale: 1)
        UIGraphicsPushContext(context)
        draw(context)
        UIGraphicsPopContext()
        context.flush()
        return bitmap
    }

    private func picture(_ view: UIView) throws -> Bitmap { try picture { view.layer.render(in: $0) } }

    /// That what is black ink in one picture is the pattern, at the same alpha, in the other.
    private func expectStripes(
        _ drawn: Bitmap, like ink: Bitmap, least: Int = 300, source: SourceLocation = #_sourceLocation
    ) {
        var full = 0
        for y in 0..<ink.height {
            for x in 0..<ink.width {
                let (black, color) = (ink.pixel(x: x, y: y), drawn.pixel(x: x, y: y))
                #expect(abs(Int(black >> 24) - Int(color >> 24)) <= 2, "\(x) \(y)", sourceLocation: source)
                guard black >> 24 == 255 else { continue }
                full += 1
                let expected: UInt32 = y % 6 < 3 ? 0xFFFF_0000 : 0xFF00_00FF
                #expect(color == expected, "\(x) \(y)", sourceLocation: source)
            }
        }
        #expect(full > least, sourceLocation: source)
    }

    private func label(_ color: UIColor) -> UILabel {
        let label = UILabel(frame: CGRect(origin: .zero, size: Self.size))
        label.text = "Hi Ho"
        label.font = .boldSystemFont(ofSize: 40)
        label.textColor = color
        return label
    }

    @Test("A label's letters are cut out of the pattern, on the panel and in pictures of it")
    func label() throws {
        let ink = try picture(label(.black))
        expectStripes(try picture(label(stripes)), like: ink)
        let stage = try Stage(width: 120, height: 60)
        defer { stage.close() }
        stage.window.backgroundColor = .white
        let shown = label(stripes)
        stage.window.addSubview(shown)
        stage.frame()
        for y in 0..<60 {
            for x in 0..<120 where ink.pixel(x: x, y: y) >> 24 == 255 {
                #expect(stage.pixel(x, y) == (y % 6 < 3 ? 0xFFFF_0000 : 0xFF00_00FF), "\(x) \(y)")
            }
        }
        #expect(try stage.isExact())
        shown.textColor = .black
        stage.frame()
        #expect(stage.pixel(60, 0) == 0xFFFF_FFFF)
        #expect(try stage.isExact())
    }

    @Test("Attributed labels, text layers and strings: letters and the lines below them")
    func others() throws {
        func text(_ color: UIColor) -> NSAttributedString {
            NSAttributedString(
                string: "Hi Ho",
                attributes: [
                    .font: UIFont.boldSystemFont(ofSize: 40), .foregroundColor: color, .underlineStyle: 1,
                ])
        }
        func attributed(_ color: UIColor) -> UILabel {
            let label = label(.green)
            label.attributedText = text(color)
            return label
        }
        expectStripes(try picture(attributed(stripes)), like: try picture(attributed(.black)))
        expectStripes(
            try picture { _ in text(stripes).draw(at: .zero) }, like: try picture { _ in text(.black).draw(at: .zero) })
        func layer(_ color: UIColor) -> CATextLayer {
            let layer = CATextLayer()
            layer.frame = CGRect(origin: .zero, size: Self.size)
            layer.string = "Hi Ho"
            layer.fontSize = 40
            layer.foregroundColor = color.cgColor
            return layer
        }
        expectStripes(
            try picture { layer(stripes).render(in: $0) }, like: try picture { layer(.black).render(in: $0) })
    }

    @Test("Outlines, leaning letters, a clip, an alpha and a transparency layer change nothing about that")
    func ways() throws {
        func attributes(_ color: UIColor) -> [NSAttributedString.Key: Any] {
            [
                .font: UIFont.boldSystemFont(ofSize: 44), .foregroundColor: color, .strokeWidth: -4, .obliqueness: 0.2,
            ]
        }
        func draw(_ color: UIColor) -> (CGContext) -> Void {
            {
                $0.addEllipse(in: r(0, 0, 110, 58))
                $0.clip()
                $0.beginTransparencyLayer(auxiliaryInfo: nil)
                "Hi Ho".draw(at: p(2, 1), withAttributes: attributes(color))
                $0.endTransparencyLayer()
            }
        }
        expectStripes(try picture(draw(stripes)), like: try picture(draw(.black)))
        let half = try picture {
            $0.setAlpha(0.5)
            "Hi Ho".draw(at: .zero, withAttributes: attributes(stripes))
        }
        var seen: Set<UInt32> = []
        for y in 0..<60 {
            for x in 0..<120 where half.pixel(x: x, y: y) >> 24 == 128 { seen.insert(half.pixel(x: x, y: y)) }
        }
        #expect(seen.contains(0x8080_0000) && seen.contains(0x8000_0080))
        let turned = try picture {
            $0.rotate(by: 0.3)
            "Hi Ho".draw(at: .zero, withAttributes: attributes(stripes))
        }
        let reds = (0..<120 * 60).filter { turned.pixel(x: $0 % 120, y: $0 / 120) == 0xFFFF_0000 }.count
        let blues = (0..<120 * 60).filter { turned.pixel(x: $0 % 120, y: $0 / 120) == 0xFF00_00FF }.count
        #expect(reds > 100 && blues > 100)
    }

    @Test("A pattern whose cell holds text, and one without colours of its own")
    func otherPatterns() throws {
        let cell = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 6)).image { _ in
            "x".draw(at: .zero, withAttributes: [.foregroundColor: UIColor.red])
            UIColor.red.withAlphaComponent(0.5).setFill()
            UIRectFillUsingBlendMode(r(0, 0, 8, 6), .normal)
        }
        let drawn = try picture { _ in
            "Hi Ho".draw(
                at: .zero,
                withAttributes: [
                    .font: UIFont.boldSystemFont(ofSize: 40), .foregroundColor: UIColor(patternImage: cell),
                ])
        }
        #expect((0..<120 * 60).filter { drawn.pixel(x: $0 % 120, y: $0 / 120) >> 24 > 100 }.count > 300)

        var callbacks = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                UIGraphicsPushContext(context)
                "i".draw(at: .zero, withAttributes: [.font: UIFont.systemFont(ofSize: 6)])
                UIGraphicsPopContext()
                context.fill(CGRect(x: 0, y: 0, width: 5, height: 3))
            }, releaseInfo: nil)
        let pattern = try #require(
            CGPattern(
                info: nil, bounds: CGRect(x: 0, y: 0, width: 5, height: 6), matrix: .identity, xStep: 5, yStep: 6,
                tiling: .noDistortion, isColored: false, callbacks: &callbacks))
        let space = try #require(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB()))
        let color = try #require(CGColor(patternSpace: space, pattern: pattern, components: [0, 1, 0, 1]))
        let green = try picture { _ in
            "Hi Ho".draw(
                at: .zero,
                withAttributes: [
                    .font: UIFont.boldSystemFont(ofSize: 40), .foregroundColor: UIColor(cgColor: color),
                ])
        }
        #expect((0..<120 * 60).contains { green.pixel(x: $0 % 120, y: $0 / 120) == 0xFF00_FF00 })
    }
}
