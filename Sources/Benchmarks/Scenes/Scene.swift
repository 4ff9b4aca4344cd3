import Raster
import UIKit

/// One documented scene: its views stand in a window, and one frame after the other changes them.
@MainActor
protocol Scene: AnyObject {
    init(window: UIWindow)
    /// Makes the change of frame `index`, which counts from 1.
    func step(_ index: Int)
}

/// What the table of scenes knows about one of them.
@MainActor
struct SceneKind {
    /// As in the documentation; peers know their scenes by it.
    let name: String
    let title: String
    /// Milliseconds of CPU time per frame at 1920x1080 and at 800x480.
    var goal: Double?
    var smallGoal: Double?
    /// What to know when the goal is missed.
    var remark: String?
    /// Every frame is composited whole, whatever changed.
    var isRepaintedWhole = false
    /// False for what asks without changing anything: only the step is measured.
    var showsFrames = true
    let make: (UIWindow) -> any Scene

    func documentedGoal(at size: PixelSize) -> Double? {
        switch (size.width, size.height) {
        case (1920, 1080): goal
        case (800, 480): smallGoal
        default: nil
        }
    }
}
