import UIKit

/// S4: eight translucent views of nearly the whole screen, one of which moves.
class LayersScene: Scene {
    private let mover: UIView
    private let start: CGPoint

    required init(window: UIWindow) {
        let size = CGSize(width: window.bounds.width - 60, height: window.bounds.height - 60)
        var last = UIView()
        window.backgroundColor = .white
        for index in 0..<8 {
            let view = Self.makeView(index: index, size: size)
            view.frame = CGRect(
                x: CGFloat(index) * 60 / 7, y: CGFloat(index) * 60 / 7, width: size.width, height: size.height)
            view.alpha = 0.5
            window.addSubview(view)
            if index == 3 { last = view }
        }
        mover = last
        start = last.center
    }

    class func makeView(index: Int, size: CGSize) -> UIView {
        let view = UIView()
        view.backgroundColor = UIColor(hue: CGFloat(index) / 8, saturation: 0.8, brightness: 0.9, alpha: 1)
        return view
    }

    func step(_ index: Int) {
        mover.center = CGPoint(x: start.x + CGFloat(index % 20) - 10, y: start.y + CGFloat(index % 14) - 7)
    }
}

/// S4 with pictures instead of colours.
final class PictureLayersScene: LayersScene {
    override class func makeView(index: Int, size: CGSize) -> UIView {
        UIImageView(image: Pictures.background(width: Int(size.width), height: Int(size.height)))
    }
}
