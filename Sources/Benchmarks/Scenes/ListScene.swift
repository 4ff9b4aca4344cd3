import UIKit

/// S2: a list of 200 rows with icon, two labels and a separator; scrolls 7 pixels per frame.
final class ListScene: Scene {
    private let list: UIView
    private let rowHeight: CGFloat = 27
    private let limit: CGFloat

    init(window: UIWindow) {
        list = UIView(frame: window.bounds)
        list.backgroundColor = .white
        list.clipsToBounds = true
        limit = rowHeight * 200 - window.bounds.height
        for index in 0..<200 {
            let row = UIView(
                frame: CGRect(x: 0, y: CGFloat(index) * rowHeight, width: window.bounds.width, height: rowHeight))
            row.backgroundColor = .white
            let icon = UIImageView(image: Pictures.icon(side: 24, hue: CGFloat(index % 24) / 24))
            icon.frame = CGRect(x: 8, y: 1, width: 24, height: 24)
            row.addSubview(icon)
            let title = UILabel(frame: CGRect(x: 40, y: 3, width: 300, height: 20))
            title.font = Pictures.font(14)
            title.text = "Row number \(index) of the list"
            row.addSubview(title)
            let detail = UILabel(frame: CGRect(x: window.bounds.width - 220, y: 4, width: 210, height: 18))
            detail.font = Pictures.font(12)
            detail.textAlignment = .right
            detail.text = "detail \(index * 37 % 1000)"
            row.addSubview(detail)
            let line = UIView(frame: CGRect(x: 0, y: rowHeight - 1, width: window.bounds.width, height: 1))
            line.backgroundColor = UIColor(white: 0.85, alpha: 1)
            row.addSubview(line)
            list.addSubview(row)
        }
        window.addSubview(list)
    }

    func step(_ index: Int) {
        let travel = CGFloat(index) * 7
        let phase = travel.truncatingRemainder(dividingBy: limit * 2)
        list.bounds.origin.y = phase < limit ? phase : limit * 2 - phase
    }
}
