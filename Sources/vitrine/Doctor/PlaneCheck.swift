import BoardConfig
import Display
import Raster

/// The plane that shows the picture, and who turns it.
struct PlaneCheck {
    var choice: DisplaySurvey.Choice
    var board: Board
    var environment: (String) -> String? = Environment.value

    var findings: [Finding] {
        guard let plane = choice.plane, let crtc = choice.crtc else { return [] }
        let format = choice.formatCode.map { ", takes \($0)" } ?? ""
        return [.good("plane", "\(plane) of CRTC \(crtc)\(format)"), rotation]
    }

    private var rotation: Finding {
        let asked = environment("VITRINE_ROTATION").flatMap { Int($0.prefix { $0 != "," }) }
        let angle = asked ?? board.rotation
        let mounted = choice.panelRotation.rawValue
        guard angle != 0 || mounted != 0 else { return .good("rotation", "none, and the kernel knows of none") }
        guard angle != 0 else {
            if asked != nil { return .good("rotation", "none, as VITRINE_ROTATION says; the kernel says \(mounted)°") }
            return .bad(
                "rotation", "none, and the kernel says that the panel is mounted turned",
                do:
                    "VITRINE_ROTATION=\(mounted), or \"rotation\": \(mounted) in the board file, if the picture is not upright"
            )
        }
        let source = asked != nil ? "VITRINE_ROTATION" : "the board file"
        return .good("rotation", "\(angle)° as \(source) says, \(turner(angle))")
    }

    /// Who turns the picture, and why it is not the plane.
    private func turner(_ angle: Int) -> String {
        switch environment("VITRINE_PLANE_ROTATION") {
        case "off": return "painted so: VITRINE_PLANE_ROTATION=off"
        case nil where board.planes?.mayTurn(by: angle) == false:
            return "painted so: the board file keeps the plane from it"
        default: break
        }
        return choice.planeRotations.contains { $0.rawValue == angle }
            ? "by the plane, or painted so if the driver refuses" : "painted so: the plane cannot turn it"
    }
}
