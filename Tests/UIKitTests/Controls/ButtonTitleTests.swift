import Foundation
import Testing
import UIKit

@MainActor
@Suite("Titles of buttons")
struct ButtonTitleTests {
    @Test("A title of several lines is broken where the room ends, beside the image; one line is shortened there")
    func lines() throws {
        let button = UIButton(type: .custom)
        button.frame = r(0, 0, 100, 120)
        button.setTitle("one two three four five six", for: .normal)
        let label = try #require(button.titleLabel)
        label.textAlignment = .center
        button.layoutIfNeeded()
        let line = label.frame.height
        #expect(label.frame.width == 100)
        label.numberOfLines = 0
        button.setNeedsLayout()
        button.layoutIfNeeded()
        #expect(label.frame.height > line * 2 && label.frame.height < 120)
        #expect(label.frame.width <= 100)
        #expect(near(label.frame.midY, 60, 0.5))
        let broken = label.frame.height
        let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 10)).image { _ in }
        button.setImage(image, for: .normal)
        button.layoutIfNeeded()
        #expect(label.frame.height > broken && label.frame.width <= 60)
        label.numberOfLines = 2
        button.setNeedsLayout()
        button.layoutIfNeeded()
        #expect(near(label.frame.height, line * 2, 1.5))
    }

    @Test("A pressed, disabled or equally titled button leaves its superview's layout alone; title and insets do not")
    func superviewLayout() {
        final class Counting: UIView {
            var layouts = 0
            override func layoutSubviews() { layouts += 1 }
        }
        let view = Counting(frame: r(0, 0, 200, 200))
        let button = UIButton(type: .system)
        button.frame = r(0, 0, 100, 40)
        button.setTitle("Save", for: .normal)
        view.addSubview(button)
        view.layoutIfNeeded()
        let before = view.layouts
        for _ in 0..<3 {
            button.isHighlighted.toggle()
            view.layoutIfNeeded()
            button.isEnabled.toggle()
            view.layoutIfNeeded()
            button.setTitle("Save", for: .normal)
            view.layoutIfNeeded()
        }
        #expect(view.layouts == before)
        button.setTitle("Save all of them", for: .normal)
        view.layoutIfNeeded()
        #expect(view.layouts == before + 1)
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        view.layoutIfNeeded()
        #expect(view.layouts == before + 2)
    }

    @Test("A button without a title makes no label")
    func noLabel() {
        let button = UIButton(type: .custom)
        button.frame = r(0, 0, 100, 40)
        button.layoutIfNeeded()
        #expect(button.subviews.isEmpty)
    }
}
