import CoreGraphics
import Foundation
import QuartzCore

/// The springs and struts of `UIView.autoresizingMask` (group L.1 of the facts).
@MainActor
enum Autoresizing {
    /// How deep resizing may nest inside setters. Deeper levels wait until the outermost setter is about to return, so
    /// that trees of any depth fit the stack.
    private static let nestingLimit = 64

    private static var depth = 0
    private static var waiting: [(view: UIView, oldSize: CGSize)] = []

    /// Lets the subviews follow a change of their superview's size.
    static func resizeSubviews(of superview: UIView, from oldSize: CGSize, to newSize: CGSize) {
        guard depth < nestingLimit else {
            waiting.append((superview, oldSize))
            return
        }
        depth += 1
        resize(superview, from: oldSize, to: newSize)
        depth -= 1
        guard depth == 0 else { return }
        while let next = waiting.popLast() {
            depth = 1
            resize(next.view, from: next.oldSize, to: next.view.layer.bounds.size)
            depth = 0
        }
    }

    private static func resize(_ superview: UIView, from oldSize: CGSize, to newSize: CGSize) {
        for view in superview.subviewStorage {
            let mask = view.autoresizingMask
            guard !mask.isEmpty, view.translatesAutoresizingMaskIntoConstraints else { continue }
            if view.layer.affineTransform().isIdentity {
                let old = view.frame
                let new = frame(old, mask: mask, from: oldSize, to: newSize)
                if new != old { view.frame = new }
            } else {
                // The frame of a turned view is only the box around it: what is divided is the view without its turn.
                let bounds = view.bounds
                let anchor = view.layer.anchorPoint
                let center = view.center
                let old = CGRect(
                    x: center.x - anchor.x * bounds.width, y: center.y - anchor.y * bounds.height,
                    width: bounds.width, height: bounds.height)
                let new = frame(old, mask: mask, from: oldSize, to: newSize)
                guard new != old else { continue }
                if new.size != old.size { view.bounds.size = new.size }
                view.center = CGPoint(x: new.minX + anchor.x * new.width, y: new.minY + anchor.y * new.height)
            }
        }
    }

    static func frame(
        _ frame: CGRect, mask: UIView.AutoresizingMask, from oldSize: CGSize, to newSize: CGSize
    ) -> CGRect {
        let (x, width) = divide(
            start: frame.minX, length: frame.width, in: oldSize.width, grownBy: newSize.width - oldSize.width,
            flexible: (
                mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)
            ))
        let (y, height) = divide(
            start: frame.minY, length: frame.height, in: oldSize.height, grownBy: newSize.height - oldSize.height,
            flexible: (
                mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)
            ))
        return CGRect(x: x, y: y, width: width, height: height)
    }

    /// One axis: flexible parts share the difference in proportion to their present lengths (fact L-03).
    private static func divide(
        start: CGFloat, length: CGFloat, in total: CGFloat, grownBy delta: CGFloat,
        flexible: (before: Bool, length: Bool, after: Bool)
    ) -> (CGFloat, CGFloat) {
        guard delta != 0 else { return (start, length) }
        let after = total - start - length
        let sum = (flexible.before ? start : 0) + (flexible.length ? length : 0) + (flexible.after ? after : 0)
        let count = (flexible.before ? 1 : 0) + (flexible.length ? 1 : 0) + (flexible.after ? 1 : 0)
        guard count > 0 else { return (start, length) }

        func grown(_ part: CGFloat, _ isFlexible: Bool) -> CGFloat {
            guard isFlexible else { return part }
            // One part takes everything (L-08); parts without any length share evenly (L-09).
            if count == 1 { return part + delta }
            return sum == 0 ? part + delta / CGFloat(count) : part + delta * part / sum
        }
        // A length below 0 makes no sense (L-11).
        return (grown(start, flexible.before), max(grown(length, flexible.length), 0))
    }
}
