import UIKit

/// S10: groups of a hundred views, of which one changes. Views have the same size in trees of every size, so that only the
/// tree makes a difference.
class TreeScene: Scene {
    static let side: CGFloat = 4

    let window: UIWindow
    fileprivate let target: UIView
    fileprivate let place: CGPoint

    required convenience init(window: UIWindow) { self.init(window: window, count: 1000) }

    init(window: UIWindow, count: Int) {
        self.window = window
        window.backgroundColor = .white
        let groups = max(count / 100, 1)
        let layout = TreeLayout(groups: groups, size: window.bounds.size)
        let colors = (0..<7).map { UIColor(hue: CGFloat($0) / 7, saturation: 0.6, brightness: 0.8, alpha: 1) }
        var chosen = UIView()
        for group in 0..<groups {
            let parent = UIView(frame: layout.frame(of: group))
            for child in 0..<100 {
                let view = UIView(frame: layout.frame(ofChild: child, side: Self.side))
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

/// Where the views of S10 are; peers use the same places.
struct TreeLayout {
    let columns: Int
    let cell: CGSize

    init(groups: Int, size: CGSize) {
        var columns = 1
        while columns * columns * 9 < groups * 16 { columns += 1 }
        self.columns = columns
        let rows = (groups + columns - 1) / columns
        cell = CGSize(
            width: (size.width / CGFloat(columns)).rounded(.down), height: (size.height / CGFloat(rows)).rounded(.down))
    }

    func frame(of group: Int) -> CGRect {
        CGRect(
            x: CGFloat(group % columns) * cell.width, y: CGFloat(group / columns) * cell.height, width: cell.width,
            height: cell.height)
    }

    /// In its group.
    func frame(ofChild child: Int, side: CGFloat) -> CGRect {
        CGRect(
            x: (CGFloat(child % 10) * cell.width / 10).rounded(.down),
            y: (CGFloat(child / 10) * cell.height / 10).rounded(.down), width: side, height: side)
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
    private(set) var found: UIView?

    override func step(_ index: Int) {
        let point = target.superview?.convert(place, to: window) ?? place
        found = window.hitTest(point, with: nil)
    }
}
