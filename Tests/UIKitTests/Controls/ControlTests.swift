import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Controls", .serialized)
struct ControlTests {
    @MainActor
    final class Recorder: NSObject {
        var events: [String] = []
        func down() { events.append("down") }
        func inside() { events.append("upInside") }
        func outside() { events.append("upOutside") }
        func exit() { events.append("exit") }
        func enter() { events.append("enter") }
        func cancelled() { events.append("cancel") }
        func primary(_ sender: UIButton) { events.append("primary \(sender.currentTitle ?? "")") }
    }

    private func withButton(_ body: (Stage, UIButton, Recorder) throws -> Void) throws {
        let stage = try Stage()
        defer { stage.close() }
        let button = UIButton(type: .custom)
        button.setTitle("Go", for: .normal)
        button.frame = CGRect(x: 100, y: 100, width: 80, height: 40)
        let recorder = Recorder()
        button.addTarget(recorder, action: Recorder.down, for: .touchDown)
        button.addTarget(recorder, action: Recorder.inside, for: .touchUpInside)
        button.addTarget(recorder, action: Recorder.outside, for: .touchUpOutside)
        button.addTarget(recorder, action: Recorder.exit, for: .touchDragExit)
        button.addTarget(recorder, action: Recorder.enter, for: .touchDragEnter)
        button.addTarget(recorder, action: Recorder.cancelled, for: .touchCancel)
        button.addTarget(recorder, action: Recorder.primary, for: .primaryActionTriggered)
        stage.window.addSubview(button)
        try body(stage, button, recorder)
    }

    @Test("E-60 Bits of events and states")
    func bits() {
        #expect(UIControl.Event.touchUpInside.rawValue == 64)
        #expect(UIControl.Event.valueChanged.rawValue == 4096)
        #expect(UIControl.Event.allTouchEvents.rawValue == 0xFFF)
        #expect(UIControl.State.focused.rawValue == 8)
    }

    @Test("E-62 A tap: down, then up inside, then the primary action; highlighted meanwhile")
    func tap() throws {
        try withButton { stage, button, recorder in
            stage.down(0, 120, 120)
            #expect(button.isHighlighted && button.isTracking && button.isTouchInside)
            stage.up(0)
            #expect(!button.isHighlighted && !button.isTracking)
            #expect(recorder.events == ["down", "upInside", "primary Go"])
        }
    }

    @Test("E-61 A tracked finger counts as inside up to 70 points beyond the bounds")
    func margin() throws {
        try withButton { stage, button, recorder in
            stage.down(0, 120, 120)
            stage.move(0, 120, 209)
            stage.frame()
            #expect(button.isTouchInside && button.isHighlighted)
            stage.move(0, 120, 212)
            stage.frame()
            #expect(!button.isTouchInside && !button.isHighlighted)
            stage.move(0, 120, 120)
            stage.frame()
            #expect(button.isHighlighted)
            stage.move(0, 120, 300)
            stage.frame()
            stage.up(0)
            #expect(recorder.events == ["down", "exit", "enter", "exit", "upOutside"])
        }
    }

    @Test("B07 A cancelled touch leaves no highlight and sends no up event")
    func cancel() throws {
        try withButton { stage, button, recorder in
            stage.down(0, 120, 120)
            stage.cancel(0)
            #expect(!button.isHighlighted && !button.isTracking)
            #expect(recorder.events == ["down", "cancel"])
        }
    }

    @Test("E-90 A tap recognizer on a superview does not stop a button")
    func beatsSuperview() throws {
        try withButton { stage, _, recorder in
            @MainActor
            final class Tapped: NSObject {
                var count = 0
                func tapped() { count += 1 }
            }
            let tapped = Tapped()
            let tap = UITapGestureRecognizer(target: tapped, action: Tapped.tapped)
            stage.window.addGestureRecognizer(tap)
            stage.tap(120, 120)
            #expect(recorder.events.contains("upInside"))
            #expect(tapped.count == 0)
            stage.tap(20, 20)
            #expect(tapped.count == 1)
            stage.window.removeGestureRecognizer(tap)
        }
    }

    @Test("A disabled control ignores touches, which go on up the chain (E-34)")
    func disabled() throws {
        try withButton { stage, button, recorder in
            button.isEnabled = false
            stage.tap(120, 120)
            #expect(recorder.events.isEmpty)
        }
    }

