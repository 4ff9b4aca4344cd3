import ControlSocket
import Display
import Raster

extension OutputsReport {
    var json: JSONValue { json(problem: problem) }

    /// - Parameter problem: why nothing can be shown on what programs take, which may be no card.
    func json(problem: String?) -> JSONValue {
        .fields([
            "cards": .list(survey.cards.map(card)),
            "choice": survey.choice.map(choice) ?? .null,
            "problem": .optional(problem),
        ])
    }

    private func card(_ card: DisplaySurvey.Card) -> JSONValue {
        .fields([
            "path": .text(card.path),
            "driver": .optional(card.driver),
            "taken": .bool(card.isChosen),
            "reason": .text(card.reason),
            "mode_setting": .optional(card.hasModeSetting),
            "dumb_buffers": .optional(card.hasDumbBuffers),
            "atomic": .optional(card.isAtomic),
            "connectors": .list(card.connectors.map(connector) + connectors(behind: card).map(connector)),
            "error": .optional(card.error?.description),
        ])
    }

    private func connector(_ connector: DisplaySurvey.Connector) -> JSONValue {
        .fields([
            "name": .text(connector.name),
            "status": .text(connector.connection.rawValue),
            "built_in": .bool(connector.isBuiltIn),
            "width_mm": .optional(connector.physicalSize?.width),
            "height_mm": .optional(connector.physicalSize?.height),
            "modes": .list(connector.modes.map(mode)),
        ])
    }

    private func mode(_ mode: DisplaySurvey.Mode) -> JSONValue {
        .fields([
            "name": .text(mode.text),
            "width": .integer(mode.size.width),
            "height": .integer(mode.size.height),
            "hertz": .number(Self.rounded(mode.refreshRate)),
            "interlaced": .bool(mode.isInterlaced),
            "preferred": .bool(mode.isPreferred),
        ])
    }

    /// /sys knows less.
    private func connector(_ connector: KernelConnector) -> JSONValue {
        .fields([
            "name": .text(connector.name),
            "status": .text(connector.status),
            "modes": .list(connector.sizes.map { .fields(["name": .text($0)]) }),
        ])
    }

    private func choice(_ choice: DisplaySurvey.Choice) -> JSONValue {
        .fields([
            "card": .text(choice.card),
            "connector": .text(choice.connector),
            "mode": choice.mode.map(mode) ?? .null,
            "format": .optional(choice.formatCode),
            "panel_rotation": .integer(choice.panelRotation.rawValue),
            "plane": .optional(choice.plane.map { Int($0) }),
            "crtc": .optional(choice.crtc.map { Int($0) }),
            "plane_rotations": .list(choice.planeRotations.map { .integer($0.rawValue) }),
        ])
    }

    /// To the thousandth.
    private static func rounded(_ rate: Double) -> Double { (rate * 1000).rounded() / 1000 }
}
