import UIKit

/// S8: a page of 2500 characters, broken into lines, whose first word changes: everything is shaped, set and drawn again.
final class PageScene: Scene {
    /// What follows the first word; peers show the same.
    static let body: String = {
        let words = [
            "panel", "layer", "frame", "of", "the", "a", "pressure", "valve", "opens", "when", "temperature", "is",
            "measured", "and", "shown", "to", "operators", "within", "one", "refresh", "interval",
        ]
        var random = SplitMix(seed: 8)
        var text = ""
        while text.count < 2490 { text += " " + words[random.next(below: words.count)] }
        return String(text.prefix(2490))
    }()

    /// Pixels.
    static func fontSize(for size: CGSize) -> CGFloat { size.height > 600 ? 28 : 14 }

    private let page: UILabel

    init(window: UIWindow) {
        window.backgroundColor = .white
        page = UILabel(frame: window.bounds.insetBy(dx: 20, dy: 10))
        page.numberOfLines = 0
        page.textColor = .black
        page.font = Pictures.font(Self.fontSize(for: window.bounds.size))
        page.text = Self.body
        window.addSubview(page)
    }

    func step(_ index: Int) { page.text = "Page\(1000 + index % 9000)" + Self.body }
}
