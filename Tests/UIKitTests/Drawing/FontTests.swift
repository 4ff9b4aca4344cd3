import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor @Suite struct FontTests {
    @Test("DT-01 Preferred sizes; the headline is the only one that is not regular")
    func textStyles() {
        let sizes: [(UIFont.TextStyle, CGFloat)] = [
            (.largeTitle, 34), (.title1, 28), (.title2, 22), (.title3, 20), (.headline, 17), (.subheadline, 15),
            (.body, 17), (.callout, 16), (.footnote, 13), (.caption1, 12), (.caption2, 11),
        ]
        for (style, size) in sizes {
            let font = UIFont.preferredFont(forTextStyle: style)
            #expect(font.pointSize == size, "\(style)")
            let weight: UIFont.Weight = style == .headline ? .semibold : .regular
            #expect(font == .systemFont(ofSize: size, weight: weight), "\(style)")
            #expect(font.fontDescriptor.object(forKey: .textStyle) as? UIFont.TextStyle == style)
            #expect(UIFontDescriptor.preferredFontDescriptor(withTextStyle: style).pointSize == size)
        }
        #expect(UIFont.labelFontSize == 17 && UIFont.buttonFontSize == 18)
        #expect(UIFont.smallSystemFontSize == 12 && UIFont.systemFontSize == 14)
    }

    @Test("DT-03 Scaled values are the values, at the default text size, for every style")
    func metrics() {
        for style: UIFont.TextStyle in [.largeTitle, .title1, .headline, .body, .footnote, .caption2] {
            let metrics = UIFontMetrics(forTextStyle: style)
            for value: CGFloat in [0, 1, 17.5, 100] { #expect(metrics.scaledValue(for: value) == value) }
            let font = UIFont.systemFont(ofSize: 20)
            #expect(metrics.scaledFont(for: font) == font)
            #expect(metrics.scaledFont(for: font, maximumPointSize: 12) == .systemFont(ofSize: 12))
            #expect(metrics.scaledFont(for: font, maximumPointSize: 30) == font)
        }
        #expect(UIFontMetrics.default === UIFontMetrics.default)
    }

    @Test("A font is found by PostScript, full and family name, and says what it is called")
    func names() throws {
        for name in ["DejaVuSans-Bold", "DejaVu Sans Bold", "dejavusans-bold", "DejaVu Sans-Bold"] {
            let font = try #require(UIFont(name: name, size: 20))
            #expect(font.fontName == "DejaVuSans-Bold" && font.familyName == "DejaVu Sans" && font.pointSize == 20)
        }
        #expect(UIFont(name: "DejaVu Sans", size: 20)?.fontName == "DejaVuSans")
        #expect(UIFont(name: "Inter-SemiBoldItalic", size: 20)?.fontName == "Inter-SemiBoldItalic")
        for name in ["", "-", "No Such Font", "No Such-Bold", "\0"] { #expect(UIFont(name: name, size: 20) == nil) }
        #expect(UIFont.familyNames.contains("DejaVu Sans") && UIFont.familyNames == UIFont.familyNames.sorted())
        let faces = UIFont.fontNames(forFamilyName: "DejaVu Sans")
        #expect(faces.contains("DejaVuSans") && faces.contains("DejaVuSans-Bold"))
        #expect(UIFont.fontNames(forFamilyName: "No Such Family").isEmpty)
        for face in UIFont.familyNames.prefix(8).flatMap({ UIFont.fontNames(forFamilyName: $0) }) {
            #expect(UIFont(name: face, size: 16)?.fontName == face)
        }
    }

    @Test("System fonts: weights from light to black grow, italics lean, the monospaced are, digits can be")
    func systemFonts() throws {
        func width(_ text: String, _ font: UIFont) -> CGFloat { text.size(withAttributes: [.font: font]).width }
        let weights: [UIFont.Weight] = [
            .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
        ]
        let names = weights.map { UIFont.systemFont(ofSize: 20, weight: $0).fontName }
        if UIFont.systemFont(ofSize: 20).familyName == "Inter" {
            #expect(
                names == [
                    "Inter-Thin", "Inter-ExtraLight", "Inter-Light", "Inter-Regular", "Inter-Medium", "Inter-SemiBold",
                    "Inter-Bold", "Inter-ExtraBold", "Inter-Black",
                ])
        }
        #expect(UIFont.boldSystemFont(ofSize: 20) == .systemFont(ofSize: 20, weight: .bold))
        #expect(UIFont.italicSystemFont(ofSize: 20).fontDescriptor.symbolicTraits.contains(.traitItalic))
        let mono = UIFont.monospacedSystemFont(ofSize: 20, weight: .regular)
        #expect(
            width("iiii", mono) == width("MMMM", mono) && mono.fontDescriptor.symbolicTraits.contains(.traitMonoSpace))
        let digits = UIFont.monospacedDigitSystemFont(ofSize: 20, weight: .regular)
        #expect(width("1111", digits) == width("0000", digits) && width("iiii", digits) < width("MMMM", digits))
        #expect(UIFont.systemFont(ofSize: 20, weight: .bold, width: .standard) == .boldSystemFont(ofSize: 20))
        #expect(UIFont.systemFont(ofSize: 0).pointSize == UIFont.systemFontSize)
        #expect(UIFont.systemFont(ofSize: .nan).pointSize == UIFont.systemFontSize)
        #expect(UIFont.systemFont(ofSize: 1e9).pointSize <= 2000)
    }

    @Test("Measures are the font's, in proportion to its size")
    func measures() throws {
        let font = try #require(UIFont(name: "DejaVuSans", size: 20))
        func isNear(_ value: CGFloat, _ em: CGFloat) -> Bool { abs(value - em * 20) < 0.05 }
        #expect(isNear(font.ascender, 0.928) && isNear(font.descender, -0.236) && font.leading == 0)
        #expect(isNear(font.capHeight, 0.729) && isNear(font.xHeight, 0.547) && isNear(font.lineHeight, 1.164))
        #expect(font.withSize(40).capHeight == font.capHeight * 2 && font.withSize(40).fontName == font.fontName)
    }

    @Test("Fonts are equal when they were asked for alike; keyed archives keep them")
    func equalityAndArchives() throws {
        var fonts: [UIFont] = [
            .systemFont(ofSize: 13, weight: .light), .italicSystemFont(ofSize: 9),
            .monospacedDigitSystemFont(ofSize: 10, weight: .bold),
            try #require(UIFont(name: "DejaVuSans-Bold", size: 11)),
            .systemFont(ofSize: 12, weight: .regular, width: .condensed), .preferredFont(forTextStyle: .headline),
        ]
        fonts.append(
            UIFont(
                descriptor: fonts[3].fontDescriptor.addingAttributes([
                    .featureSettings: [[UIFontDescriptor.FeatureKey.type: kLigaturesType, .selector: 3]]
                ]), size: 0))
        for (index, font) in fonts.enumerated() {
            for (other, second) in fonts.enumerated() { #expect((font == second) == (index == other)) }
            #expect(font.hash == font.withSize(font.pointSize).hash && font == font.withSize(font.pointSize))
            let data = try NSKeyedArchiver.archivedData(withRootObject: font, requiringSecureCoding: true)
            let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: UIFont.self, from: data)
            #expect(back == font && back?.fontName == font.fontName, "\(font)")
            let descriptor = font.fontDescriptor
            let archived = try NSKeyedArchiver.archivedData(withRootObject: descriptor, requiringSecureCoding: true)
            #expect(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: UIFontDescriptor.self, from: archived) == descriptor)
        }
    }

    @Test("A font of the application's own is a font like any other: in the lists, by name, in an archive, in a label")
    func registered() throws {
        // DejaVu Sans under another name.
        let path = try #require(FontFace.faces.first { $0.postScriptName == "DejaVuSans" }).file
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        func wide(_ text: String) -> [UInt8] { text.utf8.flatMap { [0, $0] } }
        for (old, new) in [(wide("DejaVu"), wide("Uikitt")), (Array("DejaVu".utf8), Array("Uikitt".utf8))] {
            for start in 0..<bytes.count - old.count where bytes[start] == old[0] {
                if bytes[start..<start + old.count].elementsEqual(old) {
                    bytes.replaceSubrange(start..<start + old.count, with: new)
                }
            }
        }
        #expect(UIFont(name: "Uikitt Sans", size: 20) == nil)
        let graphics = try #require(CGDataProvider(data: Data(bytes)).flatMap { CGFont($0) })
        #expect(CTFontManagerRegisterGraphicsFont(graphics, nil))
        defer { CTFontManagerUnregisterGraphicsFont(graphics, nil) }
        let font = try #require(UIFont(name: "UikittSans", size: 20))
        #expect(font.familyName == "Uikitt Sans" && UIFont.familyNames.contains("Uikitt Sans"))
        #expect(UIFont.fontNames(forFamilyName: "Uikitt Sans") == ["UikittSans"])
        let data = try NSKeyedArchiver.archivedData(withRootObject: font, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIFont.self, from: data))
        #expect(back.fontName == "UikittSans" && back == font)
        let size = "Own".size(withAttributes: [.font: font])
        #expect(size == "Own".size(withAttributes: [.font: try #require(UIFont(name: "DejaVuSans", size: 20))]))
    }
}

