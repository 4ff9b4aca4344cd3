import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import UIKit

private let sans = UIFont.systemFont(ofSize: 16)

private func text(_ string: String, _ attributes: [NSAttributedString.Key: Any] = [.font: sans]) -> NSAttributedString {
    NSAttributedString(string: string, attributes: attributes)
}

/// As `==`, which ends the process here where values are objects of others than Foundation's.
private func isSame(_ one: NSAttributedString?, _ other: NSAttributedString?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    func runs(_ string: NSAttributedString) -> [NSDictionary] {
        (0..<string.length).map { string.attributes(at: $0, effectiveRange: nil) as NSDictionary }
    }
    return one.string == other.string && runs(one) == runs(other)
}

private func joined(_ parts: NSAttributedString...) -> NSAttributedString { .joined(parts) }

@MainActor
private func drawn(_ width: CGFloat, _ height: CGFloat, scale: CGFloat = 1, _ body: () -> Void) -> Pixels {
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    return Pixels(
        UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format).image { _ in body() }
            .cgImage!)
}

@MainActor
extension Pixels {
    /// Rows and columns with a pixel of which `isMeant` is true.
    fileprivate func rows(_ isMeant: (UInt32) -> Bool) -> [Int] {
        (0..<image.height).filter { y in (0..<image.width).contains { isMeant(self[$0, y]) } }
    }

    fileprivate func columns(_ isMeant: (UInt32) -> Bool) -> [Int] {
        (0..<image.width).filter { x in (0..<image.height).contains { isMeant(self[x, $0]) } }
    }

    fileprivate func count(_ isMeant: (UInt32) -> Bool) -> Int {
        (0..<image.height).reduce(0) { sum, y in sum + (0..<image.width).count { isMeant(self[$0, y]) } }
    }
}

private func isRed(_ pixel: UInt32) -> Bool { pixel == 0xFFFF_0000 }
private func isBlue(_ pixel: UInt32) -> Bool { pixel == 0xFF00_00FF }
private func isInk(_ pixel: UInt32) -> Bool { pixel >> 24 > 0 }