    @Test("Targets are held weakly; actions run and can be removed")
    func targets() throws {
        try withButton { stage, button, _ in
            weak var gone: Recorder?
            do {
                let recorder = Recorder()
                gone = recorder
                button.addTarget(recorder, action: Recorder.down, for: .touchDown)
            }
            #expect(gone == nil)
            var count = 0
            let action = UIAction { _ in count += 1 }
            button.addAction(action, for: .touchUpInside)
            stage.tap(120, 120)
            button.removeAction(action, for: .touchUpInside)
            stage.tap(120, 120)
            #expect(count == 1)
        }
    }

    @Test("S-83 Values of a state fall back to normal; a custom title is white")
    func looks() {
        let button = UIButton(type: .custom)
        button.setTitle("A", for: .normal)
        button.setTitle("B", for: .selected)
        #expect(button.currentTitle == "A")
        button.isSelected = true
        #expect(button.currentTitle == "B")
        button.isHighlighted = true
        #expect(button.title(for: .highlighted) == "A")
        #expect(UIButton(type: .custom).currentTitleColor == .white)
    }

    @Test(
        "S-83 A button is as wide as its content and 12 points higher than its title; an empty one has room for a finger"
    )
    func buttonSizes() {
        let empty = UIButton()
        empty.sizeToFit()
        #expect(empty.bounds.width == 30)
        #expect(empty.bounds.height > 30)
        let button = UIButton()
        button.setTitle("i", for: .normal)
        let title = button.titleLabel?.intrinsicContentSize ?? .zero
        #expect(button.intrinsicContentSize == CGSize(width: title.width, height: title.height + 12))
        button.setImage(
            UIGraphicsImageRenderer(size: CGSize(width: 80, height: 90)).image { _ in }, for: .normal)
        #expect(button.intrinsicContentSize == CGSize(width: title.width + 80, height: 90))
        let system = UIButton(type: .system)
        system.setTitle("i", for: .normal)
        #expect(system.intrinsicContentSize.width == 30)
    }

    @Test("A title keeps its padding at the top and the bottom once sizeToFit() was called; an image has none")
    func paddingAfterFitting() throws {
        let button = UIButton(type: .custom)
        button.setTitle("Short", for: .normal)
        button.contentHorizontalAlignment = .left
        func titleFrame(_ alignment: UIControl.ContentVerticalAlignment) -> CGRect {
            button.frame = CGRect(x: 0, y: 0, width: 120, height: 80)
            button.contentVerticalAlignment = alignment
            button.layoutIfNeeded()
            return button.titleLabel?.frame ?? .zero
        }
        #expect(titleFrame(.top).minY == 0 && titleFrame(.bottom).maxY == 80)
        button.sizeToFit()
        let title = try #require(button.titleLabel)
        #expect(button.bounds.size == CGSize(width: title.bounds.width, height: title.bounds.height + 12))
        #expect(titleFrame(.top).minY == 6 && titleFrame(.bottom).maxY == 74 && titleFrame(.center).midY == 40)
        button.setImage(
            UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { _ in }, for: .normal)
        #expect(titleFrame(.top).minY == 0 && button.imageView?.frame.minY == 0)
    }

    @Test("A button's content stands where its alignments say")
    func buttonAlignment() throws {
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        button.setImage(
            UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { _ in }, for: .normal)
        func place(
            _ horizontal: UIControl.ContentHorizontalAlignment, _ vertical: UIControl.ContentVerticalAlignment
        ) -> CGRect? {
            button.contentHorizontalAlignment = horizontal
            button.contentVerticalAlignment = vertical
            button.layoutIfNeeded()
            return button.imageView?.frame
        }
        #expect(place(.center, .center) == CGRect(x: 80, y: 40, width: 40, height: 20))
        #expect(place(.left, .top) == CGRect(x: 0, y: 0, width: 40, height: 20))
        #expect(place(.right, .bottom) == CGRect(x: 160, y: 80, width: 40, height: 20))
        #expect(place(.leading, .center)?.minX == 0)
        button.semanticContentAttribute = .forceRightToLeft
        #expect(place(.leading, .center)?.minX == 160)
        #expect(place(.trailing, .center)?.minX == 0)
    }
}
