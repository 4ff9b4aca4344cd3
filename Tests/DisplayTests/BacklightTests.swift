import Foundation
import Testing

@testable import Display

@Suite("The panel's light")
struct BacklightTests {
    /// A folder like /sys/class/backlight.
    private final class Lights {
        let folder = NSTemporaryDirectory() + "vitrine-lights-\(UUID().uuidString)"

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func add(_ name: String, _ files: [String: String]) throws {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            for (file, text) in files {
                try "\(text)\n".write(toFile: "\(folder)/\(name)/\(file)", atomically: false, encoding: .utf8)
            }
        }

        func number(_ file: String) -> Int? {
            (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)).flatMap {
                Int($0.split(separator: "\n").first ?? "")
            }
        }
    }

    @Test("levels look even: half is 22 percent of the light; 0 is the lowest step, never out")
    func curve() throws {
        let lights = Lights()
        try lights.add("panel", ["max_brightness": "255", "brightness": "255", "bl_power": "0", "type": "raw"])
        let light = try #require(Backlight.find(in: lights.folder))
        #expect(light.level == 1 && !light.isOnOffOnly)
        for (level, number) in [(1.0, 255), (0.5, 55), (0, 1), (-3, 1), (7, 255), (.nan, 255)] {
            light.light(at: level)
            #expect(lights.number("panel/brightness") == number, "\(level)")
        }
        light.light(at: 0.5)
        #expect(abs(light.level - 0.5) < 0.01, "read back as it was set")
        #expect(light.error == nil)
    }

    @Test("a kernel that says its numbers are even to the eye gets them unchanged")
    func perceptual() throws {
        let lights = Lights()
        try lights.add("panel", ["max_brightness": "100", "brightness": "50", "scale": "non-linear"])
        let light = try #require(Backlight.find(in: lights.folder))
        #expect(light.level == 0.5)
        light.light(at: 0.3)
        #expect(lights.number("panel/brightness") == 30)
    }

    @Test("out is power down and 0; lit again is power first seen, then untouched")
    func power() throws {
        let lights = Lights()
        try lights.add("panel", ["max_brightness": "10", "brightness": "10", "bl_power": "0"])
        let light = try #require(Backlight.find(in: lights.folder))
        light.extinguish()
        #expect(lights.number("panel/bl_power") == 4 && lights.number("panel/brightness") == 0)
        #expect(light.level == 1, "out is not a brightness to go back to")
        light.light(at: 1)
        #expect(lights.number("panel/bl_power") == 0 && lights.number("panel/brightness") == 10)
        // Left off by a killed predecessor.
        light.extinguish()
        let next = try #require(Backlight.find(in: lights.folder))
        next.light(at: 1)
        #expect(lights.number("panel/bl_power") == 0 && lights.number("panel/brightness") == 10)
    }

    @Test("a light with one level, or of which a board file says so, is on or off")
    func onOff() throws {
        let lights = Lights()
        try lights.add("gpio", ["max_brightness": "1", "brightness": "1"])
        let light = try #require(Backlight.find(in: lights.folder))
        #expect(light.isOnOffOnly)
        light.light(at: 0.1)
        #expect(lights.number("gpio/brightness") == 1)
        try lights.add("lies", ["max_brightness": "255", "brightness": "1"])
        let other = try #require(Backlight.find("lies", isOnOffOnly: true, in: lights.folder))
        other.light(at: 0.1)
        #expect(lights.number("lies/brightness") == 255)
    }

    @Test("of several the firmware's goes first, unless a name is meant; nonsense is passed over")
    func choice() throws {
        let lights = Lights()
        #expect(Backlight.find(in: lights.folder) == nil)
        try lights.add("a-raw", ["max_brightness": "10", "type": "raw"])
        try lights.add("acpi_video0", ["max_brightness": "10", "type": "firmware"])
        try lights.add("broken", ["max_brightness": "many", "type": "firmware"])
        try lights.add("none", ["max_brightness": "0", "type": "firmware"])
        #expect(Backlight.find(in: lights.folder)?.name == "acpi_video0")
        #expect(Backlight.find("a-*", in: lights.folder)?.name == "a-raw")
        #expect(Backlight.find("10-0045", in: lights.folder) == nil)
        #expect(Backlight.find("broken", in: lights.folder) == nil)
    }

    @Test("a light that may not be written says so, with what to do")
    func refused() throws {
        let lights = Lights()
        try lights.add("panel", ["max_brightness": "10"])
        let light = try #require(Backlight.find(in: lights.folder))
        light.light(at: 1)
        let error = try #require(light.error)
        #expect(error.operation == .writeBacklight && error.description.contains("panel/brightness"))
        #expect(DisplayError(.writeBacklight, on: "x", code: 13).description.contains("udev rule"))
    }
}
