import Raster
import TestSupport
import Testing

@testable import UIKit

@MainActor
@Suite("Input views: what an application brings to be typed on", .serialized)
struct InputViewTests {
    /// A responder with a pad of its own.
    private class Field: UIView, UIKeyInput {
        var pad: UIView?
        var bar: UIView?
        var text = ""
        var keeps = false
        override var canBecomeFirstResponder: Bool { true }
        override var canResignFirstResponder: Bool { !keeps }
        override var inputView: UIView? { pad }
        override var inputAccessoryView: UIView? { bar }
        var hasText: Bool { !text.isEmpty }
        func insertText(_ text: String) { self.text += text }
        func deleteBackward() { _ = text.popLast() }
    }

    private final class Owner: UIViewController {
        var bar: UIView?
        override var canBecomeFirstResponder: Bool { true }
        override var inputAccessoryView: UIView? { bar }
    }

    /// What is told of the keyboard, one line each.
    private final class Notes: @unchecked Sendable {
        private(set) var lines: [String] = []
        private(set) var last: Notification?
        var onEach: ((String) -> Void)?
        private var observers: [any NSObjectProtocol] = []

        init() {
            let names = [
                UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
                UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
                UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardDidChangeFrameNotification,
            ]
            observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
                    self?.take(note)
                }
            }
        }

        deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

        private func take(_ note: Notification) {
            last = note
            let information = note.userInfo ?? [:]
            func tops(_ key: String) -> String {
                guard let rect = information[key] as? CGRect else { return "none" }
                return "\(Int(rect.minY))+\(Int(rect.height))"
            }
            let name = note.name.rawValue.dropFirst("UIKeyboard".count).dropLast("Notification".count)
            var line = "\(name) \(tops(UIResponder.keyboardFrameBeginUserInfoKey))"
            line += " \(tops(UIResponder.keyboardFrameEndUserInfoKey))"
            if let duration = information[UIResponder.keyboardAnimationDurationUserInfoKey] as? Double {
                line += " \(duration) s"
            }
            if let curve = information[UIResponder.keyboardAnimationCurveUserInfoKey] as? Int { line += " \(curve)" }
            lines.append(line)
            onEach?(String(name))
        }

        func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    private func pad(_ height: CGFloat, _ color: UIColor = .red) -> UIView {
        let pad = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: height))
        pad.backgroundColor = color
        return pad
    }

    private func field(in stage: Stage, _ pad: UIView?) -> Field {
        let field = Field(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
        field.pad = pad
        stage.window.addSubview(field)
        return field
    }

    private func withStage(_ body: (Stage, Notes) throws -> Void) throws {
        let stage = try Stage()
        defer { stage.close() }
        try body(stage, Notes())
    }

    @Test(
        "E-115 A pad comes in 0.25 s with curve 7 and goes: six notifications, frames of the screen, in Apple's order")
    func notifications() throws {
        try withStage { stage, notes in
            let pad = pad(200)
            let field = field(in: stage, pad)
            #expect(field.becomeFirstResponder())
            #expect(notes.take() == ["WillChangeFrame 480+200 280+200 0.25 s 7", "WillShow 480+200 280+200 0.25 s 7"])
            #expect(notes.last?.object as? UIScreen === stage.window.screen)
            stage.advance(by: 0.1)
            #expect(notes.take().isEmpty)
            stage.advance(by: 0.25)
            #expect(notes.take() == ["DidChangeFrame 480+200 280+200", "DidShow 480+200 280+200"])
            #expect(pad.frame == CGRect(x: 0, y: 0, width: 320, height: 200))
            #expect(pad.convert(CGPoint.zero, to: nil) == CGPoint(x: 0, y: 280))
            #expect(stage.pixel(0, 280) == 0xFFFF_3B30 || stage.pixel(0, 280) == 0xFFFF_0000)
            #expect(stage.pixel(0, 279) == 0xFFFF_FFFF && stage.pixel(319, 479) == stage.pixel(0, 280))
            let isExact = try stage.isExact()
            #expect(isExact)
            field.resignFirstResponder()
            #expect(notes.take() == ["WillChangeFrame 280+200 480+200 0.25 s 7", "WillHide 280+200 480+200 0.25 s 7"])
            stage.advance(by: 0.35)
            #expect(notes.take() == ["DidChangeFrame 280+200 480+200", "DidHide 280+200 480+200"])
            #expect(pad.window == nil && stage.pixel(0, 470) == 0xFFFF_FFFF)
        }
    }

    @Test("E-115 It moves: half way in time it is between its places, and most of the way gone")
    func motion() throws {
        try withStage { stage, _ in
            let field = field(in: stage, pad(200))
            field.becomeFirstResponder()
            stage.advance(by: 0.125)
            let top = (0..<480).first { stage.pixel(10, $0) != 0xFFFF_FFFF } ?? 480
            // The field has no colour of its own.
            #expect(top > 280 && top < 380)
        }
    }

    @Test("E-115 Values of the notifications can be had in all the ways that applications ask for them")
    func casts() throws {
        try withStage { stage, notes in
            field(in: stage, pad(100)).becomeFirstResponder()
            let information = try #require(notes.last?.userInfo)
            let curve = information[UIResponder.keyboardAnimationCurveUserInfoKey]
            #expect(curve as? Int == 7 && curve as? UInt == 7 && (curve as? NSNumber)?.intValue == 7)
            #expect(UIView.AnimationCurve(rawValue: 7) == .keyboard)
            let duration = information[UIResponder.keyboardAnimationDurationUserInfoKey]
            #expect(duration as? Double == 0.25 && (duration as? NSNumber)?.doubleValue == 0.25)
            #expect(information[UIResponder.keyboardIsLocalUserInfoKey] as? Bool == true)
            #expect(information[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect != nil)
        }
    }

    @Test(
        "Its window is above all others, never key and no window of the application; it takes touches only where it is")
    func window() throws {
        try withStage { stage, _ in
            let pad = pad(200)
            let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
            var taps = 0
            button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
            pad.addSubview(button)
            let field = field(in: stage, pad)
            let below = TouchRecordingView(frame: stage.window.bounds)
            stage.window.insertSubview(below, at: 0)
            field.becomeFirstResponder()
            stage.advance(by: 0.4)
            let alert = UIWindow(frame: stage.window.frame)
            alert.windowLevel = .alert
            alert.isHidden = false
            let window = try #require(pad.window)
            #expect(window.windowLevel > .alert && !window.canBecomeKey && stage.window.isKeyWindow)
            window.makeKey()
            #expect(stage.window.isKeyWindow)
            #expect(!UIApplication.shared.windows.contains { $0 === window } && window.windowScene == nil)
            alert.isHidden = true
            stage.tap(50, 300)
            #expect(taps == 1 && field.isFirstResponder)
            stage.tap(200, 400)
            #expect(below.log.isEmpty, "the pad's ground lets nothing through")
            stage.tap(200, 200)
            #expect(below.log.first == "began 1")
        }
    }

    @Test("E-52 A key of the pad with a nil target reaches the first responder")
    func nilTarget() throws {
        final class Typed: Field { func one() { insertText("1") } }
        try withStage { stage, _ in
            let pad = pad(100)
            let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            button.addTarget(nil, action: Typed.one, for: .touchUpInside)
            pad.addSubview(button)
            let field = Typed(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            field.pad = pad
            stage.window.addSubview(field)
            field.becomeFirstResponder()
            stage.advance(by: 0.4)
            stage.tap(50, 430)
            stage.tap(50, 430)
            #expect(field.text == "11")
        }
    }

    @Test(
        "E-115 From one field to the next: a pad as high takes the other's place untold, another height is told, none hides"
    )
    func swaps() throws {
        try withStage { stage, notes in
            let pads = [pad(200), pad(200, .blue), pad(120)]
            let fields = pads.map { field(in: stage, $0) } + [field(in: stage, nil)]
            fields[0].becomeFirstResponder()
            stage.advance(by: 0.4)
            _ = notes.take()
            fields[1].becomeFirstResponder()
            stage.advance(by: 0.4)
            #expect(notes.take().isEmpty && pads[0].window == nil && pads[1].window != nil)
            fields[2].becomeFirstResponder()
            stage.advance(by: 0.4)
            #expect(
                notes.take() == [
                    "WillChangeFrame 280+200 360+120 0.25 s 7", "WillShow 280+200 360+120 0.25 s 7",
                    "DidChangeFrame 280+200 360+120", "DidShow 280+200 360+120",
                ])
            // Both share one: it stays.
            fields[1].pad = pads[2]
            fields[1].becomeFirstResponder()
            #expect(notes.take().isEmpty && pads[2].window != nil)
            fields[3].becomeFirstResponder()
            stage.advance(by: 0.4)
            #expect(
                notes.take().map { $0.split(separator: " ")[0] } == [
                    "WillChangeFrame", "WillHide", "DidChangeFrame", "DidHide",
                ])
            // One that does not let go keeps its pad.
            fields[0].keeps = true
            fields[0].becomeFirstResponder()
            #expect(!fields[1].becomeFirstResponder())
            stage.advance(by: 0.4)
            #expect(pads[0].window != nil && notes.take().count == 4)
        }
    }

    @Test("The accessory view lies above the pad, and both may come from further up the chain")
    func chain() throws {
        try withStage { stage, notes in
            let owner = Owner()
            owner.bar = pad(44, .blue)
            stage.window.rootViewController = owner
            let inner = Field(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
            owner.view.addSubview(inner)
            owner.becomeFirstResponder()
            #expect(notes.take().last == "WillShow 480+44 436+44 0.25 s 7")
            inner.pad = pad(100)
            inner.becomeFirstResponder()
            #expect(notes.take().last == "WillShow 436+44 336+144 0.25 s 7")
            stage.advance(by: 0.4)
            #expect(owner.bar?.frame == CGRect(x: 0, y: 0, width: 320, height: 44))
            #expect(inner.pad?.frame == CGRect(x: 0, y: 44, width: 320, height: 100))
            #expect(owner.bar?.next?.next === inner, "what is not handled goes on to whoever brought the views")
        }
    }

    @Test("A field in the accessory view is typed into, and keeps the view that it is in")
    func inner() throws {
        try withStage { stage, notes in
            let owner = Owner()
            let bar = pad(44)
            owner.bar = bar
            stage.window.rootViewController = owner
            let chat = Field(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
            bar.addSubview(chat)
            owner.becomeFirstResponder()
            stage.advance(by: 0.4)
            _ = notes.take()
            #expect(chat.becomeFirstResponder() && chat.isFirstResponder)
            stage.type(30)
            #expect(chat.text == "a" && notes.take().isEmpty && bar.window != nil)
            chat.pad = pad(100)
            chat.reloadInputViews()
            #expect(notes.take().last == "WillShow 436+44 336+144 0.25 s 7")
            chat.resignFirstResponder()
            #expect(notes.take().last == "WillShow 336+144 436+44 0.25 s 7")
            stage.advance(by: 0.4)
            #expect(bar.window != nil)
        }
    }

    @Test("reloadInputViews looks again: at another view, another height, and at none")
    func reloads() throws {
        try withStage { stage, notes in
            let field = field(in: stage, nil)
            field.becomeFirstResponder()
            #expect(notes.take().isEmpty)
            let pad = pad(150)
            field.pad = pad
            #expect(notes.take().isEmpty)
            field.reloadInputViews()
            #expect(notes.take().last == "WillShow 480+150 330+150 0.25 s 7")
            stage.advance(by: 0.4)
            pad.frame.size.height = 90
            field.reloadInputViews()
            #expect(notes.take().last == "WillShow 330+150 390+90 0.25 s 7")
            field.pad = nil
            UIView.performWithoutAnimation { field.reloadInputViews() }
            #expect(notes.take().last == "WillHide 390+90 480+90 0.0 s 7")
            stage.frame()
            #expect(notes.take().last == "DidHide 390+90 480+90")
        }
    }

    @Test("The pad goes with its field: out of the window, with a hidden window, with a window that is gone")
    func losses() throws {
        try withStage { stage, notes in
            let field = field(in: stage, pad(100))
            field.becomeFirstResponder()
            stage.advance(by: 0.4)
            field.removeFromSuperview()
            #expect(notes.take().last?.hasPrefix("WillHide") == true)
            stage.advance(by: 0.4)
            var other: UIWindow? = UIWindow(frame: stage.window.frame)
            let second = Field(frame: .zero)
            second.pad = pad(80)
            other?.addSubview(second)
            other?.isHidden = false
            second.becomeFirstResponder()
            stage.advance(by: 0.4)
            #expect(notes.take().last == "DidShow 480+80 400+80")
            other?.isHidden = true
            #expect(notes.take().last?.hasPrefix("WillHide") == true)
            other?.isHidden = false
            #expect(notes.take().last?.hasPrefix("WillShow") == true)
            stage.advance(by: 0.4)
            _ = notes.take()
            other = nil
            stage.advance(by: 0.4)
            #expect(notes.take().last == "DidHide 400+80 480+80")
        }
    }

    @Test("A turned screen has the pad at its new bottom, as wide as it is; a panel's hidden edge is no place for keys")
    func turned() throws {
        try withStage { stage, notes in
            let screen = stage.window.screen
            let pad = pad(100)
            let field = field(in: stage, pad)
            field.becomeFirstResponder()
            stage.advance(by: 0.4)
            _ = notes.take()
            screen.update(pixelSize: CGSize(width: 480, height: 320), scale: 1, maximumFramesPerSecond: 60)
            stage.window.layoutIfNeeded()
            pad.window?.layoutIfNeeded()
            #expect(notes.take().last == "WillShow 380+100 220+100 0.0 s 7")
            #expect(pad.frame.width == 480 && pad.convert(CGPoint.zero, to: nil).y == 220)
            screen.safeAreaInsets.bottom = 20
            field.reloadInputViews()
            #expect(notes.take().last == "WillShow 220+100 200+120 0.25 s 7")
            #expect(pad.frame.height == 100 && pad.convert(CGPoint.zero, to: nil).y == 200)
            #expect(stage.window.safeAreaInsets.bottom == 20, "the pad is no part of anybody's safe area")
            screen.safeAreaInsets.bottom = 0
        }
    }

    @Test("On several screens each has the pad of its own field")
    func screens() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 320, height: 480))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 200, height: 100))
        var fields: [Field] = []
        var windows: [UIWindow] = []
        let notes = Notes()
        for (screen, height) in [(stage.screen, 200), (other.screen, 30)] as [(UIScreen, CGFloat)] {
            let window = UIWindow(frame: screen.bounds)
            window.screen = screen
            window.isHidden = false
            let field = Field(frame: .zero)
            field.pad = pad(height)
            window.addSubview(field)
            field.becomeFirstResponder()
            fields.append(field)
            windows.append(window)
        }
        #expect(
            notes.take().filter { $0.hasPrefix("WillShow") } == [
                "WillShow 480+200 280+200 0.25 s 7", "WillShow 100+30 70+30 0.25 s 7",
            ])
        stage.advance(by: 0.4)
        #expect(fields[0].pad?.window?.screen === stage.screen && fields[1].pad?.window?.screen === other.screen)
        #expect(fields[0].isFirstResponder && fields[1].isFirstResponder)
        // Moved to the other screen, a window takes its pad along.
        windows[0].screen = other.screen
        stage.advance(by: 0.4)
        #expect(fields[0].pad?.window?.screen === other.screen && fields[0].pad?.frame.width == 200)
        windows[0].screen = stage.screen
        stage.advance(by: 0.4)
        #expect(fields[0].pad?.window?.screen === stage.screen && fields[1].pad?.window?.screen === other.screen)
        fields[1].resignFirstResponder()
        stage.advance(by: 0.4)
        #expect(fields[0].pad?.window != nil && fields[1].pad?.window == nil)
        for window in windows { window.isHidden = true }
        stage.advance(by: 0.4)
    }

    // MARK: Scroll views that send it away

    private func scrollView(in stage: Stage, _ mode: UIScrollView.KeyboardDismissMode) -> UIScrollView {
        let scroll = UIScrollView(frame: stage.window.bounds)
        scroll.contentSize = CGSize(width: 320, height: 2000)
        scroll.alwaysBounceVertical = true
        #expect(scroll.keyboardDismissMode == .none)
        scroll.keyboardDismissMode = mode
        stage.window.insertSubview(scroll, at: 0)
        return scroll
    }

    private func pull(_ stage: Stage, through places: [CGFloat]) {
        stage.down(0, 200, places[0])
        for place in places.dropFirst() {
            stage.move(0, 200, place)
            stage.frame()
        }
    }

    @Test("S-01 A drag sends the pad away when it begins, if the scroll view is told so; by default it does not")
    func onDrag() throws {
        try withStage { stage, notes in
            let scroll = scrollView(in: stage, .onDrag)
            let field = field(in: stage, pad(200))
            field.becomeFirstResponder()
            stage.advance(by: 0.4)
            _ = notes.take()
            pull(stage, through: [250, 240, 225, 210])
            #expect(notes.take().last == "WillHide 280+200 480+200 0.25 s 7" && !field.isFirstResponder)
            stage.up()
            stage.advance(by: 0.4)
            scroll.keyboardDismissMode = .none
            field.becomeFirstResponder()
            stage.drag(from: CGPoint(x: 200, y: 250), to: CGPoint(x: 200, y: 470), duration: 0.2)
            #expect(field.isFirstResponder && field.pad?.convert(CGPoint.zero, to: nil).y == 280)
        }
    }

    @Test("A finger that comes to the pad takes it along; let go downwards it leaves, upwards it comes back")
    func interactive() throws {
        try withStage { stage, notes in
            _ = scrollView(in: stage, .interactive)
            let field = field(in: stage, pad(200))
            field.becomeFirstResponder()
            stage.advance(by: 0.4)
            _ = notes.take()
            @MainActor func top() -> CGFloat { field.pad?.convert(CGPoint.zero, to: nil).y ?? -1 }
            pull(stage, through: [100, 150, 200, 250])
            #expect(top() == 280)
            for place in [300, 340, 380, 390, 390, 390, 390, 390, 390] as [CGFloat] {
                stage.move(0, 200, place)
                stage.frame()
            }
            #expect(abs(top() - 390) < 2 && notes.take().isEmpty)
            for place in [380, 370, 360, 350] as [CGFloat] {
                stage.move(0, 200, place)
                stage.frame()
            }
            stage.up()
            stage.advance(by: 0.4)
            #expect(top() == 280 && field.isFirstResponder && notes.take().isEmpty)
            pull(stage, through: [200, 250, 300, 340, 380])
            stage.up()
            let lines = notes.take()
            #expect(lines.last?.hasPrefix("WillHide 3") == true && lines.last?.contains(" 480+200 ") == true)
            #expect(!field.isFirstResponder)
            stage.advance(by: 0.4)
            #expect(field.pad?.window == nil)
            // One that does not let go gets it back.
            field.becomeFirstResponder()
            stage.advance(by: 0.4)
            _ = notes.take()
            field.keeps = true
            pull(stage, through: [200, 250, 300, 340, 380])
            stage.up()
            stage.advance(by: 0.4)
            #expect(top() == 280 && field.isFirstResponder && notes.take().isEmpty)
            pull(stage, through: [200, 250, 300, 340, 380])
            stage.cancel()
            stage.advance(by: 0.4)
            #expect(top() == 280)
        }
    }

    @Test("Heights of no view, views of no use and observers that change their minds end well")
    func hostile() throws {
        try withStage { stage, notes in
            let field = field(in: stage, pad(0))
            field.becomeFirstResponder()
            for height in [.nan, 0] as [CGFloat] {
                field.pad?.bounds.size.height = height
                field.reloadInputViews()
            }
            #expect(notes.take().isEmpty, "a view without height is none: so applications hide the keyboard")
            let huge = pad(1e300)
            field.pad = huge
            field.bar = huge
            field.reloadInputViews()
            #expect(notes.take().last == "WillShow 480+480 0+480 0.25 s 7")
            field.bar = nil
            // It cannot be taken from under the responder.
            field.pad = stage.window
            field.reloadInputViews()
            #expect(stage.window.superview == nil && notes.take().last?.hasPrefix("WillHide") == true)
            field.pad = field
            field.reloadInputViews()
            #expect(field.superview === stage.window)
            stage.advance(by: 0.4)
            _ = notes.take()
            field.pad = pad(100)
            notes.onEach = { if $0 == "WillShow" { field.resignFirstResponder() } }
            field.reloadInputViews()
            stage.advance(by: 0.4)
            #expect(!field.isFirstResponder && field.pad?.window == nil)
            #expect(notes.take().suffix(2).map { $0.split(separator: " ")[0] } == ["DidChangeFrame", "DidHide"])
            notes.onEach = { name in
                if name == "WillShow" { field.resignFirstResponder() }
                if name == "WillHide" { field.becomeFirstResponder() }
            }
            field.becomeFirstResponder()
            #expect(notes.take().count < 40, "two that never agree are left alone")
            notes.onEach = nil
            field.resignFirstResponder()
            stage.advance(by: 0.4)
            #expect(field.pad?.window == nil)
        }
    }

    @Test("A keyboard's ground")
    func ground() {
        let view = UIInputView(frame: CGRect(x: 0, y: 0, width: 10, height: 90), inputViewStyle: .keyboard)
        #expect(view.inputViewStyle == .keyboard && view.backgroundColor == .systemGray4)
        #expect(UIInputView(frame: .zero, inputViewStyle: .default).backgroundColor == nil)
        #expect(UIInputView.Style.keyboard.rawValue == 1)
    }
}
