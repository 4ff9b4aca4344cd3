import UIKit

/// S10: groups of a hundred views, of which one changes.
class TreeScene: Scene {
    let window: UIWindow
    fileprivate let target: UIView
    fileprivate let place: CGPoint

    required convenience init(window: UIWindow) { self.init(window: window, count: 1000) }

    init(window: UIWindow, count: Int) {
        self.window = window
        window.backgroundColor = .white
        let groups = max(count / 100, 1)
        let layout = TreeLayout(size: window.bounds.size)
        let colors = (0..<7).map { UIColor(hue: CGFloat($0) / 7, saturation: 0.6, brightness: 0.8, alpha: 1) }
        var chosen = UIView()
        for group in 0..<groups {
            let parent = UIView(frame: layout.frame(of: group))
            for child in 0..<100 {
                let view = UIView(frame: layout.frame(ofChild: child))
                view.backgroundColor = colors[(group + child) % 7]
                parent.addSubview(view)
                if group == groups / 2, child == 55 { chosen = view }
            }
            window.addSubview(parent)
        }
        target = chosen
        place = chosen.center
    }

    func step(_ index: Int) {}
}

/// Where the views of S10 are: squares side by side, ten by ten in a group, groups side by side. Peers use the same places.
struct TreeLayout {
    /// Points; the same for trees of every size, so that only the tree makes a difference.
    let side: CGFloat
    private let columns: Int

    init(size: CGSize) {
        side = size.height > 600 ? 4 : 2
        columns = max(Int(size.width / (side * 10)), 1)
    }

    func frame(of group: Int) -> CGRect {
        CGRect(
            x: CGFloat(group % columns) * side * 10, y: CGFloat(group / columns) * side * 10, width: side * 10,
            height: side * 10)
    }

    /// In its group.
    func frame(ofChild child: Int) -> CGRect {
        CGRect(x: CGFloat(child % 10) * side, y: CGFloat(child / 10) * side, width: side, height: side)
    }
}

/// S10: the colour of one view.
final class RecoloringTreeScene: TreeScene {
    private let colors = (0..<8).map { UIColor(hue: CGFloat($0) / 8, saturation: 1, brightness: 0.7, alpha: 1) }

    override func step(_ index: Int) { target.backgroundColor = colors[index % 8] }
}

/// S10: the place of one view.
final class MovingTreeScene: TreeScene {
    override func step(_ index: Int) { target.center = CGPoint(x: place.x + CGFloat(index % 2), y: place.y) }
}

/// S10: which view is at a point.
final class HitTestTreeScene: TreeScene {
    override func step(_ index: Int) {
        let point = target.superview?.convert(place, to: window) ?? place
        if window.hitTest(point, with: nil) !== target { BenchmarksProgram.stop("the hit test found something else") }
    }
}
