import Foundation
import Testing
import UIKit

@MainActor
@Suite("Autoresizing")
struct AutoresizingTests {
    /// The frame of a subview after its superview was resized.
    private func resized(
        _ frame: CGRect, _ mask: UIView.AutoresizingMask, from old: CGSize, to new: CGSize
    ) -> CGRect {
        let parent = UIView(frame: CGRect(origin: .zero, size: old))
        let child = UIView(frame: frame)
        child.autoresizingMask = mask
        parent.addSubview(child)
        parent.frame.size = new
        return child.frame
    }

    private func horizontally(
        _ x: CGFloat, _ width: CGFloat, _ mask: UIView.AutoresizingMask, _ old: CGFloat, _ new: CGFloat
    ) -> [CGFloat] {
        let frame = resized(
            r(x, 0, width, 10), mask, from: CGSize(width: old, height: 50), to: CGSize(width: new, height: 50))
        return [frame.minX, frame.width]
    }

    @Test("L-01 The bits of the mask")
    func bits() {
        let all: UIView.AutoresizingMask = [
            .flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin, .flexibleTopMargin, .flexibleHeight,
            .flexibleBottomMargin,
        ]
        #expect(all.rawValue == 63)
        #expect(UIView().autoresizingMask == [])
        #expect(UIView().autoresizesSubviews)
    }

    @Test("L-03, L-05 Two margins share in proportion to their lengths, not evenly")
    func proportionalMargins() {
        #expect(horizontally(20, 50, [.flexibleLeftMargin, .flexibleRightMargin], 100, 220) == [68, 50])
    }

    @Test("L-03, L-06 Three parts share in proportion")
    func proportionalThree() {
        let all: UIView.AutoresizingMask = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
        #expect(horizontally(10, 40, all, 100, 160) == [16, 64])
        #expect(horizontally(10, 40, all, 100, 50) == [5, 20])
    }

    @Test("L-03, L-07 A margin and the width share in proportion")
    func proportionalTwo() {
        #expect(horizontally(20, 30, [.flexibleLeftMargin, .flexibleWidth], 100, 150) == [40, 60])
        #expect(horizontally(20, 30, [.flexibleWidth, .flexibleRightMargin], 100, 180) == [20, 60])
        #expect(horizontally(30, 60, [.flexibleLeftMargin, .flexibleRightMargin], 100, 180) == [90, 60])
    }

    @Test("L-08 One flexible part takes everything; none or the far margin changes nothing")
    func single() {
        #expect(horizontally(10, 40, .flexibleWidth, 100, 160) == [10, 100])
        #expect(horizontally(10, 40, .flexibleLeftMargin, 100, 160) == [70, 40])
        #expect(horizontally(10, 40, .flexibleRightMargin, 100, 160) == [10, 40])
        #expect(horizontally(10, 40, [], 100, 160) == [10, 40])
        // Pinned to the lower left.
        let pinned = resized(
            r(0, 80, 20, 20), [.flexibleRightMargin, .flexibleTopMargin], from: CGSize(width: 100, height: 100),
            to: CGSize(width: 300, height: 250))
        #expect(pinned == r(0, 230, 20, 20))
    }

    @Test("L-02 Only a change of the size counts, at once, and on each axis by itself")
    func when() {
        let parent = UIView(frame: r(0, 0, 100, 100))
        let child = UIView(frame: r(0, 0, 100, 100))
        child.autoresizingMask = [.flexibleWidth]
        parent.addSubview(child)
        parent.bounds.origin = CGPoint(x: 30, y: 30)
        parent.center = CGPoint(x: 1, y: 1)
        #expect(child.frame == r(0, 0, 100, 100))
        parent.bounds.size = CGSize(width: 150, height: 70)
        #expect(child.frame == r(0, 0, 150, 100))
    }

    @Test("L-12, L-13 It goes down level by level, unless a view switches it off for its own subviews")
    func cascade() {
        let parent = UIView(frame: r(0, 0, 100, 100))
        let child = UIView(frame: r(0, 0, 100, 100))
        let grandchild = UIView(frame: r(0, 0, 50, 50))
        child.autoresizingMask = .flexibleWidth
        grandchild.autoresizingMask = .flexibleWidth
        parent.addSubview(child)
        child.addSubview(grandchild)
        parent.frame.size.width = 140
        #expect(grandchild.frame.width == 90)
        child.autoresizesSubviews = false
        parent.frame.size.width = 200
        #expect(child.frame.width == 200)
        #expect(grandchild.frame.width == 90)
        child.autoresizesSubviews = true
        child.autoresizingMask = []
        parent.frame.size.width = 300
        #expect(grandchild.frame.width == 90)
        child.frame.size.width = 210
        #expect(grandchild.frame.width == 100)
    }

    @Test("A turned view is moved by its middle and keeps its turn")
    func turned() {
        let parent = UIView(frame: r(0, 0, 100, 100))
        let child = UIView(frame: r(40, 40, 20, 20))
        child.transform = CGAffineTransform(rotationAngle: .pi / 4)
        child.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
        parent.addSubview(child)
        parent.frame.size.width = 200
        #expect(near(child.center, CGPoint(x: 100, y: 50)))
        #expect(child.bounds.size == CGSize(width: 20, height: 20))
    }

    @Test("L-04 Between two flexible margins the place is a line over the superview's width, as Apple's log writes it")
    func line() {
        func place(_ width: CGFloat) -> CGFloat { 0.500507 * width - 32.0324 }
        let moved = horizontally(place(375), 64, [.flexibleLeftMargin, .flexibleRightMargin], 375, 500)
        #expect(near(moved[0], place(500), 1e-2))
        #expect(moved[1] == 64)
    }

    @Test("L-09, L-10, L-11 Parts without a length share evenly, or get nothing beside others; no length falls below 0")
    func degenerate() {
        #expect(horizontally(0, 0, [.flexibleLeftMargin, .flexibleWidth], 100, 130) == [15, 15])
        let all: UIView.AutoresizingMask = [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin]
        #expect(horizontally(100, 0, all, 100, 150) == [150, 0])
        #expect(horizontally(10, 40, .flexibleWidth, 100, 20) == [10, 0])
        let outside = horizontally(-20, 50, [.flexibleLeftMargin, .flexibleRightMargin], 100, 150)
        #expect(near(outside[0], -20 + 50 * -20 / 50, 1))
    }

    @Test("L-14 A view whose mask is not translated keeps its frame")
    func untranslated() {
        let parent = UIView(frame: r(0, 0, 100, 100))
        let child = UIView(frame: r(0, 0, 50, 50))
        child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        #expect(child.translatesAutoresizingMaskIntoConstraints)
        child.translatesAutoresizingMaskIntoConstraints = false
        parent.addSubview(child)
        parent.frame.size = CGSize(width: 200, height: 200)
        #expect(child.frame == r(0, 0, 50, 50))
    }
}
