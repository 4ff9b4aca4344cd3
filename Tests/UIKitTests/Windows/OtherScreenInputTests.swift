import ControlSocket
import Foundation
import Raster
import TestSupport
import Testing

@testable import UIKit

@Suite("Mouse, keyboard and tool on several screens", .serialized)
@MainActor
struct OtherScreenInputTests {
    @MainActor
    private final class Target: NSObject {
        var log: [String] = []
        func hovered(_ hover: UIHoverGestureRecognizer) {
            let point = hover.location(in: hover.view)
            log.append(
                "\(hover.name ?? "") \(hover.state.rawValue) \(Int(point.x.rounded())),\(Int(point.y.rounded()))")
        }
    }

    private final class Keys: UIView {
        var log: [String] = []
        override var canBecomeFirstResponder: Bool { true }
        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            log += presses.compactMap { $0.key?.characters }
        }
    }

    private func window(on screen: UIScreen, _ name: String, _ target: Target, color: UIColor) -> UIWindow {
        let window = UIWindow(frame: screen.bounds)
        window.screen = screen
        window.backgroundColor = color
        let hover = UIHoverGestureRecognizer(target: target, action: Target.hovered)
        hover.name = name
        window.addGestureRecognizer(hover)
        window.isHidden = false
        return window
    }

    @Test(
        "the pointer leaves one screen and is on the next: hovering ends here and begins there, and the arrow goes along"
    )
    func crossing() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 120, height: 80), scale: 2)
        let target = Target()
        let first = window(on: stage.screen, "main", target, color: .red)
        let second = window(on: other.screen, "other", target, color: .blue)
        stage.advance(by: 0.1)
        stage.pointerMove(to: CGPoint(x: 20, y: 10))
        stage.advance(by: 0.1)
        #expect(stage.pixel(x: 22, y: 16) != 0xFFFF_0000, "the arrow")
        // Both within one frame: the places are of different screens.
        stage.pointerMove(to: CGPoint(x: 79, y: 12))
        other.pointerMove(to: CGPoint(x: 3, y: 12))
        stage.advance(by: 0.1)
        #expect(target.log.first == "main 1 20,10")
        #expect(target.log.last == "other 1 3,12" && target.log.contains { $0.hasPrefix("main 3") })
        #expect(stage.pixel(x: 22, y: 16) == 0xFFFF_0000 && stage.pixel(x: 79, y: 14) == 0xFFFF_0000)
        #expect(other.pixel(x: 10, y: 36) != 0xFF00_00FF, "the arrow, in pixels of two a point")
        other.unplug()
        #expect(target.log.last?.hasPrefix("other 4") == true, "cancelled with its screen")
        stage.pointerMove(to: CGPoint(x: 30, y: 10))
        stage.advance(by: 0.1)
        #expect(target.log.last == "main 1 30,10")
        (first.isHidden, second.isHidden) = (true, true)
    }

    @Test("keys go to the key window, wherever its screen is")
    func keyboard() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 60, height: 40))
        var windows: [UIWindow] = []
        var views: [Keys] = []
        for screen in [stage.screen, other.screen] {
            let window = UIWindow(frame: screen.bounds)
            window.screen = screen
            let view = Keys(frame: screen.bounds)
            window.addSubview(view)
            window.makeKeyAndVisible()
            #expect(view.becomeFirstResponder())
            windows.append(window)
            views.append(view)
        }
        stage.key(30, isDown: true)
        stage.key(30, isDown: false)
        #expect(views[0].log == [] && views[1].log == ["a"])
        windows[0].makeKey()
        #expect(views[0].becomeFirstResponder())
        stage.key(48, isDown: true)
        stage.key(48, isDown: false)
        #expect(views[0].log == ["b"] && views[1].log == ["a"])
        for window in windows { window.isHidden = true }
    }

    @Test("the tool is told of every screen, and finds one by its number or its connector")
    func inspection() throws {
        let stage = try HeadlessStage(panel: PixelSize(width: 80, height: 48))
        defer { stage.close() }
        let other = try stage.addPanel(PixelSize(width: 60, height: 40), scale: 2)
        let target = Target()
        let first = window(on: stage.screen, "main", target, color: .red)
        let second = window(on: other.screen, "other", target, color: .blue)
        stage.advance(by: 0.1)
        let screens = [
            InspectedScreen(server: stage.server, scale: 1), InspectedScreen(server: other.server, scale: 2),
        ]
        let stats = StatisticsReport(facts: ProgramFacts(name: "Test"), screens: screens).json
        let told = try #require(stats["other_screens"]?.list.first)
        #expect(stats["display"]?["width"]?.integer == 80 && told["number"]?.integer == 2)
        #expect(told["display"]?["width"]?.integer == 60 && told["display"]?["scale"]?.number == 2)
        #expect(told["frames"]?["shown"]?.integer == other.frameCount && other.frameCount > 0)
        let tree = ViewTreeReport(.init(isOnlyWindows: true)).json
        #expect(tree["windows"]?.list.count == 1)
        let others = try #require(tree["other_screens"]?.list.first)
        #expect(others["connector"]?.text == other.screen.name && others["windows"]?.list.count == 1)
        #expect(others["windows"]?.list.first?["background"]?.text == "#0000ff")
        #expect(tree["count"]?.integer == 2)

        let name = other.server.outputInfo.name
        #expect(name != stage.server.outputInfo.name)
        for word in ["2", name] {
            #expect(try InspectedScreen.find(word, among: screens).server === other.server)
        }
        #expect(try InspectedScreen.find(nil, among: screens).server === stage.server)
        #expect(throws: InspectedScreen.Absence.self) { try InspectedScreen.find("3", among: screens) }
        other.unplug()
        do {
            _ = try InspectedScreen.find("2", among: screens)
            Issue.record("an unplugged screen was found")
        } catch {
            #expect(error.reason.contains("has no display"))
        }
        (first.isHidden, second.isHidden) = (true, true)
    }
}
