import UIKit

/// S6: twenty rounded buttons with titles on a sheet of 600x400 that fades as one, over the background picture.
class GroupScene: Scene {
    private let sheet: UIView
    fileprivate var buttons: [UIView] = []

    required init(window: UIWindow) {
        let size = window.bounds.size
        let background = UIImageView(image: Pictures.background(width: Int(size.width), height: Int(size.height)))
        background.frame = window.bounds
        window.addSubview(background)
        sheet = UIView(
            frame: CGRect(
                x: ((size.width - 600) / 2).rounded(.down), y: ((size.height - 400) / 2).rounded(.down), width: 600,
                height: 400))
        sheet.backgroundColor = .white
        for index in 0..<20 {
            let button = UIView(
                frame: CGRect(x: 16 + index % 4 * 146, y: 16 + index / 4 * 76, width: 130, height: 60))
            button.backgroundColor = UIColor(hue: CGFloat(index) / 20, saturation: 0.7, brightness: 0.8, alpha: 1)
            button.layer.cornerRadius = 10
            let title = UILabel(frame: CGRect(x: 0, y: 20, width: 130, height: 20))
            title.font = Pictures.font(16)
            title.textColor = .white
            title.textAlignment = .center
            title.text = "Button \(index)"
            button.addSubview(title)
            sheet.addSubview(button)
            buttons.append(button)
        }
        window.addSubview(sheet)
    }

    func step(_ index: Int) { sheet.alpha = 0.2 + 0.7 * CGFloat(index % 60) / 60 }
}

/// S6 with a button that changes its colour in every frame, so that the group's picture cannot be kept.
final class ChangingGroupScene: GroupScene {
    private let colors = (0..<8).map { UIColor(hue: CGFloat($0) / 8, saturation: 1, brightness: 0.6, alpha: 1) }

    override func step(_ index: Int) {
        super.step(index)
        buttons[9].backgroundColor = colors[index % 8]
    }
}
