import CAllocationCounter
import Raster
import UIKit

/// What a plain view with its layer takes: in the model tree when it is made, and in the render tree once it is shown.
///
/// Counted by the C library over many views, with its own bookkeeping. Two Swift object headers (view and layer, 16 bytes
/// each) are taken off; contents are none of it. The lists of subviews and sublayers double when they are full: 16,000
/// views, the standard, leave little of them in reserve, 17,000 leave almost half.
@MainActor
enum ViewMemory {
    private static let headers = 2 * 16

    static func run(size: PixelSize, count: Int) {
        do {
            let stage = try HeadlessStage(panel: size)
            defer { stage.close() }
            let window = UIWindow(frame: stage.screen.bounds)
            window.makeKeyAndVisible()
            stage.commitAndShow()
            let (model, shown) = measure(stage, window, count)
            print("bytes for each of \(count) views with a background colour, without object headers")
            print("model \(model), render \(shown), together \(model + shown) (limit 500)")
        } catch {
            BenchmarksProgram.stop("memory: \(error)")
        }
    }

    private static func measure(_ stage: HeadlessStage, _ window: UIWindow, _ count: Int) -> (Int, Int) {
        let color = UIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
        let before = Int(allocation_bytes_in_use())
        let group = UIView(frame: window.bounds)
        for index in 0..<count {
            let view = UIView(frame: CGRect(x: index % 97 * 19, y: index / 97 * 10, width: 18, height: 9))
            view.backgroundColor = color
            group.addSubview(view)
        }
        let made = Int(allocation_bytes_in_use())
        window.addSubview(group)
        stage.commitAndShow()
        stage.commitAndShow()
        let shown = Int(allocation_bytes_in_use())
        group.removeFromSuperview()
        stage.commitAndShow()
        return ((made - before) / count - headers, (shown - made) / count)
    }
}
