@testable import BoardConfig
@testable import Display
import Raster
import Testing

@testable import vitrine

@Suite("vitrine doctor: plane, rotation and keys")
struct DoctorChainTests {
    private func rotation(
        _ environment: [String: String] = [:], board: Board = .generic, mounted: Rotation = .none,
        plane: [Rotation] = [.none]
    ) throws -> Finding {
        var choice = try #require(Surveys.panel.choice)
        (choice.plane, choice.crtc, choice.panelRotation, choice.planeRotations) = (31, 41, mounted, plane)
        let findings = PlaneCheck(choice: choice, board: board) { environment[$0] }.findings
        #expect(findings.count == 2 && findings[0] == .good("plane", "31 of CRTC 41, takes XR24"))
        return findings[1]
    }

    private func board(_ rotation: Int, _ planes: BoardPlanes? = nil) -> Board {
        var board = Board.generic
        board.rotation = rotation
        board.planes = planes
        return board
    }

    @Test("without a plane that can be used the display's own line says so, and none is made up")
    func noPlane() throws {
        let choice = try #require(Surveys.panel.choice)
        #expect(PlaneCheck(choice: choice, board: .generic) { _ in nil }.findings.isEmpty)
    }

    @Test("who turns the picture: the plane where it can, the painter where it cannot or may not")
    func turner() throws {
        #expect(try rotation().advice == nil)
        #expect(
            try rotation(["VITRINE_ROTATION": "90"]).text
                == "90° as VITRINE_ROTATION says, painted so: the plane cannot turn it")
        #expect(
            try rotation(board: board(90), plane: [.none, .quarter]).text
                == "90° as the board file says, by the plane, or painted so if the driver refuses")
        #expect(
            try rotation(["VITRINE_ROTATION": "180"], board: board(90), plane: [.none, .quarter]).text.hasPrefix(
                "180° as VITRINE"))
        #expect(
            try rotation(["VITRINE_PLANE_ROTATION": "off"], board: board(90), plane: [.none, .quarter]).text
                == "90° as the board file says, painted so: VITRINE_PLANE_ROTATION=off")
        var planes = BoardPlanes()
        planes.usesRotation = false
        #expect(
            try rotation(board: board(90, planes), plane: [.none, .quarter]).text
                == "90° as the board file says, painted so: the board file keeps the plane from it")
        // The environment goes before the board file here, too.
        #expect(
            try rotation(["VITRINE_PLANE_ROTATION": "on"], board: board(90, planes), plane: [.none, .quarter]).text
                .hasSuffix("by the plane, or painted so if the driver refuses"))
    }

    @Test(
        "a panel that the kernel says is mounted turned, and nobody turns the picture: what to set; asked for 0, it is well"
    )
    func mountedTurned() throws {
        let finding = try rotation(mounted: .threeQuarter)
        #expect(finding.advice?.contains("VITRINE_ROTATION=270") == true)
        #expect(try rotation(["VITRINE_ROTATION": "0"], mounted: .threeQuarter).advice == nil)
        // The first of several screens.
        #expect(try rotation(["VITRINE_ROTATION": "270,0"], mounted: .threeQuarter).text.hasPrefix("270° as VITRINE"))
        #expect(try rotation(board: board(270), mounted: .threeQuarter).advice == nil)
    }

    @Test("keys that lead past a kiosk are told with what closes them; without a kiosk they are nobody's concern")
    func keys() {
        func lines(_ magicKeys: Int?, _ restarts: Bool, _ enabled: [String] = ["Showcase"]) -> [String] {
            KeysCheck(magicKeys: magicKeys, restartsByKeys: restarts, enabled: enabled).findings.map(\.line)
        }
        #expect(lines(438, true, []).isEmpty)
        let open = lines(438, true)
        #expect(open.count == 2)
        #expect(open[0].hasPrefix("-- keys: kernel.sysrq is 438") && open[0].contains("kernel.sysrq = 0"))
        #expect(open[1].contains("systemctl mask ctrl-alt-del.target"))
        #expect(lines(0, true).count == 1 && lines(1, false).count == 1)
        #expect(lines(0, false) == ["ok keys: neither Alt+SysRq nor Ctrl+Alt+Delete does anything\n"])
        #expect(lines(nil, false).count == 1)
    }
}
