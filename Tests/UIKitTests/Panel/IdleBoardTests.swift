import BoardConfig
import Foundation
import Testing

@testable import UIKit

/// When the panel goes dark: the board file's word, and the environment's before it.
@Suite("Board files: dark when nobody is there")
struct IdleBoardTests {
    private var board: Board {
        get throws {
            let text = """
                {"name": "Acme", "match": {"compatible": ["acme,panel"]}, "backlight": {"name": "acme-*", "on_off_only": true},
                 "blank": "backlight", "idle": {"dim_after": 30, "dim_level": 0.25, "blank_after": 120, "pixel_shift": 45},
                 "sources": ["x"], "verified": "hardware"}
                """
            return try Self.decode(text)
        }
    }

    private static func decode(_ text: String) throws -> Board {
        let folder = NSTemporaryDirectory() + "vitrine-idle-boards-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try text.write(toFile: "\(folder)/acme.json", atomically: true, encoding: .utf8)
        let machine = Machine(compatible: ["acme,panel"])
        return try LaunchBoard(folders: [folder], environment: [:], machine: machine).choice.board
    }

    @Test("What the board file says of idleness, darkness and light is used where the environment says nothing")
    func boardAlone() throws {
        let idle = try IdleConfiguration(environment: [:]).completed(by: board)
        #expect(idle.dimAfter == 30 && idle.dimLevel == 0.25 && idle.blankAfter == 120 && idle.pixelShift == 45)
        #expect(idle.method == .backlight && idle.backlight == "acme-*" && idle.isBacklightOnOffOnly)
        // Empty variables say nothing.
        let empty = ["VITRINE_DIM_AFTER": "", "VITRINE_BLANK_AFTER": "", "VITRINE_BLANK": "", "VITRINE_DIM_LEVEL": ""]
        #expect(try IdleConfiguration(environment: empty).completed(by: board).blankAfter == 120)
        // The start completes its whole configuration in the same way.
        let whole = try LaunchConfiguration(environment: [:]).completed(by: board)
        #expect(whole.idle == idle)
    }

    @Test("Each variable goes before its field and leaves the others to the file; never means never")
    func overridden() throws {
        func completed(_ name: String, _ value: String) throws -> IdleConfiguration {
            try LaunchConfiguration(environment: [name: value]).completed(by: board).idle
        }
        let plain = try IdleConfiguration(environment: [:]).completed(by: board)
        let dim = try completed("VITRINE_DIM_AFTER", "7")
        #expect(dim.dimAfter == 7 && dim.blankAfter == 120 && dim.dimLevel == 0.25 && dim.pixelShift == 45)
        let level = try completed("VITRINE_DIM_LEVEL", "0")
        #expect(level.dimLevel == 0 && level.dimAfter == 30)
        let blank = try completed("VITRINE_BLANK_AFTER", "9")
        #expect(blank.blankAfter == 9 && blank.dimAfter == 30)
        let shift = try completed("VITRINE_PIXEL_SHIFT", "60")
        #expect(shift.pixelShift == 60 && shift.blankAfter == 120)
        for method in BlankMethod.allCases {
            #expect(try completed("VITRINE_BLANK", method.rawValue).method == method)
        }
        #expect(try completed("VITRINE_DIM_AFTER", "never").dimAfter == nil)
        #expect(try completed("VITRINE_BLANK_AFTER", "never").blankAfter == nil)
        #expect(try completed("VITRINE_PIXEL_SHIFT", "never").pixelShift == nil)
        #expect(try completed("VITRINE_BRIGHTNESS", "0.5").brightness == 0.5 && plain.brightness == nil)
    }

    @Test("A board file that says nothing of it leaves the panel lit, and the environment's word as it is")
    func silentBoard() throws {
        let silent = try Self.decode(
            #"{"name": "Acme", "match": {"compatible": ["acme,panel"]}, "sources": ["x"], "verified": "hardware"}"#)
        let idle = try IdleConfiguration(environment: [:]).completed(by: silent)
        #expect(idle.dimAfter == nil && idle.blankAfter == nil && idle.pixelShift == nil && idle.method == .dpms)
        #expect(idle.backlight == "*" && !idle.isBacklightOnOffOnly)
        let wanted = try IdleConfiguration(environment: ["VITRINE_BLANK_AFTER": "60", "VITRINE_BLANK": "black"])
        let completed = wanted.completed(by: silent)
        #expect(completed.blankAfter == 60 && completed.method == .black)
    }
}
