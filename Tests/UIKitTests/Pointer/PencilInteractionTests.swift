import Foundation
import Input
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Side buttons of pens", .serialized)
struct PencilInteractionTests {
    private final class Listener: NSObject, UIPencilInteractionDelegate {
        var taps: [UIPencilInteraction.Tap] = []

        func pencilInteraction(_ interaction: UIPencilInteraction, didReceiveTap tap: UIPencilInteraction.Tap) {
            taps.append(tap)
        }
    }

    private final class OldListener: NSObject, UIPencilInteractionDelegate {
        var count = 0
        func pencilInteractionDidTap(_ interaction: UIPencilInteraction) { count += 1 }
    }

    private final class Moved: NSObject, UIInteraction {
        weak var view: UIView?
        var log: [String] = []
        func willMove(to view: UIView?) { log.append("will \(view?.tag ?? 0) of \(self.view?.tag ?? 0)") }
        func didMove(to view: UIView?) {
            self.view = view
            log.append("did \(view?.tag ?? 0)")
        }
    }

    private func press(_ stage: Stage) {
        stage.headless.pointer(.penPressed)
        stage.frame()
    }

    @Test(
        "A press is a tap of every enabled interaction in a visible window, in the older form, too; nothing is touched")
    func taps() throws {
        let stage = try Stage()
        defer { stage.close() }
        let view = TouchRecordingView(frame: CGRect(x: 100, y: 100, width: 100, height: 100))
        stage.window.addSubview(view)
        let listener = Listener()
        let old = OldListener()
        let interaction = UIPencilInteraction(delegate: listener)
        view.addInteraction(interaction)
        stage.window.addInteraction(UIPencilInteraction(delegate: old))
        let alone = UIPencilInteraction(delegate: old)
        press(stage)
        #expect(listener.taps.count == 1 && old.count == 1 && view.log.isEmpty && alone.view == nil)
        #expect(listener.taps[0].hoverPose == nil && abs(listener.taps[0].timestamp - stage.now) < 0.1)
        interaction.isEnabled = false
        press(stage)
        interaction.isEnabled = true
        view.removeFromSuperview()
        press(stage)
        stage.window.addSubview(view)
        stage.window.isHidden = true
        press(stage)
        stage.window.isHidden = false
        UIApplication.shared.beginIgnoringInteractionEvents()
        press(stage)
        UIApplication.shared.endIgnoringInteractionEvents()
        view.removeInteraction(interaction)
        press(stage)
        #expect(listener.taps.count == 1 && old.count == 4)
        #expect(
            UIPencilInteraction.preferredTapAction == .switchEraser && !UIPencilInteraction.prefersPencilOnlyDrawing)
        #expect(UIPencilPreferredAction.runSystemShortcut.rawValue == 6)
    }

    @Test("With a pen above the panel the tap knows its pose, in the coordinates of the interaction's view")
    func pose() throws {
        let stage = try Stage()
        defer { stage.close() }
        let view = UIView(frame: CGRect(x: 100, y: 100, width: 100, height: 100))
        stage.window.addSubview(view)
        let listener = Listener()
        view.addInteraction(UIPencilInteraction(delegate: listener))
        stage.headless.penHover(
            at: CGPoint(x: 110, y: 130), PenState(tilt: SIMD2(0, 45), distance: 0.5, roll: -90))
        press(stage)
        let pose = try #require(listener.taps.first?.hoverPose)
        #expect(abs(pose.location.x - 10) < 1e-6 && abs(pose.location.y - 30) < 1e-6 && pose.zOffset == 0.5)
        #expect(abs(pose.altitudeAngle - .pi / 4) < 1e-9 && abs(pose.azimuthAngle - .pi / 2) < 1e-6)
        #expect(abs(pose.rollAngle + .pi / 2) < 1e-9)
        stage.headless.penHover(at: nil)
        press(stage)
        #expect(listener.taps.count == 2 && listener.taps[1].hoverPose == nil)
    }

    @Test("An interaction is of one view at a time and hears of its moves before and after")
    func moves() {
        let views = (1...2).map { tag in
            let view = UIView(frame: .zero)
            view.tag = tag
            return view
        }
        let interaction = Moved()
        views[0].addInteraction(interaction)
        views[0].addInteraction(interaction)
        #expect(views[0].interactions.count == 1)
        views[1].addInteraction(interaction)
        #expect(views[0].interactions.isEmpty && views[1].interactions.first === interaction)
        views[0].removeInteraction(interaction)
        views[1].interactions = []
        #expect(
            interaction.log == [
                "will 1 of 0", "did 1", "will 0 of 1", "did 0", "will 2 of 0", "did 2", "will 0 of 2", "did 0",
            ])
    }
}
