import CoreGraphics
import Foundation
import QuartzCore
import Raster
import Testing

@testable import UIKit

@Suite("Text layers and labels", .serialized)
@MainActor
struct TextLayerAgreementTests {
    private func picture(_ layer: CALayer, _ size: CGSize, scale: CGFloat) throws -> [UInt32] {
        let (width, height) = (Int(size.width * scale), Int(size.height * scale))
        let bitmap = try Bitmap(width: width, height: height, format: .argb8888)
        let context = CGContext(bitmap: bitmap, scale: scale)
        layer.render(in: context)
        return (0..<width * height).map { bitmap.pixel(x: $0 % width, y: $0 / width) }
    }

    @Test("A text layer is a label of the same text, font and colour, pixel for pixel")
    func agree() throws {
        let fonts: [UIFont] = [
            .systemFont(ofSize: 17), .boldSystemFont(ofSize: 13.5), .italicSystemFont(ofSize: 29),
            .monospacedSystemFont(ofSize: 16, weight: .regular), .systemFont(ofSize: 21, weight: .light),
        ]
        let texts = ["Hello, world", "Ägypten fjord", "שלום and مرحبا", "one\u{2026} 1234567890 …"]
        let alignments: [(NSTextAlignment, CATextLayerAlignmentMode)] = [
            (.natural, .natural), (.left, .left), (.center, .center), (.right, .right),
        ]
        for (index, font) in fonts.enumerated() {
            for text in texts {
                let (labelAlignment, layerAlignment) = alignments[index % alignments.count]
                let color = UIColor(red: 0.2, green: 0.4, blue: 0.9, alpha: index == 2 ? 0.5 : 1)
                let label = UILabel()
                label.text = text
                label.font = font
                label.textColor = color
                label.textAlignment = labelAlignment
                label.sizeToFit()
                for width in [label.bounds.width, label.bounds.width + 31, label.bounds.width * 0.6] {
                    label.frame = CGRect(x: 0, y: 0, width: width.rounded(.up), height: label.bounds.height)
                    let layer = CATextLayer()
                    layer.frame = label.frame
                    layer.contentsScale = label.contentScaleFactor
                    layer.string = text
                    layer.font = font
                    layer.fontSize = font.pointSize
                    layer.foregroundColor = color.cgColor
                    layer.alignmentMode = layerAlignment
                    layer.truncationMode = .end
                    let scale = label.contentScaleFactor
                    let expected = try picture(label.layer, label.bounds.size, scale: scale)
                    #expect(
                        try picture(layer, label.bounds.size, scale: scale) == expected, "\(text) in \(font.pointSize)")
                    #expect(expected.contains { $0 != 0 })
                }
            }
        }
    }

    /// Overrides nothing, but might: it draws into a picture.
    private final class DrawnLabel: UILabel {}

    @Test("A label keeps coverage and a colour, and shows the pixels that it would draw into a picture")
    func coverage() throws {
        let texts = [
            "Hello, world", "fjord ffi Wörter AVAV", "gj ÅÅ over\u{300} שלום", "no ink beyond: f", "日本 and 12:34",
            "😀 emoji",
            "Several lines of text that is broken where it must be, with descenders gjpq and accents ÂÊÎ.",
        ]
        let colors: [UIColor] = [
            .black, .white, UIColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1),
            UIColor(red: 0.9, green: 0.1, blue: 0.3, alpha: 0.35),
        ]
        for (index, text) in texts.enumerated() {
            for color in colors {
                let labels = [UILabel(), DrawnLabel()]
                for label in labels {
                    label.font = index % 2 == 0 ? .italicSystemFont(ofSize: 19) : .systemFont(ofSize: 11.5)
                    label.text = "before that"
                    label.numberOfLines = 0
                    label.frame = CGRect(x: 0, y: 0, width: 140, height: 60)
                    label.layer.displayIfNeeded()
                    label.text = text
                    label.textColor = color
                    label.textAlignment = index % 3 == 0 ? .center : .natural
                }
                let scale = labels[0].contentScaleFactor
                let expected = try picture(labels[1].layer, labels[1].bounds.size, scale: scale)
                #expect(
                    try picture(labels[0].layer, labels[0].bounds.size, scale: scale) == expected, "\(text) in \(color)"
                )
                #expect(expected.contains { $0 != 0 })
            }
        }
    }

    @Test("Several lines: a text layer breaks and shortens them as a label does")
    func severalLines() throws {
        let text = "A label of several lines, and a layer of just as many, in the same words."
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 120, height: 0))
        label.text = text
        label.numberOfLines = 0
        label.font = .systemFont(ofSize: 15)
        label.frame.size.height = label.sizeThatFits(CGSize(width: 120, height: 0)).height
        let layer = CATextLayer()
        layer.frame = label.frame
        layer.contentsScale = label.contentScaleFactor
        layer.string = text
        layer.font = UIFont.systemFont(ofSize: 99)
        layer.fontSize = 15
        layer.foregroundColor = UIColor.label.cgColor
        layer.isWrapped = true
        let scale = label.contentScaleFactor
        #expect(
            try picture(layer, label.bounds.size, scale: scale)
                == picture(label.layer, label.bounds.size, scale: scale))
    }

    @Test("A font by its name is the font that UIKit finds for it")
    func namedFonts() throws {
        let layer = CATextLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
        layer.string = "Bold"
        layer.fontSize = 14
        layer.font = "DejaVu Sans-Bold"
        let byName = try picture(layer, layer.bounds.size, scale: 1)
        let bold = UIFont(name: "DejaVuSans-Bold", size: 3)
        #expect(bold != nil)
        layer.font = bold
        #expect(try picture(layer, layer.bounds.size, scale: 1) == byName)
        layer.font = UIFont(name: "DejaVu Sans", size: 14)
        #expect(try picture(layer, layer.bounds.size, scale: 1) != byName)
    }
}
