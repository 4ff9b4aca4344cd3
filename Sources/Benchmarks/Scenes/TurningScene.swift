import UIKit

/// S5: a picture of 400x400 that turns by a degree per frame, over the background picture.
final class TurningScene: Scene {
    private let picture: UIImageView

    init(window: UIWindow) {
        let size = window.bounds.size
        let background = UIImageView(image: Pictures.background(width: Int(size.width), height: Int(size.height)))
        background.frame = window.bounds
        window.addSubview(background)
        picture = UIImageView(image: Pictures.photograph)
        picture.frame = CGRect(x: (size.width - 400) / 2, y: (size.height - 400) / 2, width: 400, height: 400)
        window.addSubview(picture)
    }

    func step(_ index: Int) { picture.transform = CGAffineTransform(rotationAngle: CGFloat(index) * .pi / 180) }
}