@MainActor
@Suite("Attributed texts are drawn and measured", .serialized)
struct AttributedDrawingTests {
    @Test("Sizes: fonts, kerning and attachments count; a plain attributed string is as large as the string")
    func sizes() {
        let plain = "Hello".size(withAttributes: [.font: sans])
        #expect(text("Hello").size() == plain)
        #expect(("Hello" as NSString).size(withAttributes: [.font: sans]) == plain)
        let kerned = text("Hello", [.font: sans, .kern: 2]).size()
        #expect(abs(kerned.width - plain.width - 10) < 1)
        #expect(text("Hello", [.font: sans, .tracking: 2.0 as CGFloat]).size().width == kerned.width)
        var mixed = joined(text("Hel"))
        mixed = joined(mixed, text("lo", [.font: UIFont.systemFont(ofSize: 32)]))
        #expect(mixed.size().height > plain.height * 1.8)
        let image = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 50)).image { _ in }
        let attached = text(
            "\u{FFFC}", [.attachment: NSTextAttachment(image: image), .kern: 0])
        mixed = joined(mixed, attached)
        #expect(mixed.size().height > 50)
        #expect(text("").size().height > 10)
    }

    @Test("boundingRect: width breaks, height does not cut, origin is the corner or the baseline")
    func boundingRect() {
        let string = text("one two three four five six seven")
        let whole = string.boundingRect(
            with: CGSize(width: 80, height: 1), options: .usesLineFragmentOrigin, context: nil)
        #expect(whole.origin == .zero && whole.width <= 80 && whole.height > sans.lineHeight * 2.5)
        let cut = string.boundingRect(
            with: CGSize(width: 80, height: sans.lineHeight * 2.2),
            options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine], context: nil)
        #expect(abs(cut.height - sans.lineHeight * 2) < 1)
        let line = string.boundingRect(with: CGSize(width: 80, height: 0), options: [], context: nil)
        #expect(line.width > 200 && abs(line.minY + sans.ascender) < 1)
        let ink = text("x").boundingRect(
            with: .zero, options: [.usesLineFragmentOrigin, .usesDeviceMetrics], context: nil)
        #expect(ink.height < sans.xHeight + 2 && ink.minY > 2)
    }

    @Test("A drawing context makes a text smaller to fit, and says by how much")
    func drawingContext() {
        let context = NSStringDrawingContext()
        context.minimumScaleFactor = 0.5
        let string = text("Hello, world")
        let natural = string.size()
        let size = CGSize(width: natural.width * 0.7, height: 100)
        let rect = string.boundingRect(with: size, options: [], context: context)
        #expect(context.actualScaleFactor < 0.75 && context.actualScaleFactor > 0.6)
        #expect(rect.width <= size.width + 0.1 && context.totalBounds == rect)
        _ = string.boundingRect(with: CGSize(width: 5, height: 5), options: [], context: context)
        #expect(context.actualScaleFactor == 0.5)
        _ = string.boundingRect(with: CGSize(width: 500, height: 500), options: [], context: context)
        #expect(context.actualScaleFactor == 1)
    }

    @Test("draw(with:) begins at the corner or on the baseline")
    func drawWith() {
        let string = text("xxx")
        let corner = drawn(60, 60) {
            string.draw(with: CGRect(x: 5, y: 5, width: 50, height: 50), options: .usesLineFragmentOrigin, context: nil)
        }
        let baseline = drawn(60, 60) {
            string.draw(with: CGRect(x: 5, y: 5 + sans.ascender, width: 0, height: 0), options: [], context: nil)
        }
        #expect(corner.rows(isInk) == baseline.rows(isInk) && !corner.rows(isInk).isEmpty)
        #expect(corner.rows(isInk).first! > 8)
    }

    @Test("Underline and strikethrough: weights, colours, words, patterns")
    func lines() {
        func blueRows(_ style: NSUnderlineStyle, _ key: NSAttributedString.Key) -> [Int] {
            drawn(80, 30, scale: 2) {
                text(
                    "xx xx",
                    [
                        .font: sans, .foregroundColor: UIColor.red, key: style.rawValue,
                        (key == .underlineStyle ? .underlineColor : .strikethroughColor): UIColor.blue,
                    ]
                ).draw(at: CGPoint(x: 2, y: 2))
            }.rows(isBlue)
        }
        let single = blueRows(.single, .underlineStyle)
        let baseline = Int((2 + sans.ascender) * 2)
        #expect(!single.isEmpty && single.allSatisfy { $0 >= baseline })
        #expect(blueRows(.thick, .underlineStyle).count > single.count)
        let double = blueRows(.double, .underlineStyle)
        #expect(double.count == single.count * 2 && double.last! - double.first! > double.count - 1)
        let strike = blueRows(.single, .strikethroughStyle)
        #expect(!strike.isEmpty && strike.allSatisfy { $0 < baseline && $0 > baseline - Int(sans.ascender * 2) })

        func blueCount(_ style: NSUnderlineStyle) -> Int {
            drawn(80, 30, scale: 2) {
                text(
                    "xx xx",
                    [.font: sans, .underlineStyle: style.rawValue, .underlineColor: UIColor.blue]
                ).draw(at: CGPoint(x: 2, y: 2))
            }.count(isBlue)
        }
        let whole = blueCount(.single)
        for style in [.byWord, .patternDot, .patternDash, .patternDashDot, .patternDashDotDot] as [NSUnderlineStyle] {
            #expect(blueCount([.single, style]) < whole && blueCount([.single, style]) > 0, "\(style)")
        }
        #expect(blueCount([]) == 0)
    }

    @Test("Background fills the line's height; stroke, shadow, slant and width change the ink")
    func looks() {
        func picture(_ attributes: [NSAttributedString.Key: Any]) -> Pixels {
            var all: [NSAttributedString.Key: Any] = [
                .font: UIFont.systemFont(ofSize: 30), .foregroundColor: UIColor.red,
            ]
            all.merge(attributes) { $1 }
            return drawn(100, 50) { text("HH", all).draw(at: CGPoint(x: 10, y: 2)) }
        }
        let plain = picture([:])
        let background = picture([.backgroundColor: UIColor.blue])
        let height = UIFont.systemFont(ofSize: 30).lineHeight
        #expect(abs(CGFloat(background.rows(isBlue).count) - height) <= 1)
        #expect(background.count(isRed) > plain.count(isRed) / 2)
        let outline = picture([.strokeWidth: 3, .strokeColor: UIColor.blue])
        #expect(outline.count(isRed) == 0 && outline.count(isInk) > 50)
        let both = picture([.strokeWidth: -3, .strokeColor: UIColor.blue])
        #expect(both.count(isRed) > 20 && both.count(isInk) > plain.count(isInk))
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 0, height: 10)
        shadow.shadowColor = UIColor.blue
        let shadowed = picture([.shadow: shadow])
        #expect(
            shadowed.rows(isInk).last! == plain.rows(isInk).last! + 10 && shadowed.count(isRed) == plain.count(isRed))
        let slanted = picture([.obliqueness: 0.4])
        #expect(slanted.columns(isInk).last! > plain.columns(isInk).last! + 5)
        let wide = picture([.expansion: 0.3])
        #expect(wide.columns(isInk).count > plain.columns(isInk).count + 8)
        let raised = picture([.baselineOffset: 5])
        #expect(raised.rows(isInk).count == plain.rows(isInk).count)
    }

    @Test("Links are blue and underlined; templates take the text's colour")
    func linksAndTemplates() {
        let link = drawn(80, 30) { text("link", [.font: sans, .link: "https://a.b"]).draw(at: .zero) }
        let blue = UIColor.link.cgColor.components ?? []
        #expect(link.count(isInk) > 0 && blue[2] == 1)
        #expect(link.rows { $0 & 0xFF > 0x80 }.last! > Int(sans.ascender))
        let square = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { _ in
            UIColor.black.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        let attachment = NSTextAttachment(image: square.withRenderingMode(.alwaysTemplate))
        let string = text("\u{FFFC}", [.attachment: attachment, .foregroundColor: UIColor.red])
        #expect(drawn(20, 20) { string.draw(at: .zero) }.count(isRed) == 100)
        attachment.bounds = CGRect(x: 0, y: -5, width: 4, height: 5)
        let count = drawn(20, 30) { string.draw(at: .zero) }.count(isInk)
        #expect(count >= 20 && count < 50)
    }

    @Test("A writing direction turns digits and letters around")
    func writingDirection() {
        let override = [NSWritingDirection.rightToLeft.rawValue | NSWritingDirectionFormatType.override.rawValue]
        let turned = drawn(60, 30) {
            text("i W", [.font: sans, .writingDirection: override]).draw(at: .zero)
        }
        let plain = drawn(60, 30) { text("W i").draw(at: .zero) }
        #expect(turned.columns(isInk).first == plain.columns(isInk).first && turned.count(isInk) > 10)
    }

    @Test("Attributes with values of no sense are as if they were not there")
    func nonsense() {
        let plain = text("Hello").size()
        for key in [
            NSAttributedString.Key.kern, .baselineOffset, .strokeWidth, .obliqueness, .expansion, .underlineStyle,
            .ligature,
        ] {
            #expect(text("Hello", [.font: sans, key: "nonsense"]).size() == plain, "\(key)")
            #expect(text("Hello", [.font: sans, key: Double.nan]).size().width.isFinite)
            for value in [1e300, -1e300, .infinity, -.infinity] as [Double] {
                let size = text("Hello", [.font: sans, key: value]).size()
                #expect(size.width.isFinite && size.height.isFinite, "\(key) \(value)")
            }
        }
        for key in [
            NSAttributedString.Key.font, .foregroundColor, .paragraphStyle, .shadow, .attachment, .writingDirection,
        ] {
            #expect(text("Hello\u{FFFC}", [key: 42]).size().width > 10)
        }
        let lone = String(decoding: [0x61, 0xD800, 0x62, 0xDC00] as [UInt16], as: UTF16.self)
        #expect(text(lone).size().width > 20)
        let cut = NSMutableAttributedString(string: "😀😀", attributes: [.font: sans])
        cut.addAttribute(.kern, value: 3, range: NSRange(location: 1, length: 2))
        #expect(cut.size().width > 20)
    }
}

