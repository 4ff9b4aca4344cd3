import ControlSocket
import Raster
import TestSupport
import Testing
import UIKit

@testable import PanelTool

/// The three screens on panels in memory, in virtual time.
@Suite("vitrine-panel: what is on the panel", .serialized)
@MainActor
struct PanelScreensTests {
    private func show(_ controller: PanelViewController, on stage: Stage) {
        stage.window.rootViewController = controller
        stage.frame()
    }

    @Test(
        "full colours are exact to the last pixel, without words once these are gone",
        arguments: [(480, 320), (800, 480)])
    func solid(width: Int, height: Int) throws {
        for (name, colour) in [
            ("red", 0xffff_0000), ("green", 0xff00_ff00), ("white", 0xffff_ffff), ("black", 0xff00_0000),
        ]
            as [(String, UInt32)]
        {
            let stage = try Stage(width: width, height: height)
            defer { stage.close() }
            show(PatternViewController(try PanelOptions(["test-pattern", "--pattern", name])), on: stage)
            stage.advance(by: 3.1)
            for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width / 2, height - 40)] {
                #expect(stage.pixel(x, y) == colour, "\(name) at \(x), \(y)")
            }
        }
    }

    @Test("the outermost pixels are drawn on any panel, also with two pixels a point and turned")
    func geometry() throws {
        for (scale, rotation) in [(1.0, Rotation.none), (2, .none), (1.5, .quarter)] {
            let stage = try Stage(width: 400, height: 240, scale: scale, rotation: rotation)
            defer { stage.close() }
            show(
                PatternViewController(try PanelOptions(["test-pattern", "--pattern", "geometry", "--plain"])), on: stage
            )
            let width = Int(400 * scale)
            let height = Int(240 * scale)
            for (x, y) in [(0, height / 3), (width - 1, height / 3), (width / 3, 0), (width / 3, height - 1)] {
                #expect(stage.pixel(x, y) == 0xffff_ffff, "\(scale) at \(x), \(y)")
            }
            #expect(try stage.isExact())
        }
    }

    @Test("a touch shows the next pattern, and after the last the first; a time does the same by itself")
    func order() throws {
        let stage = try Stage(width: 400, height: 240)
        defer { stage.close() }
        show(
            PatternViewController(try PanelOptions(["test-pattern", "--pattern", "red,blue", "--plain"])), on: stage)
        #expect(stage.pixel(200, 120) == 0xffff_0000)
        stage.tap(200, 120)
        stage.frame()
        #expect(stage.pixel(200, 120) == 0xff00_00ff)
        stage.tap(200, 120)
        stage.frame()
        #expect(stage.pixel(200, 120) == 0xffff_0000)
        show(
            PatternViewController(
                try PanelOptions(["test-pattern", "--pattern", "green,white", "--plain", "--cycle", "2"])), on: stage)
        stage.advance(by: 2.1)
        #expect(stage.pixel(200, 120) == 0xffff_ffff)
        stage.advance(by: 2)
        #expect(stage.pixel(200, 120) == 0xff00_ff00)
    }

    @Test("bars move by whole pixels with every frame: two colours, no edge between them")
    func tearing() throws {
        let stage = try Stage(width: 400, height: 240)
        defer { stage.close() }
        show(PatternViewController(try PanelOptions(["test-pattern", "--pattern", "tearing", "--plain"])), on: stage)
        stage.frame()
        var last = (0..<400).map { stage.pixel($0, 100) }
        for _ in 0..<10 {
            stage.frame()
            let row = (0..<400).map { stage.pixel($0, 100) }
            #expect(Set(row) == [0xff00_0000, 0xffff_ffff])
            #expect(row[3...] == last[..<397], "not three pixels further")
            last = row
        }
    }

    @Test("ten fingers: slots, contacts, fields; an eleventh after they lifted; a cancelled one")
    func touchTest() throws {
        let stage = try Stage(width: 800, height: 480)
        defer { stage.close() }
        let controller = TouchTestViewController(try PanelOptions(["touch-test", "--json"]))
        show(controller, on: stage)
        stage.down(together: (0..<10).map { ($0, CGPoint(x: 60 + 70 * CGFloat($0), y: 240)) })
        for step in 1...20 {
            for finger in 0..<10 { stage.move(finger, 60 + 70 * CGFloat(finger), 240 - CGFloat(step) * 4) }
            stage.advance(by: 0.01)
        }
        for finger in 0..<10 { stage.up(finger) }
        stage.down(0, 400, 400)
        stage.cancel(0)
        stage.frame()
        let json = try JSONValue(parsing: Array(controller.report().utf8), maximumDepth: 8)
        #expect(json["contacts"]?.integer == 11 && json["at_once"]?.integer == 10 && json["cancelled"]?.integer == 1)
        #expect(abs((json["reports_per_second"]?.number ?? 0) - 100) < 5)
        #expect((json["touched"]?.integer ?? 0) >= 20)
        #expect(try stage.isExact())
    }

    @Test("a calibrated panel: each cross touched in its middle, then the trials; nothing is written in a dry run")
    func calibrate() throws {
        let stage = try Stage(width: 800, height: 480)
        defer {
            stage.close()
            UIApplication.shared.exitStatus = 0
        }
        let controller = CalibrateViewController(try PanelOptions(["calibrate", "--dry-run", "--json"]))
        show(controller, on: stage)
        #expect(UIApplication.shared.exitStatus == 1)
        for place in CalibrationRun.crosses + CalibrationRun.trials {
            stage.tap((800 * place.x).rounded(), (480 * place.y).rounded())
            stage.advance(by: 0.2)
        }
        #expect(UIApplication.shared.exitStatus == 0)
        let json = try JSONValue(parsing: Array(controller.report().utf8), maximumDepth: 8)
        #expect(json["written"]?.bool == false && json["problem"] == .null)
        let matrix = json["matrix"]?.list.compactMap(\.number) ?? []
        for (found, expected) in zip(matrix, [1, 0, 0, 0, 1, 0]) { #expect(abs(found - Double(expected)) < 1e-4) }
        #expect(matrix.count == 6 && (json["residual_px"]?.number ?? 9) < 0.2)
    }

    @Test("crosses in the wrong order: status 1, the reason in the report, and the first cross again")
    func calibrateRefused() throws {
        let stage = try Stage(width: 800, height: 480)
        defer {
            stage.close()
            UIApplication.shared.exitStatus = 0
        }
        let controller = CalibrateViewController(try PanelOptions(["calibrate", "--dry-run"]))
        show(controller, on: stage)
        for index in [1, 0, 2, 3, 4] {
            let place = CalibrationRun.crosses[index]
            stage.tap((800 * place.x).rounded(), (480 * place.y).rounded())
            stage.advance(by: 0.2)
        }
        #expect(UIApplication.shared.exitStatus == 1)
        #expect(controller.report().hasPrefix("not calibrated: Crosses 1 and 2 were exchanged"))
        // The first cross is there again: its ring, to the right of its middle.
        let first = CalibrationRun.crosses[0]
        let before = stage.pixel(Int(800 * first.x), Int(480 * first.y))
        stage.advance(by: 4.1)
        #expect(stage.pixel(Int(800 * first.x), Int(480 * first.y)) != before)
    }
}
