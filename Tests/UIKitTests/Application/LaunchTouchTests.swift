import BoardConfig
import Testing

@testable import Input
@testable import UIKit

@Suite("Touch devices of the board file")
struct LaunchTouchTests {
    private func device(_ name: String, calibratedBelow: Bool = false) -> InputDevice {
        InputDevice(
            id: 1, name: name, node: "/dev/input/event0", vendor: 0x1209, product: 7, isTouchScreen: true,
            isPointer: false, isKeyboard: false, touchCount: nil, sizeInMillimetres: nil,
            isCalibratedBelow: calibratedBelow, outputName: nil)
    }

    private func board(_ touch: String) throws -> Board {
        let text = """
            {"name": "Acme", "match": {"compatible": ["acme,panel"]}, "touch": [\(touch)], "sources": ["x"],
             "verified": "hardware"}
            """
        return try Board(Array(text.utf8), file: "acme.json")
    }

    @Test(
        "C31 The matrix goes to the device it is written for; who calibrates elsewhere gets none; udev's is not doubled"
    )
    func matrices() throws {
        let board = try board(
            """
            {"name": "Kernel Touch", "transformed_by": "kernel"},
            {"name": "Acme*", "transformed_by": "app", "matrix": [0, -1, 1, 1, 0, 0]}
            """)
        let rules = DeviceRules(board: board, outputs: ["DSI-1"])
        #expect(rules.verdict(on: device("Acme 7 inch")).calibration == Calibration([0, -1, 1, 1, 0, 0]))
        #expect(rules.verdict(on: device("Kernel Touch")).calibration == nil)
        #expect(rules.verdict(on: device("Another")).calibration == nil)
        let doubled = rules.verdict(on: device("Acme 7 inch", calibratedBelow: true))
        #expect(doubled.calibration == nil && doubled.message?.contains("LIBINPUT_CALIBRATION_MATRIX") == true)
    }

    @Test("VITRINE_TOUCH_MATRIX calibrates every touch screen where the file names none")
    func environment() throws {
        var board = Board.generic
        try board.apply(environment: ["VITRINE_TOUCH_MATRIX": "-1 0 1 0 -1 1"])
        let rules = DeviceRules(board: board, outputs: [])
        #expect(rules.verdict(on: device("Whatever")).calibration == Calibration([-1, 0, 1, 0, -1, 1]))
        #expect(DeviceRules(board: .generic, outputs: []).verdict(on: device("Whatever")).calibration == nil)
    }
}
