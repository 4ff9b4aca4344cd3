@testable import Display
import Raster
import Testing

@Suite("Modes and refresh rates")
struct ModeTests {
    private func chosen(_ modes: [KMSMode], _ wanted: String? = nil) -> String? {
        ModeChoice.choose(from: modes, wanted: wanted)?.text
    }

    @Test("C48: preferred, else the largest sensible size nearest 60 Hz, never interlaced unless there is nothing else")
    func withoutWish() {
        let list = [
            KMSMode(1920, 1080, rate: 60, isPreferred: true, isInterlaced: true), KMSMode(3840, 2160, rate: 30),
            KMSMode(1280, 720, rate: 50), KMSMode(1280, 720, rate: 60), KMSMode(1280, 720, rate: 75),
            KMSMode(640, 480, rate: 60),
        ]
        #expect(chosen(list) == "1280x720@60")
        #expect(chosen(list + [KMSMode(800, 480, rate: 55, isPreferred: true)]) == "800x480@55")
        #expect(chosen([KMSMode(4096, 2160, rate: 24), KMSMode(3840, 2160, rate: 30)]) == "3840x2160@30")
        #expect(chosen([KMSMode(1920, 1080, rate: 60, isInterlaced: true)]) == "1920x1080i@60")
        #expect(chosen([]) == nil)
        #expect(
            chosen([KMSMode(4096, 2160, rate: 24, isPreferred: true), KMSMode(800, 600, rate: 60)]) == "4096x2160@24")
    }

    @Test("a wanted mode is found by size, and by rate if one is given")
    func wish() {
        let list = [
            KMSMode(800, 480, rate: 50), KMSMode(800, 480, rate: 59.94), KMSMode(1920, 1080, rate: 60),
            KMSMode(1920, 1080, rate: 60, isInterlaced: true),
        ]
        #expect(chosen(list, "800x480") == "800x480@60")
        #expect(chosen(list, "800x480@50") == "800x480@50")
        #expect(chosen(list, "800x480@59.94") == "800x480@60")
        #expect(chosen(list, "1920x1080i") == "1920x1080i@60")
        for wrong in ["800x480@75", "800x481", "800", "x", "", "axb", "800x480@", "800x480@fast", "1x2x3", "@"] {
            #expect(chosen(list, wrong) == nil, "\(wrong)")
        }
    }

    @Test("a mode that is not offered gives an error with those that are")
    func notOffered() throws {
        let kernel = ScriptedKernel(.panel(modes: [KMSMode(64, 32, rate: 60), KMSMode(32, 16, rate: 50)]))
        let error = try #require(
            displayError { () throws(DisplayError) in
                _ = try KMSOutput.open(on: kernel, KMSConfiguration(mode: "800x480"))
            })
        #expect(error.reason == .noSuchMode(wanted: "800x480", offered: ["64x32@60", "32x16@50"]))
        #expect(error.recovery == .stop && error.description.contains("64x32@60, 32x16@50"))
        #expect(kernel.leaks == [])
    }

    @Test("D5: the interval comes from clock and totals; nonsense gives the configured rate")
    func refresh() {
        var mode = KMSMode()
        mode.clock = 25979
        mode.htotal = 800 + 1 + 2 + 46
        mode.vtotal = 480 + 7 + 2 + 21
        mode.vrefresh = 61
        #expect(abs(mode.refreshRate - 59.9995) < 0.001)
        #expect(mode.refreshInterval(fallback: 60) == 1 / mode.refreshRate)
        for (clock, htotal, vtotal) in [(0, 800, 600), (1000, 0, 0), (1, 320, 240), (100_000, 320, 240)] {
            mode.clock = UInt32(clock)
            mode.htotal = UInt16(htotal)
            mode.vtotal = UInt16(vtotal)
            #expect(mode.refreshInterval(fallback: 50) == 0.02)
        }
        for rate in [23.976, 24, 55.3, 66.7, 240] {
            #expect(abs(1 / KMSMode(3000, 2000, rate: rate).refreshInterval(fallback: 60) - rate) < 0.01)
        }
        mode = KMSMode(1920, 1080, rate: 50, isInterlaced: true)
        #expect(abs(mode.refreshRate - 50) < 0.01, "fields a second")
        mode = KMSMode(320, 240, rate: 120)
        mode.flags = 1 << 5
        #expect(abs(mode.refreshRate - 60) < 0.1, "double scan")
    }

    @Test("a panel that reports nonsense is paced at the configured rate, and tells what it reported")
    func fallback() throws {
        let kernel = ScriptedKernel(.panel(modes: [KMSMode(32, 16, rate: 2)]))
        let info = try KMSOutput.open(on: kernel, KMSConfiguration(fallbackRefreshRate: 40)).info
        #expect(info.refreshInterval == 0.025)
        #expect(info.reportedRefresh < 3)
    }

    // MARK: Timings from the configuration

    private let line = "33.3 800 840 888 928 480 493 496 525 -hsync -vsync"

    @Test("a modeline gives exactly its timings, as cvt writes it or bare")
    func modeline() throws {
        let mode = try #require(KMSMode(modeline: line))
        #expect(mode.clock == 33_300 && mode.size == PixelSize(width: 800, height: 480))
        #expect([mode.hsyncStart, mode.hsyncEnd, mode.htotal] == [840, 888, 928])
        #expect([mode.vsyncStart, mode.vsyncEnd, mode.vtotal] == [493, 496, 525])
        #expect(mode.flags == 0b1010 && mode.vrefresh == 68)
        #expect(KMSMode(modeline: "Modeline \"800x480_60.00\"  \(line)") == mode)
        #expect(
            KMSMode(modeline: "74.25 1920 2008 2052 2200 1080 1084 1094 1125 Interlace +HSync +VSync")?.isInterlaced
                == true)
        // Offered or not.
        #expect(ModeChoice.choose(from: [], wanted: line) == mode)
    }

    @Test("what can be no mode is refused, never set")
    func badModelines() {
        for text in [
            "33.3 800", "33.3 800 840 888 928 480 493 496", "0 800 840 888 928 480 493 496 525",
            "nan 800 840 888 928 480 493 496 525", "inf 800 840 888 928 480 493 496 525",
            "-3 800 840 888 928 480 493 496 525", "33.3 800 790 888 928 480 493 496 525",
            "33.3 0 0 0 0 480 493 496 525", "33.3 800 800 800 800 480 480 480 480",
            "33.3 80000 80000 80000 90000 480 493 496 525", "33.3 800 840 888 928 480 493 496 525 +sync",
            "4e9 800 840 888 928 480 493 496 525", "0.001 800 840 888 928 480 493 496 525", " ", "Modeline \"a\"",
        ] {
            #expect(KMSMode(modeline: text) == nil, "\(text)")
        }
    }

    @Test("raspberrypi/linux#4719: with timings of its own, a panel that tells nothing is used")
    func forcedPanel() throws {
        var card = ScriptedCard.panel(modes: [])
        card.connectors[0].connection = .unknown
        var kernel = ScriptedKernel(card)
        let small = "0.05 32 33 34 40 16 17 18 20"
        #expect(try KMSOutput.open(on: kernel, KMSConfiguration(mode: small)).info.panelSize.width == 32)
        // One that says it is not there must be named.
        card.connectors[0].connection = .disconnected
        kernel = ScriptedKernel(card)
        #expect(
            displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel, KMSConfiguration(mode: small))
            }
                != nil)
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(connector: "DSI-1", mode: small))
        try output.show()
        #expect(kernel.log.contains { $0.hasPrefix("commit [MODESET]") })
        _ = try output.takeEvents()
        kernel.change { $0.linkStatus = "Good" }
        #expect(try output.takeEvents() == [], "an event does not take it away")
    }
}
