import ControlSocket
import Foundation
import TestSupport
import Testing

@testable import UIKit

/// A view of an application's own that can be stepped. Not private: Foundation cannot archive such classes.
final class SteppedView: UIView {
    var steps = 0

    override var accessibilityValue: String? {
        get { "\(steps)" }
        set {}
    }
    override func accessibilityIncrement() {
        super.accessibilityIncrement()
        steps += 1
    }
    override func accessibilityDecrement() {
        super.accessibilityDecrement()
        steps -= 1
    }
}

@MainActor
@Suite("What is said of views to those who do not see them")
struct AccessibilityTests {
    @Test("A plain view says nothing; labels and buttons are elements with their text and traits")
    func standards() {
        let view = UIView()
        #expect(!view.isAccessibilityElement && view.accessibilityLabel == nil && view.accessibilityTraits == .none)
        #expect(view.accessibilityValue == nil && view.accessibilityHint == nil && view.extras == nil)
        let label = UILabel()
        label.text = "12 °C"
        #expect(label.isAccessibilityElement && label.accessibilityLabel == "12 °C")
        #expect(label.accessibilityTraits == .staticText)
        let button = UIButton(type: .system)
        button.setTitle("Save", for: .normal)
        #expect(button.isAccessibilityElement && button.accessibilityLabel == "Save")
        #expect(button.accessibilityTraits == .button)
        button.isEnabled = false
        button.isSelected = true
        #expect(button.accessibilityTraits == [.button, .notEnabled, .selected])
        #expect(!UIImageView().isAccessibilityElement && UIImageView().accessibilityTraits == .image)
        #expect(!UIControl().isAccessibilityElement)
    }

    @Test("What an application says goes before; nil gives the standard back; nothing is kept for a nil")
    func own() {
        let label = UILabel()
        label.text = "12"
        label.accessibilityLabel = "twelve"
        label.accessibilityTraits = [.header, .updatesFrequently]
        label.isAccessibilityElement = false
        #expect(label.accessibilityLabel == "twelve" && !label.isAccessibilityElement)
        #expect(label.accessibilityTraits == [.header, .updatesFrequently])
        label.accessibilityLabel = nil
        #expect(label.accessibilityLabel == "12")
        let view = UIView()
        view.accessibilityLabel = nil
        view.accessibilityIdentifier = nil
        #expect(view.extras == nil)
    }

    @Test("Bits as Apple's; every one has its name")
    func traits() {
        #expect(UIAccessibilityTraits.button.rawValue == 1 && UIAccessibilityTraits.staticText.rawValue == 64)
        #expect(UIAccessibilityTraits.notEnabled.rawValue == 256 && UIAccessibilityTraits.adjustable.rawValue == 4096)
        #expect(UIAccessibilityTraits.header.rawValue == 65_536)
        #expect(UIAccessibilityTraits([.selected, .button]).names == ["button", "selected"])
        #expect(UIAccessibilityTraits(rawValue: 0x1FFFF).names.count == 17)
        #expect(UIAccessibilityTraits(rawValue: .max).names.count == 17 && UIAccessibilityTraits.none.names.isEmpty)
    }

    @Test("Subclasses answer themselves and take steps")
    func steps() {
        let view = SteppedView()
        view.accessibilityTraits = .adjustable
        view.accessibilityIncrement()
        view.accessibilityIncrement()
        view.accessibilityDecrement()
        #expect(view.accessibilityValue == "1")
    }

    @Test("An archive keeps what the application said, and no more")
    func archives() throws {
        let label = UILabel()
        label.text = "12"
        label.accessibilityLabel = "zwölf"
        label.accessibilityHint = "opens the chart"
        label.accessibilityValue = "rising"
        label.accessibilityIdentifier = "temperature"
        label.accessibilityTraits = [.header, .button]
        label.isAccessibilityElement = false
        let data = try NSKeyedArchiver.archivedData(withRootObject: label, requiringSecureCoding: false)
        let copy = try #require(try UIView.unarchived(from: data) as? UILabel)
        #expect(copy.accessibilityLabel == "zwölf" && copy.accessibilityHint == "opens the chart")
        #expect(copy.accessibilityValue == "rising" && copy.accessibilityIdentifier == "temperature")
        #expect(copy.accessibilityTraits == [.header, .button] && !copy.isAccessibilityElement)
        let plain = try NSKeyedArchiver.archivedData(withRootObject: UIView(), requiringSecureCoding: false)
        #expect(try UIView.unarchived(from: plain).accessibilityValues == nil)
    }

    @Test("The inspector tells it, where there is anything to tell")
    func inspector() throws {
        let stage = try Stage(width: 200, height: 100)
        defer { stage.close() }
        let button = UIButton(type: .custom)
        button.setTitle("Save", for: .normal)
        button.accessibilityIdentifier = "save"
        button.accessibilityValue = String(repeating: "x", count: 1000)
        stage.window.addSubview(button)
        stage.window.addSubview(UIView())
        let tree = ViewTreeReport(.init()).json
        let nodes = try #require(tree["windows"]?.list.last?["subviews"]?.list)
        let said = try #require(nodes.first?["accessibility"])
        #expect(said["element"]?.bool == true && said["label"]?.text == "Save" && said["identifier"]?.text == "save")
        #expect(said["traits"]?.list.map(\.text) == ["button"])
        #expect(said["value"]?.text?.count == ViewTreeReport.maximumText + 1)
        #expect(nodes.last?["accessibility"] == nil)
    }
}
