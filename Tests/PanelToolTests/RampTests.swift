import Testing

@testable import PanelTool

@Suite("Test patterns: ramps")
struct RampTests {
    @Test("patches cover every pixel once, in order, on any width", arguments: [1, 7, 255, 256, 257, 480, 1920])
    func gapless(width: Int) {
        let ramp = Ramp(start: 5, width: width, levels: Array(0...255))
        var next = 5
        for patch in ramp.patches {
            #expect(patch.start == next && patch.count > 0)
            next += patch.count
        }
        #expect(next == 5 + width)
        #expect(ramp.patches.map(\.level) == ramp.patches.map(\.level).sorted())
    }

    @Test("from 256 pixels on every level is there; without a width there is nothing")
    func levels() {
        #expect(Ramp(start: 0, width: 256, levels: Array(0...255)).patches.map(\.level) == Array(0...255))
        #expect(Ramp(start: 0, width: 0, levels: [1]).patches.isEmpty)
        #expect(Ramp(start: 0, width: 10, levels: []).patches.isEmpty)
    }

    @Test("5, 6 and 8 bits have 32, 64 and 256 levels, from black to full")
    func bits() {
        for (bits, count) in [(5, 32), (6, 64), (8, 256)] {
            let levels = Ramp.levels(bits: bits)
            #expect(levels.count == count && levels.first == 0 && levels.last == 255)
            #expect(Set(levels).count == count)
        }
    }

    @Test("colours keep their exact values; words on them can be read")
    func colours() {
        #expect(PatternColour(255, 0, 128).scaled(255) == PatternColour(255, 0, 128))
        #expect(PatternColour(255, 0, 128).scaled(0) == .black)
        #expect(PatternColour.white.contrast == .black && PatternColour(0, 0, 255).contrast == .white)
        #expect(PatternColour(255, 255, 0).contrast == .black)
    }
}
