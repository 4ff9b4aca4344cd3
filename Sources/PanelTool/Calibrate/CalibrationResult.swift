import ControlSocket
import Input

/// What came of a calibration, for its end.
struct CalibrationResult: Hashable, Sendable {
    var device: String
    var matrix: Calibration?
    /// How far off at most the touches of the crosses, and those of the trials, were; pixels.
    var residual: Double?
    var trial: Double?
    var files: [CalibrationFiles.File] = []
    var isDryRun = false
    /// Why nothing was written.
    var problem: String?
    /// What is still to be done.
    var advice: String?

    var isGood: Bool { problem == nil && matrix != nil }

    var text: String {
        var text = ""
        if let matrix {
            text += "\(device): \(matrix.orientation); "
            text += "crosses off by at most \(Self.number(residual)) pixels, trials by \(Self.number(trial))\n"
            text += "matrix \(matrix.text)\n"
        }
        if let problem { text += "not calibrated: \(problem)\n" }
        for file in files {
            if isDryRun || problem != nil {
                text += "\(file.path) would be:\n" + file.text.split(separator: "\n").map { "    \($0)\n" }.joined()
            } else {
                text += "\(file.path) written\n"
            }
        }
        if let advice { text += advice + "\n" }
        return text
    }

    var json: JSONValue {
        .fields([
            "device": .text(device),
            "matrix": matrix.map { .list($0.numbers.map { .number($0) }) } ?? .null,
            "orientation": .optional(matrix?.orientation),
            "residual_px": residual.map { .number(Self.rounded($0)) } ?? .null,
            "trial_px": trial.map { .number(Self.rounded($0)) } ?? .null,
            "files": .list(files.map { .fields(["path": .text($0.path), "text": .text($0.text)]) }),
            "written": .bool(isGood && !isDryRun),
            "problem": .optional(problem),
            "advice": .optional(advice),
        ])
    }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func number(_ value: Double?) -> String { value.map { "\(rounded($0))" } ?? "?" }
}
