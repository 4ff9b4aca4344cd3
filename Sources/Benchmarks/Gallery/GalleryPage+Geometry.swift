import UIKit

extension GalleryPage {
    /// Where layers are, and how they are turned in their plane.
    static let geometry = [
        GalleryPage(name: "anchor-point", title: "the anchor point is what the position places and what turns stay at")
        {
            for (caption, anchor) in [
                ("(0.5, 0.5)", CGPoint(x: 0.5, y: 0.5)), ("(0, 0)", CGPoint.zero), ("(1, 0.5)", CGPoint(x: 1, y: 0.5)),
                ("(0.5, 1.5)", CGPoint(x: 0.5, y: 1.5)),
            ] {
                let cell = $0.cell("anchor \(caption)")
                for (turn, color) in [(CGFloat.zero, UIColor.galleryGray), (0.5, .galleryBlue)] {
                    let layer = cell.add(CALayer(), 60, 40, color: color)
                    layer.anchorPoint = anchor
                    layer.opacity = 0.8
                    layer.transform = CATransform3DMakeRotation(turn, 0, 0, 1)
                }
                cell.add(CALayer(), 6, 6, color: .galleryRed).cornerRadius = 3
            }
        },
        GalleryPage(name: "transforms", title: "scaled, turned, sheared, mirrored") {
            for (caption, transform) in [
                ("scale 1.5 × 0.75", CGAffineTransform(scaleX: 1.5, y: 0.75)),
                ("rotation 30°", CGAffineTransform(rotationAngle: .pi / 6)),
                ("shear", CGAffineTransform(a: 1, b: 0.2, c: 0.5, d: 1, tx: 0, ty: 0)),
                ("mirrored", CGAffineTransform(scaleX: -1, y: 1)),
            ] {
                let layer = $0.cell(caption).add()
                layer.contents = Pictures.arrow(width: 90, height: 90)
                layer.setAffineTransform(transform)
            }
        },
        GalleryPage(
            name: "flipped-geometry", title: "isGeometryFlipped: sublayers' y grows upwards, pictures stay upright"
        ) {
            for isFlipped in [false, true] {
                let cell = $0.cell("isGeometryFlipped = \(isFlipped)")
                let box = cell.add(CALayer(), 130, 120, color: .galleryGray)
                box.isGeometryFlipped = isFlipped
                for (index, color) in [UIColor.galleryRed, .galleryYellow, .galleryGreen].enumerated() {
                    let layer = CALayer()
                    layer.frame = CGRect(x: 10 + index * 40, y: 10 + index * 25, width: 30, height: 20)
                    layer.backgroundColor = color.cgColor
                    box.addSublayer(layer)
                }
                let picture = CALayer()
                picture.frame = CGRect(x: 10, y: 75, width: 60, height: 40)
                picture.contents = Pictures.arrow()
                box.addSublayer(picture)
            }
            for (caption, scale) in [("sublayer scale 1", CGFloat(1)), ("sublayer scale 0.6", 0.6)] {
                let box = $0.cell(caption).add(CALayer(), 130, 120, color: .galleryGray)
                box.sublayerTransform = CATransform3DMakeScale(scale, scale, 1)
                box.add(CALayer(), 50, 90, color: .galleryBlue, offset: CGPoint(x: -30, y: 0))
                box.add(CALayer(), 50, 90, color: .galleryGreen, offset: CGPoint(x: 30, y: 0))
            }
        },
        GalleryPage(name: "edge-antialiasing", title: "edges that lie between pixels, as they are and smoothed") {
            for (caption, isSmooth, edges) in [
                ("jagged, the default", false, CAEdgeAntialiasingMask(rawValue: 15)),
                ("smoothed", true, CAEdgeAntialiasingMask(rawValue: 15)),
                ("left and right only", true, [.layerLeftEdge, .layerRightEdge]),
            ] {
                let layer = $0.cell(caption).add(CALayer(), 90, 90, color: .galleryBlue)
                layer.allowsEdgeAntialiasing = isSmooth
                layer.edgeAntialiasingMask = edges
                layer.transform = CATransform3DMakeRotation(0.15, 0, 0, 1)
            }
            let picture = $0.cell("a picture, smoothed").add()
            picture.contents = Pictures.arrow(width: 90, height: 90)
            picture.allowsEdgeAntialiasing = true
            picture.transform = CATransform3DMakeRotation(0.15, 0, 0, 1)
        },
    ]

