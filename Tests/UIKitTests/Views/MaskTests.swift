import QuartzCore
import Testing
import UIKit

@Suite("A view's mask")
@MainActor
struct ViewMaskTests {
    @Test("D-83 the mask's layer masks the view's, and leaves its superview")
    func mask() {
        let (view, mask, holder) = (UIView(), UIView(), UIView())
        holder.addSubview(mask)
        #expect(view.mask == nil)
        view.mask = mask
        #expect(view.mask === mask && view.layer.mask === mask.layer)
        #expect(mask.superview == nil && holder.subviews.isEmpty && view.subviews.isEmpty)
        holder.addSubview(mask)
        #expect(view.mask == nil && view.layer.mask == nil && mask.superview === holder)
        view.mask = mask
        view.mask = nil
        #expect(view.mask == nil && view.layer.mask == nil && mask.layer.superlayer == nil)
    }

    @Test("The view holds its mask")
    func holds() {
        let view = UIView()
        weak var weakMask: UIView?
        do {
            let mask = UIView()
            view.mask = mask
            weakMask = mask
        }
        #expect(weakMask != nil && view.mask === weakMask)
        view.mask = nil
        #expect(weakMask == nil)
    }

    @Test("A mask that holds the view, or is it, is refused and stays where it is")
    func cycles() {
        let (outer, middle, view) = (UIView(), UIView(), UIView())
        outer.addSubview(middle)
        middle.addSubview(view)
        view.mask = middle
        #expect(view.mask == nil && middle.superview === outer && view.superview === middle)
        view.mask = view
        #expect(view.mask == nil && view.superview === middle)
    }
}
