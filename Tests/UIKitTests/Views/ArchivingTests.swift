import Foundation
import Testing
import UIKit

/// A view of an application's own, with a key of its own. Neither private nor nested: Foundation cannot archive such
/// classes.
final class ArchivedBadge: UIView {
    var count = 0
    private(set) var wasMadeFromArchive = false

    override init(frame: CGRect) { super.init(frame: frame) }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        count = coder.decodeInteger(forKey: "count")
        wasMadeFromArchive = true
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(count, forKey: "count")
    }
}

@MainActor
@Suite("Archives of views")
struct ArchivingTests {
    private func copy<Object: NSObject>(_ object: Object) throws -> Object {
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = false
        defer { unarchiver.finishDecoding() }
        return try #require(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Object)
    }

    @Test("V-20, in part: init(coder:) gives a view everything it had: geometry, look, behaviour")
    func everything() throws {
        let view = UIView(frame: r(10, 20, 100, 50))
        view.bounds.origin = CGPoint(x: 3, y: 4)
        view.anchorPoint = CGPoint(x: 0, y: 1)
        view.transform = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 2, y: 0.5)
        view.alpha = 0.25
        view.isHidden = true
        view.clipsToBounds = true
        view.backgroundColor = UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
        view.isOpaque = false
        view.clearsContextBeforeDrawing = false
        view.contentMode = .bottomLeft
        view.contentStretch = r(0.25, 0.5, 0.5, 0.25)
        view.contentScaleFactor = 3
        view.tag = 42
        view.tintColor = .green
        view.tintAdjustmentMode = .dimmed
        view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        view.autoresizesSubviews = false
        view.translatesAutoresizingMaskIntoConstraints = false
        view.isUserInteractionEnabled = false
        view.isMultipleTouchEnabled = true
        view.isExclusiveTouch = true
        view.semanticContentAttribute = .forceRightToLeft
        view.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        view.insetsLayoutMarginsFromSafeArea = false
        view.preservesSuperviewLayoutMargins = true
        view.layer.cornerRadius = 5
        view.layer.borderWidth = 2
        view.layer.borderColor = UIColor.red.cgColor
        view.layer.shadowOpacity = 0.5
        view.layer.shadowOffset = CGSize(width: 6, height: 7)
        view.layer.zPosition = 8

        let new = try copy(view)
        #expect(new !== view)
        #expect(new.bounds == view.bounds)
        #expect(new.center == view.center)
        #expect(new.anchorPoint == view.anchorPoint)
        #expect(new.transform == view.transform)
        #expect(new.frame == view.frame)
        #expect((new.alpha, new.isHidden, new.clipsToBounds) == (0.25, true, true))
        #expect(new.backgroundColor == view.backgroundColor)
        #expect((new.isOpaque, new.clearsContextBeforeDrawing) == (false, false))
        #expect(new.contentMode == .bottomLeft)
        #expect(new.contentStretch == view.contentStretch)
        #expect(new.contentScaleFactor == 3)
        #expect(new.tag == 42)
        #expect(new.tintAdjustmentMode == .dimmed)
        new.tintAdjustmentMode = .normal
        #expect(new.tintColor == .green)
        #expect(new.autoresizingMask == view.autoresizingMask)
        #expect((new.autoresizesSubviews, new.translatesAutoresizingMaskIntoConstraints) == (false, false))
        #expect((new.isUserInteractionEnabled, new.isMultipleTouchEnabled) == (false, true))
        #expect(new.isExclusiveTouch)
        #expect(new.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(new.layoutMargins == UIEdgeInsets(top: 1, left: 4, bottom: 3, right: 2))
        #expect((new.insetsLayoutMarginsFromSafeArea, new.preservesSuperviewLayoutMargins) == (false, true))
        #expect((new.layer.cornerRadius, new.layer.borderWidth, new.layer.zPosition) == (5, 2, 8))
        #expect(new.layer.borderColor == UIColor.red.cgColor)
        #expect(new.layer.shadowOpacity == 0.5)
        #expect(new.layer.shadowOffset == CGSize(width: 6, height: 7))

