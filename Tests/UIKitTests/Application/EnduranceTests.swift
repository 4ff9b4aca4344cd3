import Foundation
import Glibc
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Reports of group F in Documentation/reports.md: memory, wake-ups and clocks of a program that runs for months.
@MainActor
@Suite("Endurance", .serialized)
struct EnduranceTests {
    /// Bytes of this process in memory.
    private func resident() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
            * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    @Test("F10 A label with 30,000 different texts, one after another: memory is flat after the first 10,000")
    func texts() throws {
        let stage = try Stage(width: 200, height: 60)
        defer { stage.close() }
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
        stage.window.addSubview(label)
        func show(_ numbers: Range<Int>) {
            for number in numbers {
                label.text = "12:\(number) \(number &* 2_654_435_761 % 1_000_003)"
                // What sizes itself asks every time; a picture of every tenth is drawn.
                _ = label.intrinsicContentSize
                if number % 10 == 0 { stage.frame() }
            }
        }
        show(0..<10_000)
        let before = try resident()
        show(10_000..<30_000)
        let growth = try resident() - before
        // A cache that kept 20,000 texts with their glyphs would take 8 MB and more. Other tests of the process take some: up to
        // 5 MB were seen.
        #expect(growth < 8 << 20, "\(growth) bytes")
    }

    @Test("F12 Controllers, display links, timers and animations that go on: three hundred rounds, nothing is kept")
    func rounds() throws {
        final class Controller: UIViewController {
            var ticks = 0
            func tick() { ticks += 1 }
        }
        let stage = try Stage()
        defer { stage.close() }
        var alive: [() -> Bool] = []
        for round in 0..<300 {
            func make() {
                let controller = Controller()
                let view: UIView = controller.view
                view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
                stage.window.addSubview(view)
                let label = UILabel(frame: view.bounds)
                label.text = "\(round)"
                view.addSubview(label)
                let link = CADisplayLink(target: controller, action: Controller.tick)
                link.add(to: .main, forMode: .common)
                let timer = Timer(timeInterval: 1000, repeats: true) { [weak controller] _ in
                    MainActor.assumeIsolated { controller?.tick() }
                }
                RunLoop.main.add(timer, forMode: .common)
                let animator = UIViewPropertyAnimator(duration: 10, curve: .linear) { label.alpha = 0 }
                animator.startAnimation()
                UIView.animate(withDuration: 5, delay: 0, options: [.repeat, .autoreverse]) { view.center.x += 10 }
                let spin = CABasicAnimation(keyPath: "transform.rotation.z")
                spin.toValue = 6
                spin.duration = 1
                spin.repeatCount = .infinity
                label.layer.add(spin, forKey: "spin")
                stage.frame()
                link.invalidate()
                timer.invalidate()
                animator.stopAnimation(true)
                view.removeFromSuperview()
                // Not the timer: Foundation keeps one that was ended, as long as its run loop.
                alive.append {
                    [weak controller, weak view, weak label, weak link, weak animator] in
                    controller != nil || view != nil || label != nil || link != nil || animator != nil
                }
            }
            make()
        }
        stage.frame()
        stage.frame()
        #expect(alive.count { $0() } == 0)
    }

    @Test("F09 An endless animation that is hidden, clear or out of the window costs no frames, and no wake-ups")
    func unseen() throws {
        let stage = try Stage()
        defer { stage.close() }
        func spinner() -> UIView {
            let view = UIView(frame: CGRect(x: 50, y: 50, width: 30, height: 30))
            view.backgroundColor = .red
            return view
        }
        func spin(_ view: UIView) {
            let spin = CABasicAnimation(keyPath: "transform.rotation.z")
            spin.toValue = 6
            spin.duration = 1
            spin.repeatCount = .infinity
            view.layer.add(spin, forKey: "spin")
        }
        let hidden = spinner()
        hidden.isHidden = true
        let below = UIView(frame: stage.window.bounds)
        let inHidden = spinner()
        below.addSubview(inHidden)
        below.isHidden = true
        let out = spinner()
        stage.window.addSubview(hidden)
        stage.window.addSubview(below)
        for view in [hidden, inHidden, out] { spin(view) }
        stage.advance(by: 1)
        var frames = stage.frameCount
        stage.advance(by: 60)
        #expect(stage.frameCount == frames)
        #expect(MainScheduler.shared.nextTime == .infinity)
        // It goes on where it is when it is seen, and rests again when it is not.
        hidden.isHidden = false
        stage.advance(by: 1)
        #expect(stage.frameCount > frames + 30)
        hidden.removeFromSuperview()
        stage.advance(by: 0.5)
        frames = stage.frameCount
        stage.advance(by: 60)
        #expect(stage.frameCount == frames)
    }

    @Test("F01 No interval is measured by the wall clock: it is read only where the time of day is what is wanted")
    func wallClock() throws {
        var sources = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { sources.deleteLastPathComponent() }
        sources.appendPathComponent("Sources")
        let words = [
            "Date()", "Date.now", "timeIntervalSinceNow", "CLOCK_REALTIME", "gettimeofday", "CFAbsoluteTime",
            "wallDeadline",
            "DispatchWallTime", "wall_seconds", "time(nil)", "time(NULL)",
        ]
        // Each with its reason.
        let allowed = [
            "CShims/include/clock.h": "tells that the wall clock was set, for the night's brightness",
            "PanelTool/Calibrate/CalibrationWriter.swift": "the date in a file",
            "UIKit/Animation/UIView+BeginCommit.swift": "setAnimationStart takes a date",
            "UIKit/Panel/NightLight.swift": "night is a time of day",
            "UIKit/Application/LaunchWindow.swift": "the name of a picture",
            "UIKit/Application/RealTimeStage.swift": "a run loop's limit is a date; tests alone use it",
            "Showcase/ClockView.swift": "shows the time of day",
        ]
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        var read = 0
        var found: Set<String> = []
        for file in files where [".swift", ".c", ".h"].contains(where: file.hasSuffix) {
            read += 1
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            if words.contains(where: text.contains) { found.insert(file) }
        }
        #expect(read > 400, "\(read) files")
        #expect(found.subtracting(allowed.keys).isEmpty, "these read the wall clock")
        #expect(Set(allowed.keys).subtracting(found).isEmpty, "these do not any more")
    }
}