@MainActor
@Suite("Labels with attributed text", .serialized)
struct AttributedLabelTests {
    @Test("An attributed text's first font, colour, alignment and mode become the label's")
    func adoption() {
        let label = UILabel()
        let style = NSMutableParagraphStyle()
        style.alignment = .center
        style.lineBreakMode = .byTruncatingHead
        let font = UIFont.boldSystemFont(ofSize: 21)
        let string = NSMutableAttributedString(
            string: "ab", attributes: [.font: font, .foregroundColor: UIColor.red, .paragraphStyle: style])
        string.append(text("cd", [:]))
        label.attributedText = string
        #expect(label.text == "abcd" && label.font == font && label.textColor == .red)
        #expect(label.textAlignment == .center && label.lineBreakMode == .byTruncatingHead)
        string.replaceCharacters(in: NSRange(location: 0, length: 2), with: "changed")
        #expect(label.text == "abcd", "it is copied")
    }

    @Test("Setting font, colour or alignment afterwards changes the whole text; setting the text drops attributes")
    func settingAfterwards() {
        let label = UILabel()
        let style = NSParagraphStyle.default
        let string = joined(
            text("a", [.font: sans, .foregroundColor: UIColor.red, .paragraphStyle: style]),
            text("b", [.font: sans, .foregroundColor: UIColor.blue, .underlineStyle: 1, .paragraphStyle: style]))
        label.attributedText = string
        label.textColor = .green
        label.font = .systemFont(ofSize: 9)
        label.textAlignment = .right
        let kept = label.attributedText
        for place in 0...1 {
            let attributes = kept?.attributes(at: place, effectiveRange: nil) ?? [:]
            #expect(attributes[.foregroundColor] as? UIColor == .green)
            #expect((attributes[.font] as? UIFont)?.pointSize == 9)
            #expect((attributes[.paragraphStyle] as? NSParagraphStyle)?.alignment == .right)
        }
        #expect(kept?.attribute(.underlineStyle, at: 1, effectiveRange: nil) != nil)
        label.text = "ab"
        #expect(label.attributedText?.attribute(.underlineStyle, at: 1, effectiveRange: nil) == nil)
        #expect(label.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont == label.font)
        label.attributedText = nil
        #expect(label.text == nil && label.attributedText == nil)
    }

