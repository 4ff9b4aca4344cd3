import ControlSocket
import Foundation
import TestSupport
import Testing

@testable import UIKit

@MainActor
@Suite("Looking into a running program")
struct InspectionTests {
    private func on(_ body: @MainActor (Stage) throws -> Void) throws {
        let stage = try Stage(width: 200, height: 100)
        defer { stage.close() }
        try body(stage)
    }

    private func window(_ stage: Stage, _ inspection: ControlRequest.Inspection = .init()) throws -> JSONValue {
        let tree = ViewTreeReport(inspection).json
        return try #require(tree["windows"]?.list.last)
    }

    @Test("class, frame, text, colours and what is not as usual")
    func tree() throws {
        try on { stage in
            let label = UILabel(frame: CGRect(x: 10, y: 20, width: 80, height: 30))
            label.text = String(repeating: "x", count: 1000)
            label.alpha = 0.5
            label.isHidden = true
            label.backgroundColor = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
            label.transform = CGAffineTransform(translationX: 5, y: 0)
            label.addGestureRecognizer(UITapGestureRecognizer())
            stage.window.addSubview(label)
            let layer = CALayer()
            layer.name = "glow"
            label.layer.addSublayer(layer)
            let node = try #require(try window(stage)["subviews"]?.list.first)
            #expect(node["class"]?.text == "UILabel" && node["address"]?.text?.hasPrefix("0x") == true)
            #expect(node["frame"]?.list.map(\.number) == [15, 20, 80, 30])
            #expect(node["text"]?.text?.count == ViewTreeReport.maximumText + 1)
            #expect(node["alpha"]?.number == 0.5 && node["hidden"]?.bool == true)
            #expect(node["background"]?.text == "#ff8000" && node["gestures"]?.integer == 1)
            #expect(node["transform"]?.list.map(\.number) == [1, 0, 0, 1, 5, 0])
            #expect(node["layers"]?.list.first?["name"]?.text == "glow")
            let bare = try window(stage, .init(hasLayers: false))
            #expect(bare["subviews"]?.list.first?["layers"] == nil)
        }
    }

    @Test("depth and count are bounded, and it says so; windows alone are no cut")
    func bounded() throws {
        try on { stage in
            var parent: UIView = stage.window
            for _ in 0..<1000 {
                let child = UIView(frame: .zero)
                parent.addSubview(child)
                parent = child
            }
            let deep = ViewTreeReport(.init()).json
            #expect(deep["cut"]?.bool == true && deep["count"]?.integer ?? 0 < 300)
            let read = try JSONValue(parsing: Array(deep.line.utf8), maximumDepth: 2048)
            #expect(read == deep)
            stage.window.subviews[0].removeFromSuperview()
            for _ in 0..<ViewTreeReport.maximumCount + 10 { stage.window.addSubview(UIView(frame: .zero)) }
            let wide = ViewTreeReport(.init()).json
            #expect(wide["cut"]?.bool == true && wide["count"]?.integer ?? 0 <= ViewTreeReport.maximumCount + 1)
            #expect(ViewTreeReport(.init(isOnlyWindows: true)).json["cut"]?.bool == false)
        }
    }

    @Test("statistics: the display, the frames and the memory")
    func statistics() throws {
        try on { stage in
            let facts = ProgramFacts(name: "Test")
            stage.window.backgroundColor = .red
            stage.frame()
            let json = StatisticsReport(
                facts: facts, screens: [InspectedScreen(server: stage.headless.server, scale: 1)]
            ).json
            #expect(json["program"]?.text == "Test" && json["process"]?.integer == Int(getpid()))
            #expect(json["display"]?["width"]?.integer == 200 && json["display"]?["hertz"]?.number == 60)
            #expect(json["display"]?["output"]?.text == "headless" && json["remote"] == .null)
            #expect(json["frames"]?["shown"]?.integer == stage.frameCount && stage.frameCount > 0)
            #expect(json["times_ms"]?["render"]?["count"]?.integer == stage.frameCount)
            #expect(json["memory"]?["resident_bytes"]?.integer ?? 0 > 1 << 20)
        }
    }
}