    /// Perspective and depth.
    static let space = [
        GalleryPage(name: "perspective", title: "turned in space, with and without perspective") {
            for (caption, axis, depth) in [
                ("about y, no perspective", (CGFloat(0), CGFloat(1)), CGFloat(0)), ("about y, 1/400", (0, 1), -1 / 400),
                ("about x, 1/400", (1, 0), -1 / 400), ("about both, 1/200", (1, 1), -1 / 200),
            ] {
                let layer = $0.cell(caption).add(CALayer(), 110, 110)
                layer.contents = Pictures.arrow(width: 110, height: 110)
                var transform = CATransform3DIdentity
                transform.m34 = depth
                layer.transform = CATransform3DRotate(transform, 0.9, axis.0, axis.1, 0)
            }
        },
        GalleryPage(name: "depth-order", title: "order by zPosition, layers that cross, back faces") {
            let order = $0.cell("zPosition 2, 1, 0")
            for (index, color) in [UIColor.galleryRed, .galleryYellow, .galleryGreen].enumerated() {
                order.add(
                    CALayer(), 60, 60, color: color,
                    offset: CGPoint(x: CGFloat(index - 1) * 30, y: CGFloat(index - 1) * 20)
                ).zPosition = CGFloat(2 - index)
            }
            let crossing = $0.cell("layers that cross").add(CATransformLayer(), 140, 140)
            crossing.sublayerTransform.m34 = -1 / 500
            for (angle, color) in [(CGFloat(0.8), UIColor.galleryRed), (-0.8, .galleryBlue)] {
                crossing.add(CALayer(), 120, 80, color: color).transform = CATransform3DMakeRotation(angle, 0, 1, 0)
            }
            for isDoubleSided in [true, false] {
                let cell = $0.cell(isDoubleSided ? "back face, double-sided" : "back face, single-sided")
                cell.sublayerTransform.m34 = -1 / 400
                cell.add(CALayer(), 110, 110, color: .galleryGray).zPosition = -100
                let layer = cell.add()
                layer.contents = Pictures.arrow(width: 90, height: 90)
                layer.isDoubleSided = isDoubleSided
                layer.transform = CATransform3DMakeRotation(2.5, 0, 1, 0)
            }
        },
        GalleryPage(name: "transform-layer", title: "a transform layer keeps the depth of what is in it") {
            for (caption, holder) in [("CALayer: flat", CALayer()), ("CATransformLayer: a cube", CATransformLayer())] {
                let cell = $0.cell(caption)
                cell.sublayerTransform.m34 = -1 / 400
                let cube = cell.add(holder, 70, 70)
                let half: CGFloat = 35
                for (index, color) in [
                    UIColor.galleryRed, .galleryBlue, .galleryGreen, .galleryYellow, .galleryGray,
                    UIColor(white: 0.3, alpha: 1),
                ].enumerated() {
                    let face = cube.add(CALayer(), 70, 70, color: color)
                    face.borderWidth = 2
                    face.borderColor = UIColor(white: 1, alpha: 1).cgColor
                    let turn =
                        index < 4
                        ? CATransform3DMakeRotation(CGFloat(index) * .pi / 2, 0, 1, 0)
                        : CATransform3DMakeRotation(index == 4 ? .pi / 2 : -.pi / 2, 1, 0, 0)
                    face.transform = CATransform3DConcat(CATransform3DMakeTranslation(0, 0, half), turn)
                }
                cube.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.5, 1, 0, 0), 0.6, 0, 1, 0)
            }
        },
    ]
}