    @Test("Strings put together by append are shown by labels, buttons and text layers, and changed by them")
    func appended() {
        let string = NSMutableAttributedString(string: "20", attributes: [.font: sans, .foregroundColor: UIColor.red])
        string.append(text(" °C", [.font: UIFont.systemFont(ofSize: 9), .foregroundColor: UIColor.blue]))
        let label = UILabel()
        label.attributedText = string
        label.font = .systemFont(ofSize: 30)
        let button = UIButton(type: .custom)
        button.setAttributedTitle(string, for: .normal)
        let layer = CATextLayer()
        layer.string = string
        string.append(text("!"))
        #expect(label.text == "20 °C" && button.attributedTitle(for: .normal)?.string == "20 °C")
        #expect((layer.string as? NSAttributedString)?.string == "20 °C")
        #expect(label.attributedText?.attribute(.foregroundColor, at: 3, effectiveRange: nil) as? UIColor == .blue)
    }

    @Test("Characters without attributes take the label's; sizes are the drawn string's")
    func defaults() {
        let label = UILabel()
        label.font = .systemFont(ofSize: 25)
        label.attributedText = text("Hello", [:])
        let attributed = label.sizeThatFits(CGSize(width: 1000, height: 1000))
        label.text = "Hello"
        #expect(label.sizeThatFits(CGSize(width: 1000, height: 1000)) == attributed)
        var mixed: NSAttributedString = text("Hello ")
        mixed = joined(mixed, text("world", [.font: UIFont.systemFont(ofSize: 40), .kern: 3]))
        label.attributedText = mixed
        let size = label.sizeThatFits(CGSize(width: 1000, height: 1000))
        #expect(size.width >= mixed.size().width && size.width < mixed.size().width + 1)
        label.numberOfLines = 0
        #expect(label.sizeThatFits(CGSize(width: 100, height: 0)).height > size.height * 1.3)
        #expect(
            label.textRect(forBounds: CGRect(x: 3, y: 4, width: 100, height: 30), limitedToNumberOfLines: 1).origin
                == CGPoint(x: 3, y: 4))
    }

    @Test("Shown colours: each run's; highlighted and disabled ones")
    func colours() {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 30))
        var string = joined(text("HH", [.font: sans, .foregroundColor: UIColor.red]))
        string = joined(string, text("HH", [.font: sans, .foregroundColor: UIColor.blue]))
        label.attributedText = string
        func pixels() -> Pixels {
            label.layer.setNeedsDisplay()
            return Pixels(label.layer, width: 60, height: 30)
        }
        let both = pixels()
        #expect(both.count(isRed) > 4 && both.count(isBlue) > 4)
        #expect(both.columns(isRed).last! < both.columns(isBlue).first!)
        label.highlightedTextColor = .blue
        label.isHighlighted = true
        #expect(pixels().count(isRed) == 0)
        label.isHighlighted = false
        label.isEnabled = false
        #expect(pixels().count(isRed) == 0 && pixels().count(isInk) > both.count(isInk) / 2)
    }

    @Test("A smaller text keeps its baseline, is centred, or stays at the top; never below its least size")
    func shrinking() {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
        label.adjustsFontSizeToFitWidth = true
        label.font = .systemFont(ofSize: 30)
        func bottom(_ adjustment: UIBaselineAdjustment, attributed: Bool) -> Int {
            label.text = "HHHHHHHH"
            if attributed {
                label.attributedText = text("HHHHHHHH", [.font: UIFont.systemFont(ofSize: 30), .kern: 0.01])
            }
            label.baselineAdjustment = adjustment
            label.layer.setNeedsDisplay()
            let pixels = Pixels(label.layer, width: 60, height: 40)
            #expect(pixels.columns(isInk).last! < 60)
            return pixels.rows(isInk).last ?? 0
        }
        for attributed in [false, true] {
            let own = bottom(.alignBaselines, attributed: attributed)
            let centred = bottom(.alignCenters, attributed: attributed)
            let top = bottom(.none, attributed: attributed)
            #expect(own > centred && centred > top, "\(own) \(centred) \(top)")
        }
        label.minimumScaleFactor = 0.9
        label.text = "HHHHHHHHHHHHHHHHHHHH"
        label.layer.setNeedsDisplay()
        #expect(Pixels(label.layer, width: 60, height: 40).rows(isInk).count > 15)
    }

    @Test("Letters move together before the text is shortened, where that is allowed")
    func tightening() {
        let label = UILabel()
        label.text = "Tightened text"
        label.sizeToFit()
        label.frame.size.width -= 3
        func lastColumn() -> Pixels {
            label.layer.setNeedsDisplay()
            return Pixels(label.layer, width: Int(label.bounds.width), height: Int(label.bounds.height))
        }
        let shortened = lastColumn()
        label.allowsDefaultTighteningForTruncation = true
        #expect(lastColumn().count(isInk) > shortened.count(isInk))
    }

    @Test("A button's attributed title goes before its plain one and gives it its size")
    func button() {
        let button = UIButton(type: .custom)
        button.setTitle("plain", for: .normal)
        let plain = button.intrinsicContentSize
        let title = text("attributed", [.font: UIFont.systemFont(ofSize: 30), .foregroundColor: UIColor.red])
        button.setAttributedTitle(title, for: .normal)
        #expect(button.titleLabel?.text == "attributed" && button.titleLabel?.textColor == .red)
        #expect(button.intrinsicContentSize.height > plain.height && button.currentAttributedTitle == title)
        #expect(button.attributedTitle(for: .highlighted) == title)
        button.setAttributedTitle(text("pressed"), for: .highlighted)
        button.isHighlighted = true
        #expect(button.titleLabel?.text == "pressed")
        button.isHighlighted = false
        #expect(button.titleLabel?.text == "attributed")
        button.setAttributedTitle(nil, for: .normal)
        #expect(button.titleLabel?.text == "plain")
    }

    @Test("Archives keep a label's and a button's attributed text")
    func archives() throws {
        func copy<Object: NSObject>(_ object: Object) throws -> Object {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
            unarchiver.requiresSecureCoding = false
            return try #require(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Object)
        }
        let style = NSMutableParagraphStyle()
        style.alignment = .right
        style.lineSpacing = 3
        style.tabStops = [NSTextTab(textAlignment: .right, location: 50)]
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 1, height: 2)
        shadow.shadowColor = UIColor.blue
        let string = joined(
            text("one 😀", [.font: sans, .foregroundColor: UIColor.red, .paragraphStyle: style]),
            text("two", [.kern: 2.5, .underlineStyle: 9, .shadow: shadow, .ligature: 0]))
        let label = UILabel()
        label.attributedText = string
        label.baselineAdjustment = .alignCenters
        let back = try copy(label)
        #expect(isSame(back.attributedText, label.attributedText) && back.baselineAdjustment == .alignCenters)
        let button = UIButton(type: .custom)
        button.setAttributedTitle(string, for: .normal)
        #expect(isSame(try copy(button).attributedTitle(for: .normal), string))
        #expect(try copy(style) == style)
        #expect(try copy(shadow) == shadow)
        let plain = UILabel()
        plain.text = "plain"
        let plainBack = try copy(plain)
        #expect(plainBack.text == "plain" && !plainBack.isTextAttributed)
    }

    @Test("A text layer is a label of the same attributed text, pixel for pixel")
    func layerAgreement() throws {
        let style = NSMutableParagraphStyle()
        style.lineBreakMode = .byTruncatingTail
        let string = joined(
            text("Red and ", [.font: sans, .foregroundColor: UIColor.red, .paragraphStyle: style]),
            text(
                "blue, ",
                [
                    .font: UIFont.boldSystemFont(ofSize: 22), .foregroundColor: UIColor.blue, .paragraphStyle: style,
                    .underlineStyle: 1, .backgroundColor: UIColor.systemGray,
                ]),
            text(
                "kerned",
                [
                    .font: sans, .foregroundColor: UIColor.black, .kern: 2, .paragraphStyle: style,
                    .baselineOffset: 4, .ligature: 1,
                ]))
        for width in [300, 130, 110] as [CGFloat] {
            let label = UILabel()
            label.attributedText = string
            label.sizeToFit()
            label.frame = CGRect(x: 0, y: 0, width: width, height: label.bounds.height)
            let layer = CATextLayer()
            layer.frame = label.frame
            layer.contentsScale = label.contentScaleFactor
            layer.string = string
            layer.truncationMode = .end
            let (columns, rows) = (Int(width), Int(label.bounds.height))
            let (left, right) = (
                Pixels(label.layer, width: columns, height: rows), Pixels(layer, width: columns, height: rows)
            )
            #expect(left.count(isInk) > 50)
            for y in 0..<rows {
                for x in 0..<columns where left[x, y] != right[x, y] {
                    Issue.record("\(x), \(y) differs in \(width)")
                    return
                }
            }
        }
    }

    @Test("A label of 200 KB, and one of 20,000 runs, shows what fits in bounded time")
    func enormous() {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        let start = ProcessInfo.processInfo.systemUptime
        for lines in [1, 0] {
            label.numberOfLines = lines
            label.text = String(repeating: "word ", count: 40_000)
            #expect(Pixels(label.layer, width: 200, height: 100).count(isInk) > 100)
            label.attributedText = text(String(repeating: "word ", count: 40_000), [.font: sans, .kern: 1])
            #expect(Pixels(label.layer, width: 200, height: 100).count(isInk) > 100)
        }
        let fonts = (8..<17).map { UIFont.systemFont(ofSize: CGFloat($0)) }
        label.attributedText = .joined(
            (0..<20_000).map { text($0 % 2 == 0 ? "a" : " ", [.font: fonts[$0 % 9]]) })
        #expect(Pixels(label.layer, width: 200, height: 100).count(isInk) > 100)
        #expect(ProcessInfo.processInfo.systemUptime - start < 120)
    }
}

