import UIKit

/// S7: two hundred opaque views of 40x40 that all move over the background picture.
final class MoversScene: Scene {
    private struct Mover {
        var view: UIView
        var position: CGPoint
        var velocity: CGPoint
    }

    private var movers: [Mover] = []
    private let area: CGSize

    init(window: UIWindow) {
        area = window.bounds.size
        let background = UIImageView(image: Pictures.background(width: Int(area.width), height: Int(area.height)))
        background.frame = window.bounds
        window.addSubview(background)
        var random = SplitMix(seed: 42)
        for index in 0..<200 {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
            view.backgroundColor = UIColor(hue: CGFloat(index) / 200, saturation: 0.9, brightness: 0.9, alpha: 1)
            window.addSubview(view)
            movers.append(
                Mover(
                    view: view,
                    position: CGPoint(
                        x: CGFloat(random.next(below: Int(area.width) - 40)),
                        y: CGFloat(random.next(below: Int(area.height) - 40))),
                    velocity: CGPoint(x: CGFloat(random.next(below: 9)) - 4, y: CGFloat(random.next(below: 9)) - 4)))
        }
    }

    func step(_ index: Int) {
        for index in movers.indices {
            var mover = movers[index]
            mover.position.x += mover.velocity.x
            mover.position.y += mover.velocity.y
            if mover.position.x < 0 || mover.position.x > area.width - 40 { mover.velocity.x = -mover.velocity.x }
            if mover.position.y < 0 || mover.position.y > area.height - 40 { mover.velocity.y = -mover.velocity.y }
            mover.view.center = CGPoint(x: mover.position.x + 20, y: mover.position.y + 20)
            movers[index].position = mover.position
            movers[index].velocity = mover.velocity
        }
    }
}

/// A small seeded generator: the same scene on every run.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// 0 ..< limit.
    mutating func next(below limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

    /// 0 ..< 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
