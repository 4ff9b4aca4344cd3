import Raster
import Testing

@testable import UIKit

@Suite("Launch configuration")
struct LaunchConfigurationTests {
    @Test("Every documented variable is read")
    func all() throws {
        let configuration = try LaunchConfiguration(environment: [
            "VITRINE_OUTPUT": "headless", "VITRINE_PANEL": "1280x800@2", "VITRINE_ROTATION": "270",
            "VITRINE_FRAMES": "/tmp/f", "VITRINE_FRAMES_INTERVAL": "0.5", "VITRINE_CONTACTS": "c", "VITRINE_UNTIL": "3",
            "VITRINE_CLOCK": "virtual", "VITRINE_FORMAT": "rgb565", "VITRINE_BUFFERS": "3", "VITRINE_KMS": "legacy",
            "VITRINE_CARD": "/dev/dri/card1", "VITRINE_CONNECTOR": "DSI-1", "VITRINE_MODE": "800x480@50",
            "VITRINE_DRAWING_THREADS": "2", "VITRINE_CONTENTS_BUDGET": "32", "VITRINE_DITHER": "on",
        ])
        #expect(configuration.output == .headless)
        #expect(configuration.panelSize == PixelSize(width: 1280, height: 800))
        #expect(configuration.scale == 2)
        #expect(configuration.rotation == .threeQuarter)
        #expect(configuration.framesFolder == "/tmp/f" && configuration.framesInterval == 0.5)
        #expect(configuration.contactsFile == "c" && configuration.until == 3 && configuration.isVirtualTime)
        #expect(configuration.format == .rgb565 && configuration.bufferCount == 3 && configuration.forcesLegacy)
        #expect(configuration.card == "/dev/dri/card1" && configuration.connector == "DSI-1")
        #expect(configuration.mode == "800x480@50")
        #expect(configuration.drawingThreads.count == 2 && configuration.dithers)
        #expect(configuration.contentsBudget == 32 << 20)
    }

    @Test("Empty values count as absent")
    func empty() throws {
        let configuration = try LaunchConfiguration(environment: ["VITRINE_OUTPUT": "", "VITRINE_PANEL": ""])
        #expect(configuration.output == nil && configuration.panelSize == nil)
    }

    @Test(
        "A value that cannot be used names the variable, the value and what was expected",
        arguments: [
            ("VITRINE_OUTPUT", "x11"), ("VITRINE_PANEL", "800"), ("VITRINE_PANEL", "0x480"),
            ("VITRINE_PANEL", "800x480@0"), ("VITRINE_PANEL", "800x480@2@3"), ("VITRINE_PANEL", "99999999999x2"),
            ("VITRINE_ROTATION", "45"), ("VITRINE_UNTIL", "-1"), ("VITRINE_UNTIL", "nan"), ("VITRINE_CLOCK", "fast"),
            ("VITRINE_BUFFERS", "1"), ("VITRINE_FORMAT", "a8"), ("VITRINE_DITHER", "yes"),
            ("VITRINE_DRAWING_THREADS", "0"), ("VITRINE_DRAWING_THREADS", "9"), ("VITRINE_CONTENTS_BUDGET", "much"),
        ])
    func bad(_ name: String, _ value: String) {
        #expect {
            try LaunchConfiguration(environment: [name: value])
        } throws: { error in
            let text = "\(error)"
            return text.contains(name) && text.contains(value) && text.contains("expected")
        }
    }

    @Test("A mouse that drags scrolls, unless its drags are for the content")
    func mouseDrag() throws {
        #expect(try LaunchConfiguration(environment: [:]).isDraggedByMice)
        #expect(try LaunchConfiguration(environment: ["VITRINE_MOUSE_DRAG": "scroll"]).isDraggedByMice)
        #expect(try !LaunchConfiguration(environment: ["VITRINE_MOUSE_DRAG": "content"]).isDraggedByMice)
        #expect(throws: LaunchConfiguration.Failure.self) {
            try LaunchConfiguration(environment: ["VITRINE_MOUSE_DRAG": "off"])
        }
    }
}
