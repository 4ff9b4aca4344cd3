import Foundation
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

@MainActor
@Suite("Observing views", .serialized)
struct ViewObservingTests {
    private class Panel: UIView {
        override var frame: CGRect { didSet { settings += 1 } }
        var settings = 0
    }

    @Test("G-22 each geometry setter of a view tells once; the value it has tells nobody")
    func geometry() {
        let view = UIView()
        var told: [String: Int] = [:]
        let observations = [
            view.observe(\.frame) { _, _ in told["frame", default: 0] += 1 },
            view.observe(\.bounds) { _, _ in told["bounds", default: 0] += 1 },
            view.observe(\.center) { _, _ in told["center", default: 0] += 1 },
            view.observe(\.transform) { _, _ in told["transform", default: 0] += 1 },
        ]
        for _ in 0..<2 { view.frame = CGRect(x: 10, y: 20, width: 30, height: 40) }
        #expect(told == ["frame": 1, "bounds": 1, "center": 1])
        for _ in 0..<2 { view.center = CGPoint(x: 50, y: 50) }
        #expect(told == ["frame": 2, "bounds": 1, "center": 2])
        for _ in 0..<2 { view.bounds.size = CGSize(width: 10, height: 10) }
        #expect(told == ["frame": 3, "bounds": 2, "center": 2])
        for _ in 0..<2 { view.transform = CGAffineTransform(scaleX: 2, y: 2) }
        #expect(told == ["frame": 4, "bounds": 2, "center": 2, "transform": 1])
        view.bounds.origin = CGPoint(x: 5, y: 5)
        #expect(told == ["frame": 4, "bounds": 3, "center": 2, "transform": 1])
        for observation in observations { observation.invalidate() }
        view.frame = .zero
        #expect(told == ["frame": 4, "bounds": 3, "center": 2, "transform": 1])
    }

    @Test("G-22 look: alpha, hidden, clipping and colour, with their values")
    func look() {
        let view = UIView()
        view.backgroundColor = .red
        var colors: [UIColor?] = []
        var alphas: [CGFloat] = []
        var truths: [Bool] = []
        let observations = [
            view.observe(\.backgroundColor, options: [.old, .new]) { _, change in
                if let old = change.oldValue { colors.append(old) }
                if let new = change.newValue { colors.append(new) }
            },
            view.observe(\.alpha, options: .new) { _, change in alphas.append(change.newValue ?? -1) },
            view.observe(\.isHidden, options: .new) { _, change in truths.append(change.newValue ?? false) },
            view.observe(\.clipsToBounds, options: .new) { _, change in truths.append(change.newValue ?? false) },
        ]
        view.backgroundColor = nil
        view.backgroundColor = nil
        view.alpha = 0.5
        view.alpha = 0.5
        view.isHidden = true
        view.clipsToBounds = true
        #expect(colors == [.red, nil])
        #expect(alphas == [0.5])
        #expect(truths == [true, true])
        for observation in observations { observation.invalidate() }
    }

    @Test("G-22 a class of the application's, its overrides, and the layer's own properties")
    func subclassAndLayer() {
        let panel = Panel()
        var frames: [CGRect] = []
        var places: [CGPoint] = []
        let first = panel.observe(\.frame, options: .new) { panel, change in
            frames.append(change.newValue ?? .null)
        }
        let second = panel.observe(\.layer.position, options: .new) { _, change in
            places.append(change.newValue ?? .zero)
        }
        panel.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(panel.settings == 1)
        panel.layer.position = CGPoint(x: 9, y: 9)
        #expect(frames == [CGRect(x: 0, y: 0, width: 10, height: 10), CGRect(x: 4, y: 4, width: 10, height: 10)])
        #expect(places == [CGPoint(x: 5, y: 5), CGPoint(x: 9, y: 9)])
        withExtendedLifetime((first, second)) {}
    }

    private final class LastPanel: UIView {
        override var frame: CGRect { didSet {} }
    }

    @Test("G-22 what a final class overrides is observed through its superclass, and the log says so once")
    func finalOverride() {
        let panel = LastPanel()
        var lines: [String] = []
        let report = LayerLog.report
        LayerLog.report = { lines.append($0) }
        let none = panel.observe(\.frame) { _, _ in Issue.record("told past the superclass") }
        LayerLog.report = report
        #expect(lines.count == 1)
        #expect(lines.first?.contains("superclass") == true)
        var told = 0
        let bounds = panel.observe(\.bounds) { _, _ in told += 1 }
        let frame = (panel as UIView).observe(\.frame) { _, _ in told += 1 }
        panel.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(told == 2)
        withExtendedLifetime((none, bounds, frame)) {}
    }