        let plain = try copy(UIView())
        #expect(plain.frame == .zero)
        #expect(plain.isOpaque)
        #expect(plain.backgroundColor == nil)
        #expect(plain.layoutMargins.left == 8)
    }

    @Test(
        "V-20, in part: a tree comes back as a tree, with the classes and keys of its own, and is laid out as any other"
    )
    func trees() throws {
        let root = UIView(frame: r(0, 0, 100, 100))
        let badge = ArchivedBadge(frame: r(10, 10, 20, 20))
        badge.count = 7
        badge.autoresizingMask = .flexibleWidth
        let inner = UIView(frame: r(1, 2, 3, 4))
        inner.tag = 5
        badge.addSubview(inner)
        root.addSubview(UIView(frame: r(0, 0, 5, 5)))
        root.addSubview(badge)
        root.mask = UIView(frame: r(0, 0, 50, 50))
        let new = try copy(root)
        #expect(new.subviews.count == 2)
        let newBadge = try #require(new.subviews.last as? ArchivedBadge)
        #expect(newBadge.count == 7)
        #expect(newBadge.wasMadeFromArchive)
        #expect(newBadge.superview === new)
        #expect(new.viewWithTag(5)?.superview === newBadge)
        #expect(new.viewWithTag(5)?.frame == r(1, 2, 3, 4))
        #expect(new.mask?.frame == r(0, 0, 50, 50))
        new.frame.size.width = 150
        #expect(newBadge.frame == r(10, 10, 70, 20))
    }

    @Test("Colours, fonts, paths and images come back equal, also with secure coding")
    func values() throws {
        func secure<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
        }
        let colors = [UIColor(red: 0.1, green: 0.5, blue: 1, alpha: 0.3), .red, UIColor(white: 0.25, alpha: 1), .clear]
        for color in colors {
            #expect(try copy(color) == color)
            #expect(try secure(color) == color)
        }
        for font in [
            UIFont.systemFont(ofSize: 17), .boldSystemFont(ofSize: 9.5), .italicSystemFont(ofSize: 30),
            .monospacedSystemFont(ofSize: 12, weight: .light), .monospacedDigitSystemFont(ofSize: 12, weight: .black),
        ] {
            #expect(try copy(font) == font)
        }
        let path = UIBezierPath(roundedRect: r(1, 2, 30, 20), cornerRadius: 4)
        path.move(to: CGPoint(x: 5, y: 5))
        path.addQuadCurve(to: CGPoint(x: 9, y: 9), controlPoint: CGPoint(x: 9, y: 5))
        path.addLine(to: .zero)
        path.close()
        path.lineWidth = 3
        path.lineCapStyle = .round
        path.lineJoinStyle = .bevel
        path.usesEvenOddFillRule = true
        let newPath = try copy(path)
        #expect(newPath.cgPath == path.cgPath)
        #expect((newPath.lineWidth, newPath.lineCapStyle, newPath.lineJoinStyle) == (3, .round, .bevel))
        #expect(newPath.usesEvenOddFillRule)
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 3)).image { context in
            UIColor.red.setFill()
            context.fill(r(0, 0, 2, 3))
        }.resizableImage(withCapInsets: UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
            .withRenderingMode(.alwaysTemplate)
        let newImage = try copy(image)
        #expect(newImage.size == image.size)
        #expect(newImage.scale == image.scale)
        #expect(newImage.capInsets == image.capInsets)
        #expect(newImage.renderingMode == .alwaysTemplate)
        #expect(newImage.pngData() == image.pngData())
    }

    @Test("Labels, buttons, image views and scroll views keep what they show, and their classes' defaults")
    func classes() throws {
        let label = UILabel(frame: r(0, 0, 50, 20))
        label.text = "Hello"
        label.font = .boldSystemFont(ofSize: 20)
        label.textColor = .red
        label.textAlignment = .center
        label.numberOfLines = 3
        let newLabel = try copy(label)
        #expect((newLabel.text, newLabel.numberOfLines) == ("Hello", 3))
        #expect(newLabel.font == label.font)
        #expect(newLabel.textColor == .red)
        #expect(newLabel.textAlignment == .center)
        #expect(!newLabel.isUserInteractionEnabled)
        #expect(newLabel.contentMode == .redraw)
        #expect(newLabel.intrinsicContentSize == label.intrinsicContentSize)
        label.contentMode = .left
        label.isUserInteractionEnabled = true
        #expect(try copy(label).contentMode == .left)
        #expect(try copy(label).isUserInteractionEnabled)

        let button = UIButton(type: .system)
        button.frame = r(0, 0, 100, 40)
        button.setTitle("Go", for: .normal)
        button.setTitle("Going", for: .highlighted)
        button.setTitleColor(.green, for: .disabled)
        button.titleLabel?.font = .systemFont(ofSize: 11)
        button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        button.isEnabled = false
        let extra = UIView(frame: r(1, 1, 1, 1))
        button.addSubview(extra)
        let newButton = try copy(button)
        #expect(newButton.buttonType == .system)
        #expect((newButton.title(for: .normal), newButton.title(for: .highlighted)) == ("Go", "Going"))
        #expect(newButton.currentTitleColor == .green)
        #expect(newButton.titleLabel?.text == "Go")
        #expect(newButton.titleLabel?.font == .systemFont(ofSize: 11))
        #expect(newButton.contentEdgeInsets == button.contentEdgeInsets)
        #expect(!newButton.isEnabled)
        #expect(newButton.subviews.count == button.subviews.count)

        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 3)).image { _ in }
        let view = UIImageView(image: image)
        view.contentMode = .scaleAspectFit
        let newView = try copy(view)
        #expect(newView.image?.size == CGSize(width: 4, height: 3))
        #expect(newView.layer.contents != nil)
        #expect(newView.contentMode == .scaleAspectFit)
        #expect(!newView.isUserInteractionEnabled)

        let scroll = UIScrollView(frame: r(0, 0, 100, 100))
        scroll.contentSize = CGSize(width: 100, height: 900)
        scroll.contentOffset = CGPoint(x: 0, y: 70)
        scroll.addSubview(UIView(frame: r(0, 0, 10, 10)))
        let newScroll = try copy(scroll)
        #expect(newScroll.contentSize == scroll.contentSize)
        #expect(newScroll.contentOffset == scroll.contentOffset)
        #expect(newScroll.subviews.count == 1)
        #expect(newScroll.gestureRecognizers?.count == 1)
        #expect(newScroll.clipsToBounds)
    }
}
