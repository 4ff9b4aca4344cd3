import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

private class Shop: UIView {}
private final class Till: UIViewController {}

/// What `print` shows of objects: Apple's forms, with addresses.
@MainActor
@Suite("Descriptions")
struct DescriptionTests {
    /// With "0x" for every address, as which they differ.
    private func text(_ object: Any) -> String {
        "\(object)".replacingOccurrences(of: "0x[0-9a-f]+", with: "0x", options: .regularExpression)
    }

    private func address(_ object: AnyObject) -> String {
        "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
    }

    @Test("a view says its class, address, frame and layer, and nothing that is as it always is")
    func plain() {
        let view = UIView(frame: CGRect(x: 0, y: 20, width: 100, height: 40.5))
        #expect(
            "\(view)"
                == "<UIView: \(address(view)); frame = (0 20; 100 40.5); layer = <CALayer: \(address(view.layer))>>")
        #expect(String(reflecting: view) == "\(view)")
    }

    @Test("a view says what differs, in Apple's order")
    func changed() {
        let view = Shop(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.transform = CGAffineTransform(translationX: 5, y: 0)
        view.clipsToBounds = true
        view.isHidden = true
        view.alpha = 0.5
        view.isOpaque = false
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.autoresizesSubviews = false
        view.isUserInteractionEnabled = false
        view.tag = 7
        view.layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
        view.addGestureRecognizer(UITapGestureRecognizer())
        view.backgroundColor = .red
        #expect(
            text(view) == """
                <UIKitTests.Shop: 0x; frame = (5 0; 10 10); transform = [1, 0, 0, 1, 5, 0]; clipsToBounds = YES; \
                hidden = YES; alpha = 0.5; opaque = NO; autoresize = W+H; autoresizesSubviews = NO; \
                userInteractionEnabled = NO; tag = 7; animations = { fade=<CABasicAnimation: 0x>; }; \
                gestureRecognizers = (<UITapGestureRecognizer: 0x>); backgroundColor = UIExtendedSRGBColorSpace 1 0 0 1; \
                layer = <CALayer: 0x>>
                """)
    }

    @Test("labels say their text, scroll views where they are, buttons and windows what views say")
    func kinds() {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        label.text = "Total"
        #expect(text(label).hasPrefix("<UILabel: 0x; frame = (0 0; 50 20); text = 'Total'; "))
        #expect(text(label).contains("userInteractionEnabled = NO"))
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
        scroll.contentSize = CGSize(width: 50, height: 400)
        scroll.contentOffset.y = 12.5
        #expect(
            text(scroll).hasSuffix(
                "layer = <CALayer: 0x>; contentOffset: {0, 12.5}; contentSize: {50, 400}; "
                    + "adjustedContentInset: {0, 0, 0, 0}>"))
        #expect(text(UIButton(type: .custom)).hasPrefix("<UIButton: 0x; frame = (0 0; 0 0); "))
        #expect(
            text(UIWindow(frame: CGRect(x: 0, y: 0, width: 8, height: 8))).hasPrefix(
                "<UIWindow: 0x; frame = (0 0; 8 8); hidden = YES; "))
    }

    @Test("layers print class and address, and more in the debugger")
    func layers() {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
        layer.addSublayer(CAShapeLayer())
        layer.cornerRadius = 4
        layer.name = "card"
        #expect("\(layer)" == "<CALayer: \(address(layer))>")
        #expect(
            text(layer.debugDescription)
                == "<CALayer:0x; position = CGPoint (5 10); bounds = CGRect (0 0; 10 20); "
                + "sublayers = (<CAShapeLayer: 0x>); cornerRadius = 4; name = card>")
    }

    @Test("controllers and screens")
    func others() {
        let till = Till()
        #expect("\(till)" == "<UIKitTests.Till: \(address(till))>")
        #expect(text(UINavigationController()) == "<UINavigationController: 0x>")
        let screen = UIScreen.main
        let (size, pixels) = (screen.bounds.size, screen.nativeBounds.size)
        #expect(
            text(screen)
                == String(
                    format: "<UIScreen: 0x; bounds = {{0, 0}, {%g, %g}}; mode = <size = %f x %f>>", Double(size.width),
                    Double(size.height), Double(pixels.width), Double(pixels.height)))
    }

    @Test("recognizers say state, view, targets and whom they wait for")
    func recognizers() {
        @MainActor final class Target { func tap() {} }
        let target = Target()
        let tap = UITapGestureRecognizer(target: target, action: Target.tap)
        tap.numberOfTapsRequired = 2
        tap.delaysTouchesEnded = false
        tap.require(toFail: UIPanGestureRecognizer())
        let view = UIView()
        view.addGestureRecognizer(tap)
        let words = text(tap)
        #expect(
            words.hasPrefix(
                "<UITapGestureRecognizer: 0x; state = Possible; delaysTouchesEnded = NO; view = <UIView 0x>; "))
        #expect(words.contains("Target 0x)>; ") || words.contains("Target 0x>)>; "))
        #expect(words.hasSuffix("; numberOfTapsRequired = 2>"))
        #expect("\(tap)".contains("<UIView \(address(view))>"))
    }

    @Test("touches say phase, window, view and places; events list them")
    func touches() throws {
        let stage = try Stage()
        defer { stage.close() }
        let view = UIView(frame: CGRect(x: 10, y: 0, width: 100, height: 100))
        stage.window.addSubview(view)
        @MainActor final class Listener: UIGestureRecognizer {
            var heard: [String] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { heard.append("\(event)") }
        }
        let listener = Listener()
        view.addGestureRecognizer(listener)
        stage.tap(30, 40)
        let words = try #require(listener.heard.first).replacingOccurrences(
            of: "0x[0-9a-f]+", with: "0x", options: .regularExpression)
        #expect(words.hasPrefix("<UIEvent: 0x> timestamp: "))
        #expect(
            words.contains(
                " touches: {(\n    <UITouch: 0x> phase: Began tap count: 1 force: 0.000 window: <UIWindow: 0x; "))
        #expect(words.contains(" view: <UIView: 0x; frame = (10 0; 100 100); "))
        #expect(words.contains(" location in window: {30, 40} previous location in window: {30, 40}"))
        #expect(words.hasSuffix(" location in view: {20, 40} previous location in view: {20, 40}\n)}"))
    }

    @Test("colours, fonts and images")
    func values() throws {
        #expect("\(UIColor.white)" == "UIExtendedGrayColorSpace 1 1")
        #expect("\(UIColor(white: 0.25, alpha: 0.5))" == "UIExtendedGrayColorSpace 0.25 0.5")
        #expect("\(UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))" == "UIExtendedSRGBColorSpace 1 0.5 0 1")
        #expect(UIColor(white: 1, alpha: 1) == UIColor(red: 1, green: 1, blue: 1, alpha: 1))
        #expect(text(UIColor { _ in .red }) == "<UIDynamicProviderColor: 0x>")
        let font = UIFont.boldSystemFont(ofSize: 17)
        #expect(
            text(font)
                == "<UIFont: 0x> font-family: \"\(font.familyName)\"; font-weight: bold; font-style: normal; "
                + "font-size: 17.00pt")
        let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 10)).image { _ in }
        #expect(
            text(image.withRenderingMode(.alwaysTemplate))
                == "<UIImage:0x anonymous {20, 10} renderingMode=alwaysTemplate>")
    }

    @Test("off the main thread a view says class and address alone, and nothing is read")
    func threads() async {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        let words = await Task.detached { "\(view)" }.value
        #expect(words == "<UIView: \(address(view))>")
    }
}