@MainActor @Suite struct FontDescriptorTests {
    @Test("Traits: bold, italic and both, from a font and back; nil where the family has no such face")
    func traits() throws {
        let regular = try #require(UIFont(name: "Inter", size: 15))
        let bold = try #require(regular.fontDescriptor.withSymbolicTraits(.traitBold))
        let font = UIFont(descriptor: bold, size: 0)
        #expect(font.fontName == "Inter-Bold" && font.pointSize == 15)
        let both = try #require(bold.withSymbolicTraits([.traitBold, .traitItalic]))
        #expect(both.postscriptName == "Inter-BoldItalic" && both.symbolicTraits == [.traitBold, .traitItalic])
        #expect(try #require(both.withSymbolicTraits([])).postscriptName == "Inter-Regular")
        #expect(UIFont(descriptor: both, size: 30).pointSize == 30)
        #expect(regular.fontDescriptor.withSymbolicTraits(.traitMonoSpace) == nil)
        #expect(regular.fontDescriptor.withSymbolicTraits(.traitExpanded) == nil)
        let semibold = UIFont.systemFont(ofSize: 15, weight: .semibold).fontDescriptor
        #expect(try #require(semibold.withSymbolicTraits(.traitBold)) == semibold, "it is bold already")
        let mono = try #require(UIFont.systemFont(ofSize: 15).fontDescriptor.withSymbolicTraits(.traitMonoSpace))
        #expect(mono.symbolicTraits.contains(.traitMonoSpace))
    }

