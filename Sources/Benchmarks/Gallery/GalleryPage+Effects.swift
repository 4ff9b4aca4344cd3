import UIKit

extension GalleryPage {
    /// What makes a layer's picture pass through more than one step.
    static let effects = [
        GalleryPage(name: "shadows", title: "shadows of rectangles, corners, pictures and paths", height: 370) {
            for (caption, set) in [
                ("radius 3, offset (0, -3)", { _ in }),
                (
                    "radius 8, offset (6, 6)",
                    {
                        $0.shadowRadius = 8
                        $0.shadowOffset = CGSize(width: 6, height: 6)
                    }
                ),
                (
                    "corners, blue",
                    {
                        $0.cornerRadius = 30
                        $0.shadowRadius = 8
                        $0.shadowOffset = .zero
                        $0.shadowColor = UIColor.galleryBlue.cgColor
                    }
                ),
                (
                    "shadowPath",
                    {
                        $0.shadowRadius = 5
                        $0.shadowOffset = CGSize(width: 0, height: 8)
                        $0.shadowPath = CGPath(ellipseIn: CGRect(x: -10, y: 70, width: 110, height: 30), transform: nil)
                    }
                ),
                (
                    "of a picture's alpha",
                    {
                        $0.backgroundColor = nil
                        $0.contents = Pictures.icon(side: 90, hue: 0.3).cgImage
                        $0.shadowRadius = 6
                        $0.shadowOffset = CGSize(width: 5, height: 5)
                    }
                ),
                (
                    "of sublayers",
                    {
                        $0.backgroundColor = nil
                        $0.shadowRadius = 4
                        $0.shadowOffset = CGSize(width: 5, height: 5)
                        $0.add(CALayer(), 40, 40, color: .galleryRed, offset: CGPoint(x: -25, y: -25))
                        $0.add(CALayer(), 40, 40, color: .galleryGreen, offset: CGPoint(x: 25, y: 25)).cornerRadius = 20
                    }
                ),
                (
                    "turned",
                    {
                        $0.shadowRadius = 6
                        $0.shadowOffset = CGSize(width: 0, height: 8)
                        $0.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
                    }
                ),
                ("none: masksToBounds", { $0.masksToBounds = true }),
            ] as [(String, (CALayer) -> Void)] {
                let layer = $0.cell(caption).add(CALayer(), 90, 90, color: UIColor(white: 1, alpha: 1))
                layer.shadowOpacity = 0.7
                set(layer)
            }
        },
        GalleryPage(name: "rasterize", title: "a layer kept as a picture, at several scales", height: 370) {
            for (caption, scale, isNearest, angle) in [
                ("as it is", CGFloat(0), false, CGFloat(0)), ("scale 1", 1, false, 0), ("scale ½", 0.5, false, 0),
                ("scale ¼, nearest", 0.25, true, 0), ("turned, as it is", 0, false, 0.5),
                ("turned, scale 1", 1, false, 0.5), ("turned, scale 2", 2, false, 0.5),
                ("turned, scale ½", 0.5, false, 0.5),
            ] {
                let layer = $0.cell(caption).add(CALayer(), 90, 90, color: .galleryGray)
                layer.borderWidth = 2
                layer.shadowOpacity = 0.5
                layer.shadowRadius = 4
                layer.shadowOffset = CGSize(width: 4, height: 4)
                layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
                if scale > 0 {
                    layer.shouldRasterize = true
                    layer.rasterizationScale = scale
                    if isNearest { layer.magnificationFilter = .nearest }
                }
                let star = CAShapeLayer()
                star.path = Outlines.star(in: CGRect(x: 5, y: 5, width: 80, height: 80))
                star.fillColor = UIColor.galleryRed.cgColor
                layer.add(star, 90, 90)
            }
        },
        GalleryPage(
            name: "blend-modes", title: "how a layer's colours are mixed with those below", height: 550, columns: 6
        ) {
            for mode in [
                "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight",
                "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
            ] {
                let cell = $0.cell(mode)
                let below = cell.add(CALayer(), 100, 110)
                below.contents = Pictures.photograph.cgImage
                let gradient = CAGradientLayer()
                gradient.colors = [UIColor.galleryYellow.cgColor, UIColor.galleryBlue.cgColor]
                let above = cell.add(gradient, 80, 60)
                above.compositingFilter = mode + "BlendMode"
            }
        },
        GalleryPage(name: "blur", title: "a layer's own picture blurred") {
            for radius in [CGFloat(0), 2, 6, 14] {
                let layer = $0.cell("radius \(Int(radius))").add(CALayer(), 90, 90)
                layer.contents = Pictures.arrow(width: 90, height: 90)
                let filter = CAFilter(type: "gaussianBlur")
                filter.inputRadius = radius
                if radius > 0 { layer.filters = [filter] }
            }
        },
        GalleryPage(name: "backdrop", title: "what lies below, blurred within a layer's bounds and corners") {
            for (caption, radius, saturation, tint) in [
                ("blur 4", CGFloat(4), CGFloat(1), CGFloat(0)), ("blur 10", 10, 1, 0), ("blur 10, tinted", 10, 1, 0.4),
                ("blur 10, grey", 10, 0, 0),
            ] {
                let cell = $0.cell(caption)
                cell.add(CALayer(), 150, 130).contents = Pictures.photograph.cgImage
                let glass = cell.add(CALayer(), 100, 80, color: UIColor(white: 1, alpha: tint))
                glass.cornerRadius = 20
                let blur = CAFilter(type: "gaussianBlur")
                blur.inputRadius = radius
                let saturate = CAFilter(type: "colorSaturate")
                saturate.inputAmount = saturation
                glass.backgroundFilters = saturation == 1 ? [blur] : [blur, saturate]
            }
        },
    ]
}