@Suite("Paragraph styles and their kin")
struct ParagraphStyleTests {
    @Test("Defaults, copies and equality")
    func styles() throws {
        let style = NSMutableParagraphStyle()
        #expect(style.alignment == .natural && style.lineBreakMode == .byWordWrapping && style.tabStops.count == 12)
        #expect(style.lineSpacing == 0 && style.maximumLineHeight == 0 && style.baseWritingDirection == .natural)
        #expect(style == NSParagraphStyle.default)
        style.headIndent = 7
        style.addTabStop(NSTextTab(textAlignment: .right, location: 30))
        #expect(style.tabStops[1].location == 30 && style.tabStops[1].alignment == .right)
        let copy = try #require(style.copy() as? NSParagraphStyle)
        style.headIndent = 9
        #expect(copy.headIndent == 7 && !(copy is NSMutableParagraphStyle) && copy != style)
        let mutable = try #require(copy.mutableCopy() as? NSMutableParagraphStyle)
        mutable.tabStops = nil
        #expect(mutable.tabStops.count == 12)
        #expect(NSParagraphStyle.defaultWritingDirection(forLanguage: "ar") == .rightToLeft)
        #expect(NSParagraphStyle.defaultWritingDirection(forLanguage: "de") == .leftToRight)
    }

    @Test("Underline styles and shadows are Apple's numbers and defaults")
    func numbers() {
        #expect(NSUnderlineStyle.double.rawValue == 9 && NSUnderlineStyle.byWord.rawValue == 0x8000)
        #expect(NSUnderlineStyle.patternDashDotDot.rawValue == 0x400 && NSUnderlineStyle.thick.rawValue == 2)
        let shadow = NSShadow()
        #expect(shadow.shadowOffset == .zero && shadow.shadowBlurRadius == 0)
        #expect(shadow.shadowColor as? UIColor == UIColor(white: 0, alpha: 1.0 / 3))
        #expect(NSTextAttachment.character == 0xFFFC)
    }
}
