import BoardConfig
import Testing

@Suite("Modes as written")
struct BoardModeTests {
    @Test("a mode is a size, with or without a rate, or timings as X writes them")
    func written() throws {
        let line = "33.3 800 840 888 928 480 493 496 525 -hsync -vsync"
        let timed = try #require(BoardMode(line))
        #expect(timed.width == 800 && timed.height == 480 && timed.timings == line && timed.description == line)
        #expect(abs((timed.refreshRate ?? 0) - 68.35) < 0.01)
        #expect(BoardMode("74.25 1920 2008 2052 2200 1080 1084 1094 1125 Interlace")?.isInterlaced == true)
        #expect(BoardMode("800x480@60")?.timings == nil)
        for text in [
            "33.3 800", "0 800 840 888 928 480 493 496 525", "nan 800 840 888 928 480 493 496 525",
            "33.3 800 790 888 928 480 493 496 525", "33.3 800 840 888 928 480 493 496 525 sideways", " ", "800x480 60",
        ] {
            #expect(BoardMode(text) == nil, "\(text)")
        }
    }
}
