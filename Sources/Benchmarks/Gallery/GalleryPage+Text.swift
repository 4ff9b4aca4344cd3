import UIKit

extension GalleryPage {
    /// Labels with attributed texts.
    static let text = [
        GalleryPage(name: "text-attributes", title: "attributes of characters", height: 730, columns: 3) { board in
            for (caption, attributes) in [
                (
                    "colour, background",
                    [.foregroundColor: UIColor.galleryRed, .backgroundColor: UIColor.galleryYellow]
                ),
                ("kern 4", [.kern: 4]), ("obliqueness .3", [.obliqueness: 0.3]), ("expansion .3", [.expansion: 0.3]),
                ("underline, by word", [.underlineStyle: underline([.single, .byWord])]),
                ("double, coloured", [.underlineStyle: underline(.double), .underlineColor: UIColor.galleryBlue]),
                ("thick, dashed", [.underlineStyle: underline([.thick, .patternDash])]),
                ("dash dot dot", [.underlineStyle: underline([.single, .patternDashDotDot])]),
                ("strikethrough", [.strikethroughStyle: underline(.single), .strikethroughColor: UIColor.galleryRed]),
                ("stroke 3", [.strokeWidth: 3]),
                ("stroke -4, coloured", [.strokeWidth: -4, .strokeColor: UIColor.galleryRed]),
                ("shadow", [.shadow: shadow]),
            ] as [(String, [NSAttributedString.Key: Any])] {
                let cell = board.cell(caption)
                var all = attributes
                all[.font] = Pictures.font(28)
                let text = NSMutableAttributedString(string: "plain ", attributes: [.font: Pictures.font(16)])
                text.append(NSAttributedString(string: "Agxy fi it", attributes: all))
                text.append(NSAttributedString(string: " after", attributes: [.font: Pictures.font(16)]))
                place(text, in: cell, board, lines: 0)
            }
        },
        GalleryPage(
            name: "text-paragraphs", title: "paragraphs: indents, spacing, tabs, alignment", height: 550, columns: 3
        ) {
            board in
            let words = "The first paragraph is broken where it must be.\nThe second one follows it, שלום עולם too."
            for (caption, change) in [
                ("hanging indent 20", { $0.headIndent = 20 }),
                (
                    "first 20, tail -30, spacing 8",
                    {
                        $0.firstLineHeadIndent = 20
                        $0.tailIndent = -30
                        $0.paragraphSpacing = 8
                    }
                ),
                ("justified", { $0.alignment = .justified }), ("centred", { $0.alignment = .center }),
                ("line height times 1.4", { $0.lineHeightMultiple = 1.4 }),
                ("right to left", { $0.baseWritingDirection = .rightToLeft }),
            ] as [(String, (NSMutableParagraphStyle) -> Void)] {
                let style = NSMutableParagraphStyle()
                change(style)
                place(
                    NSAttributedString(
                        string: words, attributes: [.font: Pictures.font(13), .paragraphStyle: style]),
                    in: board.cell(caption), board, lines: 0)
            }
            let tabs = NSMutableParagraphStyle()
            tabs.tabStops = [
                NSTextTab(textAlignment: .left, location: 60), NSTextTab(textAlignment: .right, location: 130),
                NSTextTab(
                    textAlignment: .right, location: 170,
                    options: [.columnTerminators: NSTextTab.columnTerminators(for: nil)]),
            ]
            place(
                NSAttributedString(
                    string: "item\tleft\tright\t1.5\nanother\tl\tr\t20.25\nthe last\tleft\t9\t3",
                    attributes: [.font: Pictures.font(13), .paragraphStyle: tabs]),
                in: board.cell("tabs: left, right, decimal"), board, lines: 0)
            let attached = NSMutableAttributedString(string: "an ", attributes: [.font: Pictures.font(16)])
            if let arrow = Pictures.arrow() {
                let attachment = NSTextAttachment(image: UIImage(cgImage: arrow))
                attachment.bounds = CGRect(x: 0, y: -6, width: 36, height: 24)
                attached.append(NSAttributedString(attachment: attachment))
            }
            attached.append(
                NSAttributedString(
                    string: " attachment, a word raised", attributes: [.font: Pictures.font(16)]))
            attached.addAttribute(.baselineOffset, value: 6, range: NSRange(location: attached.length - 6, length: 6))
            place(attached, in: board.cell("attachment, baseline offset"), board, lines: 0)
            place(
                NSAttributedString(string: "日本語 Ελληνικά עברית العربية", attributes: [.font: Pictures.font(18)]),
                in: board.cell("scripts"), board, lines: 0)
        },
        GalleryPage(
            name: "text-truncation", title: "line break modes of labels, with attributes", height: 370, columns: 3
        ) {
            board in
            for (caption, mode) in [
                ("words", NSLineBreakMode.byWordWrapping), ("characters", .byCharWrapping), ("clipping", .byClipping),
                ("head", .byTruncatingHead), ("tail", .byTruncatingTail), ("middle", .byTruncatingMiddle),
            ] {
                let text = NSMutableAttributedString(
                    string: "Some words in red, ",
                    attributes: [.font: Pictures.font(18), .foregroundColor: UIColor.galleryRed])
                text.append(
                    NSAttributedString(
                        string: "and some that are blue and smaller than these; then many more of them",
                        attributes: [
                            .font: Pictures.font(14), .foregroundColor: UIColor.galleryBlue,
                            .underlineStyle: underline(.single),
                        ]))
                let cell = board.cell(caption)
                for (row, lines) in [1, 2].enumerated() {
                    let label = place(text, in: cell, board, lines: lines)
                    label.lineBreakMode = mode
                    label.frame.origin.y += CGFloat(row) * 60
                    label.frame.size.height = CGFloat(lines) * 28
                }
            }
        },
    ]

    private static func underline(_ style: NSUnderlineStyle) -> Int { style.rawValue }

    private static var shadow: NSShadow {
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 2, height: 3)
        shadow.shadowBlurRadius = 3
        return shadow
    }

    @discardableResult
    private static func place(
        _ text: NSAttributedString, in cell: CALayer, _ board: GalleryBoard, lines: Int
    ) -> UILabel {
        let label = UILabel(frame: cell.frame.insetBy(dx: 12, dy: 8))
        label.backgroundColor = .white
        label.numberOfLines = lines
        label.attributedText = text
        board.window.addSubview(label)
        return label
    }
}
