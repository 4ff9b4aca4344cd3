import UIKit

/// S3: a picture of two by two screens that moves 5 and 3 pixels a frame.
final class PanScene: Scene {
    private let picture: UIImageView
    private let range: CGSize

    init(window: UIWindow) {
        let size = window.bounds.size
        picture = UIImageView(image: Pictures.background(width: Int(size.width) * 2, height: Int(size.height) * 2))
        picture.frame = CGRect(x: 0, y: 0, width: size.width * 2, height: size.height * 2)
        range = size
        window.addSubview(picture)
    }

    func step(_ index: Int) {
        func bounce(_ travel: CGFloat, _ limit: CGFloat) -> CGFloat {
            let phase = travel.truncatingRemainder(dividingBy: limit * 2)
            return phase < limit ? phase : limit * 2 - phase
        }
        let x = bounce(CGFloat(index) * 5, range.width)
        let y = bounce(CGFloat(index) * 3, range.height)
        picture.center = CGPoint(x: range.width - x, y: range.height - y)
    }
}