    @Test("G-22 observers of the frame find the subviews resized already")
    func afterAutoresizing() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        child.autoresizingMask = .flexibleWidth
        view.addSubview(child)
        var widths: [CGFloat] = []
        let observation = view.observe(\.frame) { view, _ in widths.append(view.subviews[0].frame.width) }
        view.frame.size.width = 200
        view.bounds.size.width = 300
        #expect(widths == [150, 250])
        observation.invalidate()
    }

    @Test("G-22 a scroll view tells every step of its offset, before its delegate hears of it; size and inset, too")
    func scrolling() throws {
        final class Delegate: NSObject, UIScrollViewDelegate {
            var told = 0
            var heard: [Int] = []
            func scrollViewDidScroll(_ scrollView: UIScrollView) { heard.append(told) }
        }
        let stage = try Stage(width: 300, height: 400)
        defer { stage.close() }
        let scroll = UIScrollView(frame: stage.window.bounds)
        stage.window.addSubview(scroll)
        let delegate = Delegate()
        scroll.delegate = delegate
        var offsets: [CGPoint] = []
        var others: [String] = []
        let observations = [
            scroll.observe(\.contentOffset, options: [.new, .old]) { scroll, change in
                #expect(change.oldValue != change.newValue)
                offsets.append(change.newValue ?? scroll.contentOffset)
                delegate.told += 1
            },
            scroll.observe(\.contentSize) { _, _ in others.append("size") },
            scroll.observe(\.contentInset) { _, _ in others.append("inset") },
        ]
        for _ in 0..<2 {
            scroll.contentSize = CGSize(width: 300, height: 2000)
            scroll.contentInset.top = 3
        }
        #expect(others == ["size", "inset"])
        scroll.contentOffset = CGPoint(x: 0, y: 10)
        scroll.contentOffset = CGPoint(x: 0, y: 10)
        scroll.frame.size.height = 300
        #expect(offsets == [CGPoint(x: 0, y: 10)])
        stage.down(0, 150, 250)
        for step in 1...10 {
            stage.advance(by: 0.01)
            stage.move(0, 150, 250 - CGFloat(step) * 10)
            stage.frame()
        }
        stage.up()
        #expect(offsets.count > 5)
        #expect(offsets.last.map { $0 == scroll.contentOffset } == true)
        #expect(delegate.heard == Array(1...delegate.told))
        for observation in observations { observation.invalidate() }
    }

    @Test("G-22 controls, labels and image views tell of their own properties")
    func others() {
        let button = UIButton()
        var states: [UIControl.State] = []
        var highlights = 0
        let label = UILabel()
        var texts: [String?] = []
        let imageView = UIImageView()
        var images = 0
        let observations = [
            button.observe(\.state, options: .new) { _, change in states.append(change.newValue ?? .focused) },
            button.observe(\.isHighlighted) { _, _ in highlights += 1 },
            label.observe(\.text, options: .new) { _, change in texts.append(change.newValue ?? "none") },
            imageView.observe(\.image) { _, _ in images += 1 },
        ]
        for _ in 0..<2 {
            button.isHighlighted = true
            button.isEnabled = false
            label.text = "a"
            imageView.image = nil
        }
        label.attributedText = NSAttributedString(string: "b")
        label.attributedText = NSAttributedString(string: "b", attributes: [.kern: 2])
        let image = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { _ in }
        imageView.image = image
        imageView.image = image
        #expect(states.map(\.rawValue) == [1, 3])
        #expect(highlights == 1)
        #expect(texts == ["a", "b"])
        #expect(images == 1)
        for observation in observations { observation.invalidate() }
    }

    @Test("G-22 observing holds no view; views nobody observes keep no record")
    func lifetime() {
        weak var gone: UIView?
        var observation: NSKeyValueObservation?
        do {
            let view = UIView()
            gone = view
            observation = view.observe(\.center) { _, _ in }
            view.center = CGPoint(x: 1, y: 1)
        }
        #expect(gone == nil)
        observation?.invalidate()
        let plain = UIView()
        plain.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(plain.layer.details == nil)
        #expect(plain.extras == nil)
    }
}