    @Test("Family, face, size, weight and width can be changed one by one")
    func changes() throws {
        let start = UIFont.systemFont(ofSize: 15, weight: .bold).fontDescriptor
        #expect(start.withFamily("DejaVu Sans").postscriptName == "DejaVuSans-Bold")
        #expect(start.withFamily("No Such Family").postscriptName == start.postscriptName)
        #expect(start.withFamily("Inter").withFace("Light Italic").postscriptName == "Inter-LightItalic")
        #expect(start.withSize(40).pointSize == 40 && start.withSize(0).pointSize == 0)
        let heavy = start.withFamily("Inter").addingAttributes([
            .traits: [UIFontDescriptor.TraitKey.weight: UIFont.Weight.black, .slant: 0.1]
        ])
        #expect(heavy.postscriptName == "Inter-BlackItalic")
        let number = start.withFamily("Inter").addingAttributes([.traits: [UIFontDescriptor.TraitKey.weight: -0.4]])
        #expect(number.postscriptName == "Inter-Light")
        #expect(UIFontDescriptor(name: "DejaVuSans-Bold", size: 12).postscriptName == "DejaVuSans-Bold")
        let attributes = UIFontDescriptor(fontAttributes: [.family: "DejaVu Sans", .size: 12]).fontAttributes
        #expect(attributes[.family] as? String == "DejaVu Sans" && attributes[.size] as? CGFloat == 12)
        let again = UIFontDescriptor(fontAttributes: start.fontAttributes)
        #expect(again == start)
        #expect(
            !UIFontDescriptor(fontAttributes: [.family: "Inter"]).matchingFontDescriptors(withMandatoryKeys: nil)
                .isEmpty)
    }

    @Test("Attributes of the wrong kind, and numbers that make no sense, change nothing")
    func nonsense() {
        let start = UIFont.systemFont(ofSize: 15).fontDescriptor
        let odd = start.addingAttributes([
            .size: CGFloat.nan, .family: 7, .name: ["x"], .face: "No Such Face", .traits: "bold",
            .featureSettings: [
                [UIFontDescriptor.FeatureKey.type: 1e300, .selector: CGFloat.nan], [.openTypeTag: "a\"=1,"],
            ],
            .cascadeList: "none",
        ])
        #expect(
            UIFont(descriptor: odd, size: .nan).pointSize == 15 && UIFont(descriptor: odd, size: -1).pointSize == 15)
        let traits = start.addingAttributes([
            .traits: [UIFontDescriptor.TraitKey.weight: 1e300, .width: -CGFloat.infinity, .symbolic: -5, .slant: "x"]
        ])
        #expect(UIFont(descriptor: traits, size: 0).lineHeight > 5)
    }

    @Test("Features: digits of one width, small capitals' kin and stylistic sets reach the letters")
    func features() throws {
        func width(_ text: String, _ font: UIFont) -> CGFloat { text.size(withAttributes: [.font: font]).width }
        func font(_ type: Int, _ selector: Int) throws -> UIFont {
            UIFont(
                descriptor: try #require(UIFont(name: "Inter", size: 40)).fontDescriptor.addingAttributes([
                    .featureSettings: [[UIFontDescriptor.FeatureKey.type: type, .selector: selector]]
                ]), size: 0)
        }
        let tabular = try font(kNumberSpacingType, kMonospacedNumbersSelector)
        #expect(width("1111", tabular) == width("0000", tabular))
        let plain = try #require(UIFont(name: "Inter", size: 40))
        #expect(width("1111", plain) != width("0000", plain))
        let fraction = try font(kFractionsType, kDiagonalFractionsSelector)
        #expect(width("1/2", fraction) < width("1/2", plain))
        let byTag = UIFont(
            descriptor: plain.fontDescriptor.addingAttributes([
                .featureSettings: [[UIFontDescriptor.FeatureKey.openTypeTag: "tnum"]]
            ]), size: 0)
        #expect(width("1111", byTag) == width("0000", byTag))
    }

    @Test("A cascade's families are asked before the system's choice; designs exist where a family has them")
    func cascadeAndDesigns() throws {
        let base = try #require(UIFont(name: "Inter", size: 30))
        let mono = UIFontDescriptor(fontAttributes: [.family: "DejaVu Sans Mono"])
        let cascading = UIFont(descriptor: base.fontDescriptor.addingAttributes([.cascadeList: [mono]]), size: 0)
        #expect(cascading.fontName == base.fontName)
        // Inter has no chess pieces.
        let dejaVu = try #require(UIFont(name: "DejaVu Sans Mono", size: 30))
        #expect("♔".size(withAttributes: [.font: cascading]).width == "♔".size(withAttributes: [.font: dejaVu]).width)
        let system = UIFont.systemFont(ofSize: 20, weight: .bold).fontDescriptor
        let monospaced = try #require(system.withDesign(.monospaced))
        #expect(monospaced.symbolicTraits.isSuperset(of: [.traitMonoSpace, .traitBold]))
        #expect(try #require(monospaced.withDesign(.default)) == system)
        let serif = try #require(system.withDesign(.serif))
        #expect(UIFont(descriptor: serif, size: 0).familyName.contains("Serif"))
        #expect(base.fontDescriptor.withDesign(.serif) == nil && system.withDesign(.init(rawValue: "?")) == nil)
    }
}
