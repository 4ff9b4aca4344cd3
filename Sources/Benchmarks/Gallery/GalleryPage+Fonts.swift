import UIKit

extension GalleryPage {
    /// Letters of many scripts, and fonts.
    static let fonts = [
        GalleryPage(
            name: "scripts", title: "scripts in labels of the system's font; what it lacks comes from other fonts",
            height: 640
        ) { board in
            let samples = [
                ("Latin", "Zażółć gęślą jaźń · Ærøskøbing · Việt Nam"),
                ("Greek, Cyrillic", "Ξεσκεπάζω την ψυχοφθόρα · Съешь ещё"),
                ("Chinese", "天地玄黃宇宙洪荒 · 简体字"), ("Japanese", "いろはにほへと · カタカナ · 漢字"),
                ("Korean", "다람쥐 헌 쳇바퀴에 타고파"), ("Arabic", "نص حكيم له سر قاطع وذو شأن عظيم"),
                ("Arabic, not joined", "س\u{200C}ل\u{200C}ا\u{200C}م · سلام"), ("Hebrew", "דג סקרן שט בים מאוכזב"),
                ("Hebrew in English", "the word שלום (peace) 123"), ("Thai", "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า"),
                ("Devanagari", "ऋषियों को सताने वाले दुष्ट · कि क्ष"), ("emoji", "😀 👍🏻👍🏽👍🏿 ❤️ 🇩🇪🇯🇵 1️⃣ 👨‍👩‍👧‍👦 🏳️‍🌈"),
                ("all in one", "Aα Жד ع 漢 한 ก क 😀 1½ → ∑"),
            ]
            for (row, sample) in samples.enumerated() {
                let y = 10 + CGFloat(row) * 38
                addLabel(sample.0, x: 12, y: y + 6, width: 150, Pictures.font(13), to: board)
                addLabel(sample.1, x: 170, y: y, width: 540, .systemFont(ofSize: 22), to: board)
            }
            // A paragraph without spaces, broken between words, and emoji at several sizes.
            let y = 16 + CGFloat(samples.count) * 38
            addLabel("Thai, wrapped", x: 12, y: y + 6, width: 150, Pictures.font(13), to: board)
            let thai = addLabel(
                "ภาษาไทยเป็นภาษาที่สวยงามและไพเราะ", x: 170, y: y, width: 190, .systemFont(ofSize: 20), to: board)
            thai.numberOfLines = 0
            thai.frame.size.height = 100
            var x: CGFloat = 390
            for size: CGFloat in [12, 20, 34, 60, 90] {
                addLabel("🦊", x: x, y: y, width: size * 1.5, .systemFont(ofSize: size), to: board)
                x += size * 1.25 + 6
            }
        },
        GalleryPage(
            name: "fonts", title: "text styles, weights, designs and features", height: 470
        ) { board in
            let styles: [(String, UIFont.TextStyle)] = [
                ("Large title", .largeTitle), ("Title 1", .title1), ("Title 2", .title2), ("Title 3", .title3),
                ("Headline", .headline), ("Subheadline", .subheadline), ("Body", .body), ("Callout", .callout),
                ("Footnote", .footnote), ("Caption 1", .caption1), ("Caption 2", .caption2),
            ]
            var y: CGFloat = 8
            for (name, style) in styles {
                let font = UIFont.preferredFont(forTextStyle: style)
                addLabel("\(name), \(Int(font.pointSize))", x: 12, y: y, width: 320, font, to: board)
                y += font.lineHeight + 12
            }
            let weights: [(String, UIFont.Weight)] = [
                ("Ultra light", .ultraLight), ("Thin", .thin), ("Light", .light), ("Regular", .regular),
                ("Medium", .medium), ("Semibold", .semibold), ("Bold", .bold), ("Heavy", .heavy), ("Black", .black),
            ]
            for (row, weight) in weights.enumerated() {
                addLabel(
                    weight.0, x: 350, y: 8 + CGFloat(row) * 26, width: 180,
                    .systemFont(ofSize: 19, weight: weight.1), to: board)
            }
            let system = UIFont.systemFont(ofSize: 19).fontDescriptor
            let others: [(String, UIFont)] = [
                ("Italic", .italicSystemFont(ofSize: 19)),
                (
                    "Bold italic",
                    system.withSymbolicTraits([.traitBold, .traitItalic]).map { UIFont(descriptor: $0, size: 0) }
                        ?? .systemFont(ofSize: 19)
                ),
                ("Serif", system.withDesign(.serif).map { UIFont(descriptor: $0, size: 0) } ?? .systemFont(ofSize: 19)),
                ("Monospaced", .monospacedSystemFont(ofSize: 19, weight: .regular)),
                ("Digits 10:11", .systemFont(ofSize: 19)),
                ("Digits 10:11, one width", .monospacedDigitSystemFont(ofSize: 19, weight: .regular)),
                (
                    "1/2 3/4, fractions",
                    UIFont(
                        descriptor: system.addingAttributes([
                            .featureSettings: [[UIFontDescriptor.FeatureKey.type: kFractionsType, .selector: 2]]
                        ]), size: 0)
                ),
            ]
            for (row, other) in others.enumerated() {
                addLabel(other.0, x: 350, y: 250 + CGFloat(row) * 28, width: 360, other.1, to: board)
            }
        },
    ]

    @discardableResult
    private static func addLabel(
        _ text: String, x: CGFloat, y: CGFloat, width: CGFloat, _ font: UIFont, to board: GalleryBoard
    ) -> UILabel {
        let label = UILabel(frame: CGRect(x: x, y: y, width: width, height: font.lineHeight * 1.4))
        label.font = font
        label.text = text
        board.window.addSubview(label)
        return label
    }
}
