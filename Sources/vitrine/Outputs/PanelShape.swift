import ControlSocket
import Raster

/// The panel that a window or a headless program stands for: the environment's words, no board file's.
struct PanelShape: Hashable {
    var size = PixelSize(width: 800, height: 480)
    /// Pixels per point.
    var scale = 1.0
    /// Degrees.
    var rotation = 0

    /// The variables' values can be meant: `Variables.check` was asked before. Of several screens the first is meant.
    static func current(_ value: (String) -> String? = Environment.value) -> PanelShape {
        func first(_ name: String) -> String? { value(name).map { String($0.prefix { $0 != "," }) } }
        var shape = PanelShape()
        let parts = (first("VITRINE_PANEL") ?? "").split(separator: "@")
        let sides = (parts.first ?? "").split(separator: "x").compactMap { Int($0) }
        if sides.count == 2 { shape.size = PixelSize(width: sides[0], height: sides[1]) }
        if parts.count == 2, let scale = Double(parts[1]) { shape.scale = scale }
        if let scale = first("VITRINE_SCALE").flatMap({ Double($0) }) { shape.scale = scale }
        if let rotation = first("VITRINE_ROTATION").flatMap({ Int($0) }) { shape.rotation = rotation }
        return shape
    }

    /// "800x480, 2 pixels a point, rotation 90"
    var text: String {
        var words = ["\(size.width)x\(size.height)"]
        if scale != 1 { words.append("\(StatsText.number(scale)) pixels a point") }
        if rotation != 0 { words.append("rotation \(rotation)") }
        return words.joined(separator: ", ")
    }

    var json: JSONValue {
        .fields([
            "width": .integer(size.width), "height": .integer(size.height), "scale": .number(scale),
            "rotation": .integer(rotation),
        ])
    }
}
