import Foundation
import Testing

@testable import QuartzCore
@testable import UIKit

/// A plain view takes 500 bytes at most in the model and the render tree together, object headers and contents apart. The
/// render tree's 240 are tested there; the other 260 here. `Benchmarks memory` measures the sum.
@MainActor
@Suite("Memory of views")
struct ViewMemoryTests {
    /// What the C library takes for an object of this class, its own word included, in steps of 16 bytes; without the
    /// object's header.
    private func size(of type: AnyClass) -> Int { (instanceSize(of: type) + 8 + 15) / 16 * 16 - 16 }

    /// From the class's metadata, header included: the seventh half word.
    private func instanceSize(of type: AnyClass) -> Int {
        let metadata = UnsafePointer<UInt32>(bitPattern: unsafeBitCast(type, to: UInt.self))
        return metadata.map { Int($0[6]) } ?? 0
    }

    @Test("a plain view, its layer and their places in two lists take 260 bytes at most")
    func plainView() {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        view.backgroundColor = .red
        view.alpha = 0.5
        view.isOpaque = false
        view.isUserInteractionEnabled = false
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.clipsToBounds = true
        #expect(instanceSize(of: NSObject.self) == 16)
        let places = 2 * MemoryLayout<AnyObject>.stride
        #expect(size(of: UIView.self) + size(of: CALayer.self) + places <= 260)
        #expect(view.extras == nil)
        #expect(view.layer.details == nil)
    }

    @Test("setting a rare property to what it is makes no record for it; what was set is kept")
    func extras() {
        let view = UIView()
        view.tag = 0
        view.semanticContentAttribute = .unspecified
        view.gestureRecognizers = nil
        view.mask = nil
        #expect(view.extras == nil)
        view.tag = 7
        view.semanticContentAttribute = .forceRightToLeft
        view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(view.tag == 7)
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(view.layoutMargins.left == 2)
        view.tag = 0
        #expect(view.tag == 0)
        view.contentMode = .bottomRight
        view.autoresizingMask = [.flexibleTopMargin, .flexibleBottomMargin]
        #expect(view.contentMode == .bottomRight)
        #expect(view.autoresizingMask == [.flexibleTopMargin, .flexibleBottomMargin])
    }

    @Test("each truth value of a view is one of its own")
    func flags() {
        let properties: [(ReferenceWritableKeyPath<UIView, Bool>, Bool)] = [
            (\.isOpaque, true), (\.clearsContextBeforeDrawing, true), (\.autoresizesSubviews, true),
            (\.isUserInteractionEnabled, true), (\.isMultipleTouchEnabled, false), (\.isExclusiveTouch, false),
        ]
        for (changed, standard) in properties {
            let view = UIView()
            #expect(view[keyPath: changed] == standard)
            view[keyPath: changed] = !standard
            for (property, standard) in properties {
                #expect(view[keyPath: property] == (property == changed ? !standard : standard))
            }
        }
    }
}
