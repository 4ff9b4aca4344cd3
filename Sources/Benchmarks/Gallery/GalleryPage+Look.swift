import UIKit

extension GalleryPage {
    /// What every layer has: corners, borders, clipping, masks, opacity.
    static let look = [
        GalleryPage(name: "corners", title: "rounded corners: all, some, circular and continuous") {
            $0.cell("cornerRadius 24").add(CALayer(), 100, 100, color: .galleryBlue).cornerRadius = 24
            let some = $0.cell("two of four").add(CALayer(), 100, 100, color: .galleryGreen)
            some.cornerRadius = 40
            some.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
            let continuous = $0.cell("continuous 24").add(CALayer(), 100, 100, color: .galleryBlue)
            continuous.cornerRadius = 24
            continuous.cornerCurve = .continuous
            let turned = $0.cell("turned").add(CALayer(), 90, 90, color: .galleryRed)
            turned.cornerRadius = 24
            turned.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
        },
        GalleryPage(name: "borders", title: "borders lie inside the bounds, over what is in the layer") {
            let plain = $0.cell("8").add(CALayer(), 100, 100, color: .galleryGray)
            let rounded = $0.cell("8, rounded").add(CALayer(), 100, 100, color: .galleryGray)
            let clear = $0.cell("translucent, over a sublayer").add(CALayer(), 100, 100, color: .galleryGray)
            let thin = $0.cell("1½, turned, rounded").add(CALayer(), 90, 90)
            for layer in [plain, rounded, clear] {
                layer.borderWidth = 8
                layer.borderColor = UIColor.galleryRed.cgColor
            }
            rounded.cornerRadius = 30
            clear.borderColor = UIColor(red: 0.8, green: 0.1, blue: 0.1, alpha: 0.5).cgColor
            clear.add(CALayer(), 60, 60, color: .galleryYellow, offset: CGPoint(x: -30, y: -30))
            thin.borderWidth = 1.5
            thin.cornerRadius = 30
            thin.borderColor = UIColor(white: 0, alpha: 1).cgColor
            thin.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
        },
        GalleryPage(name: "masks-to-bounds", title: "masksToBounds cuts sublayers at the bounds and corners") {
            for (caption, clips, radius, turn) in [
                ("off", false, CGFloat(0), CGFloat(0)), ("on", true, 0, 0), ("with corners", true, 30, 0),
                ("turned", true, 30, 0.5),
            ] {
                let layer = $0.cell(caption).add(CALayer(), 90, 90, color: .galleryGray)
                layer.masksToBounds = clips
                layer.cornerRadius = radius
                layer.transform = CATransform3DMakeRotation(turn, 0, 0, 1)
                layer.add(CALayer(), 70, 70, color: .galleryRed, offset: CGPoint(x: -35, y: -35))
                layer.add(CALayer(), 70, 70, color: .galleryBlue, offset: CGPoint(x: 35, y: 35)).cornerRadius = 20
            }
        },
        GalleryPage(name: "masks", title: "a mask's alpha says what of a layer is seen") {
            for (caption, mask) in [
                ("a shape", star()), ("a gradient", fade()), ("a picture", ring()), ("a tree of layers", dots()),
            ] {
                let layer = $0.cell(caption).add(CALayer(), 110, 110, color: .galleryBlue)
                layer.add(CALayer(), 110, 40, color: .galleryYellow)
                mask.frame = layer.bounds
                layer.mask = mask
            }
        },
        GalleryPage(name: "opacity", title: "opacity below 1 takes a layer and its sublayers as one picture") {
            for (caption, opacity, isGroup) in [
                ("1", Float(1), true), ("0.5 as a group", 0.5, true), ("0.5 each", 0.5, false),
            ] {
                let cell = $0.cell(caption)
                cell.add(CALayer(), 160, 20, color: .galleryGreen)
                let layer = cell.add(CALayer(), 80, 80, color: .galleryRed, offset: CGPoint(x: -10, y: -10))
                layer.opacity = opacity
                layer.allowsGroupOpacity = isGroup
                layer.add(CALayer(), 80, 80, color: .galleryBlue, offset: CGPoint(x: 30, y: 30))
            }
        },
    ]

    private static func star() -> CALayer {
        let shape = CAShapeLayer()
        shape.path = Outlines.star(in: CGRect(x: 0, y: 0, width: 110, height: 110))
        return shape
    }

    private static func fade() -> CALayer {
        let gradient = CAGradientLayer()
        gradient.colors = [UIColor(white: 0, alpha: 1).cgColor, UIColor(white: 0, alpha: 0).cgColor]
        return gradient
    }

    private static func ring() -> CALayer {
        let layer = CALayer()
        layer.contents =
            UIGraphicsImageRenderer(size: CGSize(width: 110, height: 110)).image { _ in
                let path = UIBezierPath(ovalIn: CGRect(x: 15, y: 15, width: 80, height: 80))
                path.lineWidth = 22
                UIColor(white: 0, alpha: 1).setStroke()
                path.stroke()
            }.cgImage
        return layer
    }

    private static func dots() -> CALayer {
        let layer = CALayer()
        for index in 0..<9 {
            let dot = CALayer()
            dot.frame = CGRect(x: 5 + index % 3 * 35, y: 5 + index / 3 * 35, width: 30, height: 30)
            dot.cornerRadius = CGFloat(index) * 15 / 8
            dot.backgroundColor = UIColor(white: 0, alpha: 1 - CGFloat(index) / 12).cgColor
            layer.addSublayer(dot)
        }
        return layer
    }
}

@MainActor
enum Outlines {
    /// Five points; its middle is wound twice.
    static func star(in rect: CGRect) -> CGPath {
        let path = CGMutablePath()
        for index in 0..<5 {
            let angle = CGFloat(index) * 4 * .pi / 5 - .pi / 2
            let point = CGPoint(
                x: rect.midX + cos(angle) * rect.width / 2, y: rect.midY + sin(angle) * rect.height / 2)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.closeSubpath()
        return path
    }
}
